//! `typelog book`: books of rules, and `--book`, which chooses one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use typelog_interpreter::{Book, Folder, activate, take_faults};
use typelog_reader::book::BookFile;

use super::output::{Failure, Status, print};
use crate::{program_rules, type_rules};

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
    /// Checks the rules of a book
    Check {
        /// The directory of the book
        dir: PathBuf,
    },
}

/// The built-in books.
const BOOKS: [&str; 1] = ["typelog"];

/// Runs the command.
pub fn run(command: &Command) -> Result<Status, Failure> {
    match command {
        Command::List => print(&BOOKS.map(|name| format!("{name}\n")).concat())?,
        Command::Export { dir } => export(dir)?,
        Command::Check { dir } => match load(dir)? {
            Ok(_) => {}
            Err(faults) => {
                print(&(faults.join("\n") + "\n"))?;
                return Ok(Status::Problems);
            }
        },
    }
    Ok(Status::Clean)
}

/// Does some work with a book, if one is chosen.
pub fn with_book(book: Option<&str>, work: impl FnOnce() -> Result<Status, Failure>) -> Result<Status, Failure> {
    let Some(name) = book.filter(|name| !BOOKS.contains(name)) else { return work() };
    let loaded = load(Path::new(name))?.map_err(|faults| Failure::Usage(faults.join("\n")))?;
    // It is active until the process ends.
    activate(Some(Box::leak(Box::new(loaded))));
    let status = work();
    let faults = take_faults();
    if faults.is_empty() { status } else { Err(Failure::Usage(faults.join("\n"))) }
}

/// A folder of the built-in book: its name, its files with their names, and the list of its engines.
type BuiltIn = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// The folders of a book, with the texts of the built-in one.
fn built_in() -> [BuiltIn; 2] {
    [
        ("types", type_rules::RULE_FILES, type_rules::ENGINE_FILES),
        ("programs", program_rules::RULE_FILES, program_rules::ENGINE_FILES),
    ]
}

fn export(dir: &Path) -> Result<(), Failure> {
    let write = |path: PathBuf, text: &str| {
        let failed = |error| Failure::Usage(format!("{}: {error}", path.display()));
        std::fs::write(&path, text).map_err(failed)
    };
    for (folder, files, engines) in built_in() {
        let folder = dir.join(folder);
        let failed = |error| Failure::Usage(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(&folder).map_err(failed)?;
        for (name, text) in files {
            write(folder.join(Path::new(name).file_name().unwrap_or_default()), text)?;
        }
        write(folder.join("engines.txt"), engines)?;
    }
    Ok(())
}

/// Loads a book, or says what is wrong with its rules. What the directory does not hold is taken from the built-in book.
fn load(dir: &Path) -> Result<Result<Book, Vec<String>>, Failure> {
    if !dir.is_dir() {
        let names = BOOKS.map(|name| format!("`{name}`")).join(", ");
        return Err(Failure::Usage(format!(
            "there is no book `{}`: books are directories, and {names}",
            dir.display()
        )));
    }
    let (mut folders, mut faults) = (Vec::new(), Vec::new());
    for (name, built_in, engines) in built_in() {
        let own = dir.join(name);
        let mut texts: BTreeMap<String, (String, String)> = BTreeMap::new();
        for (path, text) in built_in {
            let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            texts.insert(stem.to_owned(), ((*path).to_owned(), (*text).to_owned()));
        }
        for path in rule_files(&own)? {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            texts.insert(stem, (path.display().to_string(), read(&path)?));
        }
        let mut files = Vec::new();
        for (stem, (path, text)) in texts {
            let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
            match BookFile::read(&stem, text.clone()) {
                Ok(file) => files.push(file),
                Err(found) => faults
                    .extend(found.iter().map(|fault| format!("{path}:{}: {}", line(fault.span.start), fault.message))),
            }
        }
        let list = own.join("engines.txt");
        let own_engines = if list.is_file() { read(&list)? } else { String::new() };
        folders.push(Folder { name: name.to_owned(), files, engines: vec![engines.to_owned(), own_engines] });
    }
    if !faults.is_empty() {
        return Ok(Err(faults));
    }
    Ok(Book::load(&folders, &type_rules::engines::own_word))
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// The files of rules in a folder of a book, if there is such a folder, in the order of their names.
fn rule_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let failed = |error| Failure::Usage(format!("{}: {error}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dl"));
    paths.sort();
    Ok(paths)
}
