//! `not-iterable`: a for-expression goes over something that has no elements.

use super::Diagnostic;
use super::context::Context;
use crate::program::Place;
use crate::types::Ty;

pub(super) fn words(context: &Context<'_>, at: Place, found: Ty) -> Diagnostic {
    let inner = context.inside_parentheses(at);
    let found = context.brief(found);
    Diagnostic::error(
        "not-iterable",
        inner.file,
        context.span(inner),
        "the collection of a for-expression has no elements",
    )
    .label("lists, sets, maps, tuples and objects have elements")
    .found(found)
}
