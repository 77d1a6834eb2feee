//! The test runner for rule files.

use super::comments::{Expected, Test};
use super::limit::Limit;
use super::lint::shown;
use super::run::run;
use super::syntax::{Atom, Fault, TermKind};
use super::{RuleFile, compile};
use crate::relations::{Cell, ColumnType, Database, RelationId, Schema};
use crate::visible::in_quotes;
use typelog_reader::parse::parse_atoms;

/// Runs a test. Returns the faults of the rules, or the differences from the expected rows. `database` holds the facts of the
/// test's program.
pub fn run_test(file: &RuleFile, test: &Test, database: &mut Database) -> Vec<Fault> {
    let compiled = match compile(file, database) {
        Ok(compiled) => compiled,
        Err(faults) => return faults,
    };
    if let Err(fault) = run(&compiled, database, Limit::default()) {
        return vec![fault];
    }
    let mut faults = Vec::new();
    let mut rows: Vec<(RelationId, Vec<&Atom>)> = Vec::new();
    if test.expected.is_empty() {
        faults.push(Fault::new("wrong-test", test.span, format!("the test \"{}\" has no expectations", test.name)));
    }
    for expected in &test.expected {
        let (name, span) = match expected {
            Expected::Row(atom) => (&atom.name, atom.name_span),
            Expected::None(name, span) => (name, *span),
        };
        let Some(relation) = database.find(name) else {
            faults.push(Fault::new("unknown-relation", span, format!("there is no relation `{name}`")));
            continue;
        };
        if rows.iter().all(|known| known.0 != relation) {
            rows.push((relation, Vec::new()));
        }
        if let (Expected::Row(atom), Some(known)) = (expected, rows.iter_mut().find(|known| known.0 == relation)) {
            known.1.push(atom);
        }
    }
    for (relation, atoms) in rows {
        compare(test, database, relation, &atoms, &mut faults);
    }
    faults
}

/// Compares the rows of a relation with those that are expected.
fn compare(test: &Test, database: &Database, relation: RelationId, atoms: &[&Atom], faults: &mut Vec<Fault>) {
    let schema = &database.relation(relation).schema;
    let mut is_met = vec![false; atoms.len()];
    let mut unexpected = Vec::new();
    for row in database.ordered_rows(relation) {
        let mut is_expected = false;
        for (atom, is_met) in atoms.iter().zip(&mut is_met) {
            if matches(database, schema, atom, row) {
                (is_expected, *is_met) = (true, true);
            }
        }
        if !is_expected {
            unexpected.push(describe(database, schema, row));
        }
    }
    for (atom, _) in atoms.iter().zip(is_met).filter(|(_, is_met)| !is_met) {
        let message = format!("test \"{}\": `{}` has no such row", test.name, schema.name);
        let rows: Vec<String> =
            database.ordered_rows(relation).into_iter().map(|row| describe(database, schema, row)).collect();
        let help = if rows.is_empty() { "it has none".to_owned() } else { format!("it has {}", rows.join(", ")) };
        faults.push(Fault::new("test-failed", atom.span, message).help(Some(help)));
    }
    if !unexpected.is_empty() {
        let message = format!("test \"{}\": {} is not expected", test.name, unexpected.join(", "));
        faults.push(Fault::new("test-failed", test.span, message));
    }
}

/// Returns the rows that match an atom such as `reaches("a", _)`, in the relation's order. A cell matches a text, a number, or
/// the wildcard `_`.
///
/// # Errors
/// The text is not an atom, or names no relation.
pub fn matching_rows(database: &Database, text: &str) -> Result<(RelationId, Vec<Vec<Cell>>), String> {
    let atoms = parse_atoms(text, 0..text.len()).map_err(|fault| format!("`{text}`: {}", fault.message))?;
    let [atom] = &atoms[..] else { return Err(format!("`{text}` is more than one row")) };
    let relation = database.find(&atom.name).ok_or_else(|| format!("there is no relation `{}`", atom.name))?;
    let schema = &database.relation(relation).schema;
    let rows = database.ordered_rows_where(relation, |row| matches(database, schema, atom, row));
    Ok((relation, rows.into_iter().map(<[Cell]>::to_vec).collect()))
}

/// Parses a row pattern such as `reaches("a", _)`; a wildcard becomes `None`. A text in a column of ids selects the first id with
/// that description.
///
/// # Errors
/// The text is malformed, or one of its cells matches no id.
pub fn parse_row_pattern(database: &mut Database, text: &str) -> Result<(RelationId, Vec<Option<Cell>>), String> {
    let atoms = parse_atoms(text, 0..text.len()).map_err(|fault| format!("`{text}`: {}", fault.message))?;
    let [atom] = &atoms[..] else { return Err(format!("`{text}` is more than one row")) };
    let relation = database.find(&atom.name).ok_or_else(|| format!("there is no relation `{}`", atom.name))?;
    let schema = database.relation(relation).schema.clone();
    let mut wanted = vec![None; schema.arity()];
    for (position, argument) in atom.arguments.iter().enumerate() {
        let at = argument.column.as_ref().map_or(Some(position), |(name, _)| schema.column(name));
        let Some(at) = at.filter(|&at| at < schema.arity()) else {
            let columns: Vec<&str> = schema.columns.iter().map(|column| &column.name[..]).collect();
            return Err(format!("the columns are {}({})", schema.name, columns.join(", ")));
        };
        wanted[at] = match &argument.term.kind {
            TermKind::Number(number) => Some(*number),
            TermKind::Text(text) => Some(cell_of(database, schema.columns[at].ty, text)?),
            // A variable is a wildcard, too.
            TermKind::Any | TermKind::Variable(_) => None,
            _ => return Err(format!("a cell of `{text}` is neither a text, a number nor `_`")),
        };
    }
    Ok((relation, wanted))
}

/// Returns the cell that is displayed as a text.
fn cell_of(database: &mut Database, ty: ColumnType, text: &str) -> Result<Cell, String> {
    let none = || format!("no id has the text `{text}`");
    match ty {
        ColumnType::Symbol => Ok(database.symbols.intern(text)),
        ColumnType::Number => text.parse().map_err(|_| format!("`{text}` is not a number")),
        ColumnType::Id(domain) => {
            let describer = database.describer(domain).ok_or_else(none)?;
            let mut rows = database.relation(describer.relation).table.rows();
            let found = rows.find(|row| database.symbols.text(row[describer.text]) == text);
            found.map(|row| row[0]).ok_or_else(none)
        }
    }
}

/// Holds if a row matches an atom, whose cells are texts, numbers or wildcards.
fn matches(database: &Database, schema: &Schema, atom: &Atom, row: &[Cell]) -> bool {
    let is_named = atom.arguments.iter().any(|argument| argument.column.is_some());
    if !is_named && atom.arguments.len() != schema.arity() {
        return false;
    }
    atom.arguments.iter().enumerate().all(|(position, argument)| {
        let at = match &argument.column {
            Some((name, _)) => schema.column(name),
            None => Some(position),
        };
        at.is_some_and(|at| match &argument.term.kind {
            TermKind::Any => true,
            TermKind::Number(number) => row[at] == *number,
            TermKind::Text(text) => shown(database, schema.columns[at].ty, row[at]) == *text,
            _ => false,
        })
    })
}

/// Renders a row with its cells as text: `reaches("a", 2)`.
pub fn describe(database: &Database, schema: &Schema, row: &[Cell]) -> String {
    let cells = row.iter().zip(&schema.columns).map(|(&cell, column)| match column.ty {
        ColumnType::Number => cell.to_string(),
        ty => in_quotes(&shown(database, ty, cell)),
    });
    format!("{}({})", schema.name, cells.collect::<Vec<_>>().join(", "))
}
