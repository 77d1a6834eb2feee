//! The parts of expressions that rules look up.

use super::{BinaryOperator, ExprId, Literal, Role, Step, Ty, TyList};
use crate::session::{outline, types, types_mut};
use typelog_types::NumberId;

/// The `i`-th operand of an expression.
#[inline]
pub fn operand(e: ExprId, i: u32) -> Option<ExprId> {
    outline(|outline| outline.operand(e, i))
}

/// The `i`-th argument of a call: the last operand, if that stands for its elements, is all further ones.
pub fn argument(e: ExprId, i: u32) -> Option<ExprId> {
    outline(|outline| outline.operand(e, i).or_else(|| outline.last_operand(e)))
}

/// The `i`-th step of a traversal.
#[inline]
pub fn step(e: ExprId, i: u32) -> Option<Step> {
    outline(|outline| outline.step(e, i))
}

/// The step that a literal in brackets is.
pub fn step_of(v: Literal) -> Step {
    match v {
        Literal::Null => Step::Null,
        Literal::Bool(value) => Step::Bool(value),
        Literal::Number(id) => Step::Number(id),
        Literal::Text(name) => Step::Name(name),
    }
}

/// The `i`-th of the keys of a computed object that have to be computed. They are its first operands.
pub fn computed_key(e: ExprId, i: u32) -> Option<ExprId> {
    let count = outline(|outline| outline.computed_keys(e));
    operand(e, i).filter(|_| (i as usize) < count)
}

/// Holds if a number is integral.
pub fn is_integer(v: NumberId) -> bool {
    types(|types| types.number_of(v).is_integer())
}

/// The number with the opposite sign.
pub fn negated(v: NumberId) -> NumberId {
    types_mut(|types| types.negated(v))
}

/// The types of the keys of a computed object that have to be computed, given those of all operands.
pub fn key_types(e: ExprId, ts: TyList) -> Vec<Ty> {
    let count = outline(|outline| outline.computed_keys(e));
    types(|types| types.list_items(ts)).into_iter().take(count).collect()
}

/// The binary operator one of whose operands the role is.
pub fn binary_operator_of(r: Role) -> Option<BinaryOperator> {
    match r {
        Role::Left(o) | Role::Right(o) => Some(o),
        _ => None,
    }
}
