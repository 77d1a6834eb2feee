//! The inputs of blocks: `unknown-input`, `missing-input`, `deprecated`, `wrong-hook`.

use super::context::Context;
use super::fields::{Fields, Given};
use super::module_problems::as_block;
use super::packages::deprecation;
use super::suggestions::{Help, help_for_name};
use super::{Diagnostic, blocks};
use crate::codes::Code;
use crate::program::{BlockValue, DefinitionId, Input, Kind, Place};
use crate::source::{has_tests, has_values};
use crate::syntax::is_json;
use crate::types::nearest::{MOST, slip};
use crate::types::vocabulary::{HookKind, Presence};
use crate::types::{Interner, Name, may_be_null};

/// An input that the block does not have, reported at its name.
pub(super) fn unknown(context: &Context<'_>, id: DefinitionId, input: Name) -> Diagnostic {
    let definition = context.program.definition(id);
    let name = context.types.text(input);
    let given = context.given_input(id, input);
    let span = given.map_or(definition.span, |expression| expression.name_span);
    let (known, given) = (context.input_fields(id), context.inputs_given(id));
    let file = &context.program.file(definition.file).source.name;
    if has_values(file) || has_tests(file) {
        // The reference ignores the value and continues.
        return Diagnostic::error(
            Code::UnknownInput,
            definition.file,
            span,
            format!("the module has no variable `{name}`"),
        )
        .label("not a variable of the module")
        .help(help_for_name(context, "variable", input, &known, &given, None))
        .warning();
    }
    let what = block_phrase(context, id);
    Diagnostic::error(Code::UnknownInput, definition.file, span, format!("unknown input `{name}` of {what}"))
        .label(format!("not an input of {what}"))
        .help(
            other_part(context, id, input)
                .or_else(|| missing_one(context, id, name, &known, &given))
                .or_else(|| help_for_name(context, "input", input, &known, &given, None)),
        )
        .warning_if(context.strictness.is_lenient)
}

/// An input that its schema marks as deprecated, reported at its name.
pub(super) fn deprecated(context: &Context<'_>, id: DefinitionId, input: Name) -> Diagnostic {
    let definition = context.program.definition(id);
    let span = context.given_input(id, input).map_or(definition.span, |expression| expression.name_span);
    let declared = context.program.inputs(definition).iter().find(|of| of.name == input);
    let message = declared.and_then(|of| of.deprecation.as_deref()).map(deprecation).unwrap_or_default();
    let message = format!("the input `{}` is deprecated: {message}", context.types.text(input));
    Diagnostic::error(Code::Deprecated, definition.file, span, message).warning()
}

/// Holds if the block gives no other inputs than as many.
fn gives_only(context: &Context<'_>, id: DefinitionId, count: usize) -> bool {
    let expressions = &context.program.definition(id).expressions;
    expressions.iter().filter(|expression| expression.part.input().is_some()).take(count + 1).count() == count
}

/// Help with the input that must be given, and is not: the only one for which the name may stand, or the only one if the name is the
/// only unknown one, and near to no other.
fn missing_one(context: &Context<'_>, id: DefinitionId, name: &str, known: &Fields<'_>, given: &Given) -> Option<Help> {
    let (types, inputs) = (context.types, context.program.inputs(context.program.definition(id)));
    if inputs.len() > MOST || known.names().slip(name).is_some() {
        return None;
    }
    let is_missing = |input: &&Input| is_required(types, input) && !given.has(input.name);
    let mut meant = known.names().meant_by(name).into_iter().map(|at| &inputs[at]).filter(is_missing);
    if let Some(only) = meant.next() {
        return meant.next().is_none().then(|| Help::name("input", types.text(only.name)));
    }
    let mut missing = inputs.iter().filter(is_missing);
    let only = missing.next().filter(|_| missing.next().is_none())?;
    let given_known = inputs.iter().filter(|input| given.has(input.name)).count();
    let is_meant = known.names().nearest(name, |_| true).is_none() && gives_only(context, id, given_known + 1);
    is_meant.then(|| Help::name("input", types.text(only.name)))
}

fn is_required(types: &Interner, input: &Input) -> bool {
    match input.presence {
        Presence::Required | Presence::NotNull => true,
        Presence::ByType => !may_be_null(types, input.ty),
        Presence::Implied | Presence::Defaulted => false,
    }
}

/// The arguments that all resources and modules of Terraform take.
const META_ARGUMENTS: [&str; 5] = ["count", "depends_on", "for_each", "provider", "providers"];

/// Help with a part of a block that is no input: a nested block, or an attribute that the provider decides.
fn other_part(context: &Context<'_>, id: DefinitionId, input: Name) -> Option<Help> {
    let name = context.types.text(input);
    if blocks::limits(context, id).iter().any(|limits| limits.name == input) {
        let file = context.program.definition(id).file;
        return Some(as_block(name, is_json(&context.program.file(file).source.name)).into());
    }
    let block = context.program.definition(id).block.as_ref()?;
    let owner = block.owner?;
    if context.program.is_terraform
        && !block.phrase.starts_with("the block")
        && let Some(meant) = slip(name, META_ARGUMENTS)
    {
        return Some(Help::name("argument", meant));
    }
    // An output of a module has nothing to do with an input of its name.
    let of = context.program.definition(owner);
    let BlockValue::Instance { ty, .. } = of.block.as_ref().filter(|_| of.kind != Kind::Module)?.value else {
        return None;
    };
    let is_read = context.types.properties(ty).iter().any(|property| property.0 == input);
    (context.program.is_terraform && is_read)
        .then(|| format!("`{name}` is decided by the provider: it can only be read").into())
}

/// The phrase for a block in messages: its kind, or for a plain block its type in the source.
pub(super) fn block_phrase(context: &Context<'_>, id: DefinitionId) -> String {
    let definition = context.program.definition(id);
    let called = definition.block.as_ref().map_or("", |block| &block.phrase);
    match definition.kind {
        Kind::Body if !called.is_empty() => called.to_owned(),
        Kind::Body => {
            let word = context.program.file(definition.file).source.slice(definition.name_span);
            format!("the block `{}`", word.trim_matches('"'))
        }
        kind => format!("the {}", kind.word()),
    }
}

/// A missing required input, reported at the opening of the block. `more` further inputs are missing but not listed.
pub(super) fn missing(context: &Context<'_>, id: DefinitionId, input: Name, more: u32) -> Diagnostic {
    let definition = context.program.definition(id);
    let name = context.types.text(input);
    let span = definition.block.as_ref().map_or(definition.span, |block| block.missing_span);
    let ty = context.known_input(id, input).map(|input| input.ty);
    let what = block_phrase(context, id);
    let diagnostic = Diagnostic::error(
        Code::MissingInput,
        definition.file,
        span,
        format!("missing required input `{name}` of {what}"),
    )
    .label(format!("`{name}` is missing"))
    .adds(name)
    .help((more > 0).then(|| format!("{more} more required inputs of {what} are missing")))
    .warning_if(context.strictness.is_lenient);
    match ty {
        Some(ty) => diagnostic.expected(context.expected_text(ty)),
        None => diagnostic,
    }
}

/// A provider of another package, or another resource, as the provider of a resource.
pub(super) fn wrong_provider(context: &Context<'_>, at: Place, package: Name) -> Diagnostic {
    let package = context.types.text(package);
    let message = format!("the provider of a resource of the package `{package}` is another resource");
    let diagnostic = Diagnostic::error(Code::WrongProvider, at.file, context.span(at), message)
        .label(format!("expected a `pulumi:providers:{package}`"));
    match context.definition_behind(at) {
        Some(found) => diagnostic.cause(found.file, found.name_span, format!("`{}` is defined here", found.label)),
        None => diagnostic,
    }
}

/// A hook whose kind the step does not take.
pub(super) fn wrong_hook(context: &Context<'_>, at: Place, kind: HookKind) -> Diagnostic {
    let (message, label) = match kind {
        HookKind::Resource => ("this step takes only `resource` hooks", "this is an `error` hook"),
        HookKind::Error => ("this step takes only `error` hooks", "this is a `resource` hook"),
    };
    let diagnostic = Diagnostic::error(Code::WrongHook, at.file, context.span(at), message).label(label);
    match context.definition_behind(at) {
        Some(hook) => diagnostic.cause(hook.file, hook.name_span, "the hook is defined here"),
        None => diagnostic,
    }
}
