//! Constants that are not values of the expected enum, and the values that are: `not-an-enum-value`.

use rustc_hash::FxHashSet;

use super::Diagnostic;
use super::context::Context;
use super::literals::text_behind;
use super::suggestions::Help;
use crate::codes::Code;
use crate::program::Place;
use crate::syntax::tree::Node;
use crate::types::display::{display_constant, members_by_text};
use crate::types::nearest::nearest;
use crate::types::{Constant, DeclaredAs, Interner, Shape, Ty, alternatives};

/// The maximum number of values that a message lists.
const MOST_VALUES: usize = 20;

/// A constant that is not a value of the expected enum.
pub(super) fn not_an_enum_value(context: &Context<'_>, at: Place, expected: Ty) -> Diagnostic {
    let shape = context.inference.type_of(at).map(|ty| context.types.shape(ty));
    let node = context.tree(at.file).node(at.node);
    let is_literal = matches!(node, Node::String(_));
    let behind = text_behind(context, at);
    let text = match (node, behind, shape) {
        (Node::String(text), ..) | (_, Some((text, _)), _) => context.types.text(text).to_owned(),
        (.., Some(Shape::Constant(_, value))) => display_constant(context.types, value),
        _ => String::new(),
    };
    let (listed, known) = choices(context.types, expected);
    let help = nearest(&text, known).map(|value| Help::name("value", value));
    let message = if has_enum(context.types, expected) {
        format!("`{text}` is not a value of the enum")
    } else if listed.starts_with("one of ") {
        format!("`{text}` is none of the constants")
    } else {
        format!("`{text}` is not the constant {listed}")
    };
    let label = format!("expected {listed}");
    let diagnostic =
        Diagnostic::error(Code::NotAnEnumValue, at.file, context.span(at), message).label(label).help(help);
    // The name of a constant is not replaced by a value.
    let diagnostic = if is_literal { diagnostic } else { diagnostic.without_fix() };
    match behind {
        Some((_, part)) => diagnostic.cause(part.file, context.span(part), "the text is written here"),
        None => diagnostic,
    }
}

/// Holds if one of the possible types of a value is an enum.
pub(super) fn has_enum(types: &Interner, ty: Ty) -> bool {
    alternatives(types, ty).iter().any(|&ty| matches!(types.shape(ty), Shape::Enum(_)))
}

/// The constants in a type, as a phrase, and those of them that are texts.
pub(super) fn choices(types: &Interner, ty: Ty) -> (String, Vec<&str>) {
    let values = values(types, ty);
    let known = values.iter().filter_map(|&value| match value {
        Constant::Text(text) => Some(types.text(text)),
        _ => None,
    });
    let shown = values.iter().take(MOST_VALUES).map(|&value| display_constant(types, value));
    let more = values.len().saturating_sub(MOST_VALUES);
    let mut all: Vec<String> = shown.chain((more > 0).then(|| format!("{more} more"))).collect();
    let last = all.pop().unwrap_or_default();
    let listed = if all.is_empty() { last } else { format!("one of {}, {last}", all.join(", ")) };
    (listed, known.collect())
}

/// The values of the enums and constants in a type, in order, without duplicates.
fn values(types: &Interner, ty: Ty) -> Vec<Constant> {
    let mut found: Vec<Constant> = match types.shape(ty) {
        Shape::Enum(id) => types.enumeration(id).2.to_vec(),
        Shape::Constant(_, value) => vec![value],
        Shape::Union(_) => members_by_text(types, ty).into_iter().flat_map(|member| values(types, member)).collect(),
        Shape::Output(element) | Shape::Promise(element) => values(types, element),
        Shape::Named(_) if types.declared_as(ty) == DeclaredAs::Alias => {
            types.definition_of(ty).map(|definition| values(types, definition)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let mut seen = FxHashSet::default();
    found.retain(|&value| seen.insert(value));
    found
}
