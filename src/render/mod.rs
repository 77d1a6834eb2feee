//! Rendering: diagnostics and types as reports for people, and as records for programs.

mod arrows;
mod colours;
pub mod difference;
mod document;
mod excerpt;
mod exchange;
mod github;
mod graph;
mod indented;
mod latex;
mod listing;
mod marks;
mod page;
mod proof;
mod record;
pub mod report;
mod resource_names;
mod sarif;

use typed_index_collections::TiVec;

use thin_vec::ThinVec;

use crate::diagnostics::{Diagnostic, with_module_errors};
use crate::infer::Inference;
use crate::program::{Expression, FileId, Kind, Place, Program};
use crate::source::{Source, Span};
use crate::types::display::Texts;
use crate::types::{AnnotatedPart, Interner, annotated_parts};
use resource_names::ResourceNames;

pub use colours::{Colour, Palette};
pub use document::Document;
pub use exchange::{Checkstyle, Gitlab, Junit, write_rdjsonl};
pub use github::write_github;
pub use graph::{GraphFormat, GraphNode, around, graph};
pub use latex::inference;
pub use listing::{definition_types, expression_types};
pub use marks::marks_of;
pub use page::{Summary, page, write_page};
pub use proof::{ProofFormat, ProofNode, painted_proof, proof};
pub use record::{Seal, jsonl, sealed_jsonl, write_jsonl};
pub use sarif::Log;

/// The results for a program, as texts.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The program's path.
    pub program: String,
    /// Its files, and those of the modules it calls that have errors.
    pub sources: TiVec<FileId, Source>,
    /// Its named nodes, in source order, files in name order.
    pub nodes: Vec<NodeType>,
    /// All its expressions, if requested.
    pub expressions: Option<Vec<ExpressionType>>,
    /// The diagnostics, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// Where problems come from, if requested.
    pub flows: Flows,
}

/// Where problems come from: the numbers of the problems, in order, each with the steps to its place.
pub type Flows = ThinVec<(u32, Vec<FlowStep>)>;

/// A place from which a problem comes, and what is concluded there. The problem itself is at the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowStep {
    /// The file.
    pub file: FileId,
    /// The offset in it.
    pub offset: u32,
    /// The conclusion.
    pub text: String,
}

/// A named node with its type.
#[derive(Clone, Debug)]
pub struct NodeType {
    /// The name.
    pub name: String,
    /// Its kind in its dialect.
    pub kind: &'static str,
    /// The canonical text of its type.
    pub ty: String,
    /// The text in which schema types appear by name, if it differs.
    pub ty_by_name: Option<String>,
    /// The annotations of its type.
    pub annotations: Vec<AnnotatedPart>,
    /// The marks of its value.
    pub marks: Vec<String>,
}

/// An expression with its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionType {
    /// The file.
    pub file: FileId,
    /// The span in the file.
    pub span: Span,
    /// The canonical text of its type.
    pub ty: String,
    /// The text in which schema types appear by name, if it differs.
    pub ty_by_name: Option<String>,
}

/// The level of detail of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Only diagnostics.
    Diagnostics,
    /// Also the types of definitions.
    Definitions,
    /// Also the types of all expressions.
    Expressions,
}

impl Report {
    /// Returns the steps that lead to a problem, if they are known.
    pub fn flow(&self, problem: u32) -> Option<&[FlowStep]> {
        let at = self.flows.binary_search_by_key(&problem, |flow| flow.0).ok()?;
        Some(&self.flows[at].1)
    }

    /// Renders the results for a program. Linear in the text of all types, which [`Texts`] bounds.
    pub fn new(
        name: String,
        program: &Program,
        inference: &Inference,
        types: &Interner,
        diagnostics: Vec<Diagnostic>,
        detail: Detail,
    ) -> Self {
        let mut texts = Texts::default();
        let resources = ResourceNames::of(program, types);
        let shown = program.definition_ids().filter(|_| detail >= Detail::Definitions);
        let shown = shown.filter(|&id| program.definition(id).kind != Kind::Body);
        let nodes = shown.map(|id| {
            let definition = program.definition(id);
            let ty = inference.definition_type(id);
            NodeType {
                name: definition.label.to_string(),
                kind: definition.kind.word(),
                ty: texts.text(types, ty),
                ty_by_name: resources.text(types, ty).or_else(|| texts.text_by_name(types, ty)),
                annotations: annotated_parts(types, ty),
                marks: marks_of(program, inference, types, id),
            }
        });
        let nodes = nodes.collect();
        let expressions =
            (detail == Detail::Expressions).then(|| expressions(program, inference, types, &resources, &mut texts));
        let mut sources: TiVec<FileId, Source> = program.files.iter().map(|file| file.source.clone()).collect();
        let diagnostics = with_module_errors(&mut sources, diagnostics);
        Self { program: name, sources, nodes, expressions, diagnostics, flows: Flows::default() }
    }
}

/// Returns the types of all expressions, in order of place, outer ones first.
fn expressions(
    program: &Program,
    inference: &Inference,
    types: &Interner,
    resources: &ResourceNames,
    texts: &mut Texts,
) -> Vec<ExpressionType> {
    let mut found = Vec::new();
    for id in program.definition_ids() {
        let definition = program.definition(id);
        for node in definition.expressions.iter().flat_map(Expression::nodes) {
            let place = Place { file: definition.file, node };
            if let Some(ty) = inference.type_of(place) {
                let span = program.tree(id).span(node);
                let by_name = resources.text(types, ty).or_else(|| texts.text_by_name(types, ty));
                let (text, ty_by_name) = (texts.text(types, ty), by_name);
                found.push(ExpressionType { file: definition.file, span, ty: text, ty_by_name });
            }
        }
    }
    found.sort_by(|a, b| (a.file, a.span.start, b.span.end, &a.ty).cmp(&(b.file, b.span.start, a.span.end, &b.ty)));
    found.dedup();
    found
}
