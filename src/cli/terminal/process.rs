//! The process that runs a command: what all its projects share.

use std::io::{self, Read, stdin};
use std::sync::Arc;

use super::output::{Failure, Status};
use super::rule_notices::RuleNotices;
use crate::book::{self, EDITIONS};
use crate::citation::Citation;
use crate::cli::options::ProjectPart;
use crate::cli::version::COMMIT;
use crate::files::{Disk, SharedSystem};
use crate::project::{Books, Error, Options, Project};

/// The process that runs a command.
pub struct Process {
    /// The books of rules. The book of `--book` is for all programs.
    pub books: Books,
    /// The file system, with standard input.
    pub system: SharedSystem,
    /// The arguments, behind the name of the program.
    arguments: Vec<String>,
}

impl Process {
    /// Creates the process with its arguments, and with the built-in book.
    pub fn new(arguments: Vec<String>) -> Self {
        let system: SharedSystem = Arc::new(Disk { standard_input: Some(standard_input) });
        Self { books: Books::of_run(&system), system, arguments }
    }

    /// Returns the version, the book and the command that results of this process name.
    pub fn citation(&self) -> Citation {
        let book = self.books.given().unwrap_or_else(|| EDITIONS[0].to_owned());
        Citation::new(COMMIT, book, book::digest(&self.books.of_all()), &self.arguments)
    }

    /// Makes the book with a name that of all programs. A comparison of two books chooses them itself.
    ///
    /// # Errors
    /// If the book cannot be used, or there are several.
    pub fn choose(&self, names: &[String], is_comparison: bool) -> Result<(), Failure> {
        match names {
            [] => Ok(()),
            [_, _] if is_comparison => Ok(()),
            [name] => Ok(self.books.give(name)?),
            _ => Err(Failure::Usage("only `diff` compares two books".to_owned())),
        }
    }

    /// Returns the outcome of a command, or a failure if the rules of its book had faults.
    ///
    /// # Errors
    /// As the outcome, or if there are faults.
    pub fn concluded(&self, outcome: Result<Status, Failure>) -> Result<Status, Failure> {
        Error::if_any(&self.books.take_faults())?;
        outcome
    }

    /// Creates the project of some groups of options.
    ///
    /// # Errors
    /// If the options are wrong.
    pub fn project(&self, parts: &[&dyn ProjectPart]) -> Result<Project, Failure> {
        let mut options = Options::default();
        for part in parts {
            part.fill(&mut options);
        }
        let cache = parts.iter().find_map(|part| part.cache());
        let project = Project::new(self.system.clone(), options, self.books.clone())?;
        Ok(project.cached_by(cache).observed_by(Arc::new(RuleNotices)))
    }
}

fn standard_input() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}
