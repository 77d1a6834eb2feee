//! Proofs of rows that user rules have derived: as trees, and as labels of the findings of lints.

use rustc_hash::FxHashSet;
use typelog_interpreter::value::Value;

use super::book_proofs::BookProofs;
use super::error::{Error, Result};
use super::judgments::proof_of_answer;
use super::proofs::DEFAULT_DEPTH;
use crate::counts::counted;
use crate::diagnostics::Label;
use crate::program::FileId;
use crate::query::{
    Compiled, Finding, History, Reason, Reasons, Row, RowExplainer, RuleSources, describe, matching_rows, piece,
    position, shown, shown_with_place,
};
use crate::relations::{ColumnType, Database, RelationId};
use crate::render::{ProofFormat, ProofNode, proof};
use crate::source::Span;
use crate::visible::in_quotes;

/// Rules that have been run, with the history that explains their rows.
pub struct Derived {
    /// The rules.
    pub compiled: Compiled,
    /// The batches in which rows were derived.
    pub history: History,
}

/// The maximum depth of a proof, in steps. Deeper premises are left out.
const DEEPEST: usize = 200;

/// The maximum number of labels of a finding besides its own.
const MOST_LABELS: usize = 3;

/// The default number of rows that are proved.
pub const DEFAULT_PROOFS: usize = 100;

/// Rules that have been run over facts, or over the rows of other layers.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// Their sources.
    pub sources: &'a RuleSources,
    /// The rules.
    pub derived: &'a Derived,
}

/// Renders the proofs of the rows that match a pattern, such as `reaches("a", _)`, at most `most` of them.
///
/// # Errors
/// If there is no such row.
pub fn proofs_like(
    text: &str,
    most: usize,
    layer: Layer<'_>,
    book: Option<&mut BookProofs<'_>>,
    database: &mut Database,
) -> Result<String> {
    let (nodes, count) = nodes_like(text, most, layer, book, database)?;
    let texts = nodes.iter().map(|node| proof(node, ProofFormat::Tree));
    Ok(texts.chain(others(count, most)).collect())
}

/// Returns the proofs of at most `most` rows that match a pattern, and the number of all rows that match.
///
/// # Errors
/// If there is no such row.
pub fn nodes_like(
    text: &str,
    most: usize,
    layer: Layer<'_>,
    book: Option<&mut BookProofs<'_>>,
    database: &mut Database,
) -> Result<(Vec<ProofNode>, usize)> {
    let (relation, rows) = matching_rows(database, text).map_err(Error::new)?;
    if rows.is_empty() {
        return Err(Error::new(format!("there is no row like `{text}`")));
    }
    let count = rows.len();
    let mut proofs = Proofs::new(&[layer], book, database);
    let nodes = rows.into_iter().take(most).map(|cells| proofs.of(&Row { relation, cells }, DEEPEST));
    Ok((nodes.collect(), count))
}

/// Returns a line about the rows that are not proved, if there are any.
pub fn others(rows: usize, most: usize) -> Option<String> {
    let left = rows.checked_sub(most).filter(|&left| left > 0)?;
    Some(format!("... and {}\n", counted(left, "more row")))
}

/// Returns the proof of a row by the rules of some layers, and by those of the book.
pub fn row_proof(
    row: &Row,
    layers: &[Layer<'_>],
    book: Option<&mut BookProofs<'_>>,
    database: &mut Database,
) -> ProofNode {
    Proofs::new(layers, book, database).of(row, DEEPEST)
}

/// Renders the columns of a row with their cells: `e = main.hcl:3:8 port, n = 2`.
pub fn bindings(database: &Database, row: &Row) -> String {
    let columns = &database.relation(row.relation).schema.columns;
    let cells = columns.iter().zip(&row.cells);
    let cells =
        cells.map(|(column, &cell)| format!("{} = {}", column.name, shown_with_place(database, column.ty, cell)));
    let text = cells.collect::<Vec<_>>().join(", ");
    if text.is_empty() { "yes".to_owned() } else { text }
}

struct Proofs<'a, 'b> {
    layers: Vec<(RowExplainer<'a>, &'a RuleSources)>,
    book: Option<&'a mut BookProofs<'b>>,
    database: &'a mut Database,
    /// The rows that have been proved above.
    shown: FxHashSet<Row>,
    /// The answers about types that have been proved above.
    answers: Vec<(String, Vec<Value>)>,
}

impl<'a, 'b> Proofs<'a, 'b> {
    fn new(layers: &[Layer<'a>], book: Option<&'a mut BookProofs<'b>>, database: &'a mut Database) -> Self {
        let layers = layers.iter().map(|Layer { sources, derived }| {
            let why = RowExplainer::new(&derived.compiled, &derived.history);
            (why, *sources)
        });
        Self { layers: layers.collect(), book, database, shown: FxHashSet::default(), answers: Vec::new() }
    }

    /// Returns the rule that derived a row with its premises, and the sources that contain it.
    fn reasons(&mut self, row: &Row) -> Option<(Reasons, &'a RuleSources)> {
        let Self { layers, database, .. } = self;
        layers.iter_mut().find_map(|(why, sources)| Some((why.reasons(database, row)?, *sources)))
    }

    /// Returns the proof of a row. For a row that is proved above, it is only the conclusion.
    fn of(&mut self, row: &Row, depth: usize) -> ProofNode {
        let mut conclusion = in_words(self.database, row);
        let place = place_of(self.database, row);
        let is_new = self.shown.insert(row.clone());
        let Some((reasons, sources)) = self.reasons(row) else {
            let proof = self.book.as_mut().filter(|_| is_new).and_then(|book| book.proof(self.database, row));
            return proof.unwrap_or_else(|| ProofNode::leaf(conclusion, place));
        };
        conclusion = format!("{conclusion}   ({})", sources.line(reasons.rule));
        let is_cut = !is_new || depth == 0;
        let premises = if is_cut { Vec::new() } else { reasons.reasons };
        let premises = premises.iter().map(|reason| self.premise(reason, depth - 1)).collect();
        ProofNode { is_cut, premises, ..ProofNode::leaf(conclusion, place) }
    }

    /// Returns the proof of an answer about types. For one that is proved above, it is only the conclusion.
    fn answer(&mut self, judgment: &str, question: &[Value]) -> ProofNode {
        let key = (judgment.to_owned(), question.to_vec());
        let is_new = !self.answers.contains(&key);
        if is_new {
            self.answers.push(key);
        }
        let types = self.database.types.as_mut();
        let proof = types.and_then(|types| proof_of_answer(types.types_mut(), judgment, question, DEFAULT_DEPTH));
        let proof = proof.unwrap_or_else(|| ProofNode::leaf(format!("{judgment} has no answer"), None));
        if is_new { proof } else { ProofNode { is_cut: true, premises: Vec::new(), ..proof } }
    }

    fn premise(&mut self, reason: &Reason, depth: usize) -> ProofNode {
        match reason {
            Reason::Row(row) => self.of(row, depth),
            Reason::Absent(relation, cells) => {
                let schema = &self.database.relation(*relation).schema;
                let cells = cells.iter().zip(&schema.columns).map(|(cell, column)| match (cell, column.ty) {
                    (None, _) => "_".to_owned(),
                    (Some(cell), ColumnType::Number) => cell.to_string(),
                    (Some(cell), ty) => in_quotes(&shown(self.database, ty, *cell)),
                });
                ProofNode::leaf(format!("no {}({})", schema.name, cells.collect::<Vec<_>>().join(", ")), None)
            }
            Reason::Answer(judgment, question) => self.answer(judgment, question),
        }
    }
}

/// Returns the place of a row: that of the first cell that has one.
fn place_of(database: &Database, row: &Row) -> Option<String> {
    let columns = &database.relation(row.relation).schema.columns;
    let [file, line, column] =
        columns.iter().zip(&row.cells).find_map(|(column, &cell)| position(database, column.ty, cell))?;
    Some(format!("{}:{line}:{column}", shown(database, ColumnType::Id("file"), file)))
}

/// Returns the reasons of a finding: the rows of the program that its rule has matched, each at its place.
pub fn labels(
    relation: RelationId,
    finding: &Finding,
    why: &mut RowExplainer<'_>,
    database: &mut Database,
) -> Vec<Label> {
    let row = Row { relation, cells: finding.row.clone() };
    let Some(reasons) = why.reasons(database, &row) else { return Vec::new() };
    let mut labels: Vec<Label> = Vec::new();
    for reason in &reasons.reasons {
        let Reason::Row(row) = reason else { continue };
        let schema = &database.relation(row.relation).schema;
        let pieces =
            schema.columns.iter().zip(&row.cells).filter_map(|(column, &cell)| piece(database, column.ty, cell));
        let mut places = pieces.map(|[file, start, end]| (file, Span { start: byte(start), end: byte(end) }));
        // Overlapping labels cannot be read.
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

/// The columns with the place and the text of an entity.
const PLACE: [&str; 7] = ["file", "text", "start", "end", "line", "column", "name"];

/// Renders a row. If its relation describes entities, their places and texts are left out.
fn in_words(database: &Database, row: &Row) -> String {
    let schema = &database.relation(row.relation).schema;
    if database.describer(&schema.name).is_none() {
        return describe(database, schema, &row.cells);
    }
    let columns = schema.columns.iter().zip(&row.cells).filter(|(column, _)| !PLACE.contains(&&column.name[..]));
    let cells = columns.map(|(column, &cell)| match column.ty {
        ColumnType::Number => cell.to_string(),
        ty => in_quotes(&shown(database, ty, cell)),
    });
    format!("{}({})", schema.name, cells.collect::<Vec<_>>().join(", "))
}

fn byte(cell: i64) -> u32 {
    u32::try_from(cell).unwrap_or(0)
}
