//! `--watch`: when files change.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::output::Failure;

/// How long nothing has to change before the files are read: a file that is saved changes several times.
const REST: Duration = Duration::from_millis(30);

/// The changes of files.
pub struct Changes {
    events: Receiver<notify::Result<notify::Event>>,
    /// It watches as long as it is there.
    _watcher: RecommendedWatcher,
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
        Ok(Self { events, _watcher: watcher })
    }

    /// Waits until something has changed, and nothing more changes.
    pub fn wait(&self) -> Result<(), Failure> {
        let gone = || Failure::Usage("the files cannot be watched any more".to_owned());
        while !is_change(self.events.recv().map_err(|_| gone())?)? {}
        loop {
            match self.events.recv_timeout(REST) {
                Ok(event) => is_change(event)?,
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            };
        }
    }
}

/// Holds if a file has become different. That it has been read is no change.
fn is_change(event: notify::Result<notify::Event>) -> Result<bool, Failure> {
    event.map(|event| !event.kind.is_access()).map_err(|error| failed(&error))
}

fn failed(error: &notify::Error) -> Failure {
    Failure::Usage(format!("the files cannot be watched: {error}"))
}
