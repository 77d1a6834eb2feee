//! Editor support for files of a rule book: hover, definitions, references and completion of relations, rules and builtins.
//!
//! Names are found in the text itself, so that unfinished files are supported as well.

mod completion;
mod hover;
mod names;
mod page;

use std::sync::Arc;

use gen_lsp_types::{CompletionItem, Diagnostic, Hover, Location, Position};
use typelog_interpreter::signatures;

use super::rule_items;
use super::text::Encoding;
use crate::provenance::RowCounts;
use crate::query::Fault;
use crate::source::Span;
use names::{Name, names};
pub use page::{Page, Pages};

/// A file of a book in an editor, with the other files of the book.
pub struct BookView<'a> {
    /// All files: the book's own, and the files of the built-in book that it does not replace.
    pub pages: &'a Pages,
    /// The file.
    pub page: Arc<Page>,
    /// The units of positions.
    pub encoding: Encoding,
    /// The numbers of rows over a program, if one is open.
    pub rows: Option<&'a Rows>,
    /// The files that define builtins, if they are next to the book.
    pub builtins: &'a [Arc<Page>],
}

/// The number of rows of each relation of a book over a program, and of conclusions of each rule.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The name of the program.
    pub program: String,
    /// The numbers.
    pub counts: RowCounts,
}

/// The name at a position, by what it refers to.
enum Subject<'a> {
    Relation(&'a str),
    Builtin(&'a str),
    Value(&'a str),
    Rule(&'a str),
}

impl BookView<'_> {
    /// Returns the hover at a position.
    pub fn hover(&self, position: Position) -> Option<Hover> {
        let (subject, span) = self.subject(position)?;
        hover::hover(self, &subject, self.page.range(span, self.encoding))
    }

    /// Returns the definition of the name at a position: the declaration of a relation, the first line of a rule, or the function
    /// of a builtin.
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
            Subject::Builtin(name) => {
                let mut found = self.builtins.iter().filter_map(|page| Some((&**page, page.function(name)?)));
                found.next()?
            }
            Subject::Value(_) => return None,
        };
        self.location(found.0, found.1)
    }

    /// Returns the occurrences of the name at a position in the book's own files.
    pub fn references(&self, position: Position) -> Vec<Location> {
        let Some((subject, _)) = self.subject(position) else { return Vec::new() };
        let is_same = |page: &Page, name: &Name<'_>| match subject {
            Subject::Relation(wanted) | Subject::Builtin(wanted) => name.text == wanted && name.is_called,
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

    /// Returns the completions at a position.
    pub fn completion(&self, position: Position) -> Vec<CompletionItem> {
        completion::completion(self, self.offset(position))
    }

    fn offset(&self, position: Position) -> u32 {
        self.page.lines.offset(&self.page.text, position, self.encoding)
    }

    fn location(&self, page: &Page, span: Span) -> Option<Location> {
        Some(Location { uri: page.uri.as_deref()?.into(), range: page.range(span, self.encoding) })
    }

    /// Returns the name at a position, with its span.
    fn subject(&self, position: Position) -> Option<(Subject<'_>, Span)> {
        let offset = self.offset(position);
        if let Some((rule, span)) = self.page.rule_at(offset) {
            return Some((Subject::Rule(rule), span));
        }
        let name = names(&self.page.text).find(|name| name.span.touches(offset))?;
        let builtins = signatures();
        let subject = if name.is_called && self.pages.relation(name.text, &self.page).is_some() {
            Subject::Relation(name.text)
        } else if name.is_called && builtins.builtin(name.text).is_some() {
            Subject::Builtin(name.text)
        } else if builtins.constant(name.text).is_some() {
            Subject::Value(name.text)
        } else {
            return None;
        };
        Some((subject, name.span))
    }
}

/// Converts a fault in a file of a book to a diagnostic.
pub fn diagnostic(page: &Page, fault: &Fault, encoding: Encoding) -> Diagnostic {
    let range = |span: Span| page.range(span, encoding);
    rule_items::diagnostic(fault, page.uri.as_deref().unwrap_or_default(), range)
}
