//! Lowering of marks: marked declarations, and uses that do not permit marks.

use super::Lowering;
use crate::program::{Block, BlockValue, Definition, DefinitionId, Kind, Part, Variable};
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::types::vocabulary::{BindingId, ExprId};

/// Functions whose results have elements wherever their arguments have some.
const KEEPING: [&str; 10] =
    ["concat", "distinct", "flatten", "keys", "length", "sort", "tolist", "tomap", "toset", "values"];

impl Lowering<'_> {
    /// Adds the facts about the marks of a definition that was typed before.
    pub(super) fn known_marks(&mut self, binding: BindingId, id: DefinitionId) {
        let declared = self.context.program.definition(id).block.iter().flat_map(|block| &block.marks);
        let derived = self.marks.get(&id).into_iter().flatten();
        let facts = &mut self.builder.chunk.facts;
        facts.declares_mark.extend(declared.chain(derived).map(|&(path, mark)| (binding, path, mark)));
    }

    /// Holds if it depends on a condition whether a block has instances: one that is repeated, and all inside of it. What it is
    /// repeated for is evaluated.
    fn may_be_absent(&self, block: &Block) -> bool {
        let owner = block.owner.map(|owner| self.context.program.definition(owner));
        let is_plain = owner.is_some_and(|owner| self.is_repeated_plainly(block, owner));
        self.is_inside_repeated(block) && !(is_plain && block.iterators.is_empty())
    }

    /// Holds if an expression of a block has a value for each of its instances, or of those of a block around it.
    pub(super) fn is_inside_repeated(&self, block: &Block) -> bool {
        let owner = block.owner.and_then(|owner| self.context.program.definition(owner).block.as_deref());
        let is_repeated = owner.is_some_and(|owner| owner.repeated.is_some());
        is_repeated && block.value != BlockValue::Item || !block.iterators.is_empty()
    }

    /// Holds if a block is repeated for the elements of variables, without a condition.
    fn is_repeated_plainly(&self, block: &Block, owner: &Definition) -> bool {
        let program = self.context.program;
        // The item of a block that is overridden may be in another file.
        let (of, range) = match block.variable {
            Some((_, Variable::Of(item))) => (program.definition(item), program.definition(item).expressions.first()),
            _ => (owner, owner.expressions.iter().find(|expression| expression.part == Part::Count)),
        };
        range.is_some_and(|range| self.has_no_condition(&program.file(of.file).tree, range.root))
    }

    /// Holds if an expression consists of variables, of structures, and of functions that keep elements.
    fn has_no_condition(&self, tree: &Tree, root: NodeId) -> bool {
        let (mut open, mut bound) = (vec![root], Vec::new());
        while let Some(node) = open.pop() {
            let is_plain = match tree.node(node) {
                Node::For(parts) => {
                    let parts = tree.for_parts(parts);
                    bound.extend(parts.key_variable.into_iter().chain([parts.value_variable]));
                    parts.condition.is_none()
                }
                Node::Variable(name, _) => bound.contains(&name) || self.types.text(name) == "var",
                Node::Call(call) => KEEPING.contains(&self.types.text(tree.call(call).function)),
                Node::Conditional(_) | Node::Binary(..) | Node::Unary(..) | Node::Splat(..) | Node::Index(..) => false,
                _ => true,
            };
            if !is_plain {
                return false;
            }
            tree.each_child(node, &mut |child| open.push(child));
        }
        true
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
        let call = block.owner.and_then(|owner| program.calls.get(&owner)).filter(|_| block.gives_variables);
        let demands = call.iter().flat_map(|call| (0..).zip(&call.demands));
        for (number, demand) in demands {
            let given = definition.expressions.iter().zip(roots);
            let mut of_input = given.filter(|(expression, _)| expression.part.input() == Some(demand.input));
            facts.awaits.extend(of_input.next().map(|(_, &root)| (root, demand.path, demand.mark, number)));
        }
        if definition.kind == Kind::Output {
            facts.gives_output.extend(roots.first().map(|&root| (root, binding, program.is_root)));
        }
    }
}
