//! Why rules of a user derived a row: as a tree, and as labels of what a lint has found.

use rustc_hash::FxHashSet;

use crate::diagnostics::Label;
use crate::program::FileId;
use crate::query::{Compiled, Finding, History, Reason, Row, Why, describe, piece, position, rows_like, shown};
use crate::relations::{ColumnType, Database, RelationId};
use crate::render::ProofNode;
use crate::source::{Source, Span};

/// Rules that have been run, with what their rows are explained by.
pub struct Derived {
    /// The rules.
    pub compiled: Compiled,
    /// When the rows were derived.
    pub history: History,
}

/// The most steps from a row down to what was given. What lies behind is left out.
const DEEPEST: usize = 200;

/// The most labels of a finding besides its own.
const MOST_LABELS: usize = 3;

/// Why the rows are there that are like a text: `reaches("a", _)`.
///
/// # Errors
/// If there is no such row.
pub fn row_proofs(
    text: &str,
    source: &Source,
    derived: &Derived,
    database: &mut Database,
) -> Result<Vec<ProofNode>, String> {
    let (relation, rows) = rows_like(database, text)?;
    if rows.is_empty() {
        return Err(format!("there is no row like `{text}`"));
    }
    let why = Why::new(&derived.compiled, &derived.history);
    let mut proofs = Proofs { why, database, source, shown: FxHashSet::default() };
    Ok(rows.into_iter().map(|cells| proofs.of(&Row { relation, cells }, DEEPEST)).collect())
}

struct Proofs<'a> {
    why: Why<'a>,
    database: &'a mut Database,
    source: &'a Source,
    /// The rows whose proofs stand above.
    shown: FxHashSet<Row>,
}

impl Proofs<'_> {
    /// The proof of a row. Of rows that are proved above only the conclusion is shown.
    fn of(&mut self, row: &Row, depth: usize) -> ProofNode {
        let mut conclusion = in_words(self.database, row);
        let place = place_of(self.database, row);
        let is_new = self.shown.insert(row.clone());
        let Some(reasons) = self.why.reasons(self.database, row) else { return ProofNode::leaf(conclusion, place) };
        let line = self.source.position(reasons.rule.start).line;
        conclusion = format!("{conclusion}   ({}:{line})", self.source.name);
        let is_cut = !is_new || depth == 0;
        let premises = if is_cut { Vec::new() } else { reasons.reasons };
        let premises = premises.iter().map(|reason| self.premise(reason, depth - 1)).collect();
        ProofNode { is_cut, premises, ..ProofNode::leaf(conclusion, place) }
    }

    fn premise(&mut self, reason: &Reason, depth: usize) -> ProofNode {
        match reason {
            Reason::Row(row) => self.of(row, depth),
            Reason::Absent(relation, cells) => {
                let schema = &self.database.relation(*relation).schema;
                let cells = cells.iter().zip(&schema.columns).map(|(cell, column)| match (cell, column.ty) {
                    (None, _) => "_".to_owned(),
                    (Some(cell), ColumnType::Number) => cell.to_string(),
                    (Some(cell), ty) => format!("{:?}", shown(self.database, ty, *cell)),
                });
                ProofNode::leaf(format!("no {}({})", schema.name, cells.collect::<Vec<_>>().join(", ")), None)
            }
        }
    }
}

/// Where a row stands: the place of the first thing in it that has one.
fn place_of(database: &Database, row: &Row) -> Option<String> {
    let columns = &database.relation(row.relation).schema.columns;
    let [file, line, column] =
        columns.iter().zip(&row.cells).find_map(|(column, &cell)| position(database, column.ty, cell))?;
    Some(format!("{}:{line}:{column}", shown(database, ColumnType::Id("file"), file)))
}

/// The reasons of a finding: the rows of the program that its rule has met, each at its place.
pub fn labels(relation: RelationId, finding: &Finding, why: &mut Why<'_>, database: &mut Database) -> Vec<Label> {
    let row = Row { relation, cells: finding.row.clone() };
    let Some(reasons) = why.reasons(database, &row) else { return Vec::new() };
    let mut labels: Vec<Label> = Vec::new();
    for reason in &reasons.reasons {
        let Reason::Row(row) = reason else { continue };
        let schema = &database.relation(row.relation).schema;
        let pieces =
            schema.columns.iter().zip(&row.cells).filter_map(|(column, &cell)| piece(database, column.ty, cell));
        let mut places = pieces.map(|[file, start, end]| (file, Span { start: byte(start), end: byte(end) }));
        // Labels that lie over one another cannot be read.
        let is_new = |&(file, span): &(i64, Span)| {
            (file != finding.file || are_apart(span, finding.place))
                && labels.iter().all(|label| i64::from(label.file.0) != file || are_apart(label.span, span))
        };
        if let Some((file, span)) = places.find(is_new) {
            let text = in_words(database, row);
            labels.push(Label { file: FileId(byte(file)), span, text });
        }
        if labels.len() == MOST_LABELS {
            break;
        }
    }
    labels
}

fn are_apart(a: Span, b: Span) -> bool {
    a.end <= b.start || b.end <= a.start
}

/// The columns that say where something stands, and with which text.
const PLACE: [&str; 7] = ["file", "text", "start", "end", "line", "column", "name"];

/// A row with its cells in words. The place of what the relation lists is left out.
fn in_words(database: &Database, row: &Row) -> String {
    let schema = &database.relation(row.relation).schema;
    if database.describer(&schema.name).is_none() {
        return describe(database, schema, &row.cells);
    }
    let columns = schema.columns.iter().zip(&row.cells).filter(|(column, _)| !PLACE.contains(&&column.name[..]));
    let cells = columns.map(|(column, &cell)| match column.ty {
        ColumnType::Number => cell.to_string(),
        ty => format!("{:?}", shown(database, ty, cell)),
    });
    format!("{}({})", schema.name, cells.collect::<Vec<_>>().join(", "))
}

fn byte(cell: i64) -> u32 {
    u32::try_from(cell).unwrap_or(0)
}
