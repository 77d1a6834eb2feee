//! The data of a page. Spans are in UTF-16 units, as scripts count them.

use crate::render::graph::GraphNode;
use crate::source::Span;
use crate::syntax::Colour;

/// The data of a page.
#[derive(Debug, Default)]
pub struct PageData {
    /// The program's path.
    pub program: String,
    /// Its files.
    pub files: Vec<PageFile>,
    /// The texts of all types. Other data refer to them by index.
    pub types: Vec<String>,
    /// Its definitions, in the order of typing, which is that of the graph.
    pub nodes: Vec<PageNode>,
    /// Its graph.
    pub graph: Vec<GraphNode>,
    /// Its expressions, outer ones first.
    pub expressions: Vec<PageExpression>,
    /// The diagnostics.
    pub diagnostics: Vec<PageDiagnostic>,
    /// The steps of all proofs.
    pub steps: Vec<PageStep>,
    /// The rules of these steps.
    pub rules: Vec<PageRule>,
    /// All relations.
    pub relations: Vec<PageRelation>,
}

/// A file.
#[derive(Debug)]
pub struct PageFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its coloured pieces, in order.
    pub colours: Vec<(Piece, Colour)>,
}

/// A piece of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The index of the file.
    pub file: usize,
    /// The span, in UTF-16 units.
    pub span: Span,
}

/// A definition.
#[derive(Debug)]
pub struct PageNode {
    /// Its name.
    pub name: String,
    /// Its kind in its dialect.
    pub kind: &'static str,
    /// The index of its type.
    pub ty: usize,
    /// The span of its name.
    pub at: Piece,
    /// The last step of its type's proof.
    pub step: Option<usize>,
}

/// An expression.
#[derive(Debug)]
pub struct PageExpression {
    /// Its place.
    pub at: Piece,
    /// The index of its type.
    pub ty: usize,
    /// The last step of its type's proof.
    pub step: Option<usize>,
}

/// A diagnostic.
#[derive(Debug)]
pub struct PageDiagnostic {
    /// The code, one stable word.
    pub code: String,
    /// The severity.
    pub severity: &'static str,
    /// The message, in one sentence.
    pub message: String,
    /// Its place.
    pub at: Piece,
    /// The labels, at this place and at others.
    pub labels: Vec<(Piece, String)>,
    /// The expected type.
    pub expected: Option<String>,
    /// The type that was found.
    pub found: Option<String>,
    /// The suggestion.
    pub help: Option<String>,
    /// The last step of its proof.
    pub step: Option<usize>,
    /// The short proof, as a tree of lines, if the page has it.
    pub proof: Option<String>,
}

/// A step of a proof.
#[derive(Debug)]
pub struct PageStep {
    /// The conclusion.
    pub says: String,
    /// The rule that concludes it; `None` for facts.
    pub rule: Option<&'static str>,
    /// The place of the expression in the conclusion.
    pub at: Option<Piece>,
    /// The premises. They precede the step.
    pub from: Vec<usize>,
}

/// A rule.
#[derive(Debug)]
pub struct PageRule {
    /// Its name.
    pub name: String,
    /// Its sentence.
    pub sentence: String,
    /// The drawing: premises over a bar, and the conclusion below it.
    pub drawing: String,
    /// The file that contains it.
    pub file: String,
}

/// A relation.
#[derive(Debug)]
pub struct PageRelation {
    /// Its name.
    pub name: String,
    /// The origin of its rows.
    pub origin: &'static str,
    /// The meaning of a row.
    pub doc: String,
    /// Its columns.
    pub columns: Vec<PageColumn>,
    /// The number of its rows.
    pub rows: usize,
}

/// A column of a relation, with a cell for each row.
#[derive(Debug)]
pub struct PageColumn {
    /// Its name.
    pub name: String,
    /// Its cells.
    pub cells: PageCells,
}

/// The cells of a column.
#[derive(Debug)]
pub enum PageCells {
    /// The indices of types.
    Types(Vec<usize>),
    /// Expressions, with their texts if these differ from the source text.
    Expressions(Vec<(Piece, Option<String>)>),
    /// Texts, and numbers as text.
    Texts(Vec<String>),
}
