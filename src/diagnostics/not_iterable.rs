//! `not-iterable`: a `for` expression, a computed index or a range is applied to a value without elements.

use std::borrow::Cow;

use super::Diagnostic;
use super::context::Context;
use crate::codes::Code;
use crate::program::Place;
use crate::syntax::tree::Node;
use crate::types::{Constant, Interner, Shape, Ty};

pub(super) fn diagnostic(context: &Context<'_>, at: Place, found: Ty) -> Diagnostic {
    let inner = context.inside_parentheses(at);
    let (message, expected): (Cow<'_, str>, _) = match context.around(at) {
        _ if context.is_range(at) && is_number(context.types, found) => {
            ("`range` is not a whole number from 0".into(), "expected a whole number from 0")
        }
        Some(Node::Conditional(_) | Node::Parenthesis(_)) if is_number(context.types, found) => {
            ("`range` is not a whole number from 0".into(), "expected a whole number from 0")
        }
        _ if context.is_range(at) => {
            ("`range` is not a condition, a number or a collection".into(), "expected a bool, a number or a collection")
        }
        Some(Node::Index(..)) => ("the indexed value is not a collection".into(), COLLECTION),
        Some(Node::Call(call)) => {
            let function = context.types.text(context.tree(at.file).call(call).function);
            (
                format!("the expanded argument of `{function}` is not a collection").into(),
                "expected a list, set or tuple",
            )
        }
        _ => ("the `for` expression iterates over a value that is not a collection".into(), COLLECTION),
    };
    Diagnostic::error(Code::NotIterable, inner.file, context.span(inner), message)
        .label(expected)
        .found(context.type_text(found))
}

/// Holds for a constant number. As a range, it is refused if it is negative or no whole number.
fn is_number(types: &Interner, ty: Ty) -> bool {
    matches!(types.shape(ty), Shape::Constant(_, Constant::Number(_)))
}

const COLLECTION: &str = "expected a list, set, map, tuple or object";
