//! `typelog book`: books of rules, and `--book`, which chooses one.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use typelog_interpreter::take_faults;

use super::output::{Failure, Status, print};
use super::rule_files::show;
use crate::book::{BookFault, BuiltInFolder, EDITIONS, OwnFile, built_in, edition, open};
use crate::diagnostics::Severity;
use crate::query::{Fault, RuleSources};
use crate::types::BookId;

/// Books of rules: written, checked, and listed.
///
/// A book is a directory of rule files. `--book DIR` runs it without a compiler.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prints the names of the built-in books, the default one first
    List,
    /// Writes the built-in book into a directory, to start from
    Export {
        /// The directory; it is made if it is not there
        dir: PathBuf,
    },
    /// Starts a small book, which extends the built-in one by a rule
    New {
        /// The directory; it is made if it is not there
        dir: PathBuf,
    },
    /// Checks the rules of a book
    Check {
        /// The directory of the book
        dir: PathBuf,
    },
}

/// Runs the command.
pub fn run(command: &Command) -> Result<Status, Failure> {
    match command {
        Command::List => print(&EDITIONS.map(|name| format!("{name}\n")).concat())?,
        Command::Export { dir } => export(dir)?,
        Command::New { dir } => start(dir)?,
        Command::Check { dir } => {
            if let Err(faults) = open(&own_files(dir)?) {
                show_faults(&faults);
                return Ok(Status::Problems);
            }
        }
    }
    Ok(Status::Clean)
}

/// Chooses the book of all programs of this process. A comparison chooses its two books itself.
pub fn choose(names: &[String], is_comparison: bool) -> Result<(), Failure> {
    match names {
        [] => Ok(()),
        [_, _] if is_comparison => Ok(()),
        [name] => {
            known(name)?.choose();
            Ok(())
        }
        _ => Err(Failure::Usage("only `diff` compares two books".to_owned())),
    }
}

/// The book of a name, or of a directory. What is wrong with it is shown on standard error.
pub fn known(name: &str) -> Result<BookId, Failure> {
    let directory = Path::new(name);
    if let Some(book) = edition(name) {
        return Ok(book);
    }
    if !directory.is_dir() {
        let names = EDITIONS.map(|name| format!("`{name}`")).join(", ");
        return Err(Failure::Usage(format!("there is no book `{name}`: books are directories, {names}")));
    }
    open(&own_files(directory)?).map_err(|faults| {
        show_faults(&faults);
        Failure::Usage(format!("the book in {name} cannot be used"))
    })
}

/// The files of the book in a directory.
fn own_files(directory: &Path) -> Result<Vec<OwnFile>, Failure> {
    let read =
        |path: &Path| read_to_string(path).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())));
    let mut files = Vec::new();
    for BuiltInFolder { name: folder, .. } in built_in() {
        let below = directory.join(folder);
        let mut paths = Vec::new();
        if below.is_dir() {
            paths = typelog_reader::book::paths(&below, "dl").map_err(Failure::Usage)?;
        }
        paths.extend([below.join("engines.txt")].into_iter().filter(|list| list.is_file()));
        for path in paths {
            files.push(OwnFile { folder, path: path.display().to_string(), text: read(&path)? });
        }
    }
    Ok(files)
}

fn show_faults(faults: &[BookFault]) {
    let mut shown: Vec<&str> = Vec::new();
    for BookFault { source, .. } in faults.iter().filter(|fault| !fault.source.name.is_empty()) {
        if !shown.contains(&&source.name[..]) {
            shown.push(&source.name);
            let own = faults.iter().filter(|fault| fault.source.name == source.name);
            let own: Vec<Fault> = own.map(|fault| fault.fault.clone()).collect();
            show(&RuleSources::one(source.clone()), &own, Severity::Error);
        }
    }
}

/// What a command ends with, unless the rules of its book failed.
pub fn concluded(outcome: Result<Status, Failure>) -> Result<Status, Failure> {
    let faults = take_faults();
    if faults.is_empty() { outcome } else { Err(Failure::Usage(faults.join("\n"))) }
}

/// The small book that there is to start from: texts like `30s` as a type of their own.
const SMALL_BOOK: [(&str, &str); 2] = [
    ("durations.dl", include_str!("../../examples/books/durations/types/durations.dl")),
    ("engines.txt", include_str!("../../examples/books/durations/types/engines.txt")),
];

fn start(dir: &Path) -> Result<(), Failure> {
    if dir.join("types").exists() {
        return Err(Failure::Usage(format!("{} holds a book already", dir.display())));
    }
    write_files(&dir.join("types"), SMALL_BOOK.into_iter())
}

fn export(dir: &Path) -> Result<(), Failure> {
    for BuiltInFolder { name, files, engines } in built_in() {
        let files = files.iter().map(|&(path, text)| (path.rsplit('/').next().unwrap_or(path), text));
        write_files(&dir.join(name), files.chain([("engines.txt", engines)]))?;
    }
    Ok(())
}

/// Writes files into a directory, which is made if it is not there.
fn write_files<'a>(dir: &Path, files: impl Iterator<Item = (&'a str, &'a str)>) -> Result<(), Failure> {
    let failed = |path: &Path, error: &std::io::Error| Failure::Usage(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(dir).map_err(|error| failed(dir, &error))?;
    for (name, text) in files {
        let path = dir.join(name);
        std::fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}
