//! A checked program with all its results.

use crate::diagnostics::Diagnostic;
use crate::infer::Inference;
use crate::program::{DefinitionId, FileId, Program};
use crate::provenance::problem_relations;
use crate::render::GraphNode;
use crate::types::Interner;

/// A checked program.
pub struct CheckedProgram {
    /// The program.
    pub program: Program,
    /// Its types and problems.
    pub inference: Inference,
    /// Its diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    /// The interner of its types.
    pub types: Interner,
}

impl CheckedProgram {
    /// Returns the definitions in the order of typing, each with its references.
    pub fn graph(&self) -> Vec<GraphNode> {
        let Self { program, inference, .. } = self;
        let order = inference.order();
        let mut places = vec![0; order.len()];
        for (place, id) in order.iter().enumerate() {
            places[id.0 as usize] = place;
        }
        let node = |&id| {
            let definition = program.definition(id);
            GraphNode {
                name: definition.label.to_string(),
                kind: definition.kind.word(),
                refers_to: inference.references(id).iter().map(|(to, _)| places[to.0 as usize]).collect(),
                is_circular: inference.is_circular(id),
            }
        };
        order.iter().map(node).collect()
    }

    /// Returns the definition in which a rule concludes the problem of a diagnostic; `None` if no rule does.
    pub fn diagnosed(&self, diagnostic: &Diagnostic) -> Option<DefinitionId> {
        if problem_relations(&diagnostic.code).is_empty() {
            return None;
        }
        self.definition_at(diagnostic.file, diagnostic.span.start)
    }

    /// Returns the first definition that contains, or ends at, a byte offset of a file.
    pub fn definition_at(&self, file: FileId, offset: u32) -> Option<DefinitionId> {
        self.program.definition_ids().find(|&id| {
            let definition = self.program.definition(id);
            definition.file == file && definition.span.start <= offset && offset <= definition.span.end
        })
    }
}
