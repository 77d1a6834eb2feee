//! `type-too-deep`: the type of a definition nests deeper than the limit.

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::Place;

pub(super) fn diagnostic(context: &Context<'_>, at: Place) -> Diagnostic {
    let message = format!("the type of this value nests deeper than {} levels", context.types.limits.depth);
    Diagnostic::error(Code::TypeTooDeep, at.file, context.span(at), message)
        .label("references to it have type `any`")
        .help(Some("`--max-type-depth` raises the limit".to_owned()))
}
