//! Properties of object literals and block bodies, checked against a type: `unknown-property`, `missing-property`.

use super::Diagnostic;
use super::context::Context;
use super::owners::fields;
use super::suggestions::help_for_name;
use crate::codes::Code;
use crate::program::{DefinitionId, Place};
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::types::{Name, Ty};

/// A property that the expected type does not have, reported at its name. `at` is its value.
pub(super) fn unknown(context: &Context<'_>, at: Place, name: Name, expected: Ty) -> Diagnostic {
    let text = context.types.text(name);
    let help =
        help_for_name(context, "property", name, &fields(context.types, expected), &keys_around(context, at), Some(at));
    let message = format!("unknown property `{text}`");
    Diagnostic::error(Code::UnknownProperty, at.file, key_span(context, at), message)
        .label("not a property of the declared type")
        .help(help)
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
    let known = fields(context.types, expected);
    let help = help_for_name(context, "attribute", name, &known, &keys_around(context, at), Some(at));
    let message = format!("the attribute `{text}` is dropped: the type of the variable has no such attribute");
    Diagnostic::error(Code::DroppedKey, at.file, key_span(context, at), message)
        .label("dropped by the conversion")
        .help(help)
        .warning()
}

/// A missing property, reported at the opening of the object.
pub(super) fn missing(context: &Context<'_>, at: Place, name: Name, expected: Ty) -> Diagnostic {
    let name = context.types.text(name);
    let span = context.span(context.inside_parentheses(at));
    let opening = Span { end: span.end.min(span.start + 1), ..span };
    let message = format!("missing property `{name}` in {}", context.role(at));
    Diagnostic::error(Code::MissingProperty, at.file, opening, message)
        .label(format!("`{name}` is missing"))
        .adds(name)
        .expected(context.expected_text(expected))
}

/// A property that the body of a block lacks.
pub(super) fn missing_in_body(context: &Context<'_>, id: DefinitionId, name: Name, ty: Ty) -> Diagnostic {
    let definition = context.program.definition(id);
    let name = context.types.text(name);
    let span = definition.block.as_ref().map_or(definition.span, |block| block.missing_span);
    let message = format!("missing property `{name}` in the {}", definition.kind.word());
    Diagnostic::error(Code::MissingProperty, definition.file, span, message)
        .label(format!("`{name}` is missing"))
        .adds(name)
        .expected(context.expected_text(ty))
}

/// The keys of the literal object around the value of one of its properties.
fn keys_around(context: &Context<'_>, at: Place) -> Vec<Name> {
    let tree = context.tree(at.file);
    let Some(Node::Object(items)) = context.parent(at.file, at.node).map(|parent| tree.node(parent)) else {
        return Vec::new();
    };
    tree.items(items).iter().filter_map(|item| context.key_name(at.file, item.key)).collect()
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
