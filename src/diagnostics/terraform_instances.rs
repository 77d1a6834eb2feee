//! Problems of the instances of Terraform's blocks: their number, their keys, and values that decide about them.

use super::Diagnostic;
use super::context::Context;
use super::steps::step_at;
use super::terraform::key_text;
use crate::codes::Code;
use crate::program::resolve::Target;
use crate::program::{Kind, Place};
use crate::source::Span;
use crate::syntax::tree::{Node, StepKey};
use crate::types::nearest::nearest;
use crate::types::vocabulary::{Mark, RangeKind, TerraformError, Usage};
use crate::types::{Constant, STRING, Shape, Ty};
use crate::visible::in_quotes;

/// The most keys of instances that are listed.
const MOST_KEYS: usize = 8;

/// A key that does not fit the repetition of a block.
pub(super) fn instance(context: &Context<'_>, at: Place, flaw: TerraformError) -> Diagnostic {
    let block = context.definition_behind(at).map_or("", |block| &block.label);
    let error = |message: String| Diagnostic::error(Code::InvalidIndex, at.file, context.span(at), message);
    match flaw {
        TerraformError::SingleInstance => {
            error(format!("`{block}` has neither `count` nor `for_each`, and its instance has no key"))
                .label("a key of a block that is not repeated")
        }
        TerraformError::MissingKey => {
            let (word, key) = repetition(context, at);
            error(format!("`{block}` has `{word}`, and the key of an instance is missing"))
                .label("an attribute of all instances")
                .help(Some(key_help(context, at, block, key)))
        }
        _ => error(format!("the key of an instance of `{block}` is neither a string nor a whole number"))
            .label("the keys are strings or whole numbers"),
    }
}

/// Help with a key of an instance: that of the block around, if it is repeated in the same way, or one of those that are written.
fn key_help(context: &Context<'_>, at: Place, block: &str, key: &str) -> String {
    let repeated = |id| context.program.definition(id).block.as_ref().and_then(|block| block.repeated);
    let around = context.program.definition_of(at).and_then(|id| repeated(context.program.owner(id)));
    let of = match context.inference.target(at) {
        Target::Definition(id) => Some(id),
        _ => None,
    };
    let own = of.and_then(repeated);
    let written = || of.and_then(|id| context.program.written_keys(id, context.types)?.first().copied());
    match own {
        _ if around.is_some() && around == own => format!("write `{block}[{key}]` or another key"),
        Some(RangeKind::Count) => format!("`{block}[0]` is the first instance, and `{block}[*]` are all of them"),
        _ => match written() {
            Some(name) => format!("write `{block}[{}]` or another key", in_quotes(context.types.text(name))),
            None => format!("`{block}[\"KEY\"]` is one instance, and `values({block})` are all of them"),
        },
    }
}

/// An output of an instance of a module that is named by a key.
pub(super) fn output_key(context: &Context<'_>, at: Place) -> Diagnostic {
    let (key, span) = step_at(context, at, context.steps_in_name(at) as u32 + 1);
    let start = context.span(at).start;
    let instance = context.short_source(at.file, Span { start, end: span.start });
    let instance = instance.map_or_else(|| "the instance".to_owned(), |text| format!("`{text}`"));
    let message = format!("an output of {instance} is named by an attribute, not by a key");
    let name = match key {
        Some(StepKey::Text(name)) => Some(context.types.text(name)),
        _ => None,
    };
    Diagnostic::error(Code::InvalidIndex, at.file, span, message)
        .label("a key of an output")
        .help(name.map(|name| format!("write `.{name}`")))
}

/// The key of an instance that its block does not have: a text, where the keys are written.
fn no_key(context: &Context<'_>, at: Place) -> Option<Diagnostic> {
    let Target::Definition(id) = context.inference.target(at) else { return None };
    let keys = context.program.written_keys(id, context.types)?;
    let (Some(StepKey::Text(key)), span) = step_at(context, at, context.steps_in_name(at) as u32) else { return None };
    let key = context.types.text(key);
    let label = &context.program.definition(id).label;
    let message = format!("`{label}` has no instance with the key {}", in_quotes(key));
    let keys = || keys.iter().map(|&key| context.types.text(key));
    let all = || keys().take(MOST_KEYS).map(in_quotes).collect::<Vec<_>>().join(", ");
    let help = match nearest(key, keys()) {
        Some(near) => format!("there is an instance {}", in_quotes(&near)),
        None => format!("there are the keys {}", all()),
    };
    Some(Diagnostic::error(Code::InvalidIndex, at.file, span, message).label("no such instance").help(Some(help)))
}

/// The number, or the key, of an instance that its block does not have.
pub(super) fn no_instance(context: &Context<'_>, at: Place, count: Ty) -> Diagnostic {
    if let Some(of_key) = no_key(context, at) {
        return of_key;
    }
    let block = context.definition_behind(at).map_or("", |block| &block.label);
    let number = match context.types.shape(count) {
        Shape::Constant(_, Constant::Number(number)) => context.types.number_of(number).as_index(),
        _ => None,
    };
    let message = match number {
        Some(0) => format!("`{block}` has no instances: its `count` is 0"),
        Some(1) => format!("`{block}` has one instance, with the number 0"),
        _ => format!("`{block}` has no instance of this number: its `count` is {}", key_text(context, count)),
    };
    Diagnostic::error(Code::InvalidIndex, at.file, context.span(at), message).label("no such instance")
}

/// A splat that wraps the map of a block's instances.
pub(super) fn wrapped_instances(context: &Context<'_>, at: Place) -> Diagnostic {
    let source = match context.tree(at.file).node(at.node) {
        Node::Splat(source, _) => context.source_of(Place { node: source, ..at }),
        _ => None,
    };
    let instances = source.map_or_else(|| "the block".to_owned(), |source| format!("`{source}`"));
    let message = format!("{instances} has `for_each`: its instances are a map, which `[*]` wraps as a whole");
    Diagnostic::error(Code::InvalidIndex, at.file, context.span(at), message)
        .label("a map has no such attribute")
        .help(source.map(|source| format!("`values({source})[*]` goes over the instances")))
}

/// A data source that belongs to a check, in another place.
pub(super) fn scoped(context: &Context<'_>, at: Place) -> Diagnostic {
    let inside = &context.program.inside_checks;
    let (address, check) = match context.inference.target(at) {
        Target::Definition(id) => (&context.program.definition(id).label[..], inside.get(&id)),
        _ => ("the data source", None),
    };
    let check = check.map_or("", |&name| context.types.text(name));
    let message = format!("`{address}` belongs to the check `{check}`, and exists only there");
    Diagnostic::error(Code::UnknownVariable, at.file, context.span(at), message).label("not known here")
}

/// A value that is known only after apply, and decides about instances.
pub(super) fn deferred(context: &Context<'_>, at: Place, usage: Usage) -> Diagnostic {
    let what = match usage {
        Usage::Count => "the number of instances in `count` depends on",
        Usage::ForEach => "the keys of the instances in `for_each` depend on",
        _ => "the existence of the instance depends on",
    };
    let cause = deferred_name(context, at);
    let message = match cause {
        Some(name) => format!("{what} `{name}`, which is known only after apply"),
        None => format!("{what} a value that is known only after apply"),
    };
    let known = match usage {
        Usage::ForEach => "keys that are known, such as names in the configuration, make the instances plannable",
        _ => "a value that is known, such as one of a variable, makes the instances plannable",
    };
    Diagnostic::error(Code::DeferredValue, at.file, context.span(at), message)
        .label("not known when instances are planned")
        .help(Some(known))
}

/// An argument with a mark that fails in the called module.
pub(super) fn passed(context: &Context<'_>, at: Place, mark: Mark, demand: u32) -> Diagnostic {
    let owner = context.program.definition_of(at).map(|id| context.program.owner(id));
    let call = owner.and_then(|owner| context.program.calls.get(&owner));
    let demand = call.and_then(|call| call.demands.get(demand as usize));
    let place = demand.map_or("the module", |demand| &demand.place);
    let role = match demand {
        Some(demand) if !demand.part.is_empty() => format!("`{}` of {}", demand.part, context.role(at)),
        _ => context.role(at),
    };
    let is_null = matches!(context.tree(at.file).node(context.inside_parentheses(at).node), Node::Null);
    let (code, what, label) = match mark {
        Mark::Nullable if is_null => (Code::NullValue, "is null, which fails", "null fails in the module"),
        Mark::Nullable => (Code::NullValue, "may be null, which fails", "fails in the module if it is null"),
        _ => (
            Code::DeferredValue,
            "is known only after apply, and decides about instances",
            "not known when the plan is made",
        ),
    };
    let diagnostic =
        Diagnostic::error(code, at.file, context.span(at), format!("{role} {what} at {place}")).label(label);
    diagnostic.warning()
}

/// The first attribute of a resource in an expression.
fn deferred_name<'c>(context: &Context<'c>, at: Place) -> Option<&'c str> {
    let tree = context.tree(at.file);
    let mut open = vec![at.node];
    while let Some(node) = open.pop() {
        let place = Place { node, ..at };
        let of_resource = context.definition_behind(place).is_some_and(|named| named.kind == Kind::Resource);
        if of_resource {
            return context.source_of(place);
        }
        let first = open.len();
        tree.each_child(node, &mut |child| open.push(child));
        open[first..].reverse();
    }
    None
}

/// The word for the repetition of the block that an address names, and the key of an instance beside it.
fn repetition(context: &Context<'_>, at: Place) -> (&'static str, &'static str) {
    let named = context.definition_behind(at).and_then(|named| named.block.as_ref());
    match named.and_then(|block| block.repeated) {
        Some(RangeKind::Count) => ("count", "count.index"),
        _ => ("for_each", "each.key"),
    }
}

/// Help for `for_each`: how the value becomes a set or a map.
pub(super) fn repetition_help(context: &Context<'_>, at: Place, found: Ty) -> Option<String> {
    let source = context.source_of(at)?;
    let element = match context.types.shape(found) {
        Shape::List(element) | Shape::Set(element) => element,
        Shape::Tuple(_) => context.types.members(found).first().copied()?,
        _ => return None,
    };
    match context.types.shape(element) {
        // A tuple with a string becomes a set of strings, whatever its other members are.
        Shape::Primitive(_) if element == STRING || context.types.members(found).contains(&STRING) => {
            Some(format!("`toset({source})` is a set"))
        }
        Shape::Primitive(_) => Some(format!("`toset([for x in {source} : tostring(x)])` is a set of strings")),
        Shape::Object(_) => {
            let is_text = |ty: Ty| matches!(context.types.shape(ty), Shape::Primitive(_));
            let properties = context.types.properties(element).iter();
            let mut names =
                properties.filter(|property| is_text(property.1)).map(|&(name, _)| context.types.text(name));
            let name = names.clone().find(|name| *name == "name").or_else(|| names.next())?;
            Some(format!("`{{ for x in {source} : x.{name} => x }}` is a map, if `{name}` differs in all of them"))
        }
        _ => None,
    }
}
