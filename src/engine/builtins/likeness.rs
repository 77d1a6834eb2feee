//! Heuristics: the members of large unions that are likely to match, so that they are tried first. The rules decide whether
//! they convert.

use super::accessors::{arity_in, element_in, has_member_in, member_in};
use super::pairing::only_in;
use super::{ANY, Output, Promise, Ty, TyList, Union};
use crate::session::{types, types_mut};
use std::cmp::Reverse;
use typelog_types::nearest::nearest;
use typelog_types::{Interner, Name, Shape};

/// The minimal number of members of a union for which a likely member is sought. Fewer members are all tried as quickly.
pub(super) const MANY: usize = 16;

/// Returns the members of a type, in order.
pub fn members(t: Ty) -> Vec<Ty> {
    types(|types| types.members(t).to_vec())
}

/// Returns the member of a large union that is most similar to the type. If the type and the union have too many pairs of
/// members, there is always a result. Linear in the members.
pub fn likely_member(t: Ty, s: Ty) -> Option<Ty> {
    types(|types| likely_member_in(types, t, s))
}

fn likely_member_in(types: &Interner, t: Ty, s: Ty) -> Option<Ty> {
    let is_always = are_too_many(types, s, t);
    if types.members(t).len() < MANY && !is_always {
        return None;
    }
    most_like(types, t, s).or_else(|| member_in(types, t, 0).filter(|_| is_always))
}

/// Returns the `i`-th member of a union in the order of trial: in a large union, the most similar one comes first.
pub fn candidate_member(t: Ty, s: Ty, i: u32) -> Option<Ty> {
    types(|types| match i {
        _ if arity_in(types, t) < MANY as u32 => member_in(types, t, i),
        0 => likely_member_in(types, t, s).or_else(|| member_in(types, t, 0)),
        _ => member_in(types, t, i - 1),
    })
}

/// Returns the `i`-th member of the union `s`, and the most similar member of the union `t`, or of the element of `t`. Without
/// a similar one it is the first.
pub fn likely_pair(s: Ty, t: Ty, i: u32) -> Option<(Ty, Ty)> {
    types(|types| {
        let (a, t) = (member_in(types, s, i)?, prompt(types, t));
        let like = if has_member_in(types, t, a) { Some(a) } else { most_like(types, t, a) };
        Some((a, like.or_else(|| member_in(types, t, 0))?))
    })
}

/// Returns the object of a list that is most similar to the object `s`, if there is only one. The criteria are, in this order:
/// the number of common property names, the number of similar names, and the fewest properties that `s` lacks.
pub fn most_similar(s: Ty, ts: TyList) -> Option<Ty> {
    types(|types| {
        let mut scored: Vec<_> =
            types.list_items(ts).into_iter().map(|t| (common_properties(types, s, t), t)).collect();
        scored.sort_unstable();
        match scored[..] {
            [(_, only)] => Some(only),
            [.., (next, _), (best, t)] if next < best => Some(t),
            _ => None,
        }
    })
}

/// Returns the object with the properties of all members of a union of objects. Their types are dynamic.
pub fn combined_object(us: Ty) -> Ty {
    types_mut(|types| {
        let members = types.members(us).to_vec();
        let all = members.iter().flat_map(|&member| types.properties(member));
        let mut properties: Vec<(Name, Ty)> = all.map(|&(name, _)| (name, ANY)).collect();
        properties.sort_unstable();
        properties.dedup();
        types.object(properties)
    })
}

/// Returns the similarity of two objects by the criteria of [`most_similar`].
fn common_properties(types: &Interner, s: Ty, t: Ty) -> (usize, usize, Reverse<usize>) {
    let t = types.definition_of(t).unwrap_or(t);
    let (own, others) = (types.properties(s), types.properties(t));
    let shared = own.iter().filter(|property| types.property(t, property.0).is_some()).count();
    let rest: Vec<&str> = only_in(types, t, s).map(|property| types.text(property.0)).collect();
    let is_slip = |name: &str| nearest(name, rest.iter().copied()).is_some();
    let near = only_in(types, s, t).filter(|property| is_slip(types.text(property.0))).count();
    (shared, near, Reverse(others.len() - shared))
}

/// Holds if `s` and `t`, unions or eventuals of unions, have more pairs of members than the limit.
pub fn exceeds_pair_limit(s: Ty, t: Ty) -> bool {
    types(|types| are_too_many(types, s, t))
}

/// Holds if unions that occur in `s` and `t` may have more pairs of members than the limit.
pub fn has_many_pairs(s: Ty, t: Ty) -> bool {
    types(|types| {
        let pairs = u64::from(types.widest_union(s)) * u64::from(types.widest_union(t));
        pairs > u64::from(types.limits.pairs)
    })
}

fn are_too_many(types: &Interner, s: Ty, t: Ty) -> bool {
    let count = |t| alternatives(types, prompt(types, t)).len();
    count(s).saturating_mul(count(t)) > types.limits.pairs as usize
}

/// Returns the members of a union, and none for any other type.
fn alternatives(types: &Interner, t: Ty) -> &[Ty] {
    if types.shape(t).constructor() == Union { types.members(t) } else { &[] }
}

/// Returns the element of an eventual, and any other type itself.
fn prompt(types: &Interner, t: Ty) -> Ty {
    if [Output, Promise].contains(&types.shape(t).constructor()) { element_in(types, t) } else { t }
}

/// Returns the first of the members that are most similar to a type.
fn most_like(types: &Interner, t: Ty, s: Ty) -> Option<Ty> {
    let mut best = (0, None);
    for &member in types.members(t) {
        let likeness = likeness(types, s, member);
        if likeness > best.0 {
            best = (likeness, Some(member));
        }
    }
    best.1
}

/// Returns the similarity of two types. For objects, each property of the first that the other has as well counts one, or three
/// if its type is the same there or is a member there. For eventuals of unions it is the number of alternatives of the other.
fn likeness(types: &Interner, s: Ty, t: Ty) -> u32 {
    let (s, t) = (types.definition_of(s).unwrap_or(s), types.definition_of(t).unwrap_or(t));
    if let (Shape::Constant(_, value), Shape::Enum(id)) = (types.shape(s), types.shape(t)) {
        return u32::from(types.enumeration(id).2.contains(&value));
    }
    if prompt(types, s) != s && types.shape(s).constructor() == types.shape(t).constructor() {
        let is_union = !alternatives(types, element_in(types, s)).is_empty();
        return if is_union { alternatives(types, element_in(types, t)).len() as u32 } else { 0 };
    }
    let shared = types.properties(s).iter().filter_map(|&(name, a)| Some((a, types.property(t, name)?)));
    shared.map(|(a, b)| if types.are_equal(a, b) || has_member_in(types, b, a) { 3 } else { 1 }).sum()
}
