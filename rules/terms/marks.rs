//! Paths to marked parts of values: tuples of the types of the keys that lead there. The empty path leads to the value itself.

use super::{ExprId, NUMBER, STRING, Ty, Written, computed_key, constant_text, member, operand, parts_list, written};
use crate::session::{outline, types, types_mut};

/// More keys than this no path has, so that there are not too many of them.
const LONGEST: usize = 6;

/// The path to a value itself.
pub fn here() -> Ty {
    types_mut(|types| types.tuple(&[]))
}

/// The path that goes on from the key `k` as `p` does, unless it is too long.
pub fn at_key(k: Ty, p: Ty) -> Option<Ty> {
    let keys: Vec<Ty> = [k].into_iter().chain(parts_list(p)).collect();
    (keys.len() <= LONGEST).then(|| types_mut(|types| types.tuple(&keys)))
}

/// The first key of a path.
pub fn first_key(p: Ty) -> Option<Ty> {
    member(p, 0)
}

/// The path behind the first key of a path.
pub fn behind(p: Ty) -> Option<Ty> {
    let keys = parts_list(p);
    keys.split_first().map(|(_, rest)| types_mut(|types| types.tuple(rest)))
}

/// The path behind all numbers that a path begins with.
pub fn behind_numbers(p: Ty) -> Ty {
    let keys: Vec<Ty> = parts_list(p).into_iter().skip_while(|&key| super::base(key) == NUMBER).collect();
    types_mut(|types| types.tuple(&keys))
}

/// The key of the `i`-th element of a tuple.
pub fn place_key(i: u32) -> Ty {
    super::known::number(i64::from(i))
}

/// The key of the value of an element in `each`.
pub fn value_key() -> Ty {
    let name = types_mut(|types| types.name("value"));
    constant_text(name)
}

/// The operands of an expression with their places.
pub fn operands(e: ExprId) -> Vec<(u32, ExprId)> {
    (0..).map_while(|i| operand(e, i).map(|x| (i, x))).collect()
}

/// The key of the value that is the `i`-th operand of an object: any text, if it has to be computed. Operands that are keys have
/// none.
pub fn property_key(e: ExprId, i: u32) -> Option<Ty> {
    let computed = (0..).map_while(|at| computed_key(e, at)).count();
    let at = (i as usize).checked_sub(computed)?;
    let name = outline(|outline| outline.names(e).get(at).copied())?;
    let is_computed = written(e) == Written::ComputedObject && types(|types| types.text(name).is_empty());
    Some(if is_computed { STRING } else { constant_text(name) })
}
