//! Comparison of types with the limits.

use super::accessors::arity_in;
use super::pairing::only_in;
use super::{Constructor, NONE, Object, Ty, Union, arity};
use crate::session::types;
use typelog_types::Interner;

/// Holds if the type nests deeper than the limit.
#[inline]
pub fn is_too_deep(t: Ty) -> bool {
    types(|types| types.depth(t) > types.limits.depth)
}

/// Holds if the types together have more members that differ than the limit: for two unions all members, for two objects those
/// that only one of them has, and for a union and an object those of all its objects, within a multiple of the limit. Holds as well
/// if they have too many parts.
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
            (Union, _) => arity(s) >= limit || variants_differ_too_much(types, s, t),
            (_, Union) => arity(t) >= limit || variants_differ_too_much(types, t, s),
            (Object, Object) if arity(s).saturating_add(arity(t)) > limit => {
                only_in(types, s, t).count() + only_in(types, t, s).count() > limit as usize
            }
            _ => false,
        }
    })
}

/// The number by which the limit on members that differ is multiplied for the objects in a union, all together.
const FOR_VARIANTS: usize = 8;

/// Holds if the objects in the union `u`, each of which is unified with the object `o`, have too many members that differ from those of
/// `o`. Otherwise unions whose objects grow with their number would take cubic time.
fn variants_differ_too_much(types: &Interner, u: Ty, o: Ty) -> bool {
    let limit = types.limits.alternatives as usize * FOR_VARIANTS;
    let arity = |t| arity_in(types, t) as usize;
    let most = types.size(u) as usize + arity(u) * arity(o);
    if types.shape(o).constructor() != Object || most <= limit {
        return false;
    }
    let objects = types.members(u).iter().filter(|&&v| types.shape(v).constructor() == Object);
    let mut differing = objects.map(|&v| only_in(types, v, o).count() + only_in(types, o, v).count());
    differing.try_fold(limit, usize::checked_sub).is_none()
}

/// Holds if the structure has several members, and all are constants.
pub fn are_constants(t: Ty) -> bool {
    types(|types| {
        let members = types.members(t).iter().copied().chain(types.properties(t).iter().map(|property| property.1));
        arity(t) > 1 && members.into_iter().all(|member| types.shape(member).constructor() == Constructor::Constant)
    })
}
