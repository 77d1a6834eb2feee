//! `--watch`: when files change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::configuration;
use super::output::Failure;

/// How long nothing has to change before the files are read: a file that is saved changes several times.
const REST: Duration = Duration::from_millis(30);

/// The changes of files.
pub struct Changes {
    events: Receiver<notify::Result<notify::Event>>,
    /// It watches as long as it is there.
    watcher: RecommendedWatcher,
    /// The directory that is watched as a whole.
    directory: PathBuf,
    /// The directory around it with the settings.
    settings: Option<PathBuf>,
}

impl Changes {
    /// The changes below a directory, or in that of a file.
    pub fn below(program: &Path) -> Result<Self, Failure> {
        let directory = match program.parent() {
            _ if program.is_dir() => program,
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let (sender, events) = channel();
        let mut watcher = notify::recommended_watcher(sender).map_err(|error| failed(&error))?;
        watcher.watch(directory, RecursiveMode::Recursive).map_err(|error| failed(&error))?;
        // Events name files from the root on.
        let directory = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        Ok(Self { events, watcher, directory, settings: None })
    }

    /// Watches the file with the settings as well, which may lie in a directory around the program.
    pub fn follow_settings(&mut self, path: Option<&Path>) -> Result<(), Failure> {
        let directory = path.and_then(Path::parent).filter(|around| !around.as_os_str().is_empty());
        let Some(directory) = directory.filter(|around| self.settings.as_deref() != Some(*around)) else {
            return Ok(());
        };
        let is_inside = |outer: &Path| outer.canonicalize().is_ok_and(|outer| directory.starts_with(outer));
        if !is_inside(&self.directory) {
            self.watcher.watch(directory, RecursiveMode::NonRecursive).map_err(|error| failed(&error))?;
        }
        self.settings = Some(directory.to_owned());
        Ok(())
    }

    /// Waits until something has changed, and nothing more changes. Returns the names of the files that have changed.
    pub fn wait(&self) -> Result<BTreeSet<String>, Failure> {
        let gone = || Failure::Usage("the files cannot be watched any more".to_owned());
        let mut changed = BTreeSet::new();
        while changed.is_empty() {
            changed.extend(self.changes(self.events.recv().map_err(|_| gone())?)?);
        }
        loop {
            match self.events.recv_timeout(REST) {
                Ok(event) => changed.extend(self.changes(event)?),
                Err(RecvTimeoutError::Timeout) => return Ok(changed),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }

    /// The names of the files that an event says are different. That a file has been read is no change; nor is anything
    /// around the program but its settings.
    fn changes(&self, event: notify::Result<notify::Event>) -> Result<Vec<String>, Failure> {
        let event = event.map_err(|error| failed(&error))?;
        let is_followed = |path: &&PathBuf| {
            path.starts_with(&self.directory) || path.file_name().is_some_and(|name| name == configuration::FILE_NAME)
        };
        let paths = event.paths.iter().filter(is_followed).filter(|_| !event.kind.is_access());
        Ok(paths.map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()).collect())
    }
}

fn failed(error: &notify::Error) -> Failure {
    Failure::Usage(format!("the files cannot be watched: {error}"))
}
