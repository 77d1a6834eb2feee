//! Questions about the relations of a program: the values of their variables, and the proofs of the matching rows.

use std::path::{Path, PathBuf};

use typelog_interpreter::judgments;

use super::Arguments;
use crate::cli::book_proofs::BookProofs;
use crate::cli::facts::{Keeps, collect, find};
use crate::cli::output::{Failure, Status, print};
use crate::cli::row_proofs::{Layer, bindings, others, row_proof};
use crate::cli::rule_files::{derive, show};
use crate::cli::sessions::Sessions;
use crate::cli::why_not;
use crate::diagnostics::Severity;
use crate::jobs::Jobs;
use crate::query::{Limit, Row, read_question};
use crate::relations::Database;
use crate::relations::collect::Collector;
use crate::render::{ProofFormat, ProofNode, proof};

/// The name of the relation of answers.
const ANSWER: &str = "answer";

/// Holds if a text is a question like `has_type(e, t)`, and no place, name or code.
pub fn is_question(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or_default().trim_start_matches('!');
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.contains('(') && !name.is_empty() && name.chars().all(is_name) && !Path::new(text).exists()
}

/// Answers a question about a program, with proofs. Without a program, explains a judgment about types.
pub fn explain_rows(arguments: &Arguments, text: &str) -> Result<Status, Failure> {
    let path = match (&arguments.target[..], &arguments.program) {
        ([_], Some(path)) => path.clone(),
        ([path, _], None) => PathBuf::from(path),
        ([_], None) => {
            let name = text.split('(').next().unwrap_or_default();
            if !judgments().contains_key(name) && Collector::default().finish().find(name).is_some() {
                let message = format!("`{name}` is a relation of programs: explain PROGRAM '{text}'");
                return Err(Failure::Usage(message));
            }
            let (text, status) = why_not::explained(text, &arguments.options.session)?;
            print(&text)?;
            return Ok(arguments.options.end.status(status));
        }
        _ => return Err(Failure::Usage("explain takes one program and one question".to_owned())),
    };
    let paths = [path];
    let mut sessions = Sessions::new(&arguments.options.session, Jobs::ONE);
    let (mut database, status) = collect(&arguments.options.input, &paths, &mut sessions, Keeps::Types)?;
    let limit = arguments.options.session.open(None)?.rule_limit();
    let mut book =
        BookProofs::new(&arguments.options.input, &paths, &arguments.options.session, arguments.proof_options());
    let format = arguments.proof_format();
    let is_for_people = matches!(format, ProofFormat::Tree | ProofFormat::Text);
    let most = if is_for_people { arguments.max_proofs } else { usize::MAX };
    let count = answers(text, most, &mut database, limit, &mut book, &mut |node| print(&proof(&node, format)))?;
    if count == 0 {
        return Err(Failure::Usage(format!("there is no row like `{text}`")));
    }
    print(&others(count, most).unwrap_or_default())?;
    Ok(arguments.options.end.status(status))
}

/// Passes at most `most` answers to a question about the relations of a database to `take`, each with the values of its variables
/// and its proof. Returns the number of all answers.
///
/// # Errors
/// If the text is not a question.
pub fn answers(
    text: &str,
    most: usize,
    database: &mut Database,
    limit: Limit,
    book: &mut BookProofs<'_>,
    take: &mut dyn FnMut(ProofNode) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let question = read_question(text, ANSWER).map_err(|(sources, faults)| {
        show(&sources, &faults, Severity::Error);
        Failure::Usage(format!("`{text}` is not understood"))
    })?;
    let derived = derive(&question.sources, &question.file, database, limit)?;
    let relation = find(database, ANSWER)?;
    let rows = database.ordered_rows(relation).into_iter().map(|cells| Row { relation, cells: cells.to_vec() });
    let rows: Vec<Row> = rows.collect();
    let layers = [Layer { sources: &question.sources, derived: &derived }];
    for row in rows.iter().take(most) {
        let conclusion = bindings(database, row);
        take(ProofNode { conclusion, ..row_proof(row, &layers, Some(book), database) })?;
    }
    Ok(rows.len())
}
