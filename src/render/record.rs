//! Machine-readable records: JSON, one line for each program, or all in one array.

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize, Serializer};

use super::page::PIECE;
use super::{NodeType, Report};
use crate::diagnostics::Diagnostic;
use crate::program::FileId;
use crate::source::{Source, Span};
use crate::types::AnnotatedPart;

/// Renders the record of a program, on one line.
pub fn jsonl(report: &Report) -> String {
    encode(&Record::new(report)) + "\n"
}

/// Writes the record of a program as an element of an array, in pieces, because records are much longer than the program.
///
/// # Errors
/// The errors of `write`.
pub fn write_json<E>(report: &Report, is_first: bool, write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut pieces = Pieces { text: Vec::new(), is_indented: true, write, failure: None };
    pieces.text.extend_from_slice(if is_first { b"[\n  " } else { b",\n  " });
    // Records contain only texts and numbers, so that encoding fails only if writing does.
    let _ = serde_json::to_writer_pretty(&mut pieces, &Record::new(report));
    pieces.pass_on();
    pieces.failure.map_or(Ok(()), Err)
}

/// As [`jsonl`], written in pieces.
///
/// # Errors
/// The errors of `write`.
pub fn write_jsonl<E>(report: &Report, write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut pieces = Pieces { text: Vec::new(), is_indented: false, write, failure: None };
    let _ = serde_json::to_writer(&mut pieces, &Record::new(report));
    pieces.text.push(b'\n');
    pieces.pass_on();
    pieces.failure.map_or(Ok(()), Err)
}

/// Returns the end of the array of records.
pub fn json_end(is_empty: bool) -> &'static str {
    if is_empty { "[]\n" } else { "\n]\n" }
}

/// A writer of JSON in pieces.
struct Pieces<W, E> {
    text: Vec<u8>,
    /// Holds if all lines after the first are indented.
    is_indented: bool,
    write: W,
    /// The first error. Nothing is written after it.
    failure: Option<E>,
}

impl<E, W: FnMut(&str) -> Result<(), E>> Pieces<W, E> {
    /// Adds whole characters. JSON strings contain no line breaks.
    fn add(&mut self, bytes: &[u8]) {
        if self.is_indented && bytes.contains(&b'\n') {
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                self.text.extend_from_slice(line);
                if line.ends_with(b"\n") {
                    self.text.extend_from_slice(b"  ");
                }
            }
        } else {
            self.text.extend_from_slice(bytes);
        }
        if self.text.len() > PIECE {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        if self.failure.is_none() {
            // The standard check of a whole text takes several bytes at a time, and that of its broken parts one.
            let whole =
                std::str::from_utf8(&self.text).map_or_else(|_| String::from_utf8_lossy(&self.text), Cow::Borrowed);
            self.failure = (self.write)(&whole).err();
        }
        self.text.clear();
    }
}

impl<E, W: FnMut(&str) -> Result<(), E>> io::Write for Pieces<W, E> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// As [`jsonl`], with the digest of the inputs.
pub fn sealed_jsonl(report: &Report, seal: &Seal) -> String {
    let sealed = Sealed { record: Record::new(report), resume: seal };
    serde_json::to_string(&sealed).unwrap_or_default() + "\n"
}

/// A digest of the files that a result depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The digest of all files.
    pub digest: String,
    /// The directories of the components among them.
    pub components: Vec<String>,
}

#[derive(Serialize)]
struct Sealed<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    resume: &'a Seal,
}

fn encode(record: &Record<'_>) -> String {
    serde_json::to_string(record).unwrap_or_default()
}

#[derive(Serialize)]
struct Record<'a> {
    program: &'a str,
    nodes: Vec<Node<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expressions: Option<Vec<Expression<'a>>>,
    diagnostics: Entries<'a>,
}

/// The diagnostics, converted to entries during serialization.
struct Entries<'a>(&'a Report);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report) = self;
        let place = |file: FileId, span| Location::new(&report.sources[file], span);
        serializer.collect_seq(report.diagnostics.iter().map(|diagnostic| Entry::new(diagnostic, &place)))
    }
}

#[derive(Serialize)]
struct Node<'a> {
    name: &'a str,
    kind: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    annotations: Vec<AnnotationEntry<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    marks: &'a [String],
}

#[derive(Serialize)]
struct AnnotationEntry<'a> {
    at: &'a str,
    kind: &'a str,
    token: &'a str,
}

#[derive(Serialize)]
struct Expression<'a> {
    #[serde(rename = "type")]
    ty: &'a str,
    #[serde(flatten)]
    place: Location<'a>,
}

#[derive(Serialize)]
struct Entry<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Location<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    labels: Vec<LabelEntry<'a>>,
}

#[derive(Serialize)]
struct LabelEntry<'a> {
    message: &'a str,
    #[serde(flatten)]
    place: Location<'a>,
}

/// A location: bytes of the file, and lines and columns from 1.
#[derive(Serialize)]
struct Location<'a> {
    file: &'a str,
    start: u32,
    end: u32,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl<'a> Record<'a> {
    fn new(report: &'a Report) -> Self {
        let place = |file: FileId, span| Location::new(&report.sources[file], span);
        let expressions = report.expressions.as_ref().map(|expressions| {
            let entry =
                |found: &'a super::ExpressionType| Expression { ty: &found.ty, place: place(found.file, found.span) };
            expressions.iter().map(entry).collect()
        });
        Self {
            program: &report.program,
            nodes: report.nodes.iter().map(Node::new).collect(),
            expressions,
            diagnostics: Entries(report),
        }
    }
}

impl<'a> Node<'a> {
    fn new(node: &'a NodeType) -> Self {
        let entry = |part: &'a AnnotatedPart| AnnotationEntry { at: &part.at, kind: part.kind, token: &part.token };
        let annotations = node.annotations.iter().map(entry).collect();
        Self { name: &node.name, kind: node.kind, ty: &node.ty, annotations, marks: &node.marks }
    }
}

impl<'a> Entry<'a> {
    fn new(diagnostic: &'a Diagnostic, place: &dyn Fn(FileId, Span) -> Location<'a>) -> Self {
        let labels = diagnostic.labels.iter();
        Self {
            code: &diagnostic.code,
            severity: diagnostic.severity.word(),
            message: &diagnostic.message,
            place: place(diagnostic.file, diagnostic.span),
            expected: diagnostic.expected.as_deref(),
            found: diagnostic.found.as_deref(),
            help: diagnostic.help.as_deref(),
            labels: labels
                .map(|label| LabelEntry { message: &label.text, place: place(label.file, label.span) })
                .collect(),
        }
    }
}

impl<'a> Location<'a> {
    fn new(source: &'a Source, span: Span) -> Self {
        let (start, end) = (source.position(span.start), source.position(span.end));
        Self {
            file: &source.name,
            start: span.start,
            end: span.end,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}
