//! Properties of object literals and block bodies, checked against a type: `unknown-property`, `missing-property`.

use std::sync::Arc;

use super::Diagnostic;
use super::context::Context;
use super::fields::Given;
use super::suggestions::{Help, help_for_name, list};
use crate::codes::Code;
use crate::program::{DefinitionId, Place};
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::display::display_constant;
use crate::types::{Constant, Name, Shape, Ty};

/// A property that the expected type does not have, reported at its name. `at` is its value.
pub(super) fn unknown(context: &Context<'_>, at: Place, name: Name, expected: Ty) -> Diagnostic {
    let text = context.types.text(name);
    let help = help_for_name(context, "property", name, &context.fields(expected), &keys_around(context, at), Some(at));
    let message = format!("unknown property `{text}`");
    Diagnostic::error(Code::UnknownProperty, at.file, key_span(context, at), message)
        .label("not a property of the declared type")
        .help(help)
}

/// A property of a literal object behind the name `at`, which is found as a `found` where an `expected` is wanted. It is reported at
/// its key.
pub(super) fn unknown_behind(context: &Context<'_>, at: Place, name: Name, expected: Ty, found: Ty) -> Diagnostic {
    if let Some(diagnostic) = all_unknown(context, at, expected, found) {
        return diagnostic;
    }
    let Some(value) = value_behind(context, at, name, found) else {
        return Diagnostic { span: context.span(at), file: at.file, ..unknown(context, at, name, expected) };
    };
    unknown(context, value, name, expected).cause(
        at.file,
        context.span(at),
        format!("given as {} here", context.role(at)),
    )
}

/// A literal object behind the name `at` of whose several properties none is known: it is reported once, where the name stands.
fn all_unknown(context: &Context<'_>, at: Place, expected: Ty, found: Ty) -> Option<Diagnostic> {
    let types = context.types;
    let (known, given) = (context.fields(expected), types.properties(found));
    let is_known = |name: Name| known.has(name);
    if given.len() < 2 || given.iter().any(|property| is_known(property.0)) {
        return None;
    }
    let mut names: Vec<&str> = given.iter().map(|property| types.text(property.0)).collect();
    names.sort_unstable();
    let shown: Vec<String> = names.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len() - shown.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("unknown properties {}{rest} in {}", shown.join(", "), context.role(at));
    let diagnostic = Diagnostic::error(Code::UnknownProperty, at.file, context.span(at), message)
        .label("none of its properties is one of the declared type")
        .help(list(context, "property", &known));
    Some(match context.definition_behind(at) {
        Some(of) => diagnostic.cause(of.file, of.name_span, format!("`{}` is defined here", of.label)),
        None => diagnostic,
    })
}

/// The most properties that a message names.
const MOST_NAMED: usize = 5;

/// A constant that selects the wrong member of a union: the object has the properties of another one. `at` is the constant.
pub(super) fn wrong_variant(context: &Context<'_>, at: Place, expected: Ty, meant: Ty) -> Diagnostic {
    let types = context.types;
    let (known, given) = (context.fields(expected), keys_around(context, at));
    let is_other = |name: &Name| !known.has(*name);
    let others: Vec<String> =
        given.all().iter().filter(|name| is_other(name)).map(|&name| format!("`{}`", types.text(name))).collect();
    let properties = match &others[..] {
        [only] => format!("property {only}"),
        [first @ .., last] => format!("properties {} and {last}", first.join(", ")),
        [] => "properties of the object".to_owned(),
    };
    let constant = |ty| {
        given.all().iter().find_map(|&name| {
            let (own, other) = (types.property(expected, name)?, types.property(meant, name)?);
            let is_tag = [own, other].iter().all(|&ty| matches!(types.shape(ty), Shape::Constant(..)))
                && !types.are_equal(own, other);
            match types.shape(types.property(ty, name).filter(|_| is_tag)?) {
                Shape::Constant(_, Constant::Text(text)) => Some(types.text(text).to_owned()),
                Shape::Constant(_, value) => Some(display_constant(types, value)),
                _ => None,
            }
        })
    };
    let tag = constant(expected).unwrap_or_default();
    let message = format!("the member of the union for `{tag}` has no {properties}");
    Diagnostic::error(Code::WrongVariant, at.file, context.span(at), message)
        .label("selects a member without them")
        .help(constant(meant).map(|name| Help::name("value", name)))
}

/// The value of a property in the first object of a type in the literal value behind a name.
fn value_behind(context: &Context<'_>, at: Place, name: Name, found: Ty) -> Option<Place> {
    let definition = context.definition_behind(at)?;
    let (file, tree) = (definition.file, context.tree(definition.file));
    let expression = definition.expressions.first()?;
    let mut items = expression.nodes().filter_map(|node| {
        let Node::Object(items) = tree.node(node) else { return None };
        let ty = context.inference.type_of(Place { file, node })?;
        let item = tree.items(items).iter().find(|item| context.key_name(file, item.key) == Some(name))?;
        context.types.are_equal(ty, found).then_some(Place { file, node: item.value })
    });
    items.next()
}

/// A key that its object has twice, reported at the second one.
pub(super) fn repeated(context: &Context<'_>, at: Place, name: Name) -> Diagnostic {
    let message = format!("the key `{}` is given twice", context.types.text(name));
    Diagnostic::error(Code::DuplicateKey, at.file, key_span(context, at), message)
        .label("this value replaces the one before")
        .warning()
}

/// A key of an object whose type lacks it: Terraform drops the attribute.
pub(super) fn dropped(context: &Context<'_>, at: Place, name: Name, expected: Ty) -> Diagnostic {
    let text = context.types.text(name);
    let known = context.fields(expected);
    let help = help_for_name(context, "attribute", name, &known, &keys_around(context, at), Some(at));
    let message = format!("the attribute `{text}` is dropped: the type of the variable has no such attribute");
    Diagnostic::error(Code::DroppedKey, at.file, key_span(context, at), message)
        .label("dropped by the conversion")
        .help(help)
        .warning()
}

/// A missing property, reported at the opening of the object. `more` further properties are missing but not listed.
pub(super) fn missing(context: &Context<'_>, at: Place, name: Name, expected: Ty, more: u32) -> Diagnostic {
    let name = context.types.text(name);
    let span = context.span(context.inside_parentheses(at));
    let opening = Span { end: span.end.min(span.start + 1), ..span };
    let role = context.role(at);
    Diagnostic::error(Code::MissingProperty, at.file, opening, format!("missing property `{name}` in {role}"))
        .label(format!("`{name}` is missing"))
        .adds(name)
        .help(more_missing(more, &role))
        .expected(context.expected_text(expected))
}

/// A property that the body of a block lacks.
pub(super) fn missing_in_body(context: &Context<'_>, id: DefinitionId, name: Name, ty: Ty, more: u32) -> Diagnostic {
    let definition = context.program.definition(id);
    let name = context.types.text(name);
    let span = definition.block.as_ref().map_or(definition.span, |block| block.missing_span);
    let role = format!("the {}", definition.kind.word());
    Diagnostic::error(Code::MissingProperty, definition.file, span, format!("missing property `{name}` in {role}"))
        .label(format!("`{name}` is missing"))
        .adds(name)
        .help(more_missing(more, &role))
        .expected(context.expected_text(ty))
}

/// Help with the number of the missing properties that are not listed.
fn more_missing(more: u32, role: &str) -> Option<String> {
    (more > 0).then(|| format!("{more} more required properties of {role} are missing"))
}

/// The keys of the literal object around the value of one of its properties.
fn keys_around(context: &Context<'_>, at: Place) -> Arc<Given> {
    context.parent(at.file, at.node).map(|node| context.keys_of(Place { node, ..at })).unwrap_or_default()
}

/// The place of the name of a property, given the place of its value.
fn key_span(context: &Context<'_>, at: Place) -> Span {
    let tree = context.tree(at.file);
    if let Some(Node::Object(items)) = context.parent(at.file, at.node).map(|parent| tree.node(parent))
        && let Some(item) = tree.items(items).iter().find(|item| item.value == at.node)
    {
        return item.key_span;
    }
    context.name_span(at).unwrap_or_else(|| context.span(at))
}
