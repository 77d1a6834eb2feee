//! Steps and indices that fail in Terraform: `unknown-property` for a step, `invalid-index` for a computed index.

use super::Diagnostic;
use super::context::Context;
use super::steps::step_at;
use super::suggestions::Help;
use super::terraform::{Flaw, type_text, value_text};
use crate::codes::Code;
use crate::program::{Kind, Place};
use crate::source::Span;
use crate::syntax::tree::{Node, StepKey};
use crate::types::display::{display_constant, quoted};
use crate::types::nearest::nearest;
use crate::types::vocabulary::TerraformError;
use crate::types::{ANY, Constant, Interner, Name, Shape, Ty};

/// The maximal number of names that help lists if none is near.
const MOST_NAMES: usize = 8;

pub(super) fn diagnostic(context: &Context<'_>, flaw: Flaw<'_>) -> Diagnostic {
    let Flaw { at, error, found, expected, .. } = flaw;
    let is_computed = matches!(context.tree(at.file).node(at.node), Node::Index(..));
    let (key, span) = step_at(context, at, number_of(context, flaw));
    let owner = owner(context, flaw);
    let part = part_text(context.types, key, expected);
    let message = match error {
        TerraformError::IntoNull => format!("{owner} is null, which has no {part}"),
        TerraformError::Attribute => format!("unknown {part} of {owner}"),
        TerraformError::MapKey => format!("unknown {part} of the map {owner}"),
        TerraformError::OutOfRange => out_of_range(context, flaw, &owner),
        TerraformError::NoIndex if is_computed => {
            format!("the index in {owner} is {}, which does not convert to number", value_text(context, expected))
        }
        TerraformError::NullKey => format!("the key in {owner} is null"),
        TerraformError::NoKey => {
            format!("the key in {owner} is {}, which does not convert to string", value_text(context, expected))
        }
        TerraformError::OfSet => {
            format!("{owner} is {}, whose elements have no keys or attributes", type_text(context, found))
        }
        _ => format!("{owner} is {}, which has no {part}", type_text(context, found)),
    };
    let code = if is_computed { Code::InvalidIndex } else { Code::UnknownProperty };
    let diagnostic = Diagnostic::error(code, at.file, span, message).label(label(error)).help(help(context, flaw, key));
    // The types of a map and of a sequence do not show the keys that are missing.
    if error == TerraformError::Attribute { diagnostic.found(type_text(context, found)) } else { diagnostic }
}

fn label(error: TerraformError) -> &'static str {
    match error {
        TerraformError::Attribute => "no such attribute",
        TerraformError::MapKey => "no such key",
        TerraformError::OutOfRange => "out of range",
        TerraformError::IntoNull => "a step into null",
        TerraformError::NullKey => "null is no key",
        TerraformError::NoIndex => "not an index",
        TerraformError::NoKey => "not a key",
        TerraformError::OfSet => "a step into a set",
        _ => "no such part",
    }
}

/// A value that may be null, where null fails.
pub(super) fn may_be_null(context: &Context<'_>, at: Place, place: u32) -> Diagnostic {
    let flaw = Flaw { at, error: TerraformError::IntoNull, place, found: ANY, expected: ANY, path: &[] };
    let owner = owner_source(context, flaw).or_else(|| context.source_of(at));
    let message = match owner {
        Some(text) => format!("`{text}` may be null"),
        None => "the value may be null".to_owned(),
    };
    let help = owner
        .map(|text| format!("`{text} == null ? ... : ...` excludes null, and `try(..., ...)` catches the failure"));
    Diagnostic::error(Code::NullValue, at.file, context.span(at), message)
        .label("fails if it is null")
        .help(help)
        .warning()
}

/// An attribute of a resource that its schema marks as deprecated, reported at the step to it.
pub(super) fn deprecated(context: &Context<'_>, at: Place, name: Name) -> Diagnostic {
    let is_step = |key: StepKey| matches!(key, StepKey::Attribute(step) | StepKey::Text(step) if step == name);
    // A key of an instance may stand before it.
    let first = context.steps_in_name(at) as u32;
    let steps = [first, first + 1].map(|step| step_at(context, at, step));
    let found = steps.into_iter().find(|(key, _)| key.is_some_and(is_step));
    let span = found.map_or_else(|| context.span(at), |(_, span)| span);
    let message = format!("`{}` is deprecated", context.types.text(name));
    Diagnostic::error(Code::Deprecated, at.file, span, message).warning()
}

/// The number of the step among those that are written.
fn number_of(context: &Context<'_>, flaw: Flaw<'_>) -> u32 {
    flaw.place + context.steps_in_name(flaw.at) as u32
}

/// The value that the step is applied to, as a phrase.
fn owner(context: &Context<'_>, flaw: Flaw<'_>) -> String {
    owner_source(context, flaw).map_or_else(|| "the value".to_owned(), |text| format!("`{text}`"))
}

/// The source text of the value that the step is applied to, if it is short.
fn owner_source<'c>(context: &Context<'c>, flaw: Flaw<'_>) -> Option<&'c str> {
    let at = flaw.at;
    let tree = context.tree(at.file);
    let span = match tree.node(at.node) {
        Node::Variable(_, steps) | Node::Relative(_, steps) => {
            let step = tree.steps(steps).get(number_of(context, flaw) as usize);
            // A splat is the parent of the steps behind it.
            let splat = context.parent(at.file, at.node).filter(|&parent| matches!(tree.node(parent), Node::Splat(..)));
            let whole =
                tree.span(splat.filter(|_| matches!(tree.node(at.node), Node::Relative(..))).unwrap_or(at.node));
            step.map(|step| Span { end: step.span.start, ..whole })
        }
        Node::Index(collection, _) => Some(tree.span(collection)),
        // The key is an argument of `lookup`, whose first argument is the object.
        _ => context.parent(at.file, at.node).and_then(|parent| match tree.node(parent) {
            Node::Call(call) => tree.list(tree.call(call).arguments).first().map(|&object| tree.span(object)),
            _ => None,
        }),
    };
    context.short_source(at.file, span?)
}

/// The part that a step names, as a phrase.
fn part_text(types: &Interner, key: Option<StepKey>, computed: Ty) -> String {
    match key {
        Some(StepKey::Attribute(name)) => format!("attribute `{}`", types.text(name)),
        Some(StepKey::Text(name)) => format!("key `{}`", quoted(types.text(name))),
        Some(StepKey::Number(id)) => format!("element `[{}]`", types.number_of(id)),
        Some(StepKey::Bool(value)) => format!("element `[{value}]`"),
        Some(StepKey::Null) => "element `[null]`".to_owned(),
        None => match types.shape(computed) {
            Shape::Constant(_, Constant::Text(name)) => format!("key `{}`", quoted(types.text(name))),
            Shape::Constant(_, value) => format!("element `[{}]`", display_constant(types, value)),
            _ => "element with a key of this type".to_owned(),
        },
    }
}

fn out_of_range(context: &Context<'_>, flaw: Flaw<'_>, owner: &str) -> String {
    let length = context.types.members(flaw.found).len();
    let index = match context.types.shape(flaw.expected) {
        Shape::Constant(_, value) => display_constant(context.types, value),
        _ => "of this key".to_owned(),
    };
    let what = match length {
        0 => "no elements".to_owned(),
        1 => "1 element, with the index 0".to_owned(),
        _ => format!("{length} elements, with the indices 0 to {}", length - 1),
    };
    format!("{owner} has no element `[{index}]`: it has {what}")
}

fn help(context: &Context<'_>, flaw: Flaw<'_>, key: Option<StepKey>) -> Option<Help> {
    let Flaw { error, found, expected, .. } = flaw;
    let name = match (key, context.types.shape(expected)) {
        (Some(StepKey::Attribute(name) | StepKey::Text(name)), _)
        | (None, Shape::Constant(_, Constant::Text(name))) => Some(context.types.text(name)),
        _ => None,
    };
    let text = |text: String| Some(Help::from(text));
    match error {
        TerraformError::Attribute if let Some(module) = only_instance(context, flaw, key) => {
            text(format!("`{module}` has neither `count` nor `for_each`: its outputs follow its name"))
        }
        TerraformError::Attribute | TerraformError::MapKey => {
            let is_key = error == TerraformError::MapKey || !matches!(key, Some(StepKey::Attribute(_)));
            known_names(context.types, found, name?, if is_key { "key" } else { "attribute" })
        }
        TerraformError::NoIndex => {
            let owner = owner_source(context, flaw)?;
            let Some(element) = element_with(context.types, found, name?) else {
                return length(owner, name?);
            };
            text(format!("`{owner}[0].{element}` is that of the first element, `{owner}[*].{element}` those of all"))
        }
        TerraformError::OfSet => {
            let owner = owner_source(context, flaw)?;
            match name.and_then(|name| element_with(context.types, found, name)) {
                Some(element) => text(format!("`{owner}[*].{element}` is a list of those of all elements")),
                None => text(format!("`tolist({owner})` is a list, `one({owner})` its only element")),
            }
        }
        _ => length(owner_source(context, flaw)?, name?),
    }
}

/// The called module that is the owner of a missing part, if it has one instance, and the part is an element.
fn only_instance<'a>(context: &Context<'a>, flaw: Flaw<'_>, key: Option<StepKey>) -> Option<&'a str> {
    let module = context.definition_behind(flaw.at).filter(|definition| definition.kind == Kind::Module)?;
    let is_owner = flaw.place == 0;
    let is_element = matches!(key, Some(StepKey::Number(_)));
    (is_owner && is_element).then_some(&module.label[..])
}

/// Help for a name that other languages have for the number of elements.
fn length(owner: &str, name: &str) -> Option<Help> {
    let is_length = ["length", "len", "size", "count"].contains(&name);
    is_length.then(|| format!("`length({owner})` is the number of its elements").into())
}

/// The name among those of an object that is nearest to another one, or all of them if they are few.
pub(super) fn known_names(types: &Interner, object: Ty, name: &str, kind: &'static str) -> Option<Help> {
    let known: Vec<&str> = types.properties(object).iter().map(|property| types.text(property.0)).collect();
    if let Some(near) = nearest(name, known.iter().copied()) {
        return Some(Help::name(kind, near));
    }
    let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let text = |text: String| Some(Help::from(text));
    match &names[..] {
        [] => text(format!("it has no {kind}s")),
        [only] => text(format!("its only {kind} is {only}")),
        names if names.len() <= MOST_NAMES => text(format!("its {kind}s are {}", names.join(", "))),
        _ => None,
    }
}

/// The property of the elements of a sequence that has a name, or the one nearest to it.
fn element_with(types: &Interner, sequence: Ty, name: &str) -> Option<String> {
    let element = match types.shape(sequence) {
        Shape::List(element) | Shape::Set(element) => element,
        Shape::Tuple(_) => *types.members(sequence).first()?,
        _ => return None,
    };
    let known: Vec<&str> = types.properties(element).iter().map(|property| types.text(property.0)).collect();
    if known.contains(&name) { Some(name.to_owned()) } else { nearest(name, known) }
}
