//! The books of rules that a process, or a checker, keeps open.

use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::book::{files_at, given, show_faults};
use super::output::Failure;
use crate::book::{EDITIONS, edition, open};
use crate::files::AllowedDirectories;
use crate::types::{BookHandle, Faults};

/// The maximal number of books that are kept for later programs.
const MOST_KEPT: usize = 8;

/// The open books of a process or of a checker. Copies share them.
#[derive(Clone, Debug)]
pub struct OpenBooks(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// The book for all programs, which takes precedence over those in settings.
    given: Option<BookHandle>,
    /// The books in directories by their names, the one used last at the end.
    kept: Mutex<Vec<(String, BookHandle)>>,
    /// The faults of all runs together. Without them, each session has faults of its own.
    faults: Option<Faults>,
}

/// The books of the process, whose command is a single run.
impl Default for OpenBooks {
    fn default() -> Self {
        static OF_PROCESS: LazyLock<OpenBooks> =
            LazyLock::new(|| OpenBooks(Arc::new(Shared { faults: Some(Faults::default()), ..Shared::default() })));
        OF_PROCESS.clone()
    }
}

impl OpenBooks {
    /// Creates the books of a checker. The given one is for all its programs.
    ///
    /// # Errors
    /// If the given book cannot be used.
    pub fn of_checker(given: Option<&str>) -> Result<Self, Failure> {
        let books = Self(Arc::default());
        let Some(name) = given else { return Ok(books) };
        let given = Some(books.named(name)?);
        Ok(Self(Arc::new(Shared { given, ..Shared::default() })))
    }

    /// Returns the faults of all runs so far, if these share them.
    pub fn faults(&self) -> Vec<String> {
        self.0.faults.as_ref().map_or_else(Vec::new, Faults::take)
    }

    /// Returns the book for a session of programs whose settings name a book, with the directories that its files have to lie in:
    /// the given one, or else that in the settings. `None` stands for the book of new interners.
    ///
    /// # Errors
    /// If the book cannot be used.
    pub fn of_session(&self, configured: Option<(&str, &AllowedDirectories)>) -> Result<Option<BookHandle>, Failure> {
        if let Some(given) = &self.0.given {
            return Ok(Some(given.reporting_to(self.run_faults())));
        }
        let is_given = self.0.faults.is_some() && given().is_some();
        configured.filter(|_| !is_given).map(|(name, allowed)| self.within(name, allowed)).transpose()
    }

    /// Returns the book with a name, or in a directory, that the user names. Its faults are shown on standard error.
    ///
    /// # Errors
    /// If the book cannot be used.
    pub fn named(&self, name: &str) -> Result<BookHandle, Failure> {
        self.within(name, &AllowedDirectories::all())
    }

    fn within(&self, name: &str, allowed: &AllowedDirectories) -> Result<BookHandle, Failure> {
        let book = match edition(name) {
            Some(edition) => edition,
            None => self.in_directory(name, allowed)?,
        };
        Ok(book.reporting_to(self.run_faults()))
    }

    fn run_faults(&self) -> Faults {
        self.0.faults.clone().unwrap_or_default()
    }

    fn in_directory(&self, name: &str, allowed: &AllowedDirectories) -> Result<BookHandle, Failure> {
        let directory = Path::new(name);
        if !directory.is_dir() {
            let names = EDITIONS.map(|name| format!("`{name}`")).join(", ");
            return Err(Failure::Usage(format!("there is no book `{name}`: books are directories, {names}")));
        }
        let book = open(&files_at(directory, allowed)?).map_err(|faults| {
            show_faults(&faults);
            Failure::Usage(format!("the book in {name} cannot be used"))
        })?;
        // The book stays in memory for the next program that names it. An earlier version of its files does not.
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known != name);
        let surplus = (kept.len() + 1).saturating_sub(MOST_KEPT);
        kept.drain(..surplus);
        kept.push((name.to_owned(), book.clone()));
        Ok(book)
    }
}
