//! `type-too-varied`: what types have in common is not computed, because too many of their members are not alike.

use super::Diagnostic;
use super::context::Context;
use crate::program::Place;

pub(super) fn words(context: &Context<'_>, at: Place) -> Diagnostic {
    let limit = context.types.limits.alternatives;
    let message = format!("the types that are brought together here have more than {limit} members that are not alike");
    Diagnostic::error("type-too-varied", at.file, context.span(at), message)
        .label("what they have in common is taken for dynamic")
        .help(Some("`--max-alternatives` raises the limit".to_owned()))
}
