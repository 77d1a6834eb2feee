//! Lowering of marks: marked declarations, and uses that do not permit marks.

use super::Lowering;
use crate::program::{Block, BlockValue, Definition, DefinitionId, Kind};
use crate::types::vocabulary::{BindingId, ExprId};

impl Lowering<'_> {
    /// Adds the facts about the marks of a definition that was typed before.
    pub(super) fn known_marks(&mut self, binding: BindingId, id: DefinitionId) {
        let declared = self.context.program.definition(id).block.iter().flat_map(|block| &block.marks);
        let derived = self.marks.get(&id).into_iter().flatten();
        let facts = &mut self.builder.chunk.facts;
        facts.declares_mark.extend(declared.chain(derived).map(|&(path, mark)| (binding, path, mark)));
    }

    /// Holds if a block may have no instances: one that is repeated, and all inside of it. What it is repeated for is evaluated.
    fn may_be_absent(&self, block: &Block) -> bool {
        let owner = block.owner.and_then(|owner| self.context.program.definition(owner).block.as_deref());
        let is_repeated = owner.is_some_and(|owner| owner.repeated.is_some()) && block.value != BlockValue::Item;
        is_repeated || !block.iterators.is_empty()
    }

    /// Adds the facts about the declared marks of a definition, and about the uses of its expressions.
    pub(super) fn uses(&mut self, binding: BindingId, definition: &Definition, roots: &[ExprId]) {
        let program = self.context.program;
        let Some(block) = definition.block.as_ref().filter(|_| program.is_terraform) else { return };
        let may_be_absent = self.may_be_absent(block);
        let facts = &mut self.builder.chunk.facts;
        facts.declares_mark.extend(block.marks.iter().map(|&(path, mark)| (binding, path, mark)));
        facts.keeps_inputs.extend(block.keeps_inputs.then_some((binding,)));
        if may_be_absent {
            facts.may_be_absent.extend(roots.iter().map(|&root| (root,)));
        }
        let uses = block.uses.iter().filter_map(|&(number, usage)| Some((*roots.get(number as usize)?, usage)));
        facts.is_used_as.extend(uses);
        if definition.kind == Kind::Output {
            facts.gives_output.extend(roots.first().map(|&root| (root, binding, program.is_root)));
        }
    }
}
