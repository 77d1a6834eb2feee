//! The programs of the workspace without open documents. Each is checked once when nothing else is to be done, and again when its
//! files have changed; only its published diagnostics are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::documents::ProgramKey;
use super::programs::Published;
use crate::dialect::Dialect;

/// The maximal number of programs that are checked without open documents.
pub const MOST: usize = 2_000;

/// The programs of the workspace without open documents.
#[derive(Default)]
pub struct Background {
    /// The folders that have not been listed yet.
    folders: Vec<PathBuf>,
    /// The programs to check: their directories and languages.
    pending: BTreeSet<(PathBuf, Dialect)>,
    checked: BTreeMap<ProgramKey, Checked>,
}

/// A checked program.
struct Checked {
    directory: PathBuf,
    dialect: Dialect,
    /// The directories of its components.
    components: Vec<PathBuf>,
    published: Published,
}

impl Background {
    /// Lists folders again, and checks all programs in them.
    pub fn start_over(&mut self, folders: &[PathBuf]) {
        self.folders = folders.to_vec();
        self.pending.clear();
        self.pending.extend(self.checked.values().map(|of| (of.directory.clone(), of.dialect)));
    }

    /// Takes a folder that has not been listed.
    pub fn next_folder(&mut self) -> Option<PathBuf> {
        self.folders.pop()
    }

    /// Adds a program to check. Returns `false` if there are too many.
    pub fn add(&mut self, directory: PathBuf, dialect: Dialect) -> bool {
        let is_new = !self.checked.values().any(|of| of.directory == directory && of.dialect == dialect);
        let has_room = !is_new || self.checked.len() + self.pending.len() < MOST;
        if has_room {
            self.pending.insert((directory, dialect));
        }
        has_room
    }

    /// Takes a program to check.
    pub fn next(&mut self) -> Option<(PathBuf, Dialect)> {
        self.pending.pop_first()
    }

    /// Notes that files in a directory have changed: programs there, and those that have a component there, are checked again.
    pub fn note_change(&mut self, directory: &Path) {
        let is_changed = |of: &&Checked| of.directory == directory || of.components.iter().any(|own| own == directory);
        let changed = self.checked.values().filter(is_changed);
        self.pending.extend(changed.map(|of| (of.directory.clone(), of.dialect)));
    }

    /// Keeps what has been published about a program.
    pub fn keep(
        &mut self,
        key: ProgramKey,
        (directory, dialect): (PathBuf, Dialect),
        components: Vec<PathBuf>,
        published: Published,
    ) {
        self.checked.insert(key, Checked { directory, dialect, components, published });
    }

    /// Returns what has been published about all programs.
    pub fn published(&self) -> impl Iterator<Item = &Published> {
        self.checked.values().map(|of| &of.published)
    }

    /// Takes what has been published about a program.
    pub fn take(&mut self, key: &ProgramKey) -> Option<Published> {
        self.checked.remove(key).map(|checked| checked.published)
    }
}
