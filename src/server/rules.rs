//! The open rule files.

use std::collections::BTreeMap;
use std::path::Path;

use gen_lsp_types::{Diagnostic, TextDocumentContentChangeEvent};

use super::publication::{MessageText, of_rules, withdrawal};
use crate::files::SharedSystem;
use crate::lsp::rules::{RulesView, WHY, rows};
use crate::lsp::text::{EditedText, Encoding};
use crate::project::{DEFAULT_PROOFS, Derived, Layer, included, proofs_like};
use crate::relations::Database;
use crate::relations::collect::Collector;

/// An open rule file.
pub struct RuleDocument {
    uri: String,
    version: i32,
    text: EditedText,
    /// Holds if the client does not have the diagnostics of the text.
    has_unpublished: bool,
}

/// The open rule files, by normalized URI.
#[derive(Default)]
pub struct RuleDocuments(BTreeMap<String, RuleDocument>);

/// Returns the answer to a command about rows, as a text.
///
/// # Errors
/// If the rules have faults, or the row is invalid.
pub fn answer(mut view: RulesView<'_>, command: &str, row: &str) -> Result<String, String> {
    let Some((compiled, history)) = view.derived.take() else {
        return Err(view.first_fault().unwrap_or("no program is open").to_owned());
    };
    if command != WHY {
        return rows(&view, row);
    }
    let derived = Derived { compiled, history };
    let layer = Layer { sources: &view.sources, derived: &derived };
    proofs_like(row, DEFAULT_PROOFS, layer, None, &mut view.database).map_err(|failure| failure.to_string())
}

/// Holds if a document is a rule file.
pub fn is_rules(uri: &str, language: &str) -> bool {
    language == "typelog-rules" || Path::new(uri).extension().is_some_and(|extension| extension == "dl")
}

impl RuleDocuments {
    /// Opens a file.
    pub fn open(&mut self, key: String, uri: String, version: i32, text: String) {
        let text = EditedText::new(text);
        self.0.insert(key, RuleDocument { uri, version, text, has_unpublished: true });
    }

    /// Holds if a file is open.
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Changes a file; `false` if it is not open.
    pub fn change(
        &mut self,
        key: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.0.get_mut(key) else { return false };
        document.version = version;
        document.has_unpublished = true;
        document.text.apply_all(changes, encoding);
        true
    }

    /// Closes a file, and withdraws its diagnostics.
    pub fn close(&mut self, key: &str) -> Option<MessageText> {
        let document = self.0.remove(key)?;
        Some(withdrawal(&document.uri))
    }

    /// Returns the view of a file over a database; without one, over relations that have no rows.
    pub fn view(
        &self,
        key: &str,
        encoding: Encoding,
        database: Option<Database>,
        system: &SharedSystem,
    ) -> Option<RulesView<'_>> {
        let document = self.0.get(key)?;
        let has_program = database.is_some();
        let database = database.unwrap_or_else(|| Collector::default().finish());
        let file = (&document.uri[..], document.text.text(), document.text.lines());
        Some(RulesView::new(file, &mut included(system), encoding, database, has_program))
    }

    /// Returns the diagnostics of a file that the client does not have, if there is such a file.
    pub fn unpublished(&mut self, encoding: Encoding, system: &SharedSystem) -> Option<MessageText> {
        let key = self.0.iter().find(|(_, document)| document.has_unpublished)?.0.clone();
        // Set first, so that a check that panics is not repeated.
        self.0.get_mut(&key)?.has_unpublished = false;
        let diagnostics: Vec<Diagnostic> = self.view(&key, encoding, None, system)?.diagnostics();
        let document = self.0.get(&key)?;
        Some(of_rules(&document.uri, Some(document.version), &diagnostics))
    }
}
