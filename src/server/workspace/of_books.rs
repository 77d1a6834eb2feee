//! The books that open files are part of, and the programs that use them.

use std::path::Path;

use super::super::books::within;
use super::super::documents::key_of;
use super::super::programs::EditedProgram;
use super::super::publication::MessageText;
use super::Workspace;
use crate::book::check;
use crate::lsp::book::BookView;
use crate::lsp::view::Client;
use crate::project::files_at;

impl Workspace<'_> {
    /// Notes that the files of a book have changed on disk. If they have no faults, the programs that use the book are typed
    /// again; otherwise these keep their rules.
    pub(super) fn book_changed(&mut self, root: &Path) {
        self.books.note_change(root);
        let system = self.project.system().clone();
        let real_path = |path: &Path| system.real_path(path);
        let own = real_path(root);
        let is_own = |name: &str| real_path(Path::new(name)) == own;
        let is_given = self.project.books().given().is_some_and(|name| is_own(&name));
        let is_used = || self.programs.values().any(|program| program.book().is_some_and(is_own));
        if !is_given && !is_used() {
            return;
        }
        let Ok(files) = files_at(root, &within(root, self.project.system())) else { return };
        // Clients report a saved file twice: that it is saved, and that it has changed on disk.
        if self.read_books.get(&own) == Some(&files) || !check(&files).is_empty() {
            return;
        }
        self.read_books.insert(own.clone(), files);
        if is_given {
            // Its files have no faults.
            let _ = self.project.books().give(&root.to_string_lossy());
        }
        self.read_settings_again();
    }

    /// Answers a question about an open file of a book, with the rows that the rules derive about a program: one that uses the
    /// book, or the one that was changed last.
    pub fn ask_book<R>(&mut self, uri: &str, client: &Client, question: impl FnOnce(BookView<'_>) -> R) -> Option<R> {
        let key = key_of(uri);
        let system = self.project.system();
        let real_path = |path: &Path| system.real_path(path);
        let root = real_path(self.books.root(&key)?);
        let is_of_book =
            |program: &&mut Box<EditedProgram>| program.book().is_some_and(|book| real_path(Path::new(book)) == root);
        let last = self.last.clone();
        let program = match self.programs.values_mut().find(is_of_book) {
            Some(program) => Some(program),
            None => last.and_then(|last| self.programs.get_mut(&last)),
        };
        let rows = program.and_then(|program| {
            program.check(&self.documents, &self.lints, &self.configured);
            program.rows()
        });
        self.books.ask(&key, client.encoding, rows.as_deref(), question)
    }

    /// Returns the diagnostics of a book that the client does not have yet.
    pub fn unpublished_book_diagnostics(&mut self, client: &Client) -> Option<Vec<MessageText>> {
        self.books.unpublished(client.encoding)
    }
}
