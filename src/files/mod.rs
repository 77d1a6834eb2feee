//! Files: the only module that opens files for reading.
//!
//! A program, a settings file, a book, a schema directory, a baseline and a cache may come from anybody, and name files. Such a file
//! is opened by its canonical path, which has to lie in the directories that are allowed. It has to be a regular file, because pipes
//! and devices may produce bytes without end, or block forever, and its length is limited. Files that the user names on the command
//! line may lie anywhere.

mod allowed_directories;

pub use allowed_directories::AllowedDirectories;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The kind of a file, which limits its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A settings file.
    Settings,
    /// A text: a source, rules, declarations, or the list of the modules that are installed.
    Text,
    /// Data: a schema, an index, or a baseline.
    Data,
    /// Results of an earlier run of the user.
    Results,
}

impl FileKind {
    /// Returns the maximum length, in bytes, and its name in messages.
    fn limit(self) -> (u64, &'static str) {
        match self {
            Self::Settings => (1 << 20, "1 MiB"),
            Self::Text => (1 << 28, "256 MiB"),
            Self::Data => (1 << 30, "1 GiB"),
            Self::Results => (1 << 40, "1 TiB"),
        }
    }
}

/// The maximum number of bytes that are allocated before a file is read.
const MOST_AHEAD: u64 = 1 << 24;

/// Opens a file for reading.
///
/// # Errors
/// The reason why it cannot be read. The reason does not reveal which files exist outside of the allowed directories.
pub fn open(path: &Path, kind: FileKind, allowed: &AllowedDirectories) -> io::Result<File> {
    let real = allowed.real(path)?;
    // The kind of the file is checked before it is opened, because opening a pipe blocks until somebody writes to it.
    let is_regular = |there: &fs::Metadata| there.is_file() || allowed.are_all() && is_stream_of_process(path);
    let there = fs::metadata(&real)?;
    if there.is_dir() {
        return Err(refused("it is a directory"));
    }
    if !is_regular(&there) {
        return Err(refused("it is a pipe or a device, not a regular file; `-` reads standard input"));
    }
    open_listed(&real, kind).and_then(|file| {
        // It may have been replaced meanwhile.
        if is_regular(&file.metadata()?) { Ok(file) } else { Err(refused("it is not a regular file")) }
    })
}

/// Reads a file.
///
/// # Errors
/// As for [`open`].
pub fn read(path: &Path, kind: FileKind, allowed: &AllowedDirectories) -> io::Result<Vec<u8>> {
    read_opened(open(path, kind, allowed)?, kind)
}

/// Reads a text file.
///
/// # Errors
/// As for [`open`], or if it is not UTF-8.
pub fn read_text(path: &Path, kind: FileKind, allowed: &AllowedDirectories) -> io::Result<String> {
    String::from_utf8(read(path, kind, allowed)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads a file that its directory, which is allowed, lists as a regular one.
///
/// # Errors
/// The reason why it cannot be read.
pub fn read_listed(path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
    read_opened(open_listed(path, kind)?, kind)
}

fn open_listed(path: &Path, kind: FileKind) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.len() > kind.limit().0 { Err(too_long(kind)) } else { Ok(file) }
}

fn read_opened(file: File, kind: FileKind) -> io::Result<Vec<u8>> {
    // Files that the system generates, as in `/proc`, report no length. Other files may be growing.
    let (length, most) = (file.metadata()?.len(), kind.limit().0);
    let mut bytes = Vec::with_capacity(length.min(MOST_AHEAD) as usize + 1);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(kind)) } else { Ok(bytes) }
}

/// Holds for the paths of streams that another process writes, such as those of the shell's process substitution.
fn is_stream_of_process(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || ["/dev/fd", "/proc/self/fd"].iter().any(|directory| path.starts_with(directory))
}

fn too_long(kind: FileKind) -> io::Error {
    refused(&format!("it is larger than {}", kind.limit().1))
}

fn refused(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message.to_owned())
}

/// Holds if a directory has an entry with a path, also if it is a link to a file that does not exist.
pub fn has_entry(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Returns the canonical path of a directory, with links resolved, or the path as it is if the directory does not exist.
pub fn real_path(directory: &Path) -> PathBuf {
    let named = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    fs::canonicalize(named).unwrap_or_else(|_| directory.to_owned())
}
