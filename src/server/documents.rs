//! The open documents of an editor, and the identities of their programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::dialect::{Dialect, Text};
use crate::lsp::text::EditedText;
use crate::lsp::uris::{path_of, uri_of};
use crate::project::Input;

/// An open document.
pub struct Document {
    /// Its normalized URI.
    pub key: String,
    /// Its URI, as the client spells it.
    pub uri: String,
    /// Its path, if it is a file.
    pub path: Option<PathBuf>,
    /// The client's identifier of its language.
    pub language: String,
    /// Its name in its program.
    pub name: String,
    /// Its version.
    pub version: i32,
    /// Its text.
    pub text: EditedText,
    /// The program that it is part of.
    pub program: ProgramKey,
}

impl Document {
    /// Returns the document as a file of a program.
    pub fn as_text(&self) -> Text {
        Text { name: self.name.clone(), bytes: Ok(self.text.text().as_bytes().to_vec()) }
    }
}

/// The identity of a program: its name, and its language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProgramKey(pub String, pub Dialect);

impl ProgramKey {
    /// Returns the identity of the program of an input.
    pub fn of(input: &Input) -> Self {
        Self(input.name.clone(), input.dialect)
    }
}

/// Open documents.
#[derive(Default)]
pub struct Documents(pub BTreeMap<String, Document>);

impl Documents {
    /// Returns the document with a normalized URI.
    pub fn get(&self, key: &str) -> Option<&Document> {
        self.0.get(key)
    }

    /// Returns the documents of a program.
    pub fn of_program<'a, 'k>(&'a self, key: &'k ProgramKey) -> impl Iterator<Item = &'a Document> + use<'a, 'k> {
        self.0.values().filter(move |document| document.program == *key)
    }
}

/// Returns the normalized form of a URI.
pub fn key_of(uri: &str) -> String {
    path_of(uri).map_or_else(|| uri.to_owned(), |path| uri_of(&path))
}

/// Holds for the path of a file, which need not exist.
pub fn is_of_file(path: &Path) -> bool {
    path.is_absolute() && path.file_name().is_some()
}
