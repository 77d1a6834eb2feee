//! Editor support for files of user rules: faults, the meaning of relations, and their numbers of rows over a program.

mod completion;
mod lenses;

use std::fmt::Write as _;

use gen_lsp_types::{Diagnostic, Hover, Location, MarkupContent, MarkupKind, Position, Range};
use typelog_reader::parse::parse;
use typelog_reader::syntax::{Atom, Literal, Rule, Statement};

use super::rule_items;
use super::text::Encoding;
use super::uris::path_of;
use crate::counts::counted;
use crate::program::FileId;
use crate::query::{Compiled, Fault, History, Limit, Load, RuleSources, compile, read_with_included, run};
use crate::relations::{Database, Schema};
use crate::source::{LineIndex, Source, Span};
pub use completion::completion;
pub use lenses::{ROWS, RowPattern, WHY, lenses, rows};

/// A file of rules in an editor, with the relations that its rules may name.
pub struct RulesView<'a> {
    /// The URI.
    pub uri: &'a str,
    /// The text.
    pub text: &'a str,
    /// The lines of the text.
    pub lines: &'a LineIndex,
    /// The units of positions.
    pub encoding: Encoding,
    /// The relations with the rows of a program, and the derived ones.
    pub database: Database,
    /// Holds if the database contains the rows of a program.
    pub has_program: bool,
    /// The rules and the history of their run; `None` if the rules have faults.
    pub derived: Option<(Compiled, History)>,
    /// The texts of the rules, with those of included files.
    pub sources: RuleSources,
    statements: Vec<Statement>,
    faults: Vec<Fault>,
}

/// The limits of a run while an editor waits.
const LIMIT: Limit = Limit { rows: 2_000_000, steps: 100_000_000, bytes: 1 << 28, text: 1 << 28 };

impl<'a> RulesView<'a> {
    /// Creates a view of a rule file over a database. The rules are run if the database contains the rows of a program.
    pub fn new(
        (uri, text, lines): (&'a str, &'a str, &'a LineIndex),
        load: &mut Load<'_>,
        encoding: Encoding,
        mut database: Database,
        has_program: bool,
    ) -> Self {
        let name = path_of(uri).map_or_else(|| uri.to_owned(), |path| path.display().to_string());
        let (file, sources, mut faults) = read_with_included(Source::new(name, text), load);
        let mut derived = None;
        match compile(&file, &mut database) {
            Ok(compiled) if has_program && faults.is_empty() => match run(&compiled, &mut database, LIMIT) {
                Ok(history) => derived = Some((compiled, history)),
                Err(fault) => faults.push(fault),
            },
            Ok(_) => {}
            Err(found) => faults.extend(found),
        }
        let statements = parse(text).0;
        Self { uri, text, lines, encoding, database, has_program, derived, sources, statements, faults }
    }

    /// Returns the faults in the file itself.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let own = self.faults.iter().filter(|fault| self.sources.locate(fault.span).0 == FileId(0));
        own.map(|fault| self.diagnostic(fault)).collect()
    }

    /// Returns the first fault of the rules.
    pub fn first_fault(&self) -> Option<&str> {
        self.faults.first().map(|fault| &fault.message[..])
    }

    fn diagnostic(&self, fault: &Fault) -> Diagnostic {
        rule_items::diagnostic(fault, self.uri, |span| self.range(span))
    }

    /// Returns the hover at a position: the columns of a relation, its meaning, and its number of rows.
    pub fn hover(&self, position: Position) -> Option<Hover> {
        let (name, span) = self.relation_at(position)?;
        let id = self.database.find(name)?;
        let relation = self.database.relation(id);
        let mut text = format!("```typelog-rules\n{}\n```", declaration(&relation.schema));
        let meaning = self.comment_of(name).unwrap_or_else(|| relation.schema.doc.clone());
        if !meaning.is_empty() {
            let _ = write!(text, "\n\n{meaning}");
        }
        if self.has_program {
            let _ = write!(text, "\n\n{}", counted(relation.table.len(), "row"));
        }
        let contents = MarkupContent { kind: MarkupKind::Markdown, value: text };
        Some(Hover { contents: contents.into(), range: Some(self.range(span)) })
    }

    /// Returns the first rule that concludes the relation at a position.
    pub fn definition(&self, position: Position) -> Option<Location> {
        let (name, _) = self.relation_at(position)?;
        let head = self.heads().find(|head| head.name == name)?;
        Some(Location { uri: self.uri.into(), range: self.range(head.name_span) })
    }

    /// Returns all occurrences of the relation at a position.
    pub fn references(&self, position: Position) -> Vec<Location> {
        let Some((name, _)) = self.relation_at(position) else { return Vec::new() };
        let same = self.atoms().filter(|atom| atom.name == name);
        same.map(|atom| Location { uri: self.uri.into(), range: self.range(atom.name_span) }).collect()
    }

    /// Returns the comment above the first rule that concludes a relation.
    fn comment_of(&self, name: &str) -> Option<String> {
        let head = self.heads().find(|head| head.name == name)?;
        let before = &self.text[..head.name_span.start as usize];
        let lines = before.lines().rev().take_while(|line| line.trim_start().starts_with(['#', '/']));
        let mut lines: Vec<&str> = lines.map(|line| line.trim().trim_start_matches(['#', '/']).trim()).collect();
        lines.reverse();
        let text = lines.join(" ");
        (!text.trim().is_empty()).then_some(text)
    }

    /// Returns the name of the relation at a position, with its span.
    fn relation_at(&self, position: Position) -> Option<(&str, Span)> {
        let offset = self.lines.offset(self.text, position, self.encoding);
        let atom = self.atoms().find(|atom| atom.name_span.touches(offset))?;
        Some((&atom.name, atom.name_span))
    }

    fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Rule(rule) => Some(rule),
            _ => None,
        })
    }

    fn heads(&self) -> impl Iterator<Item = &Atom> {
        self.rules().flat_map(|rule| &rule.heads)
    }

    fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.rules().flat_map(|rule| {
            let body = rule.body.iter().filter_map(|literal| match literal {
                Literal::Holds(atom) | Literal::Absent(atom) => Some(atom),
                _ => None,
            });
            rule.heads.iter().chain(body)
        })
    }

    fn range(&self, span: Span) -> Range {
        self.lines.range(self.text, span, self.encoding)
    }
}

/// Renders a relation with its columns and their types.
fn declaration(schema: &Schema) -> String {
    let columns = schema.columns.iter().map(|column| format!("{}: {}", column.name, column.ty));
    format!("{}({})", schema.name, columns.collect::<Vec<_>>().join(", "))
}
