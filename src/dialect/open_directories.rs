//! The directories of the programs being read, to detect a program that contains itself.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use pathdiff::diff_paths;
use rustc_hash::FxHashSet;

use crate::files::{EntryKind, SharedSystem};
use crate::source::normal_path;
use crate::types::nearest::nearest;

/// The directories of the programs being read.
#[derive(Debug)]
pub(super) struct OpenDirectories {
    system: SharedSystem,
    /// The directories as written, outermost first.
    named: Vec<PathBuf>,
    /// The directory of the outermost program, if it has one.
    outermost: Option<PathBuf>,
    /// The real path of `outermost`, computed at the first comparison: most programs contain no others, and resolving the links
    /// in a path costs a system call for each component.
    outermost_real: OnceCell<Option<PathBuf>>,
    /// The real paths of the other directories.
    inner_real: FxHashSet<PathBuf>,
}

impl OpenDirectories {
    /// Starts with the directory of the outermost program, if it has one.
    pub fn of(outermost: Option<&Path>, system: &SharedSystem) -> Self {
        Self {
            system: system.clone(),
            named: outermost.map(normal_path).into_iter().collect(),
            outermost: outermost.map(Path::to_owned),
            outermost_real: OnceCell::new(),
            inner_real: FxHashSet::default(),
        }
    }

    /// Returns the file system.
    pub fn system(&self) -> &SharedSystem {
        &self.system
    }

    /// Returns the real path of a directory.
    pub fn real_path(&self, directory: &Path) -> PathBuf {
        self.system.real_path(directory)
    }

    /// Returns the directory of the innermost program, as written.
    pub fn innermost(&self) -> Option<&Path> {
        self.named.last().map(PathBuf::as_path)
    }

    /// Returns the path of a directory from the directory of the outermost program, or else its real path.
    pub fn path_from_outermost(&self, named: &Path) -> PathBuf {
        let relative = self.named.first().and_then(|outermost| diff_paths(named, outermost));
        relative.unwrap_or_else(|| self.real_path(named))
    }

    /// Holds if the program in the directory with this real path is being read.
    pub fn contains(&self, real: &Path) -> bool {
        let outermost = self.outermost_real.get_or_init(|| self.outermost.as_deref().map(|path| self.real_path(path)));
        outermost.as_deref() == Some(real) || self.inner_real.contains(real)
    }

    /// Returns the directory with the path nearest to that of a missing one. The first part of the path that is missing is compared
    /// with what is there.
    pub fn nearest(&self, source: &str) -> Option<String> {
        let parts: Vec<&str> = source.trim_end_matches('/').split('/').collect();
        let at = |parts: &[&str]| Some(normal_path(&self.innermost()?.join(parts.join("/"))));
        let is_there = |parts: &[&str]| at(parts).is_some_and(|path| self.system.has_entry(&path));
        let missing = (0..parts.len()).find(|&last| !is_there(&parts[..=last]))?;
        let entries = self.system.list(&at(&parts[..missing])?).ok()?;
        let directories = entries.iter().filter(|entry| entry.kind == EntryKind::Directory);
        let names = directories.filter_map(|entry| entry.path.file_name()?.to_str());
        let name = nearest(parts[missing], names)?;
        let meant = [&parts[..missing], &[&name], &parts[missing + 1..]].concat();
        is_there(&meant).then(|| meant.join("/"))
    }

    /// Enters the program in a directory.
    pub fn open(&mut self, named: PathBuf, real: PathBuf) {
        self.named.push(named);
        self.inner_real.insert(real);
    }

    /// Leaves the innermost program, which is in the directory with this real path.
    pub fn close(&mut self, real: &Path) {
        self.named.pop();
        self.inner_real.remove(real);
    }
}
