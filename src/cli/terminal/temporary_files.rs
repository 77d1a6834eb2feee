//! Temporary files: an interrupted command removes the files that it has not finished writing. A command that was killed cannot: its
//! files are no longer locked, and the next command that writes the same output removes them.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::files::open_results;

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
pub struct TemporaryFile {
    path: PathBuf,
    /// The entry itself, which is locked while it is written, if the system can lock it.
    _lock: Option<File>,
}

/// The purpose of the entries that become an output. Two commands do not write one output at the same time.
const PARTIAL: &str = "partial";

impl TemporaryFile {
    /// Creates a file in the directory of the file that it is going to replace. It is removed when this is dropped, or when the
    /// command is interrupted, unless it has been renamed by [`Self::finish`].
    fn file_beside(path: &Path) -> io::Result<(Self, File)> {
        Self::made(path, PARTIAL, |unique| File::create_new(unique))
    }

    /// Creates an empty directory in the same way.
    ///
    /// # Errors
    /// If that is impossible, or another command is writing the same output.
    pub fn directory_beside(path: &Path, purpose: &str) -> io::Result<Self> {
        Ok(Self::made(path, purpose, |unique| fs::create_dir(unique))?.0)
    }

    /// Creates an entry under a unique name, which no other command uses, nor one that was killed.
    fn made<R>(path: &Path, purpose: &str, make: impl Fn(&Path) -> io::Result<R>) -> io::Result<(Self, R)> {
        let nameless = || io::Error::new(ErrorKind::InvalidInput, "this names no file of its own");
        let name = path.file_name().ok_or_else(nameless)?.to_string_lossy();
        let start = format!(".{}.{purpose}-", name.chars().take(LONGEST_NAME).collect::<String>());
        // Between two renames, an earlier output has only a temporary name.
        if purpose == PARTIAL || path.exists() {
            remove_unlocked(path, &start, purpose)?;
        }
        loop {
            let unique = path.with_file_name(format!("{start}{:016x}", RandomState::new().build_hasher().finish()));
            let mut all = all();
            if !std::mem::replace(&mut all.are_watched, true) {
                watch();
            }
            match make(&unique) {
                Ok(made) => {
                    all.paths.push(unique.clone());
                    let lock = open_results(&unique).ok().filter(|entry| entry.try_lock().is_ok());
                    return Ok((Self { path: unique, _lock: lock }, made));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns its temporary path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves it to its final name by `rename`, which no signal interrupts.
    pub fn finish(self, rename: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        with_signals_blocked(|| rename(&self.path))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        remove(&self.path);
        all().paths.retain(|path| *path != self.path);
    }
}

/// Removes the temporary entries of an output that commands have left which were killed: those that can be locked.
fn remove_unlocked(path: &Path, start: &str, purpose: &str) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(parent) else { return Ok(()) };
    let is_temporary = |name: &str| {
        let unique = name.strip_prefix(start);
        unique.is_some_and(|unique| unique.len() == 16 && unique.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_temporary)) {
        let Ok(left) = open_results(&entry.path()) else { continue };
        match left.try_lock() {
            Ok(()) => remove(&entry.path()),
            Err(TryLockError::WouldBlock) if purpose == PARTIAL => {
                return Err(io::Error::new(ErrorKind::ResourceBusy, "another command is writing it"));
            }
            Err(_) => {}
        }
    }
    Ok(())
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
