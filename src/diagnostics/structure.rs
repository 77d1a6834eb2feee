//! Problems of blocks that are found before typing. The messages about packages and components are in files of their
//! own.

use super::context::Context;
use super::{Diagnostic, components, invalid_type, packages};
use crate::program::structure::{StructureProblem, StructureProblemKind as Kind};

pub(super) fn diagnostic(context: &Context<'_>, problem: &StructureProblem) -> Diagnostic {
    let diagnostic = packages::diagnostic(context, problem).or_else(|| components::diagnostic(problem));
    let diagnostic = diagnostic.unwrap_or_else(|| block_words(problem));
    // A place is shown by its label.
    if diagnostic.labels.is_empty() { diagnostic.label("here") } else { diagnostic }
}

/// `invalid-type`, `no-conversion`, `wrong-labels`, `unknown-block`, `duplicate-block`, `unknown-attribute`,
/// `missing-attribute`, `not-a-literal`, `wrong-type`, `wrong-refinement`, `malformed-hooks`, `unknown-hook-step`,
/// `unknown-hook-kind`, `missing-argument`.
fn block_words(problem: &StructureProblem) -> Diagnostic {
    let error = |code, message| Diagnostic::error(code, problem.file, problem.span, message);
    let meant =
        |what: &str, suggestion: &Option<String>| suggestion.as_ref().map(|name| format!("there is {what} `{name}`"));
    match &problem.kind {
        Kind::InvalidType(wrong) => invalid_type::diagnostic(problem.file, wrong),
        Kind::WrongConstant(reason) => {
            error("no-conversion", "the constant does not convert".to_owned()).label(reason.clone())
        }
        Kind::WrongLabels { block, expected } => error("wrong-labels", format!("a `{block}` block has {expected}"))
            .label(format!("the labels are to be {expected}")),
        // The reference passes over blocks that it does not know.
        Kind::UnknownBlock { block, inside: None, suggestion } => {
            error("unknown-block", format!("`{block}` is no type of block"))
                .label("this block means nothing")
                .help(meant("a block", suggestion))
                .warning()
        }
        Kind::UnknownBlock { block, inside: Some(inside), suggestion } => {
            error("unknown-block", format!("there is no block `{block}` in {inside}"))
                .label("this block does not belong here")
                .help(meant("a block", suggestion))
        }
        Kind::DuplicateBlock(block) => {
            error("duplicate-block", format!("there is a block `{block}` already")).label("this block is not used")
        }
        Kind::UnknownAttribute { name, inside, suggestion } => {
            error("unknown-attribute", format!("there is no attribute `{name}` in {inside}"))
                .label("this attribute does not belong here")
                .help(meant("an attribute", suggestion))
        }
        Kind::MissingAttribute { name, inside } => {
            error("missing-attribute", format!("{inside} needs the attribute `{name}`"))
                .label(format!("`{name}` is missing here"))
        }
        Kind::NotALiteral { name, expected } => error("not-a-literal", format!("the attribute `{name}` is {expected}"))
            .label(format!("this is not {expected}")),
        Kind::WrongType { message, suggestion } => {
            error("wrong-type", message.clone()).help(meant("a type", suggestion))
        }
        Kind::WrongRefinement(message) => error("wrong-refinement", message.clone()),
        Kind::MalformedHooks => {
            error("malformed-hooks", "hooks are lists of hooks by the steps that they run at".to_owned())
                .help(Some("write `hooks = { beforeCreate = [hook] }`".to_owned()))
        }
        Kind::UnknownHookStep { name, suggestion } => {
            error("unknown-hook-step", format!("there is no step `{name}` in the life of a resource"))
                .label("no hook runs at this step")
                .help(meant("a step", suggestion))
        }
        Kind::UnknownHookKind(kind) => error("unknown-hook-kind", format!("there is no kind of hooks `{kind}`"))
            .help(Some("a hook is a `resource` or an `error` hook".to_owned())),
        Kind::NameNotALiteral(what) => {
            error("not-a-literal", format!("the name of the {what} is a text without interpolations"))
        }
        Kind::MissingCallArguments => {
            error("missing-argument", "`call` takes a resource, the name of a method, and its arguments".to_owned())
        }
        // All else has had its words.
        _ => error("wrong-block", "the block is wrong".to_owned()),
    }
}
