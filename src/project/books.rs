//! The books of rules that a run keeps open.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::book_files::files_at;
use super::error::{Error, Result};
use super::rule_files::faults_in;
use crate::book::{BookFault, Limit, OwnFile, edition, open_within};
use crate::diagnostics::Severity;
use crate::files::{AllowedDirectories, SharedSystem};
use crate::query::{Fault, RuleSources};
use crate::render::Report;
use crate::types::{BookHandle, Faults, RunFault};

/// The maximal number of books that are kept for later programs.
const MOST_KEPT: usize = 4;

/// The limits of a book that a program brings with it, which nobody has to trust: a run of its rules ends after seconds.
const OF_PROGRAMS: Limit = Limit { steps: 100_000_000, bytes: 256 << 20, depth: 10_000 };

/// The open books of a run or of a checker. Copies share them.
#[derive(Clone, Debug)]
pub struct Books(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The book for all programs, which takes precedence over those in settings, with its name.
    given: Mutex<Option<(String, BookHandle)>>,
    /// The books in directories by their names, each with the files it was made of. The one used last is at the end.
    kept: Mutex<Vec<Kept>>,
    /// The faults of all runs together. Without them, each session has faults of its own.
    faults: Option<Faults>,
    system: SharedSystem,
}

#[derive(Debug)]
struct Kept {
    name: String,
    files: Vec<OwnFile>,
    /// Holds if the user names it: its runs have greater limits.
    is_trusted: bool,
    book: BookHandle,
}

impl Books {
    /// Creates the books of sessions that have faults of their own.
    pub fn of_sessions(system: &SharedSystem) -> Self {
        Self::new(system, None)
    }

    /// Creates the books of a run whose sessions share their faults.
    pub fn of_run(system: &SharedSystem) -> Self {
        Self::new(system, Some(Faults::default()))
    }

    fn new(system: &SharedSystem, faults: Option<Faults>) -> Self {
        let (given, kept) = (Mutex::default(), Mutex::default());
        Self(Arc::new(Shared { given, kept, faults, system: system.clone() }))
    }

    /// Makes the book with a name, or in a directory, that of all programs.
    ///
    /// # Errors
    /// If the book cannot be used.
    pub fn give(&self, name: &str) -> Result<()> {
        self.give_book(name, self.named(name)?);
        Ok(())
    }

    /// As [`Self::give`], with a book that is open.
    pub fn give_book(&self, name: &str, book: BookHandle) {
        *self.0.given.lock().unwrap_or_else(PoisonError::into_inner) = Some((name.to_owned(), book));
    }

    /// Returns the name of the book of all programs.
    pub fn given(&self) -> Option<String> {
        self.given_book().map(|(name, _)| name)
    }

    /// Returns the book for programs without settings: the given one, or else the built-in one.
    pub fn of_all(&self) -> BookHandle {
        self.given_book().map_or_else(BookHandle::default, |(_, book)| book).reporting_to(self.run_faults())
    }

    /// Returns the book for a session of programs whose settings may name a book, with the directories that its files have to lie
    /// in: the given one, or else that in the settings, or else the built-in one.
    ///
    /// # Errors
    /// If the book cannot be used.
    pub fn of_session(&self, configured: Option<(&str, &AllowedDirectories)>) -> Result<BookHandle> {
        match configured {
            Some((name, allowed)) if self.given_book().is_none() => self.within(name, allowed),
            _ => Ok(self.of_all()),
        }
    }

    /// Returns the book with a name, or in a directory, that the user names.
    ///
    /// # Errors
    /// If the book cannot be used.
    pub fn named(&self, name: &str) -> Result<BookHandle> {
        self.within(name, &AllowedDirectories::all(&self.0.system))
    }

    /// Takes the faults of all runs so far, if these share them.
    pub fn take_faults(&self) -> Vec<RunFault> {
        self.0.faults.as_ref().map_or_else(Vec::new, Faults::take)
    }

    fn given_book(&self) -> Option<(String, BookHandle)> {
        self.0.given.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn within(&self, name: &str, allowed: &AllowedDirectories) -> Result<BookHandle> {
        let book = match edition(name) {
            Some(edition) => edition,
            None => self.in_directory(name, allowed)?,
        };
        Ok(book.reporting_to(self.run_faults()))
    }

    fn run_faults(&self) -> Faults {
        self.0.faults.clone().unwrap_or_default()
    }

    /// Returns the book in a directory, which stays in memory for the next program that names it. An earlier version of its files
    /// does not.
    fn in_directory(&self, name: &str, allowed: &AllowedDirectories) -> Result<BookHandle> {
        let files = files_at(Path::new(name), allowed)?;
        let is_trusted = allowed.are_all();
        let limit = if is_trusted { Limit::default() } else { OF_PROGRAMS };
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept
            .iter()
            .find(|known| known.files == files && known.is_trusted == is_trusted)
            .map(|known| known.book.clone());
        let book = match known {
            Some(book) => book,
            None => open_within(&files, limit).map_err(|faults| {
                Error::new(format!("the book in {name} cannot be used")).because_of(book_reports(&faults))
            })?,
        };
        kept.retain(|known| known.name != name);
        let surplus = (kept.len() + 1).saturating_sub(MOST_KEPT);
        kept.drain(..surplus);
        kept.push(Kept { name: name.to_owned(), files, is_trusted, book: book.clone() });
        Ok(book)
    }
}

/// Returns the reports about the faults in a book, one for each file.
pub fn book_reports(faults: &[BookFault]) -> Vec<Report> {
    let mut shown: Vec<&str> = Vec::new();
    let mut reports = Vec::new();
    for BookFault { source, .. } in faults.iter().filter(|fault| !fault.source.name.is_empty()) {
        if !shown.contains(&&source.name[..]) {
            shown.push(&source.name);
            let own = faults.iter().filter(|fault| fault.source.name == source.name);
            let own: Vec<Fault> = own.map(|fault| fault.fault.clone()).collect();
            reports.push(faults_in(&RuleSources::one(source.clone()), &own, Severity::Error));
        }
    }
    reports
}
