//! Pairs of members of two types.

use super::accessors::{element_in, member_in};
use super::{Gather, Joint, NONE, Object, Pairing, Scatter, Tuple, Ty, Zip, arity, constructor};
use crate::compared::narrow_pairs;
use crate::session::{types, types_mut};
use typelog_types::{Interner, Name};

/// Holds unless `p` zips tuples of different lengths.
pub fn pairs_up(p: Pairing, s: Ty, t: Ty) -> bool {
    p != Zip || constructor(s) != Tuple || arity(s) == arity(t)
}

/// Returns the `i`-th pair.
pub fn pair(p: Pairing, s: Ty, t: Ty, i: u32) -> Option<(Ty, Ty)> {
    types(|types| match p {
        Gather => Some((member_in(types, s, i)?, element_in(types, t))),
        Scatter => Some((element_in(types, s), member_in(types, t, i)?)),
        Zip => {
            if let Some(&(name, target)) = types.properties(t).get(i as usize) {
                return Some((types.property(s, name).unwrap_or(NONE), target));
            }
            let target = *types.members(t).get(i as usize)?;
            Some((types.members(s).get(i as usize).copied().unwrap_or(NONE), target))
        }
    })
}

/// The least number of properties of an object type that is much wider than an object.
const WIDE: usize = 32;

/// As [`pair`], for rules that need no numbers of pairs. The properties that an object type has beside those of a much narrower object
/// are all paired with null, so that each of their types is in one pair only.
pub fn distinct_pair(p: Pairing, s: Ty, t: Ty, i: u32) -> Option<(Ty, Ty)> {
    let [own, all] = [s, t].map(|ty| types(|types| types.properties(ty).len()));
    if p != Zip || all < WIDE || 4 * own > all {
        return pair(p, s, t, i);
    }
    narrow_pairs(s, t).at(i as usize)
}

/// Returns all pairs.
pub fn pairs(p: Pairing, s: Ty, t: Ty) -> impl Iterator<Item = (Ty, Ty)> {
    (0..).map_while(move |i| pair(p, s, t, i))
}

/// Returns the members that only one of two tuples or objects has, in order.
pub fn lone_members(s: Ty, t: Ty) -> Vec<Ty> {
    let joints = (0..).map(|i| joint(s, t, i)).take_while(|found| *found != Joint::End);
    joints.filter_map(|found| if let Joint::One(a) = found { Some(a) } else { None }).collect()
}

/// Returns the `i`-th of the members that two tuples or objects have in common, from both of them.
pub fn common_pair(s: Ty, t: Ty, i: u32) -> Option<(Ty, Ty)> {
    let at = i as usize;
    if constructor(s) != Object {
        return types(|types| Some((*types.members(s).get(at)?, *types.members(t).get(at)?)));
    }
    if let Some(pairs) = types_mut(|types| types.large_pairs(s, t)) {
        return pairs.common.get(at).copied();
    }
    types(|types| {
        let own = types.properties(s).iter();
        own.filter_map(|&(name, a)| Some((a, types.property(t, name)?))).nth(at)
    })
}

/// Returns the members of two tuples, or two objects, at the `i`-th of all their places. The places of objects are first those
/// of `s`, then those that only `t` has.
pub fn joint(s: Ty, t: Ty, i: u32) -> Joint {
    let behind = (i as usize).checked_sub(types(|types| types.properties(s).len()));
    if let Some(behind) = behind
        && let Some(pairs) = types_mut(|types| types.large_pairs(s, t))
    {
        return pairs.only_second.get(behind).map_or(Joint::End, |&b| Joint::One(b));
    }
    types(|types| {
        let at = i as usize;
        if let Some(&(name, a)) = types.properties(s).get(at) {
            return types.property(t, name).map_or(Joint::One(a), |b| Joint::Both(a, b));
        }
        if types.shape(s).constructor() == Object {
            return match only_in(types, t, s).nth(at - types.properties(s).len()) {
                Some((_, b)) => Joint::One(b),
                None => Joint::End,
            };
        }
        match (types.members(s).get(at), types.members(t).get(at)) {
            (Some(&a), Some(&b)) => Joint::Both(a, b),
            (Some(&one), None) | (None, Some(&one)) => Joint::One(one),
            (None, None) => Joint::End,
        }
    })
}

/// Returns the properties of `t` that `s` does not have.
pub(super) fn only_in(types: &Interner, t: Ty, s: Ty) -> impl Iterator<Item = (Name, Ty)> {
    types.properties(t).iter().copied().filter(move |property| types.property(s, property.0).is_none())
}
