//! Problems of blocks that are found before typing. Messages about packages and components are in their own files.

use super::context::Context;
use super::{Diagnostic, components, invalid_type, packages};
use crate::program::structure::{StructureProblem, StructureProblemKind as Kind};

pub(super) fn diagnostic(context: &Context<'_>, problem: &StructureProblem) -> Diagnostic {
    let diagnostic = packages::diagnostic(context, problem).or_else(|| components::diagnostic(problem));
    let diagnostic = diagnostic.unwrap_or_else(|| render_block_problem(context, problem));
    // Without a label, the place would not be shown.
    if diagnostic.labels.is_empty() { diagnostic.label("here") } else { diagnostic }
}

/// Renders `invalid-type`, `no-conversion`, `wrong-labels`, `unknown-block`, `duplicate-block`, `unknown-attribute`,
/// `missing-attribute`, `missing-block`, `unknown-property`, `not-a-literal`, `wrong-address`, `wrong-type`, `wrong-refinement`, `malformed-hooks`,
/// `unknown-hook-step`, `unknown-hook-kind`, `missing-argument`.
fn render_block_problem(context: &Context<'_>, problem: &StructureProblem) -> Diagnostic {
    let error = |code, message| Diagnostic::error(code, problem.file, problem.span, message);
    let meant =
        |what: &str, suggestion: &Option<String>| suggestion.as_ref().map(|name| format!("there is {what} `{name}`"));
    match &problem.kind {
        Kind::InvalidType(wrong) => invalid_type::diagnostic(problem.file, wrong),
        Kind::MissingType { function, parameter } => {
            let function = context.types.text(*function);
            let parameter = parameter.map_or("type", |parameter| context.types.text(parameter));
            error("missing-argument", format!("missing argument `{parameter}` of `{function}`"))
                .label(format!("`{function}` requires the argument `{parameter}`, a type expression"))
        }
        Kind::WrongConstant(reason) => {
            error("no-conversion", format!("type mismatch: the constant does not convert: {reason}"))
                .label("found here")
        }
        Kind::WrongLabels { block, expected } => {
            error("wrong-labels", format!("a `{block}` block takes {expected}")).label(format!("expected {expected}"))
        }
        // The reference ignores blocks of unknown types.
        Kind::UnknownBlock { block, inside: None, suggestion } => {
            error("unknown-block", format!("unknown block type `{block}`"))
                .label("this block is ignored")
                .help(meant("a block", suggestion))
                .warning()
        }
        Kind::UnknownBlock { block, inside: Some(inside), suggestion } => {
            error("unknown-block", format!("unexpected block `{block}` in {inside}"))
                .label(format!("not a block of {inside}"))
                .help(meant("a block", suggestion))
        }
        Kind::DefinedConstant => {
            error("duplicate-name", "`null` is a constant".to_owned()).label("a definition of this name is not allowed")
        }
        Kind::DuplicateBlock(block) => {
            error("duplicate-block", format!("duplicate block `{block}`")).label("this block is not used")
        }
        Kind::UnknownAttribute { name, inside, suggestion } => {
            error("unknown-attribute", format!("unknown attribute `{name}` in {inside}"))
                .label(format!("not an attribute of {inside}"))
                .help(meant("an attribute", suggestion))
        }
        Kind::MissingAttribute { name, inside } => {
            error("missing-attribute", format!("missing attribute `{name}` in {inside}"))
                .label(format!("`{name}` is missing"))
        }
        Kind::MissingBlock { name, inside } => {
            error("missing-block", format!("missing block `{name}` in {inside}")).label(format!("`{name}` is missing"))
        }
        Kind::MovedType { from, to } => {
            error("wrong-address", format!("the move changes the type of the resource from `{from}` to `{to}`"))
                .label("few providers can move a resource to another type")
                .warning()
        }
        Kind::UnknownListed { list, name, address, suggestion } => {
            error("unknown-property", format!("`{list}` names `{name}`, which `{address}` does not have"))
                .label(format!("not an argument or a block of `{address}`"))
                .help(meant("an argument", suggestion))
        }
        Kind::NotALiteral { name, expected } => {
            error("not-a-literal", format!("the attribute `{name}` must be {expected}"))
                .label(format!("expected {expected}"))
        }
        Kind::WrongType { message, suggestion } => {
            error("wrong-type", message.clone()).help(meant("a type", suggestion))
        }
        Kind::WrongAddress(message) => error("wrong-address", message.clone()),
        Kind::WrongRefinement(message) => error("wrong-refinement", message.clone()),
        Kind::MalformedHooks => {
            error("malformed-hooks", "`hooks` must be an object with a list of hooks for each step".to_owned())
                .help(Some("write `hooks = { beforeCreate = [hook] }`".to_owned()))
        }
        Kind::UnknownHookStep { name, suggestion } => error("unknown-hook-step", format!("unknown hook step `{name}`"))
            .label("not a step at which hooks run")
            .help(meant("a step", suggestion)),
        Kind::UnknownHookKind(kind) => error("unknown-hook-kind", format!("unknown hook kind `{kind}`"))
            .help(Some("the kinds are `resource` and `error`".to_owned())),
        Kind::NameNotALiteral(what) => {
            error("not-a-literal", format!("the name of the {what} must be a string without interpolation"))
        }
        Kind::MissingCallArguments => error(
            "missing-argument",
            "missing argument: `call` takes a resource, a method name and the arguments of the method".to_owned(),
        ),
        // The other kinds have been rendered before.
        _ => error("unknown-block", "unexpected block".to_owned()),
    }
}
