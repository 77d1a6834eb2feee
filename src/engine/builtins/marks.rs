//! Paths to marked parts of values: tuples of the types of keys. The empty path leads to the value itself.

use super::{
    ExprId, NUMBER, STRING, Ty, TyList, Written, computed_key, constant_text, items, member, operand, parts_list,
    written,
};
use crate::session::{outline, types, types_mut};

/// The maximal number of keys of a path, which bounds the number of paths. A longer path is cut: then the mark is one of a larger
/// part.
const LONGEST: usize = 6;

/// The number of parts of a structure from which on the paths to marked parts are told apart only by their first key.
const MANY_PARTS: u32 = 1_000;

/// Returns the path to a value itself.
pub fn empty_path() -> Ty {
    types_mut(|types| types.tuple(&[]))
}

/// Returns the path with the key `k` prepended to `p`. If that is too long, the last keys are dropped, so that the path leads to
/// a part around the marked one.
pub fn prepend_key(k: Ty, p: Ty) -> Ty {
    let keys: Vec<Ty> = [k].into_iter().chain(parts_list(p)).take(LONGEST).collect();
    types_mut(|types| types.tuple(&keys))
}

/// Returns a path with any key in place of each constant key.
pub fn loosened(p: Ty) -> Ty {
    let keys: Vec<Ty> = parts_list(p).into_iter().map(super::base).collect();
    types_mut(|types| types.tuple(&keys))
}

/// Holds if a structure of these values has so many parts that paths into them are not told apart.
pub fn have_many_parts(vs: TyList) -> bool {
    let size = |v| types(|types| types.size_of_value(v).parts);
    items(vs).into_iter().map(size).fold(0, u32::saturating_add) > MANY_PARTS
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

/// Returns the key of the `i`-th operand in a tuple or an object.
pub fn part_key(e: ExprId, i: u32) -> Option<Ty> {
    match written(e) {
        Written::Object | Written::ComputedObject => property_key(e, i),
        Written::Tuple => Some(place_key(i)),
        _ => None,
    }
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
