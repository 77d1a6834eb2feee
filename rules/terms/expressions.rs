//! The parts of expressions that rules look up.

use super::{BinaryOperator, ExprId, Literal, Role, Step, Ty, TyList};
use crate::session::{outline, types, types_mut};
use typelog_types::NumberId;

/// The `i`-th operand of an expression.
#[inline]
pub fn operand(e: ExprId, i: u32) -> Option<ExprId> {
    outline(|outline| outline.operand(e, i))
}

/// The `i`-th operand of an expression, or [`ExprId::NONE`] behind the last.
#[inline]
pub fn operand_or_none(e: ExprId, i: u32) -> ExprId {
    operand(e, i).unwrap_or(ExprId::NONE)
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

/// The keys of a computed object that have to be computed, with their types, given those of all operands.
pub fn computed_keys(e: ExprId, ts: TyList) -> Vec<(ExprId, Ty)> {
    let count = outline(|outline| outline.computed_keys(e));
    let keys = types(|types| types.list_items(ts)).into_iter().take(count);
    (0..).map_while(|i| operand(e, i)).zip(keys).collect()
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
    computed_keys(e, ts).into_iter().map(|key| key.1).collect()
}

/// The binary operator one of whose operands the role is.
pub fn binary_operator_of(r: Role) -> Option<BinaryOperator> {
    match r {
        Role::Left(o) | Role::Right(o) => Some(o),
        _ => None,
    }
}
