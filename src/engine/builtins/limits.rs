//! Comparison of types with the limits.

use super::accessors::arity_in;
use super::pairing::only_in;
use super::{Constructor, NONE, Object, Ty, Union, arity};
use crate::session::types;

/// Holds if the type nests deeper than the limit.
#[inline]
pub fn is_too_deep(t: Ty) -> bool {
    types(|types| types.depth(t) > types.limits.depth)
}

/// Holds if the types together have more members that differ than the limit: for two unions all members, for two objects those
/// that only one of them has. Holds as well if they have too many parts.
#[inline]
pub fn differ_too_much(s: Ty, t: Ty) -> bool {
    types(|types| {
        if types.are_equal(s, t) || s == NONE || t == NONE {
            return false;
        }
        if types.size(s).saturating_add(types.size(t)) > types.limits.parts {
            return true;
        }
        let (limit, arity) = (types.limits.alternatives, |t| arity_in(types, t));
        match (types.shape(s).constructor(), types.shape(t).constructor()) {
            (Union, Union) => arity(s).saturating_add(arity(t)) > limit,
            (Union, _) => arity(s) >= limit,
            (_, Union) => arity(t) >= limit,
            (Object, Object) if arity(s).saturating_add(arity(t)) > limit => {
                only_in(types, s, t).count() + only_in(types, t, s).count() > limit as usize
            }
            _ => false,
        }
    })
}

/// Holds if the structure has several members, and all are constants.
pub fn are_constants(t: Ty) -> bool {
    types(|types| {
        let members = types.members(t).iter().copied().chain(types.properties(t).iter().map(|property| property.1));
        arity(t) > 1 && members.into_iter().all(|member| types.shape(member).constructor() == Constructor::Constant)
    })
}
