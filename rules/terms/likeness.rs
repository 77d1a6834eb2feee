//! Heuristics: the members of large unions that are likely to be meant, so that they are tried first. The rules decide whether
//! they convert.

use super::accessors::{element_in, has_member_in, member_in};
use super::blocks::parts;
use super::{Output, Promise, Ty, Union, arity, member};
use crate::session::types;
use typelog_types::{Interner, Shape};

/// The least number of members of a union in which a likely one is sought: of fewer, all are tried as quickly.
pub(super) const MANY: usize = 16;

/// The members of a type, in their order.
pub fn members(t: Ty) -> Vec<Ty> {
    types(|types| types.members(t).to_vec())
}

/// The member of a large union that is most like the type, which is none itself. Of unions that have too many pairs of members
/// with the type, always one. Linear in the members.
pub fn likely_member(t: Ty, s: Ty) -> Option<Ty> {
    types(|types| {
        let is_always = are_too_many(types, s, t);
        if types.members(t).len() < MANY && !is_always {
            return None;
        }
        most_like(types, t, s).or_else(|| member_in(types, t, 0).filter(|_| is_always))
    })
}

/// The `i`-th member of a union in the order in which they are tried: of many, the one most like the type comes first.
pub fn promising_member(t: Ty, s: Ty, i: u32) -> Option<Ty> {
    if arity(t) < MANY as u32 {
        return member(t, i);
    }
    match i {
        0 => likely_member(t, s).or_else(|| member(t, 0)),
        _ => member(t, i - 1),
    }
}

/// The `i`-th member of the union `s`, and that member of the union `t`, or of what `t` is an eventual of, which is most
/// like it; the first if none is.
pub fn likely_pair(s: Ty, t: Ty, i: u32) -> Option<(Ty, Ty)> {
    types(|types| {
        let (a, t) = (member_in(types, s, i)?, prompt(types, t));
        let like = if has_member_in(types, t, a) { Some(a) } else { most_like(types, t, a) };
        Some((a, like.or_else(|| member_in(types, t, 0))?))
    })
}

/// Holds if `s` and `t`, unions or eventuals of such, have more pairs of members than the limit.
pub fn pair_too_often(s: Ty, t: Ty) -> bool {
    types(|types| are_too_many(types, s, t))
}

/// Holds if unions that occur in `s` and `t` may have more pairs of members than the limit.
pub fn has_many_pairs(s: Ty, t: Ty) -> bool {
    types(|types| {
        let widest = |t| parts(types, t).into_iter().map(|part| alternatives(types, part).len()).max().unwrap_or(0);
        let limit = types.limits.pairs as usize;
        let width = widest(s);
        width != 0 && width.saturating_mul(widest(t)) > limit
    })
}

fn are_too_many(types: &Interner, s: Ty, t: Ty) -> bool {
    let count = |t| alternatives(types, prompt(types, t)).len();
    count(s).saturating_mul(count(t)) > types.limits.pairs as usize
}

/// The members of a union. All else has none.
fn alternatives(types: &Interner, t: Ty) -> &[Ty] {
    if types.shape(t).constructor() == Union { types.members(t) } else { &[] }
}

/// The element of an eventual; any other type itself.
fn prompt(types: &Interner, t: Ty) -> Ty {
    if [Output, Promise].contains(&types.shape(t).constructor()) { element_in(types, t) } else { t }
}

/// The first of the members that have most in common with a type.
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

/// The likeness of two types. Of objects: a point for each property of the first that the other has as well, and two more
/// if its type is the same there, or among others. Of eventuals of unions: the number of alternatives that the other has.
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
