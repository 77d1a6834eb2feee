//! The checker of the library: the results of the commands, as values instead of printed texts.
//!
//! It reads the same files in the same way as the commands, and answers the same questions. A wrong program has diagnostics. An
//! [`Error`] concerns only the call: an invalid path or option, or rules that cannot be read.

use std::path::Path;
use std::sync::Arc;

use super::Project;
use super::checked::Checked;
use super::error::{Error, Result};
use super::input::Input;
use super::judgments::{JudgmentExplanation, judged};
use super::opened::Opened;
use super::options::Options;
use super::session::Session;
use crate::schema::IndexCache;

/// A checker of programs. Each check is independent, and reads the files again.
#[derive(Clone, Debug)]
pub struct Checker(Arc<Project>);

impl Checker {
    /// Creates a checker with these options.
    ///
    /// # Errors
    /// If the book cannot be used, or a code is misspelt.
    pub fn new(options: &Options) -> Result<Self> {
        Self::with_cache(options, None)
    }

    /// As [`Self::new`], with a cache for the indices of large schemas.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn with_cache(options: &Options, cache: Option<Arc<dyn IndexCache>>) -> Result<Self> {
        Ok(Self(Arc::new(Project::on_disk(options.clone())?.cached_by(cache))))
    }

    /// Checks the program in a file or a directory.
    ///
    /// # Errors
    /// If there is no program at the path, or its environment cannot be read.
    pub fn check(&self, path: &Path) -> Result<Checked> {
        self.checked(self.0.program(path)?)
    }

    /// Checks a program of one text. The name of its file determines the dialect: `main.pp` is PCL, `main.tf` Terraform, all else
    /// HCL.
    ///
    /// # Errors
    /// If the environment cannot be read.
    pub fn check_text(&self, name: &str, text: &str) -> Result<Checked> {
        self.check_texts(vec![(name.to_owned(), text.as_bytes().to_vec())])
    }

    /// Checks a program of texts, each with the name of its file. The first name determines the dialect.
    ///
    /// # Errors
    /// If the environment cannot be read.
    pub fn check_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Checked> {
        self.checked(self.0.of_texts(texts)?)
    }

    /// Explains why a judgment about types, such as `converts(list(int), bool)`, holds or does not hold.
    ///
    /// # Errors
    /// If the text is not a judgment, or the environment cannot be read.
    pub fn judge(&self, judgment: &str) -> Result<JudgmentExplanation> {
        let session = self.0.session(None)?;
        let faults = session.faults().clone();
        let judged = judged(judgment, session)?;
        Error::if_any(&faults.take())?;
        Ok(judged)
    }

    /// Opens the program in a file or a directory, to check it again when its texts change.
    ///
    /// # Errors
    /// As for [`Self::check`].
    pub fn open(&self, path: &Path) -> Result<Opened> {
        self.opened(self.0.program(path)?)
    }

    /// Opens a program of texts, each with the name of its file.
    ///
    /// # Errors
    /// As for [`Self::check_texts`].
    pub fn open_texts(&self, texts: Vec<(String, Vec<u8>)>) -> Result<Opened> {
        self.opened(self.0.of_texts(texts)?)
    }

    fn opened(&self, input: Input) -> Result<Opened> {
        let opened = Opened::new(self.session_for(&input)?, input);
        Error::if_any(&opened.located_faults)?;
        Ok(opened)
    }

    fn checked(&self, input: Input) -> Result<Checked> {
        Checked::new(self.0.clone(), self.session_for(&input)?, input)
    }

    fn session_for(&self, input: &Input) -> Result<Session> {
        self.0.session(input.configuration.as_deref())
    }
}
