//! `type-too-varied`: what types have in common, or whether they convert, is not computed, because too many of their members
//! are not alike, or because they are too large.

use super::Diagnostic;
use super::context::Context;
use crate::program::Place;
use crate::types::Limits;

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let Limits { alternatives, parts, pairs, .. } = context.types.limits;
    let message = format!(
        "the types that are brought together here have more than {alternatives} members that are not alike, {parts} parts, \
         or {pairs} pairs of alternatives"
    );
    Diagnostic::error("type-too-varied", at.file, context.span(at), message)
        .label("what they have in common is taken for dynamic, and what may convert for unsafe")
        .help(Some("`--max-alternatives`, `--max-type-parts` and `--max-pairs` raise the limits".to_owned()))
}
