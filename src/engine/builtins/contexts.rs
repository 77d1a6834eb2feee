//! Contexts: the bindings of the variables around an expression.
//!
//! In Terraform an expression inside of an iteration is evaluated for each element. So its value depends on the context: a
//! tuple of bindings, each with the value of its variable. A number in it is that of the items of an iteration around, which share
//! the budget of known values.

use super::{BindingId, Context, CtyValue, NONE, Ty, member, parts_list};
use crate::session::types_mut;

/// Returns the context outside of all iterations.
pub fn no_context() -> Context {
    Context::EMPTY
}

/// Returns the context extended by a binding.
pub fn with_binding(c: Context, b: BindingId, t: CtyValue) -> Context {
    let key = super::known::number(i64::from(b.0));
    let bound = super::pair_of(key, t);
    extended(c, bound)
}

/// Returns the context with one more entry.
pub(super) fn extended(c: Context, t: Ty) -> Context {
    let mut all = parts_list(c.0);
    all.push(t);
    Context(types_mut(|types| types.tuple(&all)))
}

/// Returns the value that a context binds to a variable.
pub fn bound_type(c: Context, b: BindingId) -> Option<CtyValue> {
    if c == Context::EMPTY {
        return None;
    }
    let key = super::known::number(i64::from(b.0));
    let found = parts_list(c.0).into_iter().rev().find(|&bound| member(bound, 0) == Some(key));
    found.and_then(|bound| member(bound, 1))
}

/// Returns the context in which nothing is reported.
pub fn silent(c: Context) -> Context {
    if is_silent(c) { c } else { extended(c, NONE) }
}

/// Holds if nothing is reported in a context.
pub fn is_silent(c: Context) -> bool {
    parts_list(c.0).contains(&NONE)
}

/// Returns the context of an expression that may not be evaluated.
pub fn uncertain(c: Context) -> Context {
    if is_sure(c) { extended(c, super::constant_bool(false)) } else { c }
}

/// Holds if an expression in a context is evaluated whatever the unknown values are.
pub fn is_sure(c: Context) -> bool {
    !parts_list(c.0).contains(&super::constant_bool(false))
}

/// Returns the context of the branch that is taken if the condition is `wanted`: silent if it is not taken, and uncertain if
/// that is unknown.
pub fn branch_context(c: Context, condition: CtyValue, wanted: bool) -> Context {
    match super::constant_as(condition, super::BOOL).and_then(super::truth) {
        Some(value) if value == wanted => c,
        Some(_) => silent(c),
        None => uncertain(c),
    }
}
