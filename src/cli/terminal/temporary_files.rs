//! Temporary files: an interrupted command removes the files that it has not finished writing.

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The number of characters of a name that are part of the temporary name, since the length of names is limited.
const LONGEST_NAME: usize = 40;

/// The files and directories of the process that are not finished: the handler of signals has no other way to them.
static ALL: Mutex<Unfinished> = Mutex::new(Unfinished { paths: Vec::new(), are_watched: false });

/// The files and directories that are removed if the command is interrupted.
struct Unfinished {
    paths: Vec<PathBuf>,
    /// Holds if a thread waits for signals.
    are_watched: bool,
}

/// Writes a file as a whole: an earlier one stays until the new one is complete.
///
/// # Errors
/// If it cannot be written.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (partial, mut file) = TemporaryFile::file_beside(path)?;
    file.write_all(bytes)?;
    drop(file);
    partial.finish(|partial| fs::rename(partial, path))
}

/// A file or a directory that is being written under a temporary name.
pub struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// Creates a file in the directory of the file that it is going to replace. It is removed when this is dropped, or when the
    /// command is interrupted, unless it has been renamed by [`Self::finish`].
    fn file_beside(path: &Path) -> io::Result<(Self, File)> {
        Self::made(path, "partial", |unique| File::create_new(unique))
    }

    /// Creates an empty directory in the same way.
    pub fn directory_beside(path: &Path, purpose: &str) -> io::Result<Self> {
        Ok(Self::made(path, purpose, |unique| fs::create_dir(unique))?.0)
    }

    /// Creates an entry under a unique name, which no other command uses, nor one that was killed.
    fn made<R>(path: &Path, purpose: &str, make: impl Fn(&Path) -> io::Result<R>) -> io::Result<(Self, R)> {
        let nameless = || io::Error::new(ErrorKind::InvalidInput, "this names no file of its own");
        let name = path.file_name().ok_or_else(nameless)?.to_string_lossy();
        let name: String = name.chars().take(LONGEST_NAME).collect();
        loop {
            let unique =
                path.with_file_name(format!(".{name}.{purpose}-{:016x}", RandomState::new().build_hasher().finish()));
            let mut all = all();
            if !std::mem::replace(&mut all.are_watched, true) {
                watch();
            }
            match make(&unique) {
                Ok(made) => {
                    all.paths.push(unique.clone());
                    return Ok((Self(unique), made));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns its temporary path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Moves it to its final name by `rename`, which no signal interrupts.
    pub fn finish(self, rename: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        with_signals_blocked(|| rename(&self.0))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        remove(&self.0);
        all().paths.retain(|path| *path != self.0);
    }
}

/// Runs `work`, which creates or renames files, while the handler of signals is blocked. Once the handler removes unfinished
/// files, `work` does not run, so that no file is created afterwards.
pub fn with_signals_blocked<R>(work: impl FnOnce() -> R) -> R {
    let _all = all();
    work()
}

fn all() -> MutexGuard<'static, Unfinished> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove(path: &Path) {
    // A failure is ignored, since nothing can be done about it.
    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// Starts a thread that waits for signals that end the command.
fn watch() {
    // Beyond the maximum size of files, writing should fail, not end the command.
    let beyond = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let _ = signal_hook::flag::register(SIGXFSZ, beyond);
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // The lock is held until the command ends.
            let all = all();
            all.paths.iter().for_each(|path| remove(path));
            let _ = emulate_default_handler(signal);
        }
    });
}
