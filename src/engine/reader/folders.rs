//! The folders that build scripts read.

use std::path::{Path, PathBuf};

use crate::prepare::variable;

/// The folders of the project, as seen from the crate whose build script runs. A crate that is packed has copies of those that it
/// reads.
pub struct Folders {
    /// The folder of the crate.
    pub own: PathBuf,
    root: PathBuf,
}

impl Folders {
    /// Finds the folders: those in the crate, or else those in the repository.
    ///
    /// # Errors
    /// The build script does not run in a crate of the project.
    pub fn find() -> Result<Self, String> {
        let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
        let root = own.ancestors().find(|folder| folder.join("rules/types/judgments.dl").is_file());
        let root = root.ok_or_else(|| format!("{}: there are no rules in it or above", own.display()))?;
        Ok(Self { root: root.to_owned(), own })
    }

    /// Returns a folder of the book: `types`.
    pub fn book(&self, name: &str) -> PathBuf {
        self.root.join("rules").join(name)
    }

    /// Returns the folder of the builtins.
    pub fn builtins(&self) -> PathBuf {
        self.root.join("src/engine/builtins")
    }

    /// Returns the folder of the crate of types, whose values and methods rules use.
    pub fn types(&self) -> PathBuf {
        self.root.join("src/types")
    }
}

/// Repeats the build when a file in one of the folders changes.
pub fn watch<'a>(folders: impl IntoIterator<Item = &'a Path>) {
    for folder in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
}
