//! Parts of values that are written out as objects and tuples.

use super::context::Context;
use super::fields::Fields;
use crate::program::Place;
use crate::program::resolve::Target;
use crate::source::Span;
use crate::syntax::tree::{Node, StepKey};
use crate::types::Name;
use crate::types::nearest::nearest;
use crate::value::PathStep;

/// A key of an object that the expected type does not have.
pub(super) struct MisspeltKey {
    /// The key.
    pub name: Name,
    /// Its place.
    pub span: Span,
    /// The missing name that it may stand for.
    pub meant: String,
}

/// Returns the innermost part on a path that is written out, and the number of steps to it.
pub(super) fn innermost(context: &Context<'_>, root: Place, path: &[PathStep]) -> (Place, usize) {
    let mut part = root;
    for (depth, &step) in path.iter().enumerate() {
        let Some(next) = part_at(context, part, step) else { return (part, depth) };
        part = next;
    }
    (part, path.len())
}

/// Returns the part of a literal at a step. Of items with the same key, the last one counts.
pub(super) fn part_at(context: &Context<'_>, at: Place, step: PathStep) -> Option<Place> {
    let (inner, tree) = (context.inside_parentheses(at), context.tree(at.file));
    let node = match (tree.node(inner.node), step) {
        (Node::Tuple(elements), PathStep::Index(at)) => tree.list(elements).get(at).copied(),
        (Node::Object(items), PathStep::Property(name) | PathStep::Key(name)) => {
            let mut items = tree.items(items).iter().rev();
            items.find(|item| context.key_name(at.file, item.key) == Some(name)).map(|item| item.value)
        }
        _ => None,
    };
    Some(Place { node: node?, ..at })
}

/// Returns the text that a name, perhaps with steps, stands for, and its place, if it is written out in a definition.
pub(super) fn text_behind(context: &Context<'_>, at: Place) -> Option<(Name, Place)> {
    let inner = context.inside_parentheses(at);
    let Target::Definition(id) = context.inference.target(inner) else { return None };
    let Node::Variable(_, steps) = context.tree(inner.file).node(inner.node) else { return None };
    let value = Place { file: context.program.definition(id).file, node: context.program.written_out(id)? };
    let mut steps = context.tree(inner.file).steps(steps).iter();
    let part = steps.try_fold(value, |part, step| {
        let step = match step.key {
            StepKey::Attribute(name) | StepKey::Text(name) => PathStep::Property(name),
            StepKey::Number(number) => PathStep::Index(context.types.number_of(number).as_index()?),
            _ => return None,
        };
        part_at(context, part, step)
    })?;
    let part = context.inside_parentheses(part);
    match context.tree(part.file).node(part.node) {
        Node::String(text) => Some((text, part)),
        _ => None,
    }
}

/// Holds if a value is written out: it is no reference, and not computed.
pub(super) fn is_written_out(context: &Context<'_>, at: Place) -> bool {
    let inner = context.inside_parentheses(at);
    matches!(
        context.tree(inner.file).node(inner.node),
        Node::Null
            | Node::Bool(_)
            | Node::Number(_)
            | Node::String(_)
            | Node::Template(_)
            | Node::Tuple(_)
            | Node::Object(_)
    )
}

/// Returns the first key of an object that is none of the known names, and may stand for a missing one.
pub(super) fn misspelt_key(
    context: &Context<'_>,
    object: Place,
    known: &Fields<'_>,
    missing: &[&str],
) -> Option<MisspeltKey> {
    let mut unknown = keys(context, object).filter(|&(name, _)| !known.has(name));
    unknown.find_map(|(name, span)| {
        let meant = nearest(context.types.text(name), missing.iter().copied())?;
        Some(MisspeltKey { name, span, meant })
    })
}

/// Returns the names of the keys of an object, with their places. Any other expression has none.
pub(super) fn keys<'a>(context: &'a Context<'_>, object: Place) -> impl Iterator<Item = (Name, Span)> + 'a {
    let tree = context.tree(object.file);
    let items = match tree.node(context.inside_parentheses(object).node) {
        Node::Object(items) => tree.items(items),
        _ => &[],
    };
    items.iter().filter_map(move |item| Some((context.key_name(object.file, item.key)?, item.key_span)))
}
