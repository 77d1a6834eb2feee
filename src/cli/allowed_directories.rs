//! Where programs may read from: what a program or a schema names lies in some directories, or is not read.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The directories that the components and files of a program may lie in.
#[derive(Clone, Debug, Default)]
pub struct AllowedDirectories {
    /// Without symbolic links.
    directories: Vec<PathBuf>,
}

impl AllowedDirectories {
    /// The roots of a program that a path on the command line means: its directory with the one around it, as far as the
    /// path names that, and further ones that the user gives.
    pub fn of(given: &Path, further: &[PathBuf]) -> Self {
        let directory = if given.is_dir() { given } else { given.parent().unwrap_or(Path::new("")) };
        let around = match directory.components().next_back() {
            Some(Component::Normal(_)) => directory.parent().unwrap_or(directory),
            _ => directory,
        };
        let around = if around == Path::new("") { Path::new(".") } else { around };
        let all = std::iter::once(around).chain(further.iter().map(PathBuf::as_path));
        Self { directories: all.filter_map(|root| fs::canonicalize(root).ok()).collect() }
    }

    /// Directories and what lies below them.
    pub fn exactly<'a>(directories: impl Iterator<Item = &'a Path>) -> Self {
        Self { directories: directories.filter_map(|directory| fs::canonicalize(directory).ok()).collect() }
    }

    /// Holds if a path lies in one of the directories, wherever its symbolic links lead.
    ///
    /// # Errors
    /// Why nothing may be read there.
    pub fn allow(&self, path: &Path) -> Result<(), String> {
        let real = fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
        if self.directories.iter().any(|root| real.starts_with(root)) {
            return Ok(());
        }
        Err(format!("{}: it lies outside of what the program may read; `--root DIR` allows more", path.display()))
    }
}
