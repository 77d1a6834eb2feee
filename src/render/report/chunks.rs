//! The data of a page in chunks: compressed JSON lists of numbers and texts.
//!
//! The page needs the first chunk at once. The others are loaded when they are shown: the steps of a proof, a relation, the
//! graph. Equal texts of a chunk are stored once; numbers that grow are delta-encoded.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compress, Compression, FlushCompress, Status};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::data::{PageCells, PageData, PageDiagnostic, PageExpression, PageFile, PageRelation, PageStep, Piece};
use crate::render::graph::{GraphFormat, graph};

/// The number of proof steps in a chunk.
const STEPS: usize = 4_096;

/// A unit of data that is loaded as a whole.
#[derive(Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its name.
    pub name: String,
    /// Its JSON.
    pub json: String,
}

impl Chunk {
    fn new(name: String, value: &Value) -> Self {
        Self { name, json: value.to_string() }
    }

    /// Returns the compressed JSON, encoded in characters that are allowed in any element.
    pub fn packed(&self) -> String {
        STANDARD.encode(deflated(self.json.as_bytes()))
    }
}

/// Returns raw DEFLATE data, without a header.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(bytes.len() / 4 + 64);
    let mut deflate = Compress::new(Compression::best(), false);
    // The output grows until it fits; compressing to memory does not fail.
    while let Ok(Status::Ok | Status::BufError) =
        deflate.compress_vec(&bytes[deflate.total_in() as usize..], &mut packed, FlushCompress::Finish)
    {
        packed.reserve(packed.len() + 64);
    }
    packed
}

/// Returns the chunks of a page. Linear in its data.
pub fn chunks(page: &PageData) -> Vec<Chunk> {
    let rules: FxHashMap<&str, usize> = page.rules.iter().enumerate().map(|(at, rule)| (&rule.name[..], at)).collect();
    let mut chunks = vec![
        Chunk::new("core".to_owned(), &core(page)),
        Chunk::new("graph".to_owned(), &json!(graph(&page.graph, GraphFormat::Svg))),
    ];
    for (at, steps) in page.steps.chunks(STEPS).enumerate() {
        chunks.push(Chunk::new(format!("steps-{at}"), &self::steps(at * STEPS, steps, &rules)));
    }
    for (at, relation) in page.relations.iter().enumerate().filter(|(_, relation)| relation.rows > 0) {
        chunks.push(Chunk::new(format!("relation-{at}"), &cells(relation)));
    }
    chunks
}

/// Returns the data that the page needs when it is opened.
fn core(page: &PageData) -> Value {
    let rules = page.rules.iter();
    json!({
        "program": page.program,
        "files": page.files.iter().map(file).collect::<Vec<_>>(),
        "types": page.types,
        "nodes": page.nodes.iter().map(|node| json!([node.name, node.kind, node.ty, place(node.at), node.step])).collect::<Vec<_>>(),
        "expressions": expressions(&page.expressions),
        "diagnostics": page.diagnostics.iter().map(diagnostic).collect::<Vec<_>>(),
        "rules": rules.map(|rule| json!([rule.name, rule.sentence, rule.drawing, rule.file])).collect::<Vec<_>>(),
        "stepsInChunk": STEPS,
        "relations": page.relations.iter().map(relation).collect::<Vec<_>>(),
    })
}

/// Encodes a file with its coloured pieces: the distance to the previous one, the length, and the number of the colour.
fn file(file: &PageFile) -> Value {
    let mut end = 0;
    let mut colours = Vec::new();
    for &(piece, colour) in &file.colours {
        colours.extend([piece.span.start - end, piece.span.end - piece.span.start, colour as u32]);
        end = piece.span.end;
    }
    json!({ "name": file.name, "text": file.text, "colours": colours })
}

fn place(Piece { file, span }: Piece) -> Value {
    json!([file, span.start, span.end])
}

/// Encodes the expressions, column by column. Starts are delta-encoded.
fn expressions(expressions: &[PageExpression]) -> Value {
    let column = |of: &dyn Fn(&PageExpression) -> i64| expressions.iter().map(of).collect::<Vec<i64>>();
    json!({
        "file": column(&|found| number(found.at.file)),
        "start": differences(expressions.iter().map(|found| found.at.span.start.into())),
        "length": column(&|found| i64::from(found.at.span.end - found.at.span.start)),
        "type": column(&|found| number(found.ty)),
        "step": column(&|found| found.step.map_or(-1, number)),
    })
}

fn diagnostic(diagnostic: &PageDiagnostic) -> Value {
    let PageDiagnostic { code, severity, message, at, labels, expected, found, help, step, proof } = diagnostic;
    let labels: Vec<Value> = labels.iter().map(|(at, text)| json!([place(*at), text])).collect();
    json!({
        "code": code, "severity": severity, "message": message, "at": place(*at), "labels": labels,
        "expected": expected, "found": found, "help": help, "step": step, "proof": proof,
    })
}

/// Encodes the description of a relation without its rows.
fn relation(relation: &PageRelation) -> Value {
    let columns: Vec<&str> = relation.columns.iter().map(|column| &column.name[..]).collect();
    json!({ "name": relation.name, "origin": relation.origin, "doc": relation.doc, "columns": columns, "rows": relation.rows })
}

/// Encodes steps of proofs from an index on. Premises are relative to the step, so that the numbers are small.
fn steps(start: usize, steps: &[PageStep], rules: &FxHashMap<&str, usize>) -> Value {
    let mut texts = Texts::default();
    let mut says = Vec::with_capacity(steps.len());
    let (mut used, mut files, mut starts, mut lengths, mut from) =
        <(Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>)>::default();
    for (at, step) in steps.iter().enumerate() {
        says.push(number(texts.number(&step.says)));
        used.push(step.rule.and_then(|rule| rules.get(rule)).map_or(-1, |&rule| number(rule)));
        // A step without a place is in no file; it repeats the previous start, so that the delta is small.
        let before = starts.last().copied().unwrap_or(0);
        files.push(step.at.map_or(-1, |at| number(at.file)));
        starts.push(step.at.map_or(before, |at| i64::from(at.span.start)));
        lengths.push(step.at.map_or(0, |at| at.span.end - at.span.start));
        from.push(step.from.iter().map(|premise| start + at - premise).collect::<Vec<usize>>());
    }
    json!({
        "texts": texts.all, "says": differences(says), "rule": used,
        "file": files, "start": differences(starts), "length": lengths, "from": from,
    })
}

/// Encodes the cells of a relation, column by column: numbers of types, or numbers of texts.
fn cells(relation: &PageRelation) -> Value {
    let mut texts = Texts::default();
    let columns = relation.columns.iter().map(|column| match &column.cells {
        PageCells::Types(types) => json!({ "types": types }),
        PageCells::Texts(cells) => {
            json!({ "texts": differences(cells.iter().map(|cell| number(texts.number(cell)))) })
        }
        PageCells::Expressions(cells) => json!({
            "files": cells.iter().map(|(at, _)| at.file).collect::<Vec<_>>(),
            "starts": differences(cells.iter().map(|(at, _)| at.span.start.into())),
            "lengths": cells.iter().map(|(at, _)| at.span.end - at.span.start).collect::<Vec<_>>(),
            "own": cells.iter().map(|(_, text)| text.as_ref().map_or(-1, |text| number(texts.number(text)))).collect::<Vec<_>>(),
        }),
    });
    let columns: Vec<Value> = columns.collect();
    json!({ "texts": texts.all, "columns": columns })
}

/// Delta-encodes numbers.
fn differences(numbers: impl IntoIterator<Item = i64>) -> Vec<i64> {
    let mut before = 0;
    numbers.into_iter().map(|number| number - std::mem::replace(&mut before, number)).collect()
}

/// A text table that stores each text once.
#[derive(Default)]
struct Texts<'a> {
    all: Vec<&'a str>,
    numbers: FxHashMap<&'a str, usize>,
}

impl<'a> Texts<'a> {
    fn number(&mut self, text: &'a str) -> usize {
        let next = self.all.len();
        *self.numbers.entry(text).or_insert_with(|| {
            self.all.push(text);
            next
        })
    }
}

fn number(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
