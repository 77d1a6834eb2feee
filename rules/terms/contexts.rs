//! Contexts: what the variables around an expression are bound to.
//!
//! In Terraform an expression inside of an iteration is evaluated anew for each element. So its type depends on the context: a
//! tuple of bindings, each with the type of its value.

use super::{BindingId, NONE, Ty, member, parts_list};
use crate::session::types_mut;

/// The context outside of all iterations.
pub fn no_context() -> Ty {
    types_mut(|types| types.tuple(&[]))
}

/// The context with one more binding.
pub fn with_binding(c: Ty, b: BindingId, t: Ty) -> Ty {
    let key = super::known::number(i64::from(b.0));
    let bound = super::pair_of(key, t);
    extended(c, bound)
}

fn extended(c: Ty, t: Ty) -> Ty {
    let mut all = parts_list(c);
    all.push(t);
    types_mut(|types| types.tuple(&all))
}

/// The type that a context binds to a variable.
pub fn bound_type(c: Ty, b: BindingId) -> Option<Ty> {
    let key = super::known::number(i64::from(b.0));
    let found = parts_list(c).into_iter().rev().find(|&bound| member(bound, 0) == Some(key));
    found.and_then(|bound| member(bound, 1))
}

/// The context in which nothing is reported.
pub fn silent(c: Ty) -> Ty {
    if is_silent(c) { c } else { extended(c, NONE) }
}

/// Holds if nothing is reported in a context.
pub fn is_silent(c: Ty) -> bool {
    parts_list(c).contains(&NONE)
}

/// The context of what may not be evaluated at all.
pub fn uncertain(c: Ty) -> Ty {
    if is_sure(c) { extended(c, super::constant_bool(false)) } else { c }
}

/// Holds if what is in a context is evaluated whatever is not known.
pub fn is_sure(c: Ty) -> bool {
    !parts_list(c).contains(&super::constant_bool(false))
}

/// The context of a branch that counts if the condition is `wanted`: what may not count is not sure.
pub fn branch_context(c: Ty, condition: Ty, wanted: bool) -> Ty {
    match super::constant_as(condition, super::BOOL).and_then(super::truth) {
        Some(value) if value == wanted => c,
        Some(_) => silent(c),
        None => uncertain(c),
    }
}
