//! File systems: that of the operating system, one in memory, or open documents above another one.

use std::fmt::Debug;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// A file system, which several owners share.
pub type SharedSystem = Arc<dyn System>;

/// A file system, and the standard input of whoever uses it.
pub trait System: Debug + Send + Sync {
    /// Returns the absolute path, without looking at links.
    fn absolute(&self, path: &Path) -> PathBuf;

    /// Returns the absolute path with all links resolved.
    ///
    /// # Errors
    /// If there is nothing at the path.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf>;

    /// Returns the target of a symbolic link; `None` for other entries.
    ///
    /// # Errors
    /// If there is nothing at the path.
    fn link_target(&self, path: &Path) -> io::Result<Option<PathBuf>>;

    /// Describes what is at a path, after its links.
    ///
    /// # Errors
    /// If there is nothing.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// Opens a file for reading.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    fn open(&self, path: &Path) -> io::Result<Box<dyn OpenFile>>;

    /// Lists a directory, in any order.
    ///
    /// # Errors
    /// If it cannot be read.
    fn list(&self, directory: &Path) -> io::Result<Vec<Entry>>;

    /// Lists a directory and all directories below it, itself included. Unless all are to be listed, the directories of tools are
    /// left out, and so is what `.gitignore` excludes. Instead of a directory that cannot be read, the reason is returned.
    fn below(&self, root: &Path, all: bool) -> Vec<Result<Entry, (PathBuf, io::Error)>>;

    /// Reads standard input to its end.
    ///
    /// # Errors
    /// If there is none.
    fn standard_input(&self) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A file that is open for reading.
pub trait OpenFile: Read + Seek + Send + Debug {
    /// Describes the file.
    ///
    /// # Errors
    /// If the system does not tell.
    fn metadata(&self) -> io::Result<Metadata>;
}

/// The description of an entry, after its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Its kind.
    pub kind: EntryKind,
    /// Its length, in bytes.
    pub length: u64,
    /// The time of its last change, if the system knows it.
    pub modified: Option<SystemTime>,
}

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path: that of the directory with its name.
    pub path: PathBuf,
    /// Its kind.
    pub kind: EntryKind,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A pipe, a device, or the like.
    Other,
}

impl dyn System {
    /// Holds if there is a directory at a path, after its links.
    pub fn is_dir(&self, path: &Path) -> bool {
        self.metadata(path).is_ok_and(|there| there.kind == EntryKind::Directory)
    }

    /// Holds if there is a regular file at a path, after its links.
    pub fn is_file(&self, path: &Path) -> bool {
        self.metadata(path).is_ok_and(|there| there.kind == EntryKind::File)
    }

    /// Holds if a directory has an entry with a path, also if it is a link to a file that does not exist.
    pub fn has_entry(&self, path: &Path) -> bool {
        self.link_target(path).is_ok()
    }

    /// Returns the canonical path of a directory, or the path as it is if the directory does not exist.
    pub fn real_path(&self, directory: &Path) -> PathBuf {
        let named = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        self.canonical(named).unwrap_or_else(|_| directory.to_owned())
    }
}
