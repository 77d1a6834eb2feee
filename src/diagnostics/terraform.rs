//! Problems of expressions in Terraform: operators, conditionals, iterations, and values that have an expected type.

use super::Diagnostic;
use super::context::Context;
use super::no_conversion::{disagreement, joined_help};
use super::{terraform_calls, terraform_instances, terraform_steps};
use crate::codes::Code;
use crate::program::{Kind, Place};
use crate::program_rules::problem::Step;
use crate::syntax::tree::{Node, StepKey};
use crate::types::display::display_constant;
use crate::types::nearest::may_stand_for;
use crate::types::vocabulary::{Mark, TerraformError, Usage};
use crate::types::{ANY, BOOL, Constant, Interner, NONE, NUMBER, STRING, Shape, Ty};
use crate::visible::shortened;

/// The most bytes of a constant in a message.
const MOST_OF_CONSTANT: usize = 120;

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
        .help(terraform_instances::repetition_help(context, at, found)),
        TerraformError::NullInstance => {
            error(Code::NotIterable, "`for_each` takes a map or a set of strings, found a set with null".to_owned())
                .label("an element is null")
        }
        TerraformError::Generation => {
            error(Code::NotIterable, format!("`for_each` takes a collection, found {}", value_text(context, found)))
                .label("not a collection")
        }
        TerraformError::SingleInstance | TerraformError::MissingKey | TerraformError::InstanceKey => {
            terraform_instances::instance(context, at, flaw.error)
        }
        TerraformError::OutputKey => terraform_instances::output_key(context, at),
        TerraformError::NoInstance => terraform_instances::no_instance(context, at, found),
        TerraformError::WrappedInstances => terraform_instances::wrapped_instances(context, at),
        TerraformError::Scoped => terraform_instances::scoped(context, at),
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
        // Only names of the surroundings are texts that never convert.
        (STRING, _) if [NUMBER, BOOL].contains(&flaw.expected) => {
            let name = context.source_of(inner).unwrap_or("a text");
            format!("type mismatch: {role} is the string `{name}`, which does not convert to {expected}")
        }
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

/// A sensitive or ephemeral value in a place that does not allow it.
pub(super) fn misused(context: &Context<'_>, at: Place, mark: Mark, usage: Usage) -> Diagnostic {
    let (code, called) = match mark {
        Mark::Sensitive => (Code::SensitiveValue, "sensitive"),
        Mark::Ephemeral => (Code::EphemeralValue, "ephemeral"),
        _ => return terraform_instances::deferred(context, at, usage),
    };
    let holder = context.definition_around(at).map(|id| context.program.definition(id));
    let name = holder.and_then(|holder| holder.label.strip_prefix("output.")).unwrap_or_default();
    let message = match usage {
        Usage::Output => {
            let article = if mark == Mark::Ephemeral { "an" } else { "a" };
            format!("the output `{name}` has {article} {called} value, but is not declared `{called}`")
        }
        Usage::Result => format!("an output of a root module cannot be {called}"),
        Usage::Count => format!("the number of instances in `count` depends on {called} values"),
        Usage::ForEach => format!("the keys of the instances in `for_each` depend on {called} values"),
        Usage::Enabled => format!("the existence of the instance depends on {called} values"),
        Usage::Import => format!("the identity of the imported object depends on {called} values"),
        Usage::Input => format!("an ephemeral value is passed to {}, which is stored", context.role(at)),
        Usage::Source => format!("the source of the module depends on {called} values"),
    };
    Diagnostic::error(code, at.file, context.span(at), message).label(format!("{called} value"))
}
