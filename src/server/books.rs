//! The open files of books of rules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::TextDocumentContentChangeEvent;

use super::publication::{MessageText, of_rules, withdrawal};
use crate::book::{BookFault, OwnFile, check};
use crate::files::{AllowedDirectories, FileKind, SharedSystem, read_text};
use crate::lsp::book::{BookView, Page, Pages, Rows, diagnostic};
use crate::lsp::text::{EditedText, Encoding};
use crate::lsp::uris::{path_of, uri_of};
use crate::project::{BookPlace, files_at, place_of};

/// An open file of a book.
struct BookDocument {
    /// Its URI, as the client spells it.
    uri: String,
    version: i32,
    text: EditedText,
    path: PathBuf,
    /// The directory of the book.
    root: PathBuf,
}

/// A book with open files.
#[derive(Default)]
struct OpenBook {
    /// Its files, as of the last request.
    pages: Pages,
    /// Holds if the client does not have the diagnostics of the current texts.
    has_unpublished: bool,
    /// The URIs of the files for which the client has diagnostics.
    published: BTreeSet<String>,
}

/// The open files of books, and their books.
pub struct Books {
    system: SharedSystem,
    documents: BTreeMap<String, BookDocument>,
    open: BTreeMap<PathBuf, OpenBook>,
}

impl Books {
    /// Creates the books of a file system. None is open.
    pub fn of(system: &SharedSystem) -> Self {
        Self { system: system.clone(), documents: BTreeMap::new(), open: BTreeMap::new() }
    }

    /// Opens a file of a book. Returns its text as the error if it belongs to no book.
    pub fn open(&mut self, key: &str, uri: &str, version: i32, text: String) -> Result<(), String> {
        let Some((path, place)) = path_of(key).and_then(|path| Some((path.clone(), place_of(&path, &self.system)?)))
        else {
            return Err(text);
        };
        let BookPlace { root, .. } = place;
        self.open.entry(root.clone()).or_default().has_unpublished = true;
        let (uri, text) = (uri.to_owned(), EditedText::new(text));
        self.documents.insert(key.to_owned(), BookDocument { uri, version, text, path, root });
        Ok(())
    }

    /// Changes a file; `false` if it is not open.
    pub fn change(
        &mut self,
        key: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.documents.get_mut(key) else { return false };
        document.version = version;
        document.text.apply_all(changes, encoding);
        let root = document.root.clone();
        self.note_change(&root);
        true
    }

    /// Closes a file; `None` if it is not open. The diagnostics of a book are withdrawn with its last open file.
    pub fn close(&mut self, key: &str) -> Option<Vec<MessageText>> {
        let document = self.documents.remove(key)?;
        if self.documents.values().any(|other| other.root == document.root) {
            self.note_change(&document.root);
            return Some(Vec::new());
        }
        let book = self.open.remove(&document.root);
        let published = book.into_iter().flat_map(|book| book.published);
        Some(published.map(|uri| withdrawal(&uri)).collect())
    }

    /// Returns the directory of the book of an open file.
    pub fn root(&self, key: &str) -> Option<&Path> {
        Some(&self.documents.get(key)?.root)
    }

    /// Notes that files of a book have changed.
    pub fn note_change(&mut self, root: &Path) {
        if let Some(book) = self.open.get_mut(root) {
            book.has_unpublished = true;
        }
    }

    /// Answers a question about an open file, given the rows of a program.
    pub fn ask<R>(
        &mut self,
        key: &str,
        encoding: Encoding,
        rows: Option<&Rows>,
        question: impl FnOnce(BookView<'_>) -> R,
    ) -> Option<R> {
        let root = self.documents.get(key)?.root.clone();
        let own = self.files(&root);
        let book = self.open.get_mut(&root)?;
        book.pages = pages(&own, &book.pages);
        let page = book.pages.find(key)?.clone();
        let builtins = builtin_files(&root, &self.system);
        Some(question(BookView { pages: &book.pages, page, encoding, rows, builtins: &builtins }))
    }

    /// Returns the diagnostics of a book that the client does not have, if there is such a book.
    pub fn unpublished(&mut self, encoding: Encoding) -> Option<Vec<MessageText>> {
        let root = self.open.iter().find(|(_, book)| book.has_unpublished)?.0.clone();
        // Set first, so that a check that panics is not repeated.
        self.open.get_mut(&root)?.has_unpublished = false;
        let own = self.files(&root);
        let found = check(&own);
        let book = self.open.get_mut(&root)?;
        book.pages = pages(&own, &book.pages);
        let mut unpublished = Vec::new();
        let mut wrong = BTreeSet::new();
        for page in book.pages.iter() {
            let Some(key) = &page.uri else { continue };
            let document = self.documents.get(key);
            let uri = document.map_or(key, |document| &document.uri);
            let is_own = |fault: &&BookFault| fault.source.name == page.path;
            let faults: Vec<_> =
                found.iter().filter(is_own).map(|found| diagnostic(page, &found.fault, encoding)).collect();
            if document.is_some() || !faults.is_empty() || book.published.contains(uri) {
                wrong.extend((!faults.is_empty()).then(|| uri.clone()));
                unpublished.push(of_rules(uri, document.map(|document| document.version), &faults));
            }
        }
        // Lists of engines have no page.
        for list in own.iter().filter(|file| !file.holds_rules()) {
            let uri = uri_of(Path::new(&list.path));
            let page = Page::foreign(list.path.clone(), uri.clone(), list.text.clone());
            let own = found.iter().filter(|found| found.source.name == list.path);
            let faults: Vec<_> = own.map(|found| diagnostic(&page, &found.fault, encoding)).collect();
            if !faults.is_empty() || book.published.contains(&uri) {
                wrong.extend((!faults.is_empty()).then(|| uri.clone()));
                unpublished.push(of_rules(&uri, None, &faults));
            }
        }
        book.published = wrong;
        Some(unpublished)
    }

    /// Returns the files of a book: as in the editor if they are open, or else as on disk.
    fn files(&self, root: &Path) -> Vec<OwnFile> {
        let mut files = files_at(root, &within(root, &self.system)).unwrap_or_default();
        for document in self.documents.values().filter(|document| document.root == *root) {
            let path = document.path.display().to_string();
            let text = document.text.text().to_owned();
            if let Some(file) = files.iter_mut().find(|file| file.path == path) {
                file.text = text;
            } else {
                let folder = place_of(&document.path, &self.system).map_or("types", |place| place.folder);
                files.push(OwnFile { folder, path, text });
            }
        }
        files
    }
}

/// Returns the directory of a book as the only one that its files may lie in, since it may come from anybody.
pub fn within(root: &Path, system: &SharedSystem) -> AllowedDirectories {
    AllowedDirectories::exactly(system, std::iter::once(root))
}

fn pages(own: &[OwnFile], before: &Pages) -> Pages {
    Pages::of(own, |path| uri_of(Path::new(path)), before)
}

/// Returns the Rust files that define the builtins of rules, if the book is that of a checkout of this project.
fn builtin_files(root: &Path, system: &SharedSystem) -> Vec<Arc<Page>> {
    let Some(folder) = root.parent().map(|project| project.join("src/engine/builtins")) else { return Vec::new() };
    let paths = typelog_reader::book::paths(&folder, "rs").unwrap_or_default();
    let texts = paths
        .into_iter()
        .filter_map(|path| Some((read_text(&path, FileKind::Text, &within(&folder, system)).ok()?, path)));
    texts.map(|(text, path)| Arc::new(Page::foreign(path.display().to_string(), uri_of(&path), text))).collect()
}
