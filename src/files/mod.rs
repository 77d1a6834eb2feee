//! Files: the only module that opens files for reading, in one of the file systems.
//!
//! A program, a settings file, a book, a schema directory, a baseline and a cache may come from anybody, and name files. Such a file
//! is opened by its canonical path, which has to lie in the directories that are allowed. It has to be a regular file, because pipes
//! and devices may produce bytes without end, or block forever, and its length is limited. Files that the user names on the command
//! line may lie anywhere.

mod allowed_directories;
mod disk;
mod memory;
mod overlay;
mod system;

pub use allowed_directories::AllowedDirectories;
pub(crate) use allowed_directories::absolute_normal;
pub use disk::{Disk, open_results};
pub use memory::Memory;
pub use overlay::Overlay;
pub use system::{Entry, EntryKind, Metadata, OpenFile, SharedSystem, System};

use std::io::{self, Read};
use std::path::Path;

/// The kind of a file, which limits its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A settings file.
    Settings,
    /// A text: a source, rules, declarations, or the list of the modules that are installed.
    Text,
    /// A template of a program.
    Template,
    /// Data: a schema, an index, or a baseline.
    Data,
    /// Results of an earlier run of the user.
    Results,
}

impl FileKind {
    /// Returns the maximum length, in bytes, and its name in messages.
    fn limit(self) -> (u64, &'static str) {
        match self {
            Self::Settings | Self::Template => (1 << 20, "1 MiB"),
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
pub fn open(path: &Path, kind: FileKind, allowed: &AllowedDirectories) -> io::Result<Box<dyn OpenFile>> {
    let system = allowed.system();
    let real = allowed.real(path)?;
    // The kind of the file is checked before it is opened, because opening a pipe blocks until somebody writes to it.
    let is_regular =
        |there: &Metadata| there.kind == EntryKind::File || allowed.are_all() && is_stream_of_process(path);
    let there = system.metadata(&real)?;
    if there.kind == EntryKind::Directory {
        return Err(refused("it is a directory"));
    }
    if !is_regular(&there) {
        return Err(refused("it is a pipe or a device, not a regular file; `-` reads standard input"));
    }
    open_listed(&real, kind, system).and_then(|file| {
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

/// Reads results of an earlier run of the user, which may lie anywhere.
///
/// # Errors
/// As for [`open`].
pub fn read_results(path: &Path) -> io::Result<Vec<u8>> {
    read(path, FileKind::Results, &AllowedDirectories::all(&Disk::shared()))
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
pub fn read_listed(path: &Path, kind: FileKind, allowed: &AllowedDirectories) -> io::Result<Vec<u8>> {
    read_opened(open_listed(path, kind, allowed.system())?, kind)
}

fn open_listed(path: &Path, kind: FileKind, system: &SharedSystem) -> io::Result<Box<dyn OpenFile>> {
    let file = system.open(path)?;
    if file.metadata()?.length > kind.limit().0 { Err(too_long(kind)) } else { Ok(file) }
}

fn read_opened(file: Box<dyn OpenFile>, kind: FileKind) -> io::Result<Vec<u8>> {
    // Files that the system generates, as in `/proc`, report no length. Other files may be growing.
    let (length, most) = (file.metadata()?.length, kind.limit().0);
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
