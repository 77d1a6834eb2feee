//! `typelog book`: books of rules, and `--book`, which chooses one.

use std::fs::read_dir;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Subcommand;

use super::open_books::OpenBooks;
use super::output::{Failure, Status, print};
use super::rule_files::show;
use crate::book::{BookFault, BuiltInFolder, EDITIONS, OwnFile, built_in, check};
use crate::diagnostics::Severity;
use crate::files::{AllowedDirectories, FileKind, has_entry, read_text};
use crate::query::{Fault, RuleSources};
use crate::types::BookHandle;

/// Lists, exports, creates and checks books of rules.
///
/// A book is a directory of rule files. `--book DIR` runs it without a compiler.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prints the names of the built-in books, the default one first
    List,
    /// Writes the files of the built-in book into a directory, as a starting point
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
}

/// Runs the command.
pub fn run(command: &Command) -> Result<Status, Failure> {
    match command {
        Command::List => print(&EDITIONS.map(|name| format!("{name}\n")).concat())?,
        Command::Export { dir } => export(dir)?,
        Command::New { dir } => start(dir)?,
        Command::Check { dir } => {
            let faults = check(&files_at(dir, &AllowedDirectories::all())?);
            if !faults.is_empty() {
                show_faults(&faults);
                return Ok(Status::Problems);
            }
        }
    }
    Ok(Status::Clean)
}

/// The book named on the command line, which takes precedence over those in settings.
static GIVEN: OnceLock<String> = OnceLock::new();

/// Returns the book named on the command line.
pub fn given() -> Option<&'static str> {
    GIVEN.get().map(|name| &name[..])
}

/// Chooses the book for all programs of this process. A comparison of two books chooses them itself.
pub fn choose(names: &[String], is_comparison: bool) -> Result<(), Failure> {
    if let Some(name) = names.first() {
        GIVEN.get_or_init(|| name.clone());
    }
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

/// Returns the book with a name, or in a directory. Its faults are shown on standard error.
pub fn known(name: &str) -> Result<BookHandle, Failure> {
    OpenBooks::default().named(name)
}

/// The place of a rule file in a book.
pub struct BookPlace {
    /// The directory of the book.
    pub root: PathBuf,
    /// The folder: `types` or `programs`.
    pub folder: &'static str,
}

/// Returns the place of a file in a book; `None` if it belongs to no book. A folder of a book contains a list of engines, or
/// files with names of built-in files. A list of engines in a folder with another name makes that folder an edition: its files
/// replace those of the same name in the built-in book, in whatever folder these are.
pub fn place_of(path: &Path) -> Option<BookPlace> {
    let (parent, stem) = (path.parent()?, path.file_stem()?);
    if path.extension().is_none_or(|extension| extension != "dl") {
        return None;
    }
    let has_list = parent.join(LIST).is_file();
    let is_folder = |folder: &BuiltInFolder| parent.file_name().is_some_and(|name| name == folder.name);
    let stands_for = |folder: &BuiltInFolder| {
        folder.files.iter().any(|(path, _)| Path::new(path).file_stem().is_some_and(|other| other == stem))
    };
    if let Some(folder) = built_in().into_iter().find(is_folder) {
        let root = parent.parent().filter(|_| has_list || stands_for(&folder))?.to_owned();
        return Some(BookPlace { root, folder: folder.name });
    }
    let folder = built_in().into_iter().find(stands_for).filter(|_| has_list)?;
    Some(BookPlace { root: parent.to_owned(), folder: folder.name })
}

/// Returns the directory of the book that a file belongs to, if it is a rule file or a list of engines.
pub fn root_of(path: &Path) -> Option<PathBuf> {
    if path.file_name().is_none_or(|name| name != LIST) {
        return Some(place_of(path)?.root);
    }
    let parent = path.parent()?;
    let is_folder = |folder: BuiltInFolder| parent.file_name().is_some_and(|name| name == folder.name);
    if built_in().into_iter().any(is_folder) { parent.parent().map(Path::to_owned) } else { Some(parent.to_owned()) }
}

/// The file that lists the engines of a folder, each with its rule files.
const LIST: &str = "engines.txt";

/// Returns the files of the book in a directory.
///
/// # Errors
/// If a file cannot be read, or leads out of the allowed directories.
pub fn files_at(directory: &Path, allowed: &AllowedDirectories) -> Result<Vec<OwnFile>, Failure> {
    let failed = |path: &Path, error| Failure::Usage(format!("{}: {error}", path.display()));
    let read = |path: &Path| read_text(path, FileKind::Text, allowed).map_err(|error| failed(path, error));
    let rules = |folder: &Path| rules_in(folder, allowed).map_err(|error| failed(folder, error));
    let mut files = Vec::new();
    if has_entry(&directory.join(LIST)) {
        for path in rules(directory)? {
            let Some(BookPlace { folder, .. }) = place_of(&path) else { continue };
            files.push(OwnFile { folder, path: path.display().to_string(), text: read(&path)? });
        }
    }
    for BuiltInFolder { name: folder, .. } in built_in() {
        let below = directory.join(folder);
        let mut paths = Vec::new();
        if has_entry(&below) {
            paths = rules(&below)?;
        }
        paths.extend([below.join(LIST)].into_iter().filter(|list| has_entry(list)));
        for path in paths {
            files.push(OwnFile { folder, path: path.display().to_string(), text: read(&path)? });
        }
    }
    Ok(files)
}

/// Returns the rule files in a folder, in order; none if it is a file.
fn rules_in(folder: &Path, allowed: &AllowedDirectories) -> std::io::Result<Vec<PathBuf>> {
    allowed.real(folder)?;
    let mut paths = Vec::new();
    if folder.is_dir() {
        for entry in read_dir(folder)? {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dl"));
    paths.sort();
    Ok(paths)
}

/// Shows the faults in the rules of a book on standard error.
pub fn show_faults(faults: &[BookFault]) {
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

/// Returns the outcome of a command, or a failure if the rules of its book had faults.
pub fn concluded(outcome: Result<Status, Failure>) -> Result<Status, Failure> {
    let faults = OpenBooks::default().faults();
    if faults.is_empty() { outcome } else { Err(Failure::Usage(faults.join("\n"))) }
}

/// The files of a new book: texts like `30s` as a type of their own.
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

/// Writes files into a directory, which is created if it does not exist.
fn write_files<'a>(dir: &Path, files: impl Iterator<Item = (&'a str, &'a str)>) -> Result<(), Failure> {
    let failed = |path: &Path, error: &std::io::Error| Failure::Usage(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(dir).map_err(|error| failed(dir, &error))?;
    for (name, text) in files {
        let path = dir.join(name);
        std::fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}
