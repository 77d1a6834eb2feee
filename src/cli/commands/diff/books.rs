//! The changes in programs that another book of rules makes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::{Arguments, Counted, Format};
use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::counts::counted;
use crate::jobs::Jobs;
use crate::project::{Input, Session};
use crate::results::books::{BookChange, compare};
use crate::types::BookHandle;

/// A change, with its program.
#[derive(Serialize)]
struct Entry<'a> {
    program: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
    /// The definition, or the problem.
    name: &'a str,
    /// The type or the severity with the first book.
    before: Option<&'a str>,
    /// The same with the second book.
    after: Option<&'a str>,
    /// The rules that cause the change.
    rules: &'a [String],
}

/// Checks programs with two books, and prints the changes.
pub fn run(arguments: &Arguments, books: [&String; 2], process: &Process) -> Result<Status, Failure> {
    process.books.give(books[0])?;
    let book = process.books.named(books[1])?;
    let project = process.project(&[&arguments.input, &arguments.session])?;
    let mut changes = Vec::new();
    let mut count = 0;
    let second = project.programs(&arguments.programs);
    for (first, second) in project.programs(&arguments.programs).zip(second) {
        let (first, second) = (first?, second?);
        let mut session = project.session(first.configuration.as_deref())?.with_jobs(Jobs::ONE);
        let name = first.name.clone();
        let found = differences([first, second], &book, &mut session);
        changes.extend(found.into_iter().map(|change| (name.clone(), change)));
        count += 1;
    }
    print(&match arguments.format {
        Format::Text => text(&changes, count),
        Format::Json => json(&changes),
    })?;
    let is_new_error = |change: &BookChange| change.before.is_none() && change.after.as_deref() == Some("error");
    let counts = match arguments.exit_code {
        None => false,
        Some(Counted::Any) => !changes.is_empty(),
        Some(Counted::Errors) => changes.iter().any(|(_, change)| is_new_error(change)),
    };
    Ok(if counts { Status::Problems } else { Status::Clean })
}

/// Returns the changes that another book makes in a program, which has been read twice. The second check begins with the types of the
/// first, however many, so that equal types have equal handles.
fn differences([mut first, mut second]: [Input; 2], book: &BookHandle, session: &mut Session) -> Vec<BookChange> {
    let mut before = session.check(&mut first);
    let mut types = before.types.clone();
    types.set_book(book.clone());
    session.keep_all_types(types);
    let mut after = session.check(&mut second);
    compare(&mut before, &mut after, session.environment(first.dialect))
}

fn entry((program, change): &(String, BookChange)) -> Entry<'_> {
    Entry {
        program,
        file: &change.file,
        line: change.position.0,
        column: change.position.1,
        name: &change.name,
        before: change.before.as_deref(),
        after: change.after.as_deref(),
        rules: &change.rules,
    }
}

fn json(changes: &[(String, BookChange)]) -> String {
    // Changes contain only texts and numbers, so that encoding does not fail.
    serde_json::to_string_pretty(&changes.iter().map(entry).collect::<Vec<_>>()).unwrap_or_default() + "\n"
}

/// Renders the changes below the rules that cause them, and the number of changes.
fn text(changes: &[(String, BookChange)], programs: usize) -> String {
    let mut groups: BTreeMap<String, Vec<&(String, BookChange)>> = BTreeMap::new();
    for change in changes {
        groups.entry(change.1.rules.join(", ")).or_default().push(change);
    }
    let mut text = String::new();
    // Changes that follow from others come last.
    let follows = groups.remove("");
    let named = groups.into_iter().chain(follows.map(|group| ("follows from other changes".to_owned(), group)));
    for (rules, group) in named {
        let _ = writeln!(text, "{rules}");
        for (program, change) in group {
            let place = format!("{}:{}:{}", change.file, change.position.0, change.position.1);
            let place = if programs == 1 { place } else { format!("{program}: {place}") };
            let _ = writeln!(text, "  {place}: {}", sentence(change));
        }
        text.push('\n');
    }
    let touched = changes.iter().map(|change| &change.0).collect::<std::collections::BTreeSet<_>>().len();
    let types = changes.iter().filter(|(_, change)| change.before.is_some() && change.after.is_some()).count();
    let problems = changes.len() - types;
    let (types, problems) = (counted(types, "type"), counted(problems, "problem"));
    let _ = writeln!(text, "{types} and {problems} change in {touched} of {}", counted(programs, "program"));
    text
}

fn sentence(change: &BookChange) -> String {
    let BookChange { name, before, after, .. } = change;
    match (before, after) {
        (Some(before), Some(after)) => format!("{name}: {before} becomes {after}"),
        (Some(before), None) => format!("- {before} {name}"),
        (None, Some(after)) => format!("+ {after} {name}"),
        (None, None) => name.clone(),
    }
}
