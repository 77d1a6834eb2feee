//! `type-too-varied`: a common type or a conversion is not computed, because the types have too many dissimilar members or are
//! too large.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::Place;
use crate::types::Limits;

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let Limits { alternatives, parts, pairs, .. } = context.types.limits;
    let message = format!(
        "the common type is not computed: the types have more than {alternatives} dissimilar members, {parts} parts or \
         {pairs} pairs of members"
    );
    Diagnostic::error(Code::TypeTooVaried, at.file, context.span(at), message)
        .label("the common type is taken as `any`, and the conversion as unsafe")
        .help(Some("`--max-alternatives`, `--max-type-parts` and `--max-pairs` raise the limits".to_owned()))
}
