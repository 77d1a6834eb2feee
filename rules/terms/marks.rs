//! Paths to marked parts of values: tuples of the types of keys. The empty path leads to the value itself.

use super::{ExprId, NUMBER, STRING, Ty, Written, computed_key, constant_text, member, operand, parts_list, written};
use crate::session::{outline, types, types_mut};

/// The maximal number of keys of a path, which bounds the number of paths.
const LONGEST: usize = 6;

/// Returns the path to a value itself.
pub fn empty_path() -> Ty {
    types_mut(|types| types.tuple(&[]))
}

/// Returns the path with the key `k` prepended to `p`, unless it is too long.
pub fn prepend_key(k: Ty, p: Ty) -> Option<Ty> {
    let keys: Vec<Ty> = [k].into_iter().chain(parts_list(p)).collect();
    (keys.len() <= LONGEST).then(|| types_mut(|types| types.tuple(&keys)))
}

/// Returns the first key of a path.
pub fn first_key(p: Ty) -> Option<Ty> {
    member(p, 0)
}

/// Returns a path without its first key.
pub fn path_tail(p: Ty) -> Option<Ty> {
    let keys = parts_list(p);
    keys.split_first().map(|(_, rest)| types_mut(|types| types.tuple(rest)))
}

/// Returns a path without the numbers that it begins with.
pub fn behind_numbers(p: Ty) -> Ty {
    let keys: Vec<Ty> = parts_list(p).into_iter().skip_while(|&key| super::base(key) == NUMBER).collect();
    types_mut(|types| types.tuple(&keys))
}

/// Returns the key of the `i`-th element of a tuple.
pub fn place_key(i: u32) -> Ty {
    super::known::number(i64::from(i))
}

/// Returns the key of the value in `each`.
pub fn value_key() -> Ty {
    let name = types_mut(|types| types.name("value"));
    constant_text(name)
}

/// Returns the operands of an expression with their indices.
pub fn operands(e: ExprId) -> Vec<(u32, ExprId)> {
    (0..).map_while(|i| operand(e, i).map(|x| (i, x))).collect()
}

/// Returns the key of the value that is the `i`-th operand of an object. A computed key is any text. Operands that are keys
/// have none.
pub fn property_key(e: ExprId, i: u32) -> Option<Ty> {
    let computed = (0..).map_while(|at| computed_key(e, at)).count();
    let at = (i as usize).checked_sub(computed)?;
    let name = outline(|outline| outline.names(e).get(at).copied())?;
    let is_computed = written(e) == Written::ComputedObject && types(|types| types.text(name).is_empty());
    Some(if is_computed { STRING } else { constant_text(name) })
}
