//! Programs that work, but probably not as intended: the warnings `ineffective-comparison` and `eventual-range`, and the note
//! `unsafe-conversion`.

use super::Diagnostic;
use super::context::Context;
use super::enum_values::choices;
use super::no_conversion::{disagreement, joined_help};
use super::suggestions::Help;
use crate::codes::Code;
use crate::program::Place;
use crate::program_rules::problem::Step;
use crate::syntax::tree::Node;
use crate::types::display::display_constant;
use crate::types::nearest::nearest;
use crate::types::{BOOL, Constant, INT, Interner, NONE, NUMBER, Name, Shape, Ty};

/// A comparison of values that are never equal.
pub(super) fn ineffective_comparison(
    context: &Context<'_>,
    at: Place,
    [left, right]: [Ty; 2],
    path: &[Step],
) -> Diagnostic {
    if let Some(diagnostic) = never_equals_constant(context, at, [left, right]) {
        return diagnostic;
    }
    let label = match disagreement(context.types, left, right, path) {
        Some((path, None, _)) => format!("the left operand has no `{path}`"),
        Some((path, Some(left), right)) => {
            let texts = context.type_texts(right, left);
            format!("`{path}` is {} on the left, and {} on the right", texts.found, texts.brief)
        }
        None => match [left, right].map(|ty| outline(context.types, ty)) {
            [Some(left), Some(right)] if left != right => format!("{left} is compared with {right}"),
            _ => {
                let texts = context.type_texts(right, left);
                format!("{} is compared with {}", texts.found, texts.brief)
            }
        },
    };
    let message = "the operands of the comparison are never equal";
    Diagnostic::error(Code::IneffectiveComparison, at.file, context.span(at), message).label(label).warning()
}

/// Holds for a bool, a number, an output or a promise of one, and one that may be null.
fn is_truth_or_number(types: &Interner, ty: Ty) -> bool {
    match types.shape(ty) {
        Shape::Output(element) | Shape::Promise(element) => is_truth_or_number(types, element),
        Shape::Union(_) => types.members(ty).iter().all(|&member| member == NONE || is_truth_or_number(types, member)),
        _ => [BOOL, INT, NUMBER].contains(&ty),
    }
}

/// A comparison of a constant with a value that is none of its values, reported at the constant.
fn never_equals_constant(context: &Context<'_>, at: Place, [left, right]: [Ty; 2]) -> Option<Diagnostic> {
    let types = context.types;
    let Node::Binary(_, first, second) = context.tree(at.file).node(at.node) else { return None };
    let constant = |ty| match types.shape(ty) {
        Shape::Constant(_, value) => Some(value),
        _ => None,
    };
    let (value, node, other) = match (constant(left), constant(right)) {
        (Some(value), None) => (value, first, right),
        (None, Some(value)) => (value, second, left),
        _ => return None,
    };
    let (listed, known) = choices(types, other);
    if listed.is_empty() && !is_truth_or_number(types, other) {
        return None;
    }
    let help = match value {
        Constant::Text(text) => nearest(types.text(text), known).map(|value| Help::name("value", value)),
        _ => None,
    };
    let operand = context.inside_parentheses(Place { node, ..at });
    let message = format!("the other operand is never {}", display_constant(types, value));
    let diagnostic = Diagnostic::error(Code::IneffectiveComparison, at.file, context.span(operand), message)
        .label(format!("it is {}", if listed.is_empty() { context.type_text(other) } else { &listed }))
        .help(help)
        .warning();
    let is_literal = matches!(context.tree(at.file).node(operand.node), Node::String(_));
    Some(if is_literal { diagnostic } else { diagnostic.without_fix() })
}

/// The phrase for a structure without its parts, which do not matter where another structure is expected.
fn outline(types: &Interner, ty: Ty) -> Option<&'static str> {
    match types.shape(ty) {
        Shape::List(_) => Some("a list"),
        Shape::Set(_) => Some("a set"),
        Shape::Map(_) => Some("a map"),
        Shape::Tuple(_) => Some("a tuple"),
        Shape::Object(_) => Some("an object"),
        _ => None,
    }
}

/// Null for a variable with another default.
pub(super) fn null_given(context: &Context<'_>, at: Place, name: Name) -> Diagnostic {
    let name = context.types.text(name);
    let message = format!("null is given to `{name}`, and replaces its default");
    Diagnostic::error(Code::NullValue, at.file, context.span(at), message)
        .label("the default is not used")
        .help(Some(format!("leave `{name}` out, or declare it with `nullable = false`")))
        .warning()
}

/// A conversion that may fail at run time.
pub(super) fn unsafe_conversion(context: &Context<'_>, at: Place, found: Ty, expected: Ty) -> Diagnostic {
    let texts = context.type_texts(expected, found);
    let message = format!("the conversion to `{}` may fail at run time", texts.brief);
    Diagnostic::error(Code::UnsafeConversion, at.file, context.span(at), message)
        .expected(texts.expected)
        .found(texts.found)
        .help(joined_help(context, at, found))
        .note()
}

/// A range whose value is known only at run time.
pub(super) fn eventual_range(context: &Context<'_>, at: Place, found: Ty) -> Diagnostic {
    let message = "the number of instances is known only at run time";
    Diagnostic::error(Code::EventualRange, at.file, context.span(at), message)
        .label(format!("expected a prompt value, found {}", context.type_text(found)))
        .warning()
}
