//! The checker as a library: the results of the commands, as values instead of printed texts.
//!
//! It takes the options of the command line, reads the same files in the same way, and answers the same questions. A wrong
//! program has diagnostics. An [`Error`] concerns only the call: an invalid path or option, or rules that cannot be read.

mod checked;
mod derived;
mod opened;
mod options;

use std::path::Path;
use std::sync::Arc;

pub use checked::{Checked, CheckedNode, Subject};
pub use derived::{DerivedFacts, RuleText};
pub use opened::Opened;
pub use options::Options;

pub use super::why_not::JudgmentExplanation;

use super::input::Input;
use super::open_books::OpenBooks;
use super::output::{Failure, capture_stderr};
use super::program_options::ProgramOptions;
use super::session::Session;
use super::why_not;
use crate::jobs::Jobs;
use crate::types::Faults;

/// The reason why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.0)
    }
}

impl std::error::Error for Error {}

/// A checker of programs. Each check is independent, and reads the files again.
#[derive(Clone, Debug)]
pub struct Checker {
    options: Arc<ProgramOptions>,
    jobs: Jobs,
}

impl Checker {
    /// Creates a checker with these options.
    ///
    /// # Errors
    /// If an option is invalid, or the book cannot be used.
    pub fn new(options: &Options) -> Result<Self, Error> {
        let mut parsed = options.parsed()?;
        parsed.session.use_books(with_captured_stderr(|| OpenBooks::of_checker(options.book.as_deref()))?);
        Ok(Self { options: Arc::new(parsed), jobs: options.jobs.map_or_else(Jobs::available, Jobs::new) })
    }

    /// Checks the program in a file or a directory.
    ///
    /// # Errors
    /// If there is no program at the path, or its environment cannot be read.
    pub fn check(&self, path: &Path) -> Result<Checked, Error> {
        self.checked(|| self.found(path))
    }

    /// Checks a program of one text. The name of its file determines the dialect: `main.pp` is PCL, `main.tf` Terraform, all else
    /// HCL.
    ///
    /// # Errors
    /// If the environment cannot be read.
    pub fn check_text(&self, name: &str, text: &str) -> Result<Checked, Error> {
        self.check_texts(vec![(name.to_owned(), text.as_bytes().to_vec())])
    }

    /// Checks a program of texts, each with the name of its file. The first name determines the dialect.
    ///
    /// # Errors
    /// If the environment cannot be read.
    pub fn check_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Checked, Error> {
        self.checked(|| self.options.input.of_texts(texts))
    }

    /// Explains why a judgment about types, such as `converts(list(int), bool)`, holds or does not hold.
    ///
    /// # Errors
    /// If the text is not a judgment, or the environment cannot be read.
    pub fn judge(&self, judgment: &str) -> Result<JudgmentExplanation, Error> {
        with_captured_stderr(|| {
            let session = self.session(None)?;
            let faults = session.faults().clone();
            without_faults(&faults, why_not::judged(judgment, session.into_all_parts())?)
        })
    }

    /// Opens the program in a file or a directory, to check it again when its texts change.
    ///
    /// # Errors
    /// As for [`Self::check`].
    pub fn open(&self, path: &Path) -> Result<Opened, Error> {
        with_captured_stderr(|| {
            let input = self.found(path)?;
            self.opened(input)
        })
    }

    /// Opens a program of texts, each with the name of its file.
    ///
    /// # Errors
    /// As for [`Self::check_texts`].
    pub fn open_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Opened, Error> {
        with_captured_stderr(|| {
            let input = self.options.input.of_texts(texts)?;
            self.opened(input)
        })
    }

    fn opened(&self, input: Input) -> Result<Opened, Failure> {
        let opened = Opened::new(self.session(Some(&input))?, input);
        match opened.faults() {
            [] => Ok(opened),
            faults => Err(Failure::Final(faults.join("\n"))),
        }
    }

    fn checked(&self, read: impl FnOnce() -> Result<Input, Failure>) -> Result<Checked, Error> {
        with_captured_stderr(|| {
            let input = read()?;
            let session = self.session(Some(&input))?;
            let faults = session.faults().clone();
            without_faults(&faults, Checked::new(self.options.clone(), session, input))
        })
    }

    /// Returns the program at a path.
    fn found(&self, path: &Path) -> Result<Input, Failure> {
        let none = || Failure::Usage(format!("{}: there is no program", path.display()));
        let paths = [path.to_owned()];
        self.options.input.inputs(&paths).next().unwrap_or_else(|| Err(none()))
    }

    /// Opens a session: reads the environment of programs.
    fn session(&self, input: Option<&Input>) -> Result<Session, Failure> {
        let settings = input.and_then(|input| input.configuration.as_deref());
        Ok(self.options.session.open(settings)?.with_jobs(self.jobs))
    }
}

/// Runs part of a command. Its messages on standard error become part of the error.
fn with_captured_stderr<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Error> {
    let (result, aside) = capture_stderr(work);
    result.map_err(|failure| Error(format!("{failure}\n{aside}").trim_end().to_owned()))
}

/// Returns a value, unless the runs of the book's rules that led to it had faults.
fn without_faults<T>(faults: &Faults, value: T) -> Result<T, Failure> {
    let faults = faults.take();
    if faults.is_empty() { Ok(value) } else { Err(Failure::Final(faults.join("\n"))) }
}
