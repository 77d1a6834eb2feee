//! Accessors of expressions.

use super::{ExprId, Literal, Operation, Role, Step, Ty, TyList, Written};
use crate::session::{outline, types, types_mut};
use typelog_types::NumberId;

/// Returns the `i`-th operand of an expression.
#[inline]
pub fn operand(e: ExprId, i: u32) -> Option<ExprId> {
    outline(|outline| outline.operand(e, i))
}

/// Returns the last operand of an expression.
pub fn last_operand(e: ExprId) -> Option<ExprId> {
    outline(|outline| outline.last_operand(e))
}

/// Returns the expression of the `i`-th argument of a call whose last operand is expanded: an element of it, if it is written out.
pub fn expanded_argument(e: ExprId, i: u32) -> Option<ExprId> {
    outline(|outline| {
        let operands = outline.operands(e);
        let (&last, before) = operands.split_last()?;
        let mut inner = last;
        while outline.written(inner) == Written::Same {
            inner = *outline.operands(inner).first()?;
        }
        let behind = i.checked_sub(before.len() as u32);
        let element =
            behind.filter(|_| outline.written(inner) == Written::Tuple).and_then(|k| outline.operand(inner, k));
        before.get(i as usize).copied().or(element).or(Some(last))
    })
}

/// Returns the `i`-th step of a traversal.
#[inline]
pub fn step(e: ExprId, i: u32) -> Option<Step> {
    outline(|outline| outline.step(e, i))
}

/// Returns the step for a literal in brackets.
pub fn step_of(v: Literal) -> Step {
    match v {
        Literal::Null => Step::Null,
        Literal::Bool(value) => Step::Bool(value),
        Literal::Number(id) => Step::Number(id),
        Literal::Text(name) => Step::Name(name),
    }
}

/// Holds if a literal in brackets may be the key of an instance: a text, or a whole number.
pub fn is_instance_key(v: Literal) -> bool {
    match v {
        Literal::Text(_) => true,
        Literal::Number(id) => is_integer(id),
        Literal::Null | Literal::Bool(_) => false,
    }
}

/// Holds if two literals are numbers, and the first is below the second.
pub fn is_below(v: Literal, w: Literal) -> bool {
    match (v, w) {
        (Literal::Number(first), Literal::Number(second)) => {
            types(|types| types.number_of(first) < types.number_of(second))
        }
        _ => false,
    }
}

/// Returns the `i`-th computed key of a computed object. The computed keys are its first operands.
pub fn computed_key(e: ExprId, i: u32) -> Option<ExprId> {
    let count = outline(|outline| outline.computed_keys(e));
    operand(e, i).filter(|_| (i as usize) < count)
}

/// Holds if a number is integral.
pub fn is_integer(v: NumberId) -> bool {
    types(|types| types.number_of(v).is_integer())
}

/// Returns the number with the opposite sign.
pub fn negated(v: NumberId) -> NumberId {
    types_mut(|types| types.negated(v))
}

/// Returns the types of the computed keys of a computed object, given those of all operands.
pub fn key_types(e: ExprId, ts: TyList) -> Vec<Ty> {
    let count = outline(|outline| outline.computed_keys(e));
    types(|types| types.list_items(ts)).into_iter().take(count).collect()
}

/// Returns the operator in the role of an operand.
pub fn operation_of(r: Role) -> Option<Operation> {
    match r {
        Role::Operand(o) => Some(Operation::Unary(o)),
        Role::Left(o) | Role::Right(o) => Some(Operation::Binary(o)),
        _ => None,
    }
}
