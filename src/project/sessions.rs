//! Sessions for programs with different settings: one for each `typelog.toml`.

use std::sync::{Arc, Mutex, PoisonError};

use super::Project;
use super::error::{Error, Result};
use super::input::Input;
use super::session::Session;
use super::settings::Configuration;
use crate::jobs::Jobs;

type Settings = Option<Arc<Configuration>>;

/// The sessions of a thread. Each is opened for its first program, once for all threads.
pub struct Sessions<'a> {
    project: &'a Project,
    jobs: Jobs,
    opened: Opened,
    own: Vec<(Settings, Session)>,
}

/// The maximum number of sessions that are kept. Each has several hundred kilobytes.
const MOST_KEPT: usize = 16;

/// The maximum number of sessions with a book of their own that are kept. Its engines have several megabytes.
const MOST_WITH_BOOKS: usize = 4;

/// The opened sessions, or the reasons why they cannot be opened.
type Opened = Arc<Mutex<Vec<(Settings, Result<Session>)>>>;

impl<'a> Sessions<'a> {
    /// Creates the sessions of a project, with `jobs` threads for each program.
    pub fn new(project: &'a Project, jobs: Jobs) -> Self {
        Self { project, jobs, opened: Opened::default(), own: Vec::new() }
    }

    /// Returns the sessions of another thread, which shares the opened ones.
    #[must_use]
    pub fn for_thread(&self) -> Self {
        Self { opened: self.opened.clone(), own: Vec::new(), ..*self }
    }

    /// Returns the session for a program.
    ///
    /// # Errors
    /// If its settings cannot be used. This ends the run.
    pub fn of(&mut self, input: &Input) -> Result<&mut Session> {
        let known = self.own.iter().position(|(settings, _)| give_one_session(settings, &input.configuration));
        let at = if let Some(at) = known {
            at
        } else {
            let session = self.open(input)?;
            leave_room(&mut self.own, &input.configuration);
            self.own.push((input.configuration.clone(), session));
            self.own.len() - 1
        };
        Ok(&mut self.own[at].1)
    }

    /// Returns the session of all programs so far, if they have the same settings.
    pub fn only(&mut self) -> Option<&mut Session> {
        let [(_, session)] = &mut self.own[..] else { return None };
        Some(session)
    }

    fn open(&self, input: &Input) -> Result<Session> {
        let settings = &input.configuration;
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let known = opened.iter().position(|(known, _)| give_one_session(known, settings));
        let at = known.unwrap_or_else(|| {
            let session = self.project.session(settings.as_deref()).map(|session| session.with_jobs(self.jobs));
            leave_room(&mut opened, settings);
            opened.push((settings.clone(), session.map_err(Error::ending_the_run)));
            opened.len() - 1
        });
        let session = &mut opened[at].1;
        if let Ok(session) = session {
            // Once for all threads.
            session.environment(input.dialect);
        }
        session.clone()
    }
}

/// Holds if programs with these settings have the same session: if the settings are equal, and in one file if they name others.
fn give_one_session(a: &Settings, b: &Settings) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.settings == b.settings && (a.path == b.path || !a.settings.name_files()),
        (None, None) => true,
        _ => false,
    }
}

/// Removes the oldest session if there are as many as are kept, and the oldest with a book of its own before another one.
fn leave_room<T>(sessions: &mut Vec<(Settings, T)>, next: &Settings) {
    if sessions.len() == MOST_KEPT {
        sessions.remove(0);
    }
    let has_book = |settings: &Settings| settings.as_ref().is_some_and(|of| of.settings.book.is_some());
    let mut with_books = sessions.iter().enumerate().filter(|(_, (of, _))| has_book(of)).map(|(at, _)| at);
    let oldest = with_books.next();
    if has_book(next) && with_books.count() + 1 >= MOST_WITH_BOOKS {
        oldest.map(|at| sessions.remove(at));
    }
}
