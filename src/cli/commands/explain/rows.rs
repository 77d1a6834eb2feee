//! Questions about the relations of a program: the values of their variables, and the proofs of the matching rows.

use std::path::{Path, PathBuf};

use typelog_interpreter::judgments_of;

use super::Arguments;
use crate::cli::commands::facts::{Keeps, collect};
use crate::cli::commands::why_not;
use crate::cli::terminal::output::{Failure, Status, print};
use crate::jobs::Jobs;
use crate::project::{BookProofs, Project, Sessions, Subject, answers, is_program_file, others};
use crate::relations::collect::Collector;
use crate::render::ProofFormat;

/// Holds if the last of the words is a question like `has_type(e, t)`, or the only one a judgment like `int ~> string`, and no
/// place, name or code.
pub fn is_question(words: &[String]) -> bool {
    let Some(text) = words.last() else { return false };
    let is_file = || Path::new(text).exists() || is_program_file(Path::new(text));
    let is_drawn = words.len() == 1 && text.contains(' ') && Subject::place(text).is_none() && !is_file();
    is_drawn || is_of_relations(text)
}

/// Holds if a text begins with the name of a relation and a parenthesis.
fn is_of_relations(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or_default().trim_start_matches('!');
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.contains('(') && !name.is_empty() && name.chars().all(is_name) && !Path::new(text).exists()
}

/// Answers a question about a program, with proofs. Without a program, explains a judgment about types.
pub fn explain_rows(arguments: &Arguments, project: &Project, text: &str) -> Result<Status, Failure> {
    let path = match (&arguments.target[..], &arguments.program) {
        ([_], Some(path)) => path.clone(),
        ([path, _], None) => PathBuf::from(path),
        ([_], None) => {
            let name = text.split('(').next().unwrap_or_default();
            let book = project.books().of_all();
            let relations = Collector::default().knowing(&book).finish();
            if !judgments_of(&book).contains_key(name) && relations.find(name).is_some() {
                let message = format!("`{name}` is a relation of programs: explain PROGRAM '{text}'");
                return Err(Failure::Usage(message));
            }
            let (text, status) = why_not::explained(text, project, arguments.proof_format())?;
            print(&text)?;
            return Ok(arguments.options.end.status(status));
        }
        _ => return Err(Failure::Usage("explain takes one program and one question".to_owned())),
    };
    let paths = [path];
    let mut sessions = Sessions::new(project, Jobs::ONE);
    let (mut database, status) = collect(project, &paths, &mut sessions, Keeps::Types)?;
    let run = project.session(None)?.rule_run();
    let mut book = BookProofs::new(project, &paths, arguments.proof_options());
    let format = arguments.proof_format();
    let is_for_people = matches!(format, ProofFormat::Tree | ProofFormat::Text);
    let most = if is_for_people { arguments.max_proofs } else { usize::MAX };
    let count = answers(text, most, &mut database, &run, &mut book, &mut |node| arguments.print_whole(&node))?;
    if count == 0 {
        return Err(Failure::Usage(format!("there is no row like `{text}`")));
    }
    print(&others(count, most).unwrap_or_default())?;
    Ok(arguments.options.end.status(status))
}
