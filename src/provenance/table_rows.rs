//! The rows of tables, with their places in the rule files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use typelog_interpreter::builtins::{constant, construct};
use typelog_interpreter::value::Value as Known;
use typelog_reader::book::BookFile;
use typelog_reader::syntax::{Literal, Rule, Term, TermKind};

use super::rule_book::read_book;
use crate::book::texts;
use crate::builtins::trace::{Row, Value};
use crate::types::BookHandle;

/// The tables of a book.
#[derive(Debug, Default)]
pub struct Tables {
    tables: BTreeMap<String, Vec<TableRow>>,
}

/// A row of a table in a rule file, or a clause that derives rows from other tables.
#[derive(Debug)]
struct TableRow {
    /// The columns; `None` for those that are not written as constants.
    cells: Vec<Option<Value>>,
    /// The file and the line.
    place: String,
}

/// Returns the tables of a book.
pub fn tables(book: &BookHandle) -> Arc<Tables> {
    let read = read_book(book);
    texts(book).derived(|_| Tables::of(&read.files))
}

impl Tables {
    fn of(files: &[BookFile]) -> Self {
        let others = others(files);
        let mut tables = Self::default();
        for file in files {
            let is_row = |rule: &&Rule| rule.heads.iter().all(|head| !others.contains(&head.name[..]));
            file.rules().filter(is_row).for_each(|rule| tables.add(&file.name, &file.text, rule));
        }
        tables
    }

    fn add(&mut self, path: &str, text: &str, rule: &Rule) {
        let line = text[..rule.span.start as usize].matches('\n').count() + 1;
        for head in &rule.heads {
            let cells = head.arguments.iter().map(|argument| value(&argument.term).map(|found| found.traced()));
            let row = TableRow { cells: cells.collect(), place: format!("{path}:{line}") };
            self.tables.entry(head.name.clone()).or_default().push(row);
        }
    }

    /// Returns the table row that matches a row, with its columns as written there, and its place. Rows written in full take
    /// precedence over clauses.
    pub fn find(&self, row: &Row) -> Option<(Row, &str)> {
        let rows = self.tables.get(row.relation)?;
        let fits = |written: &&TableRow| {
            written.cells.len() == row.cells.len()
                && written
                    .cells
                    .iter()
                    .zip(&row.cells)
                    .all(|(written, &cell)| cell == Value::Hidden || written.is_none_or(|written| written == cell))
        };
        let is_whole = |written: &&TableRow| written.cells.iter().all(Option::is_some);
        let mut found = rows.iter().filter(fits);
        let best = found.clone().find(is_whole).or_else(|| found.next())?;
        let cells = best.cells.iter().zip(&row.cells).map(|(written, &cell)| written.unwrap_or(cell));
        Some((Row::new(row.relation, cells.collect()), &best.place))
    }
}

/// Returns the relations that are not tables: those that some rule concludes from more than table rows.
fn others(files: &[BookFile]) -> BTreeSet<&str> {
    let rules = || files.iter().flat_map(BookFile::rules);
    let concluded: BTreeSet<&str> = rules().flat_map(|rule| &rule.heads).map(|head| &head.name[..]).collect();
    let mut others = BTreeSet::new();
    loop {
        let is_other = |premise: &Literal| match premise {
            Literal::Holds(atom) => !concluded.contains(&atom.name[..]) || others.contains(&atom.name[..]),
            Literal::In(..) => false,
            _ => true,
        };
        let found = rules().filter(|rule| rule.body.iter().any(is_other)).flat_map(|rule| &rule.heads);
        let found: BTreeSet<&str> = found.map(|head| &head.name[..]).collect();
        if found.len() == others.len() {
            return others;
        }
        others = found;
    }
}

/// Returns the value of a term that denotes itself.
pub fn value(term: &Term) -> Option<Known> {
    match &term.kind {
        TermKind::Constant(name) if name == "true" || name == "false" => Some(Known::Flag(name == "true")),
        TermKind::Constant(name) => constant(name),
        TermKind::Construction(name, parts) => {
            let parts: Option<Vec<Known>> = parts.iter().map(value).collect();
            construct(name)?(&parts?)
        }
        TermKind::Number(number) => u32::try_from(*number).ok().map(Known::Number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conditions_of_notations_are_values() {
        let book = read_book(&BookHandle::built_in());
        let relations = book.files.iter().flat_map(BookFile::relations);
        let conditions = relations.flat_map(|relation| &relation.notations).flat_map(|notation| &notation.conditions);
        let constants = conditions.filter(|(_, term)| matches!(&term.kind, TermKind::Constant(name) if name != "None"));
        let (known, unknown): (Vec<_>, Vec<_>) = constants.partition(|(_, term)| value(term).is_some());
        assert!(known.len() > 50, "{}", known.len());
        assert!(unknown.is_empty(), "rows are never drawn so: {unknown:?}");
    }
}
