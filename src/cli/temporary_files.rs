//! Temporary files: an interrupted command removes the files that it has not finished writing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The paths that are removed if the command is interrupted.
static ALL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file or a directory that is being written under another name than its own.
pub struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// A path that is removed when this is dropped, or when the command is interrupted, unless it is finished.
    pub fn new(path: PathBuf) -> Self {
        static WATCH: Once = Once::new();
        WATCH.call_once(watch);
        all().push(path.clone());
        Self(path)
    }

    /// A path in the directory of the file that it is going to replace.
    pub fn beside(path: &Path, purpose: &str) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy();
        Some(Self::new(path.with_file_name(format!(".{name}.{purpose}-{}", std::process::id()))))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Gives it its own name by `rename`, which no signal interrupts.
    pub fn finish(self, rename: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        uninterrupted(|| rename(&self.0))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        remove(&self.0);
        all().retain(|path| *path != self.0);
    }
}

/// Makes or renames files. Whoever has been interrupted makes none any more, so that nothing comes into being behind the
/// removal of what is not finished.
pub fn uninterrupted<R>(work: impl FnOnce() -> R) -> R {
    let _all = all();
    work()
}

fn all() -> MutexGuard<'static, Vec<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove(path: &Path) {
    // Whatever there is: nothing can be done where that fails.
    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// Waits for signals that end the command.
fn watch() {
    // Beyond the greatest size of a file, writing is to fail, and not to end the command.
    let beyond = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let _ = signal_hook::flag::register(SIGXFSZ, beyond);
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Nobody else has this any more, for the command ends.
            let all = all();
            all.iter().for_each(|path| remove(path));
            let _ = emulate_default_handler(signal);
        }
    });
}
