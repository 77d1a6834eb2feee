//! `no-conversion`: a constant does not convert to the type that is written beside it.

use super::Diagnostic;
use super::context::Context;
use crate::builtins::misfits::Misfit;
use crate::codes::Code;
use crate::program::Place;
use crate::syntax::tree::{Node, NodeId, ObjectKey, Tree};
use crate::value::{PathStep, conversion_error};

pub(super) fn diagnostic(context: &Context<'_>, at: Place, misfit: &Misfit) -> Diagnostic {
    let mut error = conversion_error(misfit, context.types);
    let tree = context.tree(at.file);
    let mut node = at.node;
    // Terraform reports a default as a whole: the path in the message leads to the part.
    if !context.program.is_terraform || context.program.is_run_by_pulumi() {
        while let Some(part) = error.path.first().and_then(|&step| part_at(tree, node, step)) {
            node = part;
            error.path.remove(0);
        }
    }
    let reason = error.display(context.types);
    let message = format!("type mismatch: the constant does not convert: {reason}");
    Diagnostic::error(Code::NoConversion, at.file, tree.span(node), message)
}

/// Returns the expression of a constant's part.
fn part_at(tree: &Tree, node: NodeId, step: PathStep) -> Option<NodeId> {
    match (tree.node(node), step) {
        (Node::Parenthesis(inner), _) => part_at(tree, inner, step),
        (Node::Tuple(elements), PathStep::Index(at)) => tree.list(elements).get(at).copied(),
        (Node::Object(items), PathStep::Property(name) | PathStep::Key(name)) => {
            let is_named = |key| match key {
                ObjectKey::Name(own) => own == name,
                ObjectKey::Expression(key, _) => matches!(tree.node(key), Node::String(own) if own == name),
            };
            tree.items(items).iter().rev().find(|item| is_named(item.key)).map(|item| item.value)
        }
        _ => None,
    }
}
