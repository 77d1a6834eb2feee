//! The files of books in directories.

use std::path::{Path, PathBuf};

use super::error::{Error, Result};
use crate::book::{BuiltInFolder, EDITIONS, OwnFile, built_in};
use crate::files::{AllowedDirectories, FileKind, SharedSystem, read_text};

/// The place of a rule file in a book.
pub struct BookPlace {
    /// The directory of the book.
    pub root: PathBuf,
    /// The folder: `types` or `programs`.
    pub folder: &'static str,
}

/// Returns the place of a file in a book; `None` if it belongs to no book. A folder of a book contains a list of engines, or
/// files with names of built-in files. A list of engines in a folder with another name makes that folder an edition: its files
/// replace those of the same name in the built-in book, in whatever folder these are.
pub fn place_of(path: &Path, system: &SharedSystem) -> Option<BookPlace> {
    let (parent, stem) = (path.parent()?, path.file_stem()?);
    if path.extension().is_none_or(|extension| extension != "dl") {
        return None;
    }
    let has_list = system.is_file(&parent.join(LIST));
    let is_folder = |folder: &BuiltInFolder| parent.file_name().is_some_and(|name| name == folder.name);
    let stands_for = |folder: &BuiltInFolder| {
        folder.files.iter().any(|(path, _)| Path::new(path).file_stem().is_some_and(|other| other == stem))
    };
    if let Some(folder) = built_in().into_iter().find(is_folder) {
        let root = parent.parent().filter(|_| has_list || stands_for(&folder))?.to_owned();
        return Some(BookPlace { root, folder: folder.name });
    }
    let folder = built_in().into_iter().find(stands_for).filter(|_| has_list)?;
    Some(BookPlace { root: parent.to_owned(), folder: folder.name })
}

/// Returns the directory of the book that a file belongs to, if it is a rule file or a list of engines.
pub fn root_of(path: &Path, system: &SharedSystem) -> Option<PathBuf> {
    if path.file_name().is_none_or(|name| name != LIST) {
        return Some(place_of(path, system)?.root);
    }
    let parent = path.parent()?;
    let is_folder = |folder: BuiltInFolder| parent.file_name().is_some_and(|name| name == folder.name);
    if built_in().into_iter().any(is_folder) { parent.parent().map(Path::to_owned) } else { Some(parent.to_owned()) }
}

/// The file that lists the engines of a folder, each with its rule files.
const LIST: &str = "engines.txt";

/// Returns the files of the book in a directory.
///
/// # Errors
/// If there is no such directory, or a file cannot be read, or leads out of the allowed directories.
pub fn files_at(directory: &Path, allowed: &AllowedDirectories) -> Result<Vec<OwnFile>> {
    if !allowed.system().is_dir(directory) {
        let names = EDITIONS.map(|name| format!("`{name}`")).join(", ");
        let directory = directory.display();
        return Err(Error::new(format!("there is no book `{directory}`: books are directories, {names}")));
    }
    let failed = |path: &Path, error| Error::new(format!("{}: {error}", path.display()));
    let read = |path: &Path| read_text(path, FileKind::Text, allowed).map_err(|error| failed(path, error));
    let rules = |folder: &Path| rules_in(folder, allowed).map_err(|error| failed(folder, error));
    let mut files = Vec::new();
    if allowed.system().has_entry(&directory.join(LIST)) {
        for path in rules(directory)? {
            let Some(BookPlace { folder, .. }) = place_of(&path, allowed.system()) else { continue };
            files.push(OwnFile { folder, path: path.display().to_string(), text: read(&path)? });
        }
    }
    for BuiltInFolder { name: folder, .. } in built_in() {
        let below = directory.join(folder);
        let mut paths = Vec::new();
        if allowed.system().has_entry(&below) {
            paths = rules(&below)?;
        }
        paths.extend([below.join(LIST)].into_iter().filter(|list| allowed.system().has_entry(list)));
        for path in paths {
            files.push(OwnFile { folder, path: path.display().to_string(), text: read(&path)? });
        }
    }
    if files.is_empty() {
        let directory = directory.display();
        return Err(Error::new(format!("`{directory}` is no book: it has no rule file in `types` or `programs`")));
    }
    Ok(files)
}

/// Returns the rule files in a folder, in order; none if it is a file.
fn rules_in(folder: &Path, allowed: &AllowedDirectories) -> std::io::Result<Vec<PathBuf>> {
    allowed.real(folder)?;
    let system = allowed.system();
    let entries = if system.is_dir(folder) { system.list(folder)? } else { Vec::new() };
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dl"));
    paths.sort();
    Ok(paths)
}
