//! A checked program with all its results.

use typed_index_collections::{TiSlice, TiVec, ti_vec};

use crate::diagnostics::Diagnostic;
use crate::dialect::KeptModules;
use crate::infer::Inference;
use crate::program::{DefinitionId, Program};
use crate::render::{Detail, GraphNode, Report};
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
    /// The modules of Terraform that it calls, which later programs need not read again.
    pub modules: KeptModules,
}

impl CheckedProgram {
    /// Returns the results as texts, under a name.
    pub fn named_report(&self, name: &str, detail: Detail) -> Report {
        let Self { program, inference, diagnostics, types, .. } = self;
        Report::new(name.to_owned(), program, inference, types, diagnostics.clone(), detail)
    }

    /// Returns the results as texts, without a name.
    pub fn report(&self, detail: Detail) -> Report {
        self.named_report("", detail)
    }

    /// Returns the definitions, each after those that it refers to, with its references. A block of Terraform is one node.
    pub fn graph(&self) -> Vec<GraphNode> {
        let Self { program, inference, .. } = self;
        let references = inference.block_references(program);
        let order = if program.is_terraform { self.block_order(&references) } else { inference.order().to_vec() };
        let mut places: TiVec<DefinitionId, usize> = ti_vec![0; program.definitions.len()];
        for (place, &id) in order.iter().enumerate() {
            places[id] = place;
        }
        let node = |&id: &DefinitionId| {
            let definition = program.definition(id);
            GraphNode {
                name: definition.label.to_string(),
                kind: definition.kind.word(),
                refers_to: references[id].iter().map(|&to| places[to]).collect(),
                is_circular: inference.is_in_cycle(id),
            }
        };
        order.iter().map(node).collect()
    }

    /// Returns the blocks, each after those that it refers to, cycles aside. Blocks of the same depth are in source order.
    fn block_order(&self, references: &TiSlice<DefinitionId, Vec<DefinitionId>>) -> Vec<DefinitionId> {
        let mut depths: TiVec<DefinitionId, Option<u32>> = ti_vec![None; references.len()];
        for start in self.program.definition_ids() {
            let (mut path, mut on_path) = (vec![start], vec![start]);
            while let Some(&id) = path.last() {
                let below = references[id].iter().filter(|to| !on_path.contains(to));
                let open: Vec<DefinitionId> = below.copied().filter(|&to| depths[to].is_none()).collect();
                if depths[id].is_none() && !open.is_empty() {
                    on_path.extend(&open);
                    path.extend(open);
                    continue;
                }
                let known = references[id].iter().filter_map(|&to| depths[to]);
                let depth = known.max().map_or(0, |depth| depth + 1);
                depths[id].get_or_insert(depth);
                path.pop();
            }
        }
        let is_block = |id: &DefinitionId| self.program.owner(*id) == *id;
        let mut order: Vec<DefinitionId> = self.program.definition_ids().filter(is_block).collect();
        order.sort_by_key(|&id| depths[id]);
        order
    }
}
