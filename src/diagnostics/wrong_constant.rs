//! `no-conversion`: a constant does not convert to the type that is written beside it.

use super::Diagnostic;
use super::context::Context;
use super::suggestions::Help;
use crate::builtins::misfits::Misfit;
use crate::codes::Code;
use crate::program::Place;
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::types::nearest::nearest;
use crate::types::{Name, may_be_null};
use crate::value::{PathStep, conversion_error};

pub(super) fn diagnostic(context: &Context<'_>, at: Place, misfit: &Misfit) -> Diagnostic {
    let mut error = conversion_error(misfit, context.types);
    let tree = context.tree(at.file);
    let (part, depth) = innermost(tree, at.node, &error.path);
    // Terraform reports a default as a whole: the path in the message leads to the part.
    let is_module = context.program.is_terraform && !context.program.is_run_by_pulumi();
    let place = if is_module {
        at.node
    } else {
        error.path.drain(..depth);
        part
    };
    let reason = error.display(context.types);
    let message = format!("type mismatch: the constant does not convert: {reason}");
    let diagnostic = Diagnostic::error(Code::NoConversion, at.file, tree.span(place), message);
    match misspelt(context, tree, part, misfit) {
        Some((span, name)) => {
            let kind = if is_module { "attribute" } else { "property" };
            let help = Some(Help::name(kind, name));
            diagnostic.cause(at.file, span, format!("no such {kind}")).help(help).fixed_at(span)
        }
        None => diagnostic.cause(at.file, tree.span(part), "does not convert"),
    }
}

/// Returns the expression of the part of a constant that a path leads to, and the number of steps: parts of calls and the like have
/// none.
fn innermost(tree: &Tree, root: NodeId, path: &[PathStep]) -> (NodeId, usize) {
    let mut part = root;
    for (depth, &step) in path.iter().enumerate() {
        let Some(next) = part_at(tree, part, step) else { return (part, depth) };
        part = next;
    }
    (part, path.len())
}

/// Returns the expression of a part of a literal.
pub(super) fn part_at(tree: &Tree, node: NodeId, step: PathStep) -> Option<NodeId> {
    match (tree.node(node), step) {
        (Node::Parenthesis(inner), _) => part_at(tree, inner, step),
        (Node::Tuple(elements), PathStep::Index(at)) => tree.list(elements).get(at).copied(),
        (Node::Object(items), PathStep::Property(name) | PathStep::Key(name)) => {
            tree.items(items).iter().rev().find(|item| name_of(tree, item) == Some(name)).map(|item| item.value)
        }
        _ => None,
    }
}

fn name_of(tree: &Tree, item: &ObjectItem) -> Option<Name> {
    match item.key {
        ObjectKey::Name(name) => Some(name),
        ObjectKey::Expression(key, _) => match tree.node(key) {
            Node::String(name) => Some(name),
            _ => None,
        },
    }
}

/// Returns the place of a key that the expected type does not have, with the missing name that it may stand for.
fn misspelt(context: &Context<'_>, tree: &Tree, part: NodeId, misfit: &Misfit) -> Option<(Span, String)> {
    let types = context.types;
    let Node::Object(items) = tree.node(part) else { return None };
    let expected = types.properties(misfit.path.last().map_or(misfit.expected, |step| step.2));
    let given: Vec<(Name, Span)> =
        tree.items(items).iter().filter_map(|item| Some((name_of(tree, item)?, item.key_span))).collect();
    let is_missing = |name: Name| given.iter().all(|key| key.0 != name);
    let required = expected.iter().filter(|&&(name, ty)| !may_be_null(types, ty) && is_missing(name));
    let missing: Vec<&str> = required.map(|property| types.text(property.0)).collect();
    let mut unknown = given.iter().filter(|key| expected.iter().all(|property| property.0 != key.0));
    unknown.find_map(|&(name, span)| Some((span, nearest(types.text(name), missing.iter().copied())?)))
}
