//! Rendering: diagnostics and types as pages for people, and as records for programs.

pub mod difference;
mod github;
mod graph;
mod page;
mod proof;
mod record;
pub mod report;
mod sarif;

use crate::diagnostics::Diagnostic;
use crate::infer::Inference;
use crate::program::{Expression, FileId, Place, Program};
use crate::source::{Source, Span};
use crate::types::Interner;
use crate::types::display::display;

pub use github::github;
pub use graph::{GraphFormat, GraphNode, graph};
pub use page::{Palette, page};
pub use proof::{ProofFormat, ProofNode, proof};
pub use record::{json, jsonl};
pub use sarif::sarif;

/// What is known of a program, in words.
#[derive(Debug)]
pub struct Report {
    /// The program's path.
    pub program: String,
    /// Its files.
    pub sources: Vec<Source>,
    /// Its named nodes, in source order, files in name order.
    pub nodes: Vec<NodeType>,
    /// All its expressions, if they were asked for.
    pub expressions: Option<Vec<ExpressionType>>,
    /// What is to be said about it, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
}

/// A named node with its type.
#[derive(Debug)]
pub struct NodeType {
    /// The name.
    pub name: String,
    /// What it is in its dialect.
    pub kind: &'static str,
    /// The canonical text of its type.
    pub ty: String,
}

/// An expression with its type.
#[derive(Debug, PartialEq, Eq)]
pub struct ExpressionType {
    /// The file.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
    /// The canonical text of its type.
    pub ty: String,
}

/// How much a report tells of a program besides what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing.
    Diagnostics,
    /// The types of its definitions.
    Definitions,
    /// Also those of all expressions.
    Expressions,
}

impl Report {
    /// Puts what is known of a program into words.
    pub fn new(
        name: String,
        program: &Program,
        inference: &Inference,
        types: &Interner,
        diagnostics: Vec<Diagnostic>,
        detail: Detail,
    ) -> Self {
        let shown = program.definition_ids().filter(|_| detail >= Detail::Definitions);
        let nodes = shown.map(|id| {
            let definition = program.definition(id);
            let ty = display(types, inference.definition_type(id));
            NodeType { name: definition.label.clone(), kind: definition.kind.word(), ty }
        });
        let nodes = nodes.collect();
        let expressions = (detail == Detail::Expressions).then(|| expressions(program, inference, types));
        let sources = program.files.iter().map(|file| file.source.clone()).collect();
        Self { program: name, sources, nodes, expressions, diagnostics }
    }
}

/// The types of all expressions, in the order of their places, those around others first.
fn expressions(program: &Program, inference: &Inference, types: &Interner) -> Vec<ExpressionType> {
    let mut found = Vec::new();
    for id in program.definition_ids() {
        let definition = program.definition(id);
        for node in definition.expressions.iter().flat_map(Expression::nodes) {
            let place = Place { file: definition.file, node };
            if let Some(ty) = inference.type_of(place) {
                let span = program.tree(id).span(node);
                found.push(ExpressionType { file: definition.file, span, ty: display(types, ty) });
            }
        }
    }
    found.sort_by(|a, b| (a.file, a.span.start, b.span.end, &a.ty).cmp(&(b.file, b.span.start, a.span.end, &b.ty)));
    found.dedup();
    found
}
