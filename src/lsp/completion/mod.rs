//! Completion in unfinished texts.
//!
//! The text is repaired around the cursor ([`repair`]), and checked; the completions then follow from the types that the rules
//! give to its parts.

mod keywords;
mod mark;
mod members;
mod names;
pub mod repair;
mod sources;
mod tokens;
mod valueless;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, Documentation, InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
};

use super::view::View;
use crate::program::{FileId, Place};
use crate::schema::{Entry, Schemas};
use crate::syntax::tree::NodeId;
use crate::types::Interner;
pub use keywords::VALUES;
pub use mark::{Marked, find};
use repair::Repaired;

/// The maximal number of items sent. Editors ask again when more has been written.
const MOST: usize = 1_000;

/// A completion.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The inserted text.
    pub label: String,
    /// The text with placeholders, if it has any.
    pub snippet: Option<String>,
    /// Its kind.
    pub kind: Option<CompletionItemKind>,
    /// Its type.
    pub detail: Option<String>,
    /// The documentation.
    pub documentation: Option<String>,
    /// The rank in the list; lower ranks come first.
    pub rank: u8,
}

impl Completion {
    /// Creates a completion with a label and a kind.
    fn new(label: impl Into<String>, kind: CompletionItemKind, rank: u8) -> Self {
        Self { label: label.into(), kind: Some(kind), rank, ..Self::default() }
    }

    fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    fn snippet(self, snippet: impl Into<String>) -> Self {
        Self { snippet: Some(snippet.into()), ..self }
    }

    fn documented(self, entry: Option<&Entry<'_>>) -> Self {
        self.described(entry.map(super::docs::words))
    }

    fn described(self, text: Option<String>) -> Self {
        Self { documentation: text.filter(|text| !text.is_empty()), ..self }
    }
}

/// Returns the completions at the mark of a repaired program; the flag holds if the list is complete.
pub fn completions(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &mut Schemas,
    file: FileId,
    repaired: &Repaired,
) -> (Vec<Completion>, bool) {
    let mut completions = match valueless::words(view, types, file, repaired) {
        Some(words) => words,
        None => at_mark(view, types, schemas, file, repaired),
    };
    completions.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
    completions.dedup_by(|a, b| a.label == b.label);
    let is_all = completions.len() <= MOST;
    completions.truncate(MOST);
    (completions, is_all)
}

/// Returns the completions at the mark in the tree of a checked program.
fn at_mark(
    view: &View<'_>,
    types: &mut Interner,
    schemas: &mut Schemas,
    file: FileId,
    repaired: &Repaired,
) -> Vec<Completion> {
    let Some(marked) = find(view.tree(file), types) else { return Vec::new() };
    let place = |node: NodeId| Place { file, node };
    match marked {
        Marked::Attribute(around) => members::attributes(view, types, schemas, file, around),
        Marked::Label(block, number) => tokens::labels(view, types, schemas, file, block, number, &repaired.written),
        Marked::Name(node) => names::in_scope(view, types, place(node)),
        Marked::Step(node, number) => members::steps(view, types, schemas, place(node), number),
        Marked::Key(node) => members::keys(view, types, schemas, place(node)),
        Marked::Text(node) => tokens::texts(view, types, schemas, place(node), &repaired.written),
    }
}

/// Converts a completion to an item of the protocol that replaces a range. If the text goes on behind the word, as with the value of
/// an attribute, only the word is replaced.
pub fn item(completion: Completion, number: usize, range: Range, takes_snippets: bool) -> CompletionItem {
    let snippet = completion.snippet.filter(|_| takes_snippets);
    let format = snippet.as_ref().map(|_| InsertTextFormat::Snippet);
    let documentation = completion
        .documentation
        .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    let new_text = snippet.unwrap_or_else(|| completion.label.clone());
    CompletionItem {
        kind: completion.kind,
        detail: completion.detail,
        documentation,
        sort_text: Some(format!("{number:05}")),
        filter_text: Some(completion.label.clone()),
        insert_text_format: format,
        text_edit: Some(TextEdit { range, new_text }.into()),
        label: completion.label,
        ..CompletionItem::default()
    }
}
