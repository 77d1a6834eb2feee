//! `value-too-large`: a known value is not computed, because it has too many parts.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::Place;
use crate::types::Limits;

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let Limits { known_parts, known_bytes, .. } = context.types.limits;
    let message = format!(
        "the value is not computed, only its type: it exceeds the budget of {known_parts} parts and {known_bytes} bytes \
         for known values"
    );
    Diagnostic::error(Code::ValueTooLarge, at.file, context.span(at), message)
        .label("the value counts as unknown")
        .help(Some("`--max-known-parts` and `--max-known-bytes` raise the budget".to_owned()))
        .note()
}
