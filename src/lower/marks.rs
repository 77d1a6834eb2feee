//! Lowering of marks: marked declarations, and uses that do not permit marks.

use super::Lowering;
use crate::program::{Block, BlockValue, Definition, DefinitionId, Kind, Part, Variable};
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::types::vocabulary::{BindingId, ExprId, Role};

impl Lowering<'_> {
    /// Adds the facts about the marks of a definition that was typed before.
    pub(super) fn known_marks(&mut self, binding: BindingId, id: DefinitionId) {
        let declared = self.context.program.definition(id).block.iter().flat_map(|block| &block.marks);
        let derived = self.marks.get(&id).into_iter().flatten();
        let facts = &mut self.builder.chunk.facts;
        facts.declares_mark.extend(declared.chain(derived).map(|&(path, mark)| (binding, path, mark)));
    }

    /// Holds if an expression of a block has a value for each of its instances, or of those of a block around it.
    pub(super) fn is_inside_repeated(&self, block: &Block) -> bool {
        let owner = block.owner.and_then(|owner| self.context.program.definition(owner).block.as_deref());
        let is_repeated = owner.is_some_and(|owner| owner.repeated.is_some());
        is_repeated && block.value != BlockValue::Item || !block.iterators.is_empty()
    }

    /// Adds the facts about the range for which a block is repeated. What it is repeated for is evaluated.
    fn range(&mut self, binding: BindingId, block: &Block, roots: &[ExprId]) {
        if !self.is_inside_repeated(block) {
            return;
        }
        let program = self.context.program;
        // The item of a block that is overridden may be in another file.
        let of = match block.variable {
            Some((_, Variable::Of(item))) => Some((program.definition(item), None)),
            _ => block.owner.map(|owner| (program.definition(owner), Some(Part::Count))),
        };
        let range = of.and_then(|(of, part)| {
            let range = of.expressions.iter().find(|expression| part.is_none_or(|part| expression.part == part))?;
            Some((&program.file(of.file).tree, range.root))
        });
        let facts = &mut self.builder.chunk.facts;
        facts.stands_in_repeated.extend(roots.iter().map(|&root| (root, binding)));
        match range.filter(|_| block.iterators.is_empty()) {
            Some((tree, root)) => self.parts_of_range(binding, tree, root),
            None => facts.hides_range.push((binding,)),
        }
    }

    /// Adds the facts about the parts of the range of a block.
    fn parts_of_range(&mut self, binding: BindingId, tree: &Tree, root: NodeId) {
        let (mut open, mut bound) = (vec![root], Vec::new());
        let (types, environment) = (&*self.types, self.context.environment);
        let facts = &mut self.builder.chunk.facts;
        while let Some(node) = open.pop() {
            let role = match tree.node(node) {
                Node::For(parts) => {
                    let parts = tree.for_parts(parts);
                    bound.extend(parts.key_variable.into_iter().chain([parts.value_variable]));
                    parts.condition.map(|_| Role::ForCondition)
                }
                Node::Variable(name, _) => {
                    let is_computed = !bound.contains(&name) && types.text(name) != "var";
                    facts.range_names_computed.extend(is_computed.then_some((binding,)));
                    None
                }
                Node::Call(call) => {
                    let function = environment.function(tree.call(call).function);
                    match function.and_then(|id| environment.signature(id).standard) {
                        Some(standard) => facts.range_calls.push((binding, standard)),
                        None => facts.hides_range.push((binding,)),
                    }
                    None
                }
                Node::Conditional(_) => Some(Role::Condition),
                Node::Binary(operator, ..) => Some(Role::Left(operator)),
                Node::Unary(operator, _) => Some(Role::Operand(operator)),
                Node::Splat(..) => Some(Role::Splatted),
                Node::Index(..) => Some(Role::Collection),
                _ => None,
            };
            facts.range_contains.extend(role.map(|role| (binding, role)));
            tree.each_child(node, &mut |child| open.push(child));
        }
    }

    /// Adds the facts about the declared marks of a definition, and about the uses of its expressions.
    pub(super) fn uses(&mut self, binding: BindingId, definition: &Definition, roots: &[ExprId]) {
        let program = self.context.program;
        let Some(block) = definition.block.as_ref().filter(|_| program.is_terraform) else { return };
        self.range(binding, block, roots);
        let facts = &mut self.builder.chunk.facts;
        facts.declares_mark.extend(block.marks.iter().map(|&(path, mark)| (binding, path, mark)));
        facts.keeps_inputs.extend(block.keeps_inputs.then_some((binding,)));
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
