//! The possible types of a value.

use crate::display::members_by_text;
use crate::{ANY, Interner, NONE, Shape, Ty};

/// The maximal number of types visited in nested unions and eventuals.
const DEEPEST: usize = 64;

/// Returns the possible types of a value, each once: members of unions in the order of their texts, contents of eventuals, and
/// definitions of declared types.
pub fn alternatives(types: &Interner, ty: Ty) -> Vec<Ty> {
    found_in(types, ty, |union| members_by_text(types, union))
}

/// Holds if one of the possible types of a value is such a type. The members of unions are not ordered for it: the text of a recursive
/// type may be long.
pub fn may_be(types: &Interner, ty: Ty, is_wanted: impl Fn(Ty) -> bool) -> bool {
    found_in(types, ty, |union| types.members(union).to_vec()).into_iter().any(is_wanted)
}

/// Returns the possible types of a value, given the members of unions.
fn found_in(types: &Interner, ty: Ty, members: impl Fn(Ty) -> Vec<Ty>) -> Vec<Ty> {
    let (mut open, mut found, mut seen) = (vec![ty], Vec::new(), Vec::new());
    while let Some(ty) = open.pop() {
        if seen.len() > DEEPEST || seen.contains(&ty) {
            continue;
        }
        seen.push(ty);
        match types.shape(ty) {
            Shape::Union(_) => open.extend(members(ty).into_iter().rev()),
            Shape::Output(part) | Shape::Promise(part) => open.push(part),
            Shape::Named(id) if types.named(id).definition.is_some() => open.extend(types.named(id).definition),
            _ => found.push(ty),
        }
    }
    found
}

/// Holds if null is one of the possible types of a value, or any type is.
pub fn may_be_null(types: &Interner, ty: Ty) -> bool {
    let is_null = |ty: Ty| ty == NONE || ty == ANY;
    match types.shape(ty) {
        // Most unions have null as a member.
        Shape::Union(_) if types.members(ty).iter().any(|&member| is_null(member)) => true,
        Shape::Union(_) | Shape::Output(_) | Shape::Promise(_) | Shape::Named(_) => may_be(types, ty, is_null),
        _ => is_null(ty),
    }
}
