//! A file system in memory: files with their bytes, and the directories that they lie in. There are no links.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::system::{Entry, EntryKind, Metadata, OpenFile, System};
use crate::source::normal_path;

/// A file system in memory. Relative paths are below the root. Copies share the files.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<RwLock<BTreeMap<PathBuf, Arc<[u8]>>>>);

impl Memory {
    /// Creates a file system with some files.
    pub fn of<P: AsRef<Path>, T: AsRef<[u8]>>(files: impl IntoIterator<Item = (P, T)>) -> Self {
        let memory = Self::default();
        files.into_iter().for_each(|(path, bytes)| memory.set(path.as_ref(), bytes.as_ref()));
        memory
    }

    /// Writes a file.
    pub fn set(&self, path: &Path, bytes: &[u8]) {
        self.set_shared(path, Arc::from(bytes));
    }

    /// Writes a file whose bytes several owners share.
    pub fn set_shared(&self, path: &Path, bytes: Arc<[u8]>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(self.absolute(path), bytes);
    }

    /// Removes a file.
    pub fn remove(&self, path: &Path) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&self.absolute(path));
    }

    fn file(&self, path: &Path) -> Option<Arc<[u8]>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&self.absolute(path)).cloned()
    }

    /// Returns the paths of all files below a directory.
    fn files_below(&self, directory: &Path) -> Vec<PathBuf> {
        let files = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let below = files.range(directory.to_owned()..).map(|(path, _)| path);
        below.take_while(|path| path.starts_with(directory)).filter(|path| *path != directory).cloned().collect()
    }
}

impl System for Memory {
    fn absolute(&self, path: &Path) -> PathBuf {
        normal_path(&Path::new("/").join(path))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        self.metadata(path).map(|_| self.absolute(path))
    }

    fn link_target(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        self.metadata(path).map(|_| None)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        if let Some(bytes) = self.file(path) {
            return Ok(Metadata { kind: EntryKind::File, length: bytes.len() as u64, modified: None });
        }
        let path = self.absolute(path);
        if path.parent().is_none() || !self.files_below(&path).is_empty() {
            return Ok(Metadata { kind: EntryKind::Directory, length: 0, modified: None });
        }
        Err(io::ErrorKind::NotFound.into())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn OpenFile>> {
        let bytes = self.file(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(bytes)))
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<Entry>> {
        if self.metadata(directory)?.kind != EntryKind::Directory {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let absolute = self.absolute(directory);
        let mut entries: BTreeMap<PathBuf, EntryKind> = BTreeMap::new();
        for path in self.files_below(&absolute) {
            let mut names = path.strip_prefix(&absolute).into_iter().flat_map(Path::components);
            let Some(name) = names.next() else { continue };
            let kind = if names.next().is_none() { EntryKind::File } else { EntryKind::Directory };
            entries.insert(directory.join(name), kind);
        }
        Ok(entries.into_iter().map(|(path, kind)| Entry { path, kind }).collect())
    }

    fn below(&self, root: &Path, _all: bool) -> Vec<Result<Entry, (PathBuf, io::Error)>> {
        let absolute = self.absolute(root);
        let named = |path: &Path| root.join(path.strip_prefix(&absolute).unwrap_or(path));
        let files = self.files_below(&absolute);
        let around =
            files.iter().flat_map(|file| file.ancestors().skip(1).take_while(|above| above.starts_with(&absolute)));
        let directories: BTreeSet<PathBuf> = around.map(Path::to_owned).collect();
        let directories = directories.iter().map(|path| Entry { path: named(path), kind: EntryKind::Directory });
        let files = files.iter().map(|path| Entry { path: named(path), kind: EntryKind::File });
        directories.chain(files).map(Ok).collect()
    }
}

impl OpenFile for Cursor<Arc<[u8]>> {
    fn metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata { kind: EntryKind::File, length: self.get_ref().len() as u64, modified: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_those_of_files() {
        let memory = Memory::of([("a/main.pp", "x"), ("a/b/c.pp", "y"), ("ab.pp", "z")]);
        let listed = memory.list(Path::new("a")).unwrap();
        let expected = [("a/b", EntryKind::Directory), ("a/main.pp", EntryKind::File)];
        assert_eq!(listed.iter().map(|entry| (entry.path.to_str().unwrap(), entry.kind)).collect::<Vec<_>>(), expected);
        assert!(memory.list(Path::new("a/main.pp")).is_err() && memory.list(Path::new("c")).is_err());
        assert_eq!(memory.below(Path::new("a"), true).len(), 4);
        assert_eq!(memory.canonical(Path::new("a/b/../main.pp")).unwrap(), Path::new("/a/main.pp"));
        memory.remove(Path::new("a/b/c.pp"));
        assert!(memory.metadata(Path::new("a/b")).is_err());
    }
}
