//! Steps that fail: `unknown-property`, `not-traversable`, `invalid-index`, `index-out-of-range`, and the warnings
//! `property-case` and `traversing-none`.

use super::Diagnostic;
use super::context::Context;
use crate::program::Place;
use crate::source::Span;
use crate::syntax::tree::{Node, StepKey};
use crate::types::display::quoted;
use crate::types::nearest::{MOST, nearest};
use crate::types::vocabulary::Outcome;
use crate::types::{Interner, NONE, Shape, Ty};

pub(super) fn diagnostic(context: &Context<'_>, at: Place, step: u32, from: Ty, meets: Outcome) -> Diagnostic {
    let (key, span) = step_at(context, at, step);
    let found = context.type_text(from);
    let is_lenient = context.strictness.is_lenient;
    let error = |code| Diagnostic::error(code, at.file, span, step_sentence(context.types, key, meets)).found(found);
    match meets {
        Outcome::UnknownProperty => error("unknown-property")
            .label("unknown property")
            .help(similar_property(context.types, from, key))
            .warning_if(is_lenient),
        Outcome::NotTraversable if has_objects(context.types, from) => {
            let message = step_sentence(context.types, key, Outcome::UnknownProperty);
            Diagnostic::error("not-traversable", at.file, span, message)
                .label("unknown property")
                .found(found)
                .help(similar_property(context.types, from, key))
        }
        Outcome::NotTraversable => error("not-traversable").label(format!("{found} has no properties or elements")),
        Outcome::NotAnIndex => error("invalid-index").label("expected a whole number from 0"),
        Outcome::OutOfRange => {
            let length = context.types.members(from).len();
            let elements = if length == 1 { "element" } else { "elements" };
            error("index-out-of-range").label(format!("the tuple has {length} {elements}"))
        }
        Outcome::OtherCase => error("property-case")
            .label("the letters differ in case")
            .help(similar_property(context.types, from, key))
            .warning(),
        Outcome::IntoNone if !is_null(context.types, from) => {
            let message = format!("{} is always null", text_of(context.types, key));
            Diagnostic::error("traversing-none", at.file, span, message)
                .label("no member of the union gives another value")
                .found(found)
                .help(similar_property(context.types, from, key))
                .warning()
        }
        // A step that succeeds is no problem, so `Found` does not occur.
        Outcome::IntoNone | Outcome::Found => error("traversing-none").label("the result is null").warning(),
    }
}

/// Holds for null and for eventuals of null.
fn is_null(types: &Interner, ty: Ty) -> bool {
    match types.shape(ty) {
        Shape::Output(inner) | Shape::Promise(inner) => is_null(types, inner),
        _ => ty == NONE,
    }
}

/// Holds for objects, and for unions and eventuals with an object in them.
fn has_objects(types: &Interner, ty: Ty) -> bool {
    let mut names = Vec::new();
    property_names(types, ty, &mut names);
    !names.is_empty()
}

/// The outcome of a step, in one sentence.
pub fn step_sentence(types: &Interner, key: Option<StepKey>, meets: Outcome) -> String {
    let name = text_of(types, key);
    match meets {
        Outcome::UnknownProperty => format!("unknown property {name}"),
        Outcome::NotTraversable => format!("the value has no property or element {name}"),
        Outcome::NotAnIndex => format!("{name} is not a tuple index"),
        Outcome::OutOfRange => format!("the tuple index {name} is out of range"),
        Outcome::OtherCase => format!("the property {name} is declared with different letter case"),
        Outcome::IntoNone => format!("null has no {name}"),
        Outcome::Found => format!("there is a {name}"),
    }
}

/// The key of a step, and its place. An index has one key.
fn step_at(context: &Context<'_>, at: Place, step: u32) -> (Option<StepKey>, Span) {
    let tree = context.tree(at.file);
    match tree.node(at.node) {
        Node::Variable(_, steps) | Node::Relative(_, steps) => match tree.steps(steps).get(step as usize) {
            Some(step) => (Some(step.key), step.span),
            None => (None, tree.span(at.node)),
        },
        Node::Index(_, key) => (None, tree.span(key)),
        _ => (None, tree.span(at.node)),
    }
}

fn text_of(types: &Interner, key: Option<StepKey>) -> String {
    match key {
        Some(StepKey::Attribute(name)) => format!("`{}`", types.text(name)),
        Some(StepKey::Text(name)) => format!("`{}`", quoted(types.text(name))),
        Some(StepKey::Number(id)) => format!("`{}`", types.number_of(id)),
        Some(StepKey::Bool(value)) => format!("`{value}`"),
        Some(StepKey::Null) => "`null`".to_owned(),
        None => "the key".to_owned(),
    }
}

fn similar_property(types: &Interner, from: Ty, key: Option<StepKey>) -> Option<String> {
    let (StepKey::Attribute(name) | StepKey::Text(name)) = key? else { return None };
    let mut known = Vec::new();
    property_names(types, from, &mut known);
    nearest(types.text(name), known).map(|name| format!("there is a property `{name}`"))
}

/// Collects the property names of a type, and of the members of a union or the element of an eventual. It stops at one name
/// more than [`MOST`], the most that are searched for the nearest one.
fn property_names<'a>(types: &'a Interner, from: Ty, names: &mut Vec<&'a str>) {
    let room = (MOST + 1).saturating_sub(names.len());
    match types.shape(from) {
        _ if room == 0 => {}
        Shape::Object(_) => {
            names.extend(types.properties(from).iter().take(room).map(|property| types.text(property.0)));
        }
        Shape::Union(_) => types.members(from).iter().for_each(|&member| property_names(types, member, names)),
        Shape::Output(element) | Shape::Promise(element) => property_names(types, element, names),
        Shape::Named(id) => {
            if let Some(definition) = types.named(id).definition {
                property_names(types, definition, names);
            }
        }
        _ => {}
    }
}
