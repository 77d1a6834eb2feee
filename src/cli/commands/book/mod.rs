//! `typelog book`: books of rules, and `--book`, which chooses one.

mod builtins;
mod mutants;
mod pages;
mod test;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::book::{EDITIONS, OwnFile, built_in, check, files_of, redrawn};
use crate::cli::terminal::output::{Failure, Status, print, print_reports};
use crate::cli::terminal::process::Process;
use crate::cli::terminal::temporary_files::{TemporaryFile, replace_file};
use crate::files::{AllowedDirectories, Disk};
use crate::project::{book_reports, files_at};

/// Lists, exports, creates, checks, tests and draws books of rules.
///
/// A book is a directory of rule files. `--book DIR` runs it without a compiler.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prints the names of the built-in books, the default one first
    List,
    /// Writes the files of the book into a directory, as a starting point: those of `--book`, or of the built-in one
    Export {
        /// The directory; it is created if it does not exist
        dir: PathBuf,
    },
    /// Creates a small book that extends the built-in one by a rule file
    New {
        /// The directory; it is created if it does not exist
        dir: PathBuf,
    },
    /// Checks the rules of a book
    Check {
        /// The directory of the book
        dir: PathBuf,
    },
    /// Tries the laws of a book on generated types and programs, and runs its pages
    ///
    /// A law is a sentence in the language of the rules: `law reflexive(t) :- converts(t, t, Plain, Safe).` Its last premise has to
    /// follow from the others. `no law` says that there is a counterexample. The laws of the built-in book are those in `rules/laws`;
    /// the folder `laws` of a book adds others. Counterexamples are shrunk and explained. Pages are texts in Markdown in which a
    /// heading with a program or questions is a test, like those in `tests/book`. The exit status is 1 if a law is not as stated, or a
    /// page not as written.
    Test(Box<test::Arguments>),
    /// Lists the functions and values that rules may use, with their signatures and meanings
    Builtins {
        /// Show only names that contain this text
        name: Option<String>,
    },
    /// Writes the bars above the rules of a book, with premises and conclusion, as their clauses say
    Fmt {
        /// The directory of the book
        #[arg(default_value = "rules")]
        dir: PathBuf,
        /// Write nothing, and name the files that would change; the exit status is 1 if there are any
        #[arg(long)]
        check: bool,
    },
}

/// Runs the command.
pub fn run(command: &Command, process: &Process) -> Result<Status, Failure> {
    match command {
        Command::List => print(&EDITIONS.map(|name| format!("{name}\n")).concat())?,
        Command::Export { dir } => export(dir, &files_of(&process.books.of_all()))?,
        Command::New { dir } => start(dir)?,
        Command::Check { dir } => {
            let faults = check(&files_at(dir, &AllowedDirectories::all(&Disk::shared()))?);
            if !faults.is_empty() {
                print_reports(&book_reports(&faults));
                return Ok(Status::Problems);
            }
        }
        Command::Fmt { dir, check } => return draw(dir, *check),
        Command::Test(arguments) => return test::run(arguments, process),
        Command::Builtins { name } => print(&builtins::list(name.as_deref()))?,
    }
    Ok(Status::Clean)
}

/// Writes the bars of the rules in a directory, and in the editions below it.
fn draw(dir: &Path, is_check: bool) -> Result<Status, Failure> {
    let allowed = AllowedDirectories::all(&Disk::shared());
    let mut status = Status::Clean;
    for book in std::iter::once(dir.to_owned()).chain(editions_below(dir, &allowed)) {
        let redrawn = match redrawn(&files_at(&book, &allowed)?) {
            Ok(redrawn) => redrawn,
            Err(faults) => {
                print_reports(&book_reports(&faults));
                return Ok(Status::Problems);
            }
        };
        for OwnFile { path, text, .. } in redrawn {
            if is_check {
                status = Status::Problems;
            } else {
                replace_file(Path::new(&path), text.as_bytes())
                    .map_err(|error| Failure::Usage(format!("{path}: {error}")))?;
            }
            print(&format!("{path}\n"))?;
        }
    }
    Ok(status)
}

/// Returns the directories in a directory that are books of their own: they have a list of engines.
fn editions_below(dir: &Path, allowed: &AllowedDirectories) -> Vec<PathBuf> {
    let system = allowed.system();
    let entries = if system.is_dir(dir) { system.list(dir).unwrap_or_default() } else { Vec::new() };
    let is_folder = |path: &Path| built_in().iter().any(|folder| path.ends_with(folder.name));
    let paths = entries.into_iter().map(|entry| entry.path);
    paths.filter(|path| system.is_file(&path.join("engines.txt")) && !is_folder(path)).collect()
}

/// The files of a new book: texts like `30s` as a type of their own.
const SMALL_BOOK: [(&str, &str); 2] = [
    ("durations.dl", include_str!("../../../../examples/books/durations/types/durations.dl")),
    ("engines.txt", include_str!("../../../../examples/books/durations/types/engines.txt")),
];

fn start(dir: &Path) -> Result<(), Failure> {
    if dir.join("types").exists() {
        return Err(Failure::Usage(format!("{} holds a book already", dir.display())));
    }
    write_files(&dir.join("types"), SMALL_BOOK.into_iter())
}

/// Writes the files of the book: a new directory as a whole, and into one with other files each file as a whole.
fn export(dir: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    let files = || files.iter().map(|(path, text)| (&path[..], &text[..]));
    let is_filled = std::fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some());
    if is_filled || dir.file_name().is_none() {
        return write_files(dir, files());
    }
    let failed = |error: std::io::Error| Failure::at(dir, error);
    dir.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
    let partial = TemporaryFile::directory_beside(dir, "partial").map_err(failed)?;
    write_files(partial.path(), files())?;
    partial.finish(|partial| std::fs::rename(partial, dir)).map_err(failed)
}

/// Writes files into a directory. Their folders are created if they do not exist.
fn write_files<'a>(dir: &Path, files: impl Iterator<Item = (&'a str, &'a str)>) -> Result<(), Failure> {
    let failed = |path: &Path, error: &std::io::Error| Failure::at(path, error);
    for (name, text) in files {
        let path = dir.join(name);
        let folder = path.parent().unwrap_or(dir);
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        replace_file(&path, text.as_bytes()).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}
