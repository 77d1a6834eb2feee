//! The checker for other programs: what the commands do, as values instead of printed texts.
//!
//! It takes the options of the command line, reads the same files in the same way, and answers the same questions. A wrong
//! program has diagnostics; an [`Error`] is about the call alone: a path or an option that makes no sense, or rules that
//! cannot be read.

mod checked;
mod derived;
mod opened;
mod options;

use std::path::Path;
use std::sync::Arc;

use typelog_interpreter::take_faults;

pub use checked::{Checked, CheckedNode, Subject};
pub use derived::{DerivedFacts, RuleText};
pub use opened::Opened;
pub use options::Options;

pub use super::why_not::Judged;

use super::input::Input;
use super::output::{Failure, collecting_aside};
use super::program_options::ProgramOptions;
use super::session::Session;
use super::why_not;
use crate::jobs::Jobs;
use crate::types::BookId;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.0)
    }
}

impl std::error::Error for Error {}

/// Checks programs. Each check is on its own, and reads the files that there are then.
#[derive(Clone, Debug)]
pub struct Checker {
    options: Arc<ProgramOptions>,
    /// The book that programs go by, whatever their settings say.
    book: Option<BookId>,
    jobs: Jobs,
}

impl Checker {
    /// A checker with these options.
    ///
    /// # Errors
    /// Options that make no sense, and a book that cannot be used.
    pub fn new(options: &Options) -> Result<Self, Error> {
        let (parsed, book) = (options.parsed()?, options.book.as_deref());
        let book = book.map(|name| said(|| super::book::known(name))).transpose()?;
        Ok(Self { options: Arc::new(parsed), book, jobs: options.jobs.map_or_else(Jobs::available, Jobs::new) })
    }

    /// Checks the program in a file or a directory.
    ///
    /// # Errors
    /// A path without a program, and surroundings that cannot be read.
    pub fn check(&self, path: &Path) -> Result<Checked, Error> {
        self.checked(|| self.found(path))
    }

    /// Checks a program that is one text, called by the name of a file: `main.pp` is PCL, `main.tf` Terraform, all else HCL.
    ///
    /// # Errors
    /// Surroundings that cannot be read.
    pub fn check_text(&self, name: &str, text: &str) -> Result<Checked, Error> {
        self.check_texts(vec![(name.to_owned(), text.as_bytes().to_vec())])
    }

    /// Checks a program of texts, each with the name of its file. Its dialect is that of the first name.
    ///
    /// # Errors
    /// Surroundings that cannot be read.
    pub fn check_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Checked, Error> {
        self.checked(|| self.options.input.of_texts(texts))
    }

    /// Answers a question about types, `converts(list(int), bool)`: why the judgment holds, or why it does not.
    ///
    /// # Errors
    /// A text that is no judgment, and surroundings that cannot be read.
    pub fn judge(&self, judgment: &str) -> Result<Judged, Error> {
        said(|| why_not::judged(judgment, self.session(None)?.into_all_parts()))
    }

    /// Opens the program in a file or a directory, to check it again when its texts change.
    ///
    /// # Errors
    /// As for [`Self::check`].
    pub fn open(&self, path: &Path) -> Result<Opened, Error> {
        said(|| {
            let input = self.found(path)?;
            Ok(Opened::new(self.session(Some(&input))?, input))
        })
    }

    /// Opens a program of texts, each with the name of its file.
    ///
    /// # Errors
    /// As for [`Self::check_texts`].
    pub fn open_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Opened, Error> {
        said(|| {
            let input = self.options.input.of_texts(texts)?;
            Ok(Opened::new(self.session(Some(&input))?, input))
        })
    }

    fn checked(&self, read: impl FnOnce() -> Result<Input, Failure>) -> Result<Checked, Error> {
        said(|| {
            let input = read()?;
            let session = self.session(Some(&input))?;
            Ok(Checked::new(self.options.clone(), session, input))
        })
    }

    /// The program at a path.
    fn found(&self, path: &Path) -> Result<Input, Failure> {
        let none = || Failure::Usage(format!("{}: there is no program", path.display()));
        let paths = [path.to_owned()];
        self.options.input.inputs(&paths).next().unwrap_or_else(|| Err(none()))
    }

    /// Reads what surrounds programs.
    fn session(&self, input: Option<&Input>) -> Result<Session, Failure> {
        let settings = input.and_then(|input| input.configuration.as_deref());
        Ok(self.options.session.open_by(settings, self.book)?.with_jobs(self.jobs))
    }
}

/// Does some work of a command. What the command says on standard error becomes a part of the error.
fn said<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Error> {
    let (result, aside) = collecting_aside(work);
    let faults = take_faults();
    match result {
        Ok(value) if faults.is_empty() => Ok(value),
        Ok(_) => Err(Error(faults.join("\n"))),
        Err(failure) => Err(Error(format!("{failure}\n{aside}").trim_end().to_owned())),
    }
}
