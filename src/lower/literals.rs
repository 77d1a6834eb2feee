//! Names of values that are written out.

use super::Body;
use crate::program::resolve::Target;
use crate::syntax::tree::{Node, NodeId, ObjectKey, StepKey, Steps, Tree};
use crate::types::{Interner, Name};

impl Body<'_, '_> {
    /// Returns the text that a name with these steps stands for, if it is written out in a definition. Modules of Terraform have
    /// values of their own.
    pub(super) fn text_behind(&self, target: Target, steps: Steps) -> Option<Name> {
        let program = self.lowering.context.program;
        let Target::Definition(id) = target else { return None };
        let value = program.written_out(id).filter(|_| !program.is_terraform)?;
        let (tree, types) = (program.tree(id), &*self.lowering.types);
        let steps = self.tree.steps(steps).iter();
        let part = steps.map(|step| step.key).try_fold(value, |node, key| part_at(tree, node, key, types))?;
        match tree.node(inside_parentheses(tree, part)) {
            Node::String(text) => Some(text),
            _ => None,
        }
    }
}

/// Returns the part of a literal at a step. Of items with the same key, the last one counts.
fn part_at(tree: &Tree, node: NodeId, key: StepKey, types: &Interner) -> Option<NodeId> {
    match (tree.node(inside_parentheses(tree, node)), key) {
        (Node::Object(items), StepKey::Attribute(name) | StepKey::Text(name)) => {
            let has_name = |key: ObjectKey| match key {
                ObjectKey::Name(own) => own == name,
                ObjectKey::Expression(key, _) => matches!(tree.node(key), Node::String(text) if text == name),
            };
            tree.items(items).iter().rev().find(|item| has_name(item.key)).map(|item| item.value)
        }
        (Node::Tuple(elements), StepKey::Number(number)) => {
            tree.list(elements).get(types.number_of(number).as_index()?).copied()
        }
        _ => None,
    }
}

fn inside_parentheses(tree: &Tree, mut node: NodeId) -> NodeId {
    while let Node::Parenthesis(inner) = tree.node(node) {
        node = inner;
    }
    node
}
