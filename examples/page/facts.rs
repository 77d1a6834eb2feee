//! The facts about the program as tables, and the rows that rules derive from them.

use serde::Serialize;
use typelog::lsp::text::Encoding;
use typelog::query::{Fault, Limit, compile, piece, read, run, shown_with_place};
use typelog::relations::{Database, RelationId};
use typelog::source::LineIndex;
use typelog::source::{Source, Span};

use gen_lsp_types::Range;

use super::program::Opened;

/// A relation, with its first rows.
#[derive(Serialize)]
pub struct Table {
    name: String,
    doc: String,
    origin: &'static str,
    /// The number of all its rows.
    count: usize,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The place of each row, if it has one: the file's name, and the range.
    places: Vec<Option<(String, Range)>>,
}

/// A fault in a file of rules.
#[derive(Serialize)]
pub struct ShownFault {
    file: String,
    range: Range,
    code: String,
    message: String,
}

/// A finding: a row of the relation of a lint.
#[derive(Serialize)]
pub struct ShownFinding {
    file: String,
    range: Range,
    code: String,
    is_error: bool,
    message: String,
}

/// The rows that rules derive, and their faults.
#[derive(Default, Serialize)]
pub struct Answer {
    faults: Vec<ShownFault>,
    tables: Vec<Table>,
    findings: Vec<ShownFinding>,
}

/// All relations, without rows.
pub fn relations(opened: &mut Opened) -> Vec<Table> {
    let database = opened.facts();
    database.relations().map(|(id, _)| table(database, id, 0, &[])).collect()
}

/// A relation with its first rows.
pub fn rows(opened: &mut Opened, relation: &str, most: usize) -> Option<Table> {
    let files = files(opened);
    let database = opened.facts();
    let id = database.find(relation)?;
    Some(table(database, id, most, &files))
}

/// Runs rules.
pub fn query(opened: &mut Opened, text: &str, most: usize) -> Answer {
    let source = Source::new("rules.dl".to_owned(), text.to_owned());
    let shown = |faults: &[Fault]| faults.iter().map(|found| fault(&source, found)).collect();
    let (file, faults) = read(text);
    let files = files(opened);
    let mut database = opened.facts().clone();
    let compiled = match compile(&file, &mut database) {
        Ok(compiled) if faults.is_empty() => compiled,
        Ok(_) => return Answer { faults: shown(&faults), ..Answer::default() },
        Err(more) => return Answer { faults: shown(&[faults, more].concat()), ..Answer::default() },
    };
    // A page that does not respond for long seems broken.
    let limit = Limit { rows: 1_000_000, steps: 50_000_000, bytes: 1 << 26, text: 1 << 26 };
    if let Err(found) = run(&compiled, &mut database, limit) {
        return Answer { faults: shown(&[found]), ..Answer::default() };
    }
    let tables = compiled.derived.iter().map(|&id| table(&database, id, most, &files)).collect();
    let findings = file.lints.iter().flat_map(|lint| lint.findings(&database));
    let findings = findings.filter_map(|found| {
        let (file, range) = place(&files, usize::try_from(found.file).ok()?, found.place)?;
        Some(ShownFinding { file, range, code: found.code, is_error: found.is_error, message: found.message })
    });
    Answer { faults: Vec::new(), findings: findings.collect(), tables }
}

/// A fault with its place.
pub fn fault(source: &Source, found: &Fault) -> ShownFault {
    let mut message = found.message.clone();
    if let Some(help) = &found.help {
        message = format!("{message}\nhelp: {help}");
    }
    let range = LineIndex::new(&source.text).range(&source.text, found.span, Encoding::Utf16);
    ShownFault { file: source.name.clone(), range, code: found.code.to_owned(), message }
}

/// The files of the program, in the order of their ids.
fn files(opened: &mut Opened) -> Vec<(String, String)> {
    let files = opened.asked().map(|asked| {
        let of = |id| (asked.view.uri(id).to_owned(), asked.view.text(id).to_owned());
        asked.view.file_ids().map(of).collect()
    });
    files.unwrap_or_default()
}

fn place(files: &[(String, String)], file: usize, span: Span) -> Option<(String, Range)> {
    let (name, text) = files.get(file)?;
    Some((name.clone(), LineIndex::new(text).range(text, span, Encoding::Utf16)))
}

fn table(database: &Database, id: RelationId, most: usize, files: &[(String, String)]) -> Table {
    let relation = database.relation(id);
    let schema = &relation.schema;
    let rows = if most == 0 { Vec::new() } else { database.ordered_rows(id) };
    let first = &rows[..rows.len().min(most)];
    let cells = |row: &&[i64]| {
        let cells = row.iter().zip(&schema.columns);
        cells.map(|(&cell, column)| shown_with_place(database, column.ty, cell)).collect()
    };
    let place_of = |row: &&[i64]| {
        let mut pieces = row.iter().zip(&schema.columns);
        let [file, start, end] = pieces.find_map(|(&cell, column)| piece(database, column.ty, cell))?;
        let span = Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? };
        place(files, usize::try_from(file).ok()?, span)
    };
    Table {
        name: schema.name.clone(),
        doc: schema.doc.clone(),
        origin: schema.origin.word(),
        count: relation.table.len(),
        columns: schema.columns.iter().map(|column| column.name.clone()).collect(),
        rows: first.iter().map(cells).collect(),
        places: first.iter().map(place_of).collect(),
    }
}
