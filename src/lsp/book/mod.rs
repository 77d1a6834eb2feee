//! Answers about files of a book of rules: what a relation, a rule or a word means, where it stands, and what may stand at a
//! place.
//!
//! Names are found in the text itself, so that a file that is being written has answers as well.

mod completion;
mod hover;
mod names;
mod page;

use std::sync::Arc;

use gen_lsp_types::{CompletionItem, Diagnostic, Hover, Location, Position};
use typelog_interpreter::signatures;

use super::rule_items;
use super::text::Encoding;
use super::view::touches;
use crate::provenance::RowCounts;
use crate::query::Fault;
use crate::source::Span;
use names::{Name, names};
pub use page::{Page, Pages};

/// A file of a book in an editor, with the other files of the book.
pub struct BookView<'a> {
    /// All files: the book's own, and those of the built-in book for which it has none.
    pub pages: &'a Pages,
    /// The file.
    pub page: Arc<Page>,
    /// The units of positions.
    pub encoding: Encoding,
    /// The conclusions of the rules about a program, if one is open.
    pub rows: Option<&'a Rows>,
    /// The files that define words, if they lie beside the book.
    pub words: &'a [Arc<Page>],
}

/// How many rows the relations of a book have over a program, and how many each of its rules concludes.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The name of the program.
    pub program: String,
    /// How many there are.
    pub counts: RowCounts,
}

/// A name at a place, by what it means.
enum Subject<'a> {
    Relation(&'a str),
    Word(&'a str),
    Value(&'a str),
    Rule(&'a str),
}

impl BookView<'_> {
    /// The hover at a position.
    pub fn hover(&self, position: Position) -> Option<Hover> {
        let (subject, span) = self.subject(position)?;
        hover::hover(self, &subject, self.page.range(span, self.encoding))
    }

    /// Where the name at a position is declared: the declaration of a relation, the first line of a rule, the function behind a
    /// word.
    pub fn definition(&self, position: Position) -> Option<Location> {
        let found = match self.subject(position)?.0 {
            Subject::Relation(name) => {
                let (page, declaration) = self.pages.relation(name, &self.page)?;
                (page, declaration.name_span)
            }
            Subject::Rule(name) => {
                let (page, rule) = self.pages.rule(name)?;
                (page, page.line_span(rule.line))
            }
            Subject::Word(name) => {
                let mut found = self.words.iter().filter_map(|page| Some((&**page, page.function(name)?)));
                found.next()?
            }
            Subject::Value(_) => return None,
        };
        self.location(found.0, found.1)
    }

    /// All places in the book's own files where the name at a position stands.
    pub fn references(&self, position: Position) -> Vec<Location> {
        let Some((subject, _)) = self.subject(position) else { return Vec::new() };
        let is_same = |page: &Page, name: &Name<'_>| match subject {
            Subject::Relation(wanted) | Subject::Word(wanted) => name.text == wanted && name.is_called,
            Subject::Value(wanted) => name.text == wanted,
            Subject::Rule(wanted) => page.rule_named(name.span).is_some_and(|rule| rule == wanted),
        };
        let mut found = Vec::new();
        for page in self.pages.iter().filter(|page| page.uri.is_some()) {
            let same = names(&page.text).filter(|name| is_same(page, name));
            found.extend(same.filter_map(|name| self.location(page, name.span)));
        }
        found
    }

    /// The names that may stand at a position.
    pub fn completion(&self, position: Position) -> Vec<CompletionItem> {
        completion::completion(self, self.offset(position))
    }

    fn offset(&self, position: Position) -> u32 {
        self.page.lines.offset(&self.page.text, position, self.encoding)
    }

    fn location(&self, page: &Page, span: Span) -> Option<Location> {
        Some(Location { uri: page.uri.as_deref()?.into(), range: page.range(span, self.encoding) })
    }

    /// The name at a position, with its place.
    fn subject(&self, position: Position) -> Option<(Subject<'_>, Span)> {
        let offset = self.offset(position);
        if let Some((rule, span)) = self.page.rule_at(offset) {
            return Some((Subject::Rule(rule), span));
        }
        let name = names(&self.page.text).find(|name| touches(name.span, offset))?;
        let words = signatures();
        let subject = if name.is_called && self.pages.relation(name.text, &self.page).is_some() {
            Subject::Relation(name.text)
        } else if name.is_called && words.word(name.text).is_some() {
            Subject::Word(name.text)
        } else if words.constant(name.text).is_some() {
            Subject::Value(name.text)
        } else {
            return None;
        };
        Some((subject, name.span))
    }
}

/// A fault in a file of a book as a diagnostic.
pub fn diagnostic(page: &Page, fault: &Fault, encoding: Encoding) -> Diagnostic {
    let range = |span: Span| page.range(span, encoding);
    rule_items::diagnostic(fault, page.uri.as_deref().unwrap_or_default(), range)
}
