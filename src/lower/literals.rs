//! Names of values that are written out.

use rustc_hash::FxHashMap;

use super::Body;
use crate::program::DefinitionId;
use crate::program::resolve::Target;
use crate::syntax::tree::{Node, NodeId, ObjectKey, StepKey, Steps, Tree};
use crate::types::Name;

/// The values in the objects that names lead through, by their names. Of items with the same key, the last one counts.
pub(super) type WrittenObjects = FxHashMap<(DefinitionId, NodeId), FxHashMap<Name, NodeId>>;

impl Body<'_, '_> {
    /// Returns the text that a name with these steps stands for, if it is written out in a definition. Modules of Terraform have
    /// values of their own.
    pub(super) fn text_behind(&mut self, target: Target, steps: Steps) -> Option<Name> {
        let program = self.lowering.context.program;
        let Target::Definition(id) = target else { return None };
        let mut part = program.written_out(id).filter(|_| !program.is_terraform)?;
        let (tree, types) = (program.tree(id), &*self.lowering.types);
        for step in self.tree.steps(steps) {
            let node = inside_parentheses(tree, part);
            part = match (tree.node(node), step.key) {
                (Node::Object(_), StepKey::Attribute(name) | StepKey::Text(name)) => {
                    let objects = &mut self.lowering.written_objects;
                    *objects.entry((id, node)).or_insert_with(|| values_by_name(tree, node)).get(&name)?
                }
                (Node::Tuple(elements), StepKey::Number(number)) => {
                    *tree.list(elements).get(types.number_of(number).as_index()?)?
                }
                _ => return None,
            };
        }
        match tree.node(inside_parentheses(tree, part)) {
            Node::String(text) => Some(text),
            _ => None,
        }
    }
}

fn values_by_name(tree: &Tree, object: NodeId) -> FxHashMap<Name, NodeId> {
    let Node::Object(items) = tree.node(object) else { return FxHashMap::default() };
    let named = tree.items(items).iter().filter_map(|item| match item.key {
        ObjectKey::Name(name) => Some((name, item.value)),
        ObjectKey::Expression(key, _) => match tree.node(key) {
            Node::String(name) => Some((name, item.value)),
            _ => None,
        },
    });
    named.collect()
}

fn inside_parentheses(tree: &Tree, mut node: NodeId) -> NodeId {
    while let Node::Parenthesis(inner) = tree.node(node) {
        node = inner;
    }
    node
}
