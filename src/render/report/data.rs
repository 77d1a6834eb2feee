//! The data of a page. Places are counted in units of UTF-16, as scripts count them.

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
    /// The texts of all types. Others refer to them by their numbers.
    pub types: Vec<String>,
    /// Its definitions, in the order in which they are typed: that of the graph.
    pub nodes: Vec<PageNode>,
    /// Its graph.
    pub graph: Vec<GraphNode>,
    /// Its expressions, those around others first.
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
    /// The number of the file.
    pub file: usize,
    /// Its units.
    pub span: Span,
}

/// A definition.
#[derive(Debug)]
pub struct PageNode {
    /// Its name.
    pub name: String,
    /// Its kind in its dialect.
    pub kind: &'static str,
    /// The number of its type.
    pub ty: usize,
    /// The place of its name.
    pub at: Piece,
    /// The last step of the proof of its type.
    pub step: Option<usize>,
}

/// An expression.
#[derive(Debug)]
pub struct PageExpression {
    /// Its place.
    pub at: Piece,
    /// The number of its type.
    pub ty: usize,
    /// The last step of the proof of its type.
    pub step: Option<usize>,
}

/// A diagnostic.
#[derive(Debug)]
pub struct PageDiagnostic {
    /// The code: one stable word.
    pub code: String,
    /// How bad it is.
    pub severity: &'static str,
    /// The message, in one sentence.
    pub message: String,
    /// Its place.
    pub at: Piece,
    /// The labels at this place and at others.
    pub labels: Vec<(Piece, String)>,
    /// The type that is expected.
    pub expected: Option<String>,
    /// The type that is found.
    pub found: Option<String>,
    /// The suggestion.
    pub help: Option<String>,
    /// The last step of its proof.
    pub step: Option<usize>,
}

/// A step of a proof.
#[derive(Debug)]
pub struct PageStep {
    /// The conclusion.
    pub says: String,
    /// The rule that concludes it; `None` for facts.
    pub rule: Option<&'static str>,
    /// The place of the expression that it is about.
    pub at: Option<Piece>,
    /// The steps that it is concluded from. They come before it.
    pub from: Vec<usize>,
}

/// A rule.
#[derive(Debug)]
pub struct PageRule {
    /// Its name.
    pub name: &'static str,
    /// Its sentence.
    pub sentence: String,
    /// Premises over a bar, and the conclusion below it.
    pub drawing: String,
    /// The file that holds it.
    pub file: &'static str,
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
    /// Numbers of types.
    Types(Vec<usize>),
    /// Expressions, with their texts where these are not those of their places.
    Expressions(Vec<(Piece, Option<String>)>),
    /// Texts, numbers among them.
    Texts(Vec<String>),
}
