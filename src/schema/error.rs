//! Errors in schema files.

use std::fmt;
use std::path::{Path, PathBuf};

/// An error in a schema file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The file.
    pub file: PathBuf,
    /// The line and the column, both from 1. `None` if the file cannot be read at all.
    pub position: Option<(usize, usize)>,
    /// The message.
    pub message: String,
}

impl SchemaError {
    /// Creates the error of a file that cannot be read.
    pub(super) fn of_file(file: &Path, message: String) -> Self {
        Self { file: file.to_owned(), position: None, message }
    }
}

/// The message after its place, as commands print it.
impl fmt::Display for SchemaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, position, message } = self;
        write!(out, "{}", file.display())?;
        if let Some((line, column)) = position {
            write!(out, ":{line}:{column}")?;
        }
        write!(out, ": {message}")
    }
}
