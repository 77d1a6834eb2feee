//! `not-iterable`: a `for` expression or a computed index is applied to a value without elements.

use super::Diagnostic;
use super::context::Context;
use crate::program::Place;
use crate::syntax::tree::Node;
use crate::types::Ty;

pub(super) fn diagnostic(context: &Context<'_>, at: Place, found: Ty) -> Diagnostic {
    let inner = context.inside_parentheses(at);
    let found = context.type_text(found);
    let message = match context.around(at) {
        Some(Node::Index(..)) => "the indexed value is not a collection",
        _ => "the `for` expression iterates over a value that is not a collection",
    };
    Diagnostic::error("not-iterable", inner.file, context.span(inner), message)
        .label("expected a list, set, map, tuple or object")
        .found(found)
}
