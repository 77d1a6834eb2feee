//! A file system with the texts of open documents above the files of another one.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::memory::Memory;
use super::system::{Entry, Metadata, OpenFile, SharedSystem, System};
use crate::source::normal_path;

/// A file system in which open documents hide the files at their paths, whether these exist or not. All else is that of the system
/// below.
#[derive(Debug)]
pub struct Overlay {
    below: SharedSystem,
    /// The texts, by the paths of their documents as named, and by these after all links.
    texts: Memory,
    /// The path after all links of each document, as of when it was opened.
    real_paths: Mutex<BTreeMap<PathBuf, PathBuf>>,
}

impl Overlay {
    /// Creates a file system without documents above another one.
    pub fn above(below: SharedSystem) -> Self {
        Self { below, texts: Memory::default(), real_paths: Mutex::default() }
    }

    /// Sets the text of a document, which is opened if it is not open. No file is accessed if it is. Linear in the text.
    pub fn set(&self, path: &Path, text: &str) {
        let (named, bytes) = (self.absolute(path), Arc::<[u8]>::from(text.as_bytes()));
        let mut real_paths = self.real_paths.lock().unwrap_or_else(PoisonError::into_inner);
        let real = real_paths.entry(named.clone()).or_insert_with(|| self.real_place(&named));
        self.texts.set_shared(real, bytes.clone());
        self.texts.set_shared(&named, bytes);
    }

    /// Closes a document: its text is that of the file again.
    pub fn remove(&self, path: &Path) {
        let named = self.absolute(path);
        let mut real_paths = self.real_paths.lock().unwrap_or_else(PoisonError::into_inner);
        let real = real_paths.remove(&named).unwrap_or_else(|| named.clone());
        self.texts.remove(&real);
        self.texts.remove(&named);
    }

    /// Returns a path after all links. The file need not exist, nor the directories around it.
    fn real_place(&self, named: &Path) -> PathBuf {
        let beside = || Some(self.below.canonical(named.parent()?).ok()?.join(named.file_name()?));
        self.below.canonical(named).ok().or_else(beside).unwrap_or_else(|| named.to_owned())
    }

    /// Returns the answer of the system below, or else, if there are documents at a path or below it, the answer for these.
    fn below_or<T>(
        &self,
        found: io::Result<T>,
        path: &Path,
        texts: impl FnOnce(&Path) -> io::Result<T>,
    ) -> io::Result<T> {
        found.or_else(|error| texts(&self.absolute(path)).map_err(|_| error))
    }
}

impl System for Overlay {
    fn absolute(&self, path: &Path) -> PathBuf {
        normal_path(&self.below.absolute(path))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        self.below_or(self.below.canonical(path), path, |path| self.texts.canonical(path))
    }

    fn link_target(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        self.below_or(self.below.link_target(path), path, |path| self.texts.link_target(path))
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self.texts.open(&self.absolute(path)) {
            Ok(text) => text.metadata(),
            Err(_) => self.below_or(self.below.metadata(path), path, |path| self.texts.metadata(path)),
        }
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn OpenFile>> {
        self.texts.open(&self.absolute(path)).or_else(|_| self.below.open(path))
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<Entry>> {
        let found = self.below.list(directory);
        let Ok(texts) = self.texts.list(&self.absolute(directory)) else { return found };
        let mut entries = found.unwrap_or_default();
        let known: BTreeSet<PathBuf> = entries.iter().map(|entry| entry.path.clone()).collect();
        let named = texts
            .into_iter()
            .filter_map(|Entry { path, kind }| Some(Entry { path: directory.join(path.file_name()?), kind }));
        entries.extend(named.filter(|entry| !known.contains(&entry.path)));
        Ok(entries)
    }

    fn below(&self, root: &Path, all: bool) -> Vec<Result<Entry, (PathBuf, io::Error)>> {
        let (mut found, absolute) = (self.below.below(root, all), self.absolute(root));
        let known: BTreeSet<PathBuf> = found.iter().flatten().map(|entry| entry.path.clone()).collect();
        let named = self.texts.below(&absolute, all).into_iter().flatten().map(|Entry { path, kind }| {
            let path = root.join(path.strip_prefix(&absolute).unwrap_or(&path));
            Entry { path, kind }
        });
        let new: Vec<Entry> = named.filter(|entry| !known.contains(&entry.path)).collect();
        // A directory with documents need not exist below.
        found.retain(|entry| !entry.as_ref().is_err_and(|(place, _)| new.iter().any(|entry| entry.path == *place)));
        found.extend(new.into_iter().map(Ok));
        found
    }

    fn standard_input(&self) -> io::Result<Vec<u8>> {
        self.below.standard_input()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::super::system::EntryKind;
    use super::*;

    fn text(system: &dyn System, path: &str) -> Option<String> {
        let mut text = String::new();
        system.open(Path::new(path)).ok()?.read_to_string(&mut text).ok()?;
        Some(text)
    }

    fn names(system: &dyn System, directory: &str) -> Vec<(String, EntryKind)> {
        let entries = system.list(Path::new(directory)).unwrap_or_default();
        let mut names: Vec<_> =
            entries.into_iter().map(|entry| (entry.path.to_string_lossy().into_owned(), entry.kind)).collect();
        names.sort_by(|a, b| a.0.cmp(&b.0));
        names
    }

    #[test]
    fn documents_hide_files_until_they_are_closed() {
        let overlay = Overlay::above(Arc::new(Memory::of([("a/main.pp", "old"), ("a/other.pp", "other")])));
        overlay.set(Path::new("/a/main.pp"), "longer");
        overlay.set(Path::new("/a/new.pp"), "new");
        overlay.set(Path::new("/b/c/new.pp"), "elsewhere");
        let file = |name: &str| (name.to_owned(), EntryKind::File);
        assert_eq!(names(&overlay, "a"), [file("a/main.pp"), file("a/new.pp"), file("a/other.pp")]);
        assert_eq!(names(&overlay, "/b"), [("/b/c".to_owned(), EntryKind::Directory)]);
        assert_eq!(overlay.metadata(Path::new("a/main.pp")).unwrap().length, 6);
        assert_eq!(overlay.canonical(Path::new("/b/c/../c/new.pp")).unwrap(), Path::new("/b/c/new.pp"));
        assert_eq!(["a/main.pp", "a/x/../new.pp"].map(|path| text(&overlay, path).unwrap()), ["longer", "new"]);
        assert_eq!(overlay.below(Path::new("/b"), true).len(), 3);
        overlay.set(Path::new("/a/main.pp"), "next");
        assert_eq!(text(&overlay, "/a/main.pp").as_deref(), Some("next"));
        for path in ["/a/main.pp", "/a/new.pp", "/b/c/new.pp"] {
            overlay.remove(Path::new(path));
        }
        assert_eq!(text(&overlay, "a/main.pp").as_deref(), Some("old"));
        assert_eq!(names(&overlay, "a"), [file("a/main.pp"), file("a/other.pp")]);
        assert!(overlay.list(Path::new("/b")).is_err() && overlay.metadata(Path::new("/a/new.pp")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn documents_are_found_by_links() {
        let scratch = std::env::temp_dir().join(format!("typelog-overlay-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&scratch);
        std::fs::create_dir_all(scratch.join("real")).expect("a directory");
        std::fs::write(scratch.join("real/main.pp"), "old").expect("a file");
        std::os::unix::fs::symlink(scratch.join("real"), scratch.join("link")).expect("a link");
        let overlay = Overlay::above(super::super::Disk::shared());
        for (name, expected) in [("main.pp", "text"), ("new.pp", "new")] {
            overlay.set(&scratch.join("link").join(name), expected);
            let real = overlay.canonical(&scratch.join("real").join(name)).expect("the document");
            for path in [scratch.join("link").join(name), scratch.join("real").join(name), real] {
                assert_eq!(text(&overlay, &path.to_string_lossy()).as_deref(), Some(expected));
            }
        }
        std::fs::remove_dir_all(scratch).expect("the test's directory");
    }
}
