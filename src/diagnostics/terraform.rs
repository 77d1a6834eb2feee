//! Problems of expressions in Terraform: operators, conditionals, iterations, and values that have an expected type.

use super::Diagnostic;
use super::context::Context;
use super::no_conversion::{disagreement, joined_help};
use super::steps::step_at;
use super::{terraform_calls, terraform_steps};
use crate::codes::Code;
use crate::program::resolve::Target;
use crate::program::{Kind, Place};
use crate::program_rules::problem::Step;
use crate::source::Span;
use crate::syntax::tree::{Node, StepKey};
use crate::types::display::display_constant;
use crate::types::nearest::{may_stand_for, nearest};
use crate::types::vocabulary::{Mark, RangeKind, TerraformError, Usage};
use crate::types::{ANY, BOOL, Constant, Interner, NONE, STRING, Shape, Ty};
use crate::visible::{in_quotes, shortened};

/// The most bytes of a constant in a message.
const MOST_OF_CONSTANT: usize = 120;

/// The most keys of instances that are listed.
const MOST_KEYS: usize = 8;

/// A flaw of an expression, with its evidence.
#[derive(Clone, Copy)]
pub(super) struct Flaw<'a> {
    /// The expression.
    pub at: Place,
    /// The error.
    pub error: TerraformError,
    /// The number of the step or the argument.
    pub place: u32,
    /// The value that was found there: a constant, or the type of any other value.
    pub found: Ty,
    /// What is expected there.
    pub expected: Ty,
    /// The path to the parts that disagree.
    pub path: &'a [Step],
}

pub(super) fn diagnostic(context: &Context<'_>, flaw: Flaw<'_>) -> Diagnostic {
    let Flaw { at, found, .. } = flaw;
    let error = |code, message: String| Diagnostic::error(code, at.file, context.span(at), message);
    match flaw.error {
        TerraformError::IntoNull
        | TerraformError::Attribute
        | TerraformError::MapKey
        | TerraformError::OutOfRange
        | TerraformError::NoIndex
        | TerraformError::NullKey
        | TerraformError::NoKey
        | TerraformError::OfSet
        | TerraformError::NoParts => terraform_steps::diagnostic(context, flaw),
        TerraformError::Operand | TerraformError::Condition | TerraformError::Input | TerraformError::Attributed => {
            let diagnostic = mismatch(context, flaw, Code::NoConversion, at, &context.role(at));
            match joined_help(context, at, found) {
                None => diagnostic,
                help => diagnostic.help(help),
            }
        }
        TerraformError::Interpolation => mismatch(context, flaw, Code::NoConversion, at, "the value in the template"),
        TerraformError::Key => mismatch(context, flaw, Code::NoConversion, at, "the key"),
        TerraformError::Branches => branches(context, flaw),
        TerraformError::DuplicateKey => error(
            Code::DuplicateName,
            format!("the `for` expression produces two items with the key {}", key_text(context, found)),
        )
        .label("two items have the same key")
        .help(Some("`...` behind the value groups the values of one key".to_owned())),
        TerraformError::Iteration => error(
            Code::NotIterable,
            format!("the `for` expression iterates over {}, which has no elements", value_text(context, found)),
        )
        .label("not a collection"),
        TerraformError::Repetition => error(
            Code::NotIterable,
            format!("`for_each` takes a map or a set of strings, found {}", value_text(context, found)),
        )
        .label("not a map or a set of strings")
        .help(repetition_help(context, at, found)),
        TerraformError::NullInstance => {
            error(Code::NotIterable, "`for_each` takes a map or a set of strings, found a set with null".to_owned())
                .label("an element is null")
        }
        TerraformError::Generation => {
            error(Code::NotIterable, format!("`for_each` takes a collection, found {}", value_text(context, found)))
                .label("not a collection")
        }
        TerraformError::SingleInstance | TerraformError::MissingKey | TerraformError::InstanceKey => {
            instance(context, at, flaw.error)
        }
        TerraformError::OutputKey => output_key(context, at),
        TerraformError::NoInstance => no_instance(context, at, found),
        TerraformError::WrappedInstances => wrapped_instances(context, at),
        TerraformError::Scoped => scoped(context, at),
        TerraformError::NotConstant => {
            let name = context.source_of(at).unwrap_or("a value");
            let message =
                format!("the source of a module depends on `{name}`, which is not known when modules are installed");
            error(Code::NotALiteral, message).label("not a variable with `const = true`")
        }
        TerraformError::Count => {
            let message =
                format!("`count` is a whole number that is not negative, found {}", value_text(context, found));
            error(Code::NoConversion, message).label("not a number of instances")
        }
        TerraformError::NullInput => {
            let role = context.role(at);
            error(Code::MissingInput, format!("{role} is required, and must not be null"))
                .label("null is not allowed here")
        }
        _ => terraform_calls::diagnostic(context, flaw),
    }
}

/// A key that does not fit the repetition of a block.
fn instance(context: &Context<'_>, at: Place, flaw: TerraformError) -> Diagnostic {
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
fn output_key(context: &Context<'_>, at: Place) -> Diagnostic {
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
fn no_instance(context: &Context<'_>, at: Place, count: Ty) -> Diagnostic {
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
fn wrapped_instances(context: &Context<'_>, at: Place) -> Diagnostic {
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
fn scoped(context: &Context<'_>, at: Place) -> Diagnostic {
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
fn deferred(context: &Context<'_>, at: Place, usage: Usage) -> Diagnostic {
    let what = match usage {
        Usage::Count => "the number of instances depends on",
        Usage::ForEach => "the keys of the instances depend on",
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

/// A value that does not convert to the type that is expected of it. `place` is that of the value, and `role` the phrase for it.
pub(super) fn mismatch(context: &Context<'_>, flaw: Flaw<'_>, code: Code, place: Place, role: &str) -> Diagnostic {
    let Flaw { found, expected, path, .. } = flaw;
    let inner = context.inside_parentheses(place);
    let error = |message| Diagnostic::error(code, inner.file, context.span(inner), message);
    if let Some((way, source, target)) = disagreement(context.types, found, expected, path) {
        let Some(source) = source else {
            let message = format!("type mismatch: {role} lacks `{way}`, which is required");
            let given = given_instead(context.types, found, expected, &way);
            return error(message)
                .label(format!("`{way}` is missing"))
                .expected(type_text(context, target))
                .help(given.map(|name| format!("the type has no attribute `{name}`")));
        };
        let reason = if gathers_anything(context.types, expected, path) {
            format!("has no common type with the {} before it", type_text(context, target))
        } else {
            format!("does not convert to {}", type_text(context, target))
        };
        let message =
            format!("type mismatch at `{way}`: {role} has {} there, which {reason}", value_text(context, source));
        return error(message)
            .label(format!("its `{way}` does not convert"))
            .found(type_text(context, source))
            .expected(type_text(context, target));
    }
    let whole = whole_block(context, inner, found);
    let attributes = whole.as_ref().and_then(|_| alike_attributes(context, inner, found, expected));
    let expected = type_text(context, expected);
    let message = match (found, whole) {
        (NONE, _) if flaw.expected == ANY => format!("{role} must not be null"),
        (NONE, _) => format!("type mismatch: {role} is null, expected {expected}"),
        (_, Some(whole)) => format!("type mismatch: {role} is {whole}, which does not convert to {expected}"),
        _ => format!("type mismatch: {role} is {}, which does not convert to {expected}", value_text(context, found)),
    };
    let label = if found == NONE { "null is not allowed here" } else { "does not convert" };
    let diagnostic = error(message).label(label);
    if found == NONE && flaw.expected == ANY {
        return diagnostic;
    }
    diagnostic
        .found(if found == NONE { "null" } else { type_text(context, found) })
        .expected(expected)
        .help(attributes.or_else(|| truth_help(context.types, found, flaw.expected).map(str::to_owned)))
}

/// The phrase for a block, if an expression names it as a whole.
fn whole_block(context: &Context<'_>, at: Place, found: Ty) -> Option<String> {
    let block = context.definition_behind(at)?;
    let word = match block.kind {
        Kind::Resource => "resource",
        Kind::Data => "data source",
        Kind::Module => "module",
        _ => return None,
    };
    let is_whole = matches!(context.types.shape(found), Shape::Object(_)) && has_address_only(context, at, block.kind);
    is_whole.then(|| format!("the whole {word} `{}`", context.source_of(at).unwrap_or(&block.label)))
}

/// Holds if the name `at` has no steps behind the address of a block, and perhaps the key of an instance.
fn has_address_only(context: &Context<'_>, at: Place, kind: Kind) -> bool {
    let tree = context.tree(at.file);
    let Node::Variable(_, steps) = tree.node(at.node) else { return false };
    let attributes = tree.steps(steps).iter().filter(|step| matches!(step.key, StepKey::Attribute(_)));
    attributes.count() <= if kind == Kind::Data { 2 } else { 1 }
}

/// Help with the attributes of a block that are usually meant, and have the expected type.
fn alike_attributes(context: &Context<'_>, at: Place, found: Ty, expected: Ty) -> Option<String> {
    let source = context.source_of(at)?;
    let usual = ["arn", "id", "name", "json"];
    let properties = context.types.properties(found).iter().filter(|property| property.1 == expected);
    let names: Vec<&str> = properties.map(|property| context.types.text(property.0)).collect();
    let meant: Vec<String> =
        usual.iter().filter(|name| names.contains(name)).map(|name| format!("`{source}.{name}`")).collect();
    match &meant[..] {
        [] => None,
        [only] => Some(format!("{only} is a {}", type_text(context, expected))),
        [others @ .., last] => {
            Some(format!("{} and {last} are each a {}", others.join(", "), type_text(context, expected)))
        }
    }
}

/// The attribute of an object that its type lacks, and that may stand for a missing one.
fn given_instead(types: &Interner, found: Ty, expected: Ty, missing: &str) -> Option<String> {
    let missing = missing.strip_prefix('.')?;
    let known: Vec<_> = types.properties(expected).iter().map(|property| property.0).collect();
    let others = types.properties(found).iter().map(|property| property.0).filter(|name| !known.contains(name));
    others.map(|name| types.text(name)).find(|name| may_stand_for(name, missing)).map(str::to_owned)
}

/// Help for a text that is not a truth value.
fn truth_help(types: &Interner, found: Ty, expected: Ty) -> Option<&'static str> {
    let is_text = matches!(types.shape(found), Shape::Constant(_, Constant::Text(_)));
    (is_text && expected == BOOL).then_some("only the strings `\"true\"` and `\"false\"` convert to bool")
}

/// Holds if the last step of a path goes from a structure to a collection of any elements, so that its parts need a common type.
fn gathers_anything(types: &Interner, expected: Ty, path: &[Step]) -> bool {
    let target = path.iter().rev().nth(1).map_or(expected, |step| step.2);
    matches!(types.shape(target), Shape::List(ANY) | Shape::Set(ANY) | Shape::Map(ANY))
}

/// Branches of a conditional without a common type.
fn branches(context: &Context<'_>, flaw: Flaw<'_>) -> Diagnostic {
    let Flaw { at, found, expected, .. } = flaw;
    let difference = difference(context, flaw, ["the first branch", "the second branch"]);
    let message = format!("the branches of the conditional have no common type: {difference}");
    let diagnostic =
        Diagnostic::error(Code::NoConversion, at.file, context.span(at), message).label("the branches differ");
    // If they differ in a part, the message says all.
    if flaw.path.is_empty() {
        return diagnostic.found(format!("{} and {}", type_text(context, found), type_text(context, expected)));
    }
    diagnostic
}

/// The difference between two types without a common type, as a phrase. `names` are those of their values.
pub(super) fn difference(context: &Context<'_>, flaw: Flaw<'_>, names: [&str; 2]) -> String {
    let Flaw { found, expected, path, .. } = flaw;
    let [first, second] = names;
    let parts = path.last().map_or((found, expected), |step| (step.1, step.2));
    let way = path_text(context.types, found, expected, path);
    match (way, parts) {
        (Some(way), (NONE, _)) => format!("`{way}` is absent in {first}"),
        (Some(way), (_, NONE)) => format!("`{way}` is absent in {second}"),
        (Some(way), (a, b)) => {
            format!("`{way}` is {} in {first} and {} in {second}", type_text(context, a), type_text(context, b))
        }
        (None, (a, b)) => format!("{first} is {}, {second} is {}", type_text(context, a), type_text(context, b)),
    }
}

/// The path to the parts in which two types differ.
fn path_text(types: &Interner, found: Ty, expected: Ty, path: &[Step]) -> Option<String> {
    // A part that only the first type has is a part of the first type.
    disagreement(types, found, expected, path).map(|found| found.0.trim_start_matches('.').to_owned())
}

/// The value as a phrase: a constant, or the type of any other value.
pub(super) fn value_text(context: &Context<'_>, value: Ty) -> String {
    match context.types.shape(value) {
        Shape::None => "null".to_owned(),
        Shape::Constant(base, constant) => {
            format!("the {} `{}`", context.type_text(base), constant_text(context, constant))
        }
        _ => context.type_text(value).to_owned(),
    }
}

/// A constant, of which the end is left out if it is long: it may be the text of a file.
fn constant_text(context: &Context<'_>, constant: Constant) -> String {
    shortened(&display_constant(context.types, constant), MOST_OF_CONSTANT).into_owned()
}

/// The key as it is written, or its type.
pub(super) fn key_text(context: &Context<'_>, key: Ty) -> String {
    match context.types.shape(key) {
        Shape::Constant(_, constant) => format!("`{}`", constant_text(context, constant)),
        _ => type_text(context, key).to_owned(),
    }
}

/// The type of a value, as a text.
pub(super) fn type_text<'c>(context: &'c Context<'_>, value: Ty) -> &'c str {
    match context.types.shape(value) {
        Shape::Constant(base, _) => context.type_text(base),
        _ => context.type_text(value),
    }
}

/// Help for `for_each`: how the value becomes a set or a map.
fn repetition_help(context: &Context<'_>, at: Place, found: Ty) -> Option<String> {
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

/// A sensitive or ephemeral value in a place that does not allow it.
pub(super) fn misused(context: &Context<'_>, at: Place, mark: Mark, usage: Usage) -> Diagnostic {
    let (code, called) = match mark {
        Mark::Sensitive => (Code::SensitiveValue, "sensitive"),
        Mark::Ephemeral => (Code::EphemeralValue, "ephemeral"),
        _ => return deferred(context, at, usage),
    };
    let message = match (usage, mark) {
        (Usage::Output, Mark::Sensitive) => {
            "the output has a sensitive value, but is not declared `sensitive`".to_owned()
        }
        (Usage::Output, _) => "the output has an ephemeral value, but is not declared `ephemeral`".to_owned(),
        (Usage::Result, _) => format!("an output of a root module cannot be {called}"),
        (Usage::Count, _) => format!("the number of instances depends on {called} values"),
        (Usage::ForEach, _) => format!("the keys of the instances depend on {called} values"),
        (Usage::Enabled, _) => format!("the existence of the instance depends on {called} values"),
        (Usage::Import, _) => format!("the identity of the imported object depends on {called} values"),
        (Usage::Input, _) => "an ephemeral value is passed to an input that is stored".to_owned(),
        (Usage::Source, _) => format!("the source of the module depends on {called} values"),
    };
    Diagnostic::error(code, at.file, context.span(at), message).label(format!("{called} value"))
}
