//! The file system of the operating system.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::{DirEntry, WalkBuilder};

use super::system::{Entry, EntryKind, Metadata, OpenFile, SharedSystem, System};

/// The file system of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk {
    /// The reader of standard input, if it may be read.
    pub standard_input: Option<fn() -> io::Result<Vec<u8>>>,
}

/// The directories that tools keep for themselves: copies of modules and packages, and the state of version control.
const OF_TOOLS: [&str; 7] = [".git", ".hg", ".jj", ".svn", ".terraform", ".terragrunt-cache", "node_modules"];

impl Disk {
    /// Returns the file system, without standard input.
    pub fn shared() -> SharedSystem {
        Arc::new(Self::default())
    }
}

/// Opens a file with results of an earlier run.
///
/// # Errors
/// The reason why it cannot be read.
pub fn open_results(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

impl System for Disk {
    fn absolute(&self, path: &Path) -> PathBuf {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn link_target(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        if fs::symlink_metadata(path)?.is_symlink() { fs::read_link(path).map(Some) } else { Ok(None) }
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path).map(|there| described(&there))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn OpenFile>> {
        Ok(Box::new(fs::File::open(path)?))
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<Entry>> {
        let entry = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            Ok(Entry { path: entry.path(), kind: entry.file_type().map_or(EntryKind::Other, kind) })
        };
        fs::read_dir(directory)?.map(entry).collect()
    }

    fn below(&self, root: &Path, all: bool) -> Vec<Result<Entry, (PathBuf, io::Error)>> {
        let entry = |found: Result<DirEntry, ignore::Error>| match found {
            Ok(entry) => {
                let kind = kind(entry.file_type()?);
                Some(Ok(Entry { path: entry.into_path(), kind }))
            }
            Err(error) => {
                let place = place_of(&error).unwrap_or(root).to_owned();
                Some(Err((place, error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into()))))
            }
        };
        walk(root, all).build().filter_map(entry).collect()
    }

    fn standard_input(&self) -> io::Result<Vec<u8>> {
        self.standard_input.map_or_else(|| Err(io::ErrorKind::Unsupported.into()), |read| read())
    }
}

impl OpenFile for fs::File {
    fn metadata(&self) -> io::Result<Metadata> {
        Self::metadata(self).map(|there| described(&there))
    }
}

fn described(there: &fs::Metadata) -> Metadata {
    Metadata { kind: kind(there.file_type()), length: there.len(), modified: there.modified().ok() }
}

fn kind(of: fs::FileType) -> EntryKind {
    match of {
        of if of.is_file() => EntryKind::File,
        of if of.is_dir() => EntryKind::Directory,
        of if of.is_symlink() => EntryKind::Link,
        _ => EntryKind::Other,
    }
}

fn walk(root: &Path, all: bool) -> WalkBuilder {
    let mut walk = WalkBuilder::new(root);
    walk.standard_filters(false).sort_by_file_name(Ord::cmp);
    if !all {
        // The settings of the user are left aside: programs are the same for everybody.
        walk.parents(true).git_ignore(true).require_git(false).filter_entry(|entry| !is_of_tools(entry));
    }
    walk
}

/// Holds for a directory that a tool keeps for itself.
fn is_of_tools(entry: &DirEntry) -> bool {
    let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
    is_directory && entry.file_name().to_str().is_some_and(|name| OF_TOOLS.contains(&name))
}

/// Returns the path that an error is about.
fn place_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place_of(err),
        _ => None,
    }
}
