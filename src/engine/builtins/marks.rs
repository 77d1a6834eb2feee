//! Paths to marked parts of values.

use typelog_types::{self as value, Interner, Shape};

use super::accessors::member_in;
use super::known::parts_list_in;
use super::{
    ANY, Constant, ExprId, List, Map, Mark, NUMBER, Object, Path, STRING, Set, Step, Tuple, Ty, TyList, Written, arity,
    computed_key, constant_text, constructor, element, items, member, operand, parts_list, step, without_none, written,
};
use crate::session::{outline, types, types_mut};

/// The maximal number of keys of a path, which bounds the number of paths. A longer path is cut: then the mark is one of a larger
/// part.
const LONGEST: usize = 6;

/// The number of parts of a structure from which on the paths to marked parts are told apart only by their first key.
const MANY_PARTS: u32 = 1_000;

/// Returns the path to a value itself.
pub fn empty_path() -> Path {
    Path::EMPTY
}

/// Returns the mark without its condition: that a part of what the caller of a module gives has it.
pub fn kind_of(m: Mark) -> Mark {
    m.kind()
}

/// Holds if a value with the mark `m` at the path `q` has it at the path `p`: all parts of a deferred value are deferred, and null
/// has no parts.
pub fn is_mark_at(m: Mark, q: Path, p: Path) -> bool {
    let fits = |(own, key): (&Ty, &Ty)| own == key || super::base(*own) == *key || super::base(*key) == *own;
    let (own, keys) = (parts_list(q.0), parts_list(p.0));
    let is_long_enough = if m.kind() == Mark::Nullable { own.len() == keys.len() } else { own.len() <= keys.len() };
    is_long_enough && own.iter().zip(&keys).all(fits)
}

/// Returns the path with the key `k` prepended to `p`. If that is too long, the last keys are dropped, so that the path leads to
/// a part around the marked one.
pub fn prepend_key(k: Ty, p: Path) -> Path {
    let keys: Vec<Ty> = [k].into_iter().chain(parts_list(p.0)).take(LONGEST).collect();
    path_with(&keys)
}

/// Returns the path with the key `k` behind those of `p`. If that is too long, the path leads to a part around the one with the key.
pub fn append_key(p: Path, k: Ty) -> Path {
    let keys: Vec<Ty> = parts_list(p.0).into_iter().chain([k]).take(LONGEST).collect();
    path_with(&keys)
}

/// Returns a path with any key in place of each constant key.
pub fn loosened(p: Path) -> Path {
    let keys: Vec<Ty> = parts_list(p.0).into_iter().map(super::base).collect();
    path_with(&keys)
}

/// Holds if a structure of these values has so many parts that paths into them are not told apart.
pub fn have_many_parts(vs: TyList) -> bool {
    let size = |v| types(|types| types.size_of_value(v).parts);
    items(vs).into_iter().map(size).fold(0, u32::saturating_add) > MANY_PARTS
}

/// Returns the first key of a path.
pub fn first_key(p: Path) -> Option<Ty> {
    member(p.0, 0)
}

/// Returns a path without its first key.
pub fn path_tail(p: Path) -> Option<Path> {
    match arity(p.0) {
        0 => None,
        1 => Some(Path::EMPTY),
        _ => Some(Path(types_mut(|types| types.tuple(&parts_list_in(types, p.0)[1..])))),
    }
}

/// Returns a path without the numbers that it begins with.
pub fn behind_numbers(p: Path) -> Path {
    let keys: Vec<Ty> = parts_list(p.0).into_iter().skip_while(|&key| super::base(key) == NUMBER).collect();
    path_with(&keys)
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

/// Returns the path of the steps of a name.
pub fn path_of(e: ExprId) -> Path {
    path_to(e, u32::MAX)
}

/// Returns the path of the first `i` steps of a name.
pub fn path_to(e: ExprId, i: u32) -> Path {
    let keys: Vec<Ty> = (0..i).map_while(|i| step(e, i)).map(super::step_key).collect();
    path_with(&keys)
}

/// Returns the paths to the value at a path, and to those around it.
pub fn paths_up_to(p: Path) -> Vec<Path> {
    paths_before(p).into_iter().chain([p]).collect()
}

/// Returns the paths to the values around the one at a path.
pub fn paths_before(p: Path) -> Vec<Path> {
    let keys = parts_list(p.0);
    (0..keys.len()).map(|length| path_with(&keys[..length])).collect()
}

fn path_with(keys: &[Ty]) -> Path {
    Path(types_mut(|types| types.tuple(keys)))
}

/// The number of keys by which the paths to marked parts are found.
const OPENING: usize = 2;

/// Returns what paths to the parts around or inside of the one at `p` begin with: the first key, and the first two keys, with any
/// key in place of one that is not constant or not there.
pub fn openings(p: Path) -> Vec<Path> {
    let key = |key: Option<Ty>| key.filter(|&key| constructor(key) == Constant).unwrap_or(ANY);
    (1..=OPENING as u32)
        .map(|length| path_with(&(0..length).map(|i| key(member(p.0, i))).collect::<Vec<Ty>>()))
        .collect()
}

/// Returns what the paths begin with along which the first steps of an expression lead: each step is its key, or any key.
pub fn openings_of(e: ExprId) -> Vec<Path> {
    let keys: Vec<Ty> = (0..OPENING as u32).map_while(|i| step(e, i)).map(super::step_key).collect();
    let some = |chosen: u32| (0..).zip(&keys).map(move |(i, &key)| if chosen >> i & 1 == 0 { ANY } else { key });
    (0..1 << keys.len()).map(|chosen| path_with(&some(chosen).collect::<Vec<Ty>>())).collect()
}

/// Holds if the steps of an expression lead to the value at a path, to one around it, or to one inside of it.
pub fn touches(e: ExprId, p: Path) -> bool {
    types(|types| {
        let mut keys = (0..).map_while(|i| Some((member_in(types, p.0, i)?, step(e, i)?)));
        keys.all(|(key, step)| may_be_key(types, key, step))
    })
}

/// Holds if a step may lead to the parts with a key.
fn may_be_key(types: &Interner, key: Ty, step: Step) -> bool {
    match (types.shape(key), step) {
        (Shape::Constant(_, value::Constant::Text(own)), Step::Name(name)) => own == name,
        (Shape::Constant(_, value::Constant::Number(own)), Step::Number(number)) => own == number,
        (Shape::Constant(_, value::Constant::Bool(own)), Step::Bool(value)) => own == value,
        (Shape::Constant(..), _) => false,
        _ => true,
    }
}

/// Returns the number of steps of an expression.
pub fn steps_in(e: ExprId) -> u32 {
    (0..u32::MAX).take_while(|&i| step(e, i).is_some()).count() as u32
}

/// Returns the type of the parts with a key of the type `k` that a value of `t` has: the property of that name, or the element type.
pub fn part_type(t: Ty, k: Ty) -> Option<Ty> {
    let part = match constructor(t) {
        List | Set if super::base(k) == NUMBER => Some(element(t)),
        Map if super::base(k) == STRING => Some(element(t)),
        Tuple => super::whole(k).and_then(|place| u32::try_from(place).ok()).and_then(|place| member(t, place)),
        Object => super::part_of_key(t, k),
        _ => None,
    };
    part.map(without_none)
}

/// Holds if an argument behind the `i`-th one is an object with the first key of the path `p`.
pub fn gives_key_behind(vs: TyList, i: u32, p: Path) -> bool {
    let Some(key) = first_key(p) else { return false };
    let gives = |v: Ty| constructor(v) == Object && super::part_of_key(v, key).is_some();
    items(vs).into_iter().skip(i as usize + 1).any(gives)
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
