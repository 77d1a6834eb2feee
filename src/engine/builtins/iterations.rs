//! Iterations of Terraform: their collections and their results.

use super::known::{
    collected, constant_as, entry, gathered, is_known, is_wholly_known, known, known_parts, object_of_groups,
    object_of_keys, type_of_value,
};
use super::{
    ANY, BOOL, CtyValue, ExprId, List, Literal, Map, NONE, NUMBER, Object, STRING, Set, Tuple, Ty, TyList, Written,
    are_distinct, built, constant_bool, constructor, element, equals, is_structure, item, items, member, pair_of,
    tuple_of, written,
};
use crate::session::{outline, types, types_mut};
use typelog_types::{Constant, Name};

/// Returns the value of a literal.
pub fn constant_of(v: Literal) -> Ty {
    match v {
        Literal::Null => NONE,
        Literal::Bool(value) => constant_bool(value),
        Literal::Number(id) => types_mut(|types| types.constant(NUMBER, Constant::Number(id))),
        Literal::Text(name) => types_mut(|types| types.constant(STRING, Constant::Text(name))),
    }
}

/// Returns the computed keys of a computed object, with their values, given those of all operands.
fn computed_keys(e: ExprId, vs: TyList) -> Vec<(ExprId, CtyValue)> {
    (0..).map_while(|i| super::computed_key(e, i)).zip(items(vs)).collect()
}

/// Returns the value of a computed object, which is dynamic unless its keys are known texts, given the values of all operands.
pub fn computed_object(e: ExprId, vs: TyList) -> CtyValue {
    object_of_known_keys(e, vs).unwrap_or(ANY)
}

fn object_of_known_keys(e: ExprId, vs: TyList) -> Option<Ty> {
    let keys: Vec<Ty> = computed_keys(e, vs).into_iter().map(|key| key.1).collect();
    let values = super::items_behind(vs, keys.len());
    let names: Vec<Name> = outline(|outline| outline.names(e).to_vec());
    let mut keys = keys.into_iter();
    let empty = types_mut(|types| types.name(""));
    let names: Option<Vec<Name>> = names
        .into_iter()
        .map(
            |name| if name == empty { super::constant_text_of(constant_as(keys.next()?, STRING)?) } else { Some(name) },
        )
        .collect();
    let properties = names?.into_iter().zip(values).collect();
    Some(known(types_mut(|types| types.object(properties))))
}

/// Returns the computed keys of an object that are not texts, with their values.
pub fn wrong_keys(e: ExprId, vs: TyList) -> Vec<(ExprId, CtyValue)> {
    let has_parts = |key: Ty| [List, Map, Object, Set, Tuple].contains(&constructor(key));
    computed_keys(e, vs).into_iter().filter(|&(_, key)| is_wrong_part(key) || has_parts(key)).collect()
}

/// Holds if all computed keys of an object may be texts.
pub fn are_keys(e: ExprId, vs: TyList) -> bool {
    wrong_keys(e, vs).is_empty()
}

/// Holds for null, and for known structures and collections, which do not convert to a text.
pub fn is_wrong_part(v: CtyValue) -> bool {
    v == NONE || known_parts(v).is_some()
}

/// Holds if all values may be part of a text.
pub fn are_parts(vs: TyList) -> bool {
    !items(vs).into_iter().any(is_wrong_part)
}

/// Holds if a for-expression computes keys.
fn has_key(e: ExprId) -> bool {
    written(e) != Written::ForList
}

/// Holds if a for-expression has a condition.
pub fn has_condition(e: ExprId) -> bool {
    condition_of(e).is_some()
}

/// Returns the condition of a for-expression.
pub fn condition_of(e: ExprId) -> Option<ExprId> {
    super::operand(e, 1 + u32::from(has_key(e)))
}

/// Returns the key of an item of a for-expression, given the values of its operands.
pub fn item_key(e: ExprId, vs: TyList) -> CtyValue {
    let key = if has_key(e) { item(vs, 1) } else { None };
    key.map_or(ANY, |key| constant_as(key, STRING).unwrap_or(key))
}

/// Returns the condition of an item of a for-expression, given the values of its operands: true if it has none.
pub fn item_condition(e: ExprId, vs: TyList) -> CtyValue {
    let condition = if has_condition(e) { item(vs, 1 + u32::from(has_key(e))) } else { None };
    condition.map_or_else(|| constant_bool(true), |condition| constant_as(condition, BOOL).unwrap_or(condition))
}

/// Holds if an item with this condition is kept.
pub fn is_kept(condition: CtyValue) -> bool {
    super::truth(condition) == Some(true)
}

/// Holds if an item with this condition is skipped.
pub fn is_dropped(condition: CtyValue) -> bool {
    super::truth(condition) == Some(false)
}

/// Holds if it is known whether an item is kept, and its key if it is.
pub fn is_decided(e: ExprId, condition: CtyValue, key: CtyValue) -> bool {
    is_dropped(condition) || is_kept(condition) && (!has_key(e) || super::constant_text_of(key).is_some())
}

/// Holds unless the key of a kept item is not a text.
pub fn is_item_key(e: ExprId, condition: CtyValue, key: CtyValue) -> bool {
    !has_key(e) || is_dropped(condition) || !is_wrong_part(key)
}

/// Returns the result of a for-expression with items of these keys and values, which is dynamic unless its keys are known texts.
pub fn made_of(e: ExprId, keys: TyList, vs: TyList) -> CtyValue {
    let made = match written(e) {
        Written::ForList => Some(tuple_of(vs)),
        Written::ForMap => object_of_keys(keys, vs),
        _ => object_of_groups(keys, vs),
    };
    made.map_or(ANY, known)
}

/// Holds unless a for-expression that does not group values makes two items with the same key.
pub fn may_make(e: ExprId, keys: TyList) -> bool {
    let known: Vec<Ty> = items(keys).into_iter().filter(|&key| super::constant_text_of(key).is_some()).collect();
    let known = types_mut(|types| known.into_iter().fold(TyList::EMPTY, |list, key| types.append(list, key)));
    written(e) != Written::ForMap || are_distinct(known)
}

/// Returns the type of the collection that a for-expression makes of any number of items of a type.
pub fn gathered_type(e: ExprId, t: Ty) -> Ty {
    gathered(match written(e) {
        Written::ForList => built(List, t),
        Written::ForMap => built(Map, t),
        _ => {
            let group = gathered(built(List, t));
            built(Map, group)
        }
    })
}

/// Returns the type of the keys of an unknown collection.
pub fn key_type(v: CtyValue) -> Ty {
    match constructor(v) {
        List | Tuple => NUMBER,
        Set => element(v),
        _ => STRING,
    }
}

/// Returns the type of the elements of an unknown collection: for a structure, the type of its members if they agree, or else
/// the dynamic type.
pub fn element_type(v: CtyValue) -> Ty {
    if !is_structure(v) {
        return element(v);
    }
    let mut parts = super::parts_list(v).into_iter();
    let Some(first) = parts.next() else { return ANY };
    if parts.all(|part| equals(part, first)) { first } else { ANY }
}

/// Returns the type of the elements of a value for which a block is repeated.
pub fn repeated_element(v: CtyValue) -> CtyValue {
    let t = type_of_value(v);
    match constructor(t) {
        List | Set | Map => element_type(t),
        Tuple | Object => merged(&super::parts_list(t)),
        _ => ANY,
    }
}

/// Returns the type of values that have one of these types: an object may have the properties of any of the objects, and a property
/// that is missing in some of them, or has several types, is dynamic.
fn merged(all: &[Ty]) -> Ty {
    let Some((&first, rest)) = all.split_first() else { return ANY };
    if rest.iter().all(|&part| equals(part, first)) {
        return first;
    }
    if all.iter().any(|&part| constructor(part) != Object) {
        return ANY;
    }
    types_mut(|types| {
        let mut properties: Vec<(Name, Option<Ty>, usize)> = Vec::new();
        for &part in all {
            for (name, ty) in types.properties(part).to_vec() {
                match properties.iter_mut().find(|property| property.0 == name) {
                    Some(property) => *property = (name, property.1.filter(|&known| known == ty), property.2 + 1),
                    None => properties.push((name, Some(ty), 1)),
                }
            }
        }
        let ty = |known: Option<Ty>, count| known.filter(|_| count == all.len()).unwrap_or(ANY);
        let properties = properties.into_iter().map(|(name, known, count)| (name, ty(known, count))).collect();
        types.object(properties)
    })
}

/// Returns the value of the iterator of a dynamic block for the elements of `v`.
pub fn iterator_object(v: CtyValue) -> CtyValue {
    let t = type_of_value(v);
    let has_elements = matches!(constructor(t), List | Set | Map | Tuple | Object);
    let (key, value) = (if has_elements { key_type(t) } else { ANY }, repeated_element(v));
    types_mut(|types| {
        let properties = vec![(types.name("key"), key), (types.name("value"), value)];
        types.object(properties)
    })
}

/// Returns the key and the value of the only element of a known value; `None` if it is unknown, or has not exactly one.
pub fn only_entry(v: CtyValue) -> Option<(CtyValue, CtyValue)> {
    entry(v, 0).filter(|_| entry(v, 1).is_none())
}

/// Returns the object with the key and the value of an element.
pub fn entry_object(k: CtyValue, u: CtyValue) -> CtyValue {
    types_mut(|types| {
        let properties = vec![(types.name("key"), k), (types.name("value"), u)];
        types.object(properties)
    })
}

/// Returns the object `each` for elements of a type.
pub fn each_object(t: CtyValue) -> CtyValue {
    types_mut(|types| {
        let properties = vec![(types.name("key"), STRING), (types.name("value"), t)];
        types.object(properties)
    })
}

/// Returns the `i`-th element that a splat over `v` visits: all elements of a known sequence, the element type of an unknown
/// one, or the value itself.
pub fn splat_element(v: CtyValue, i: u32) -> Option<CtyValue> {
    match (constructor(v), known_parts(v)) {
        (List | Set | Tuple, Some(_)) => entry(v, i).map(|entry| entry.1),
        (List | Set, None) => Some(element(v)).filter(|_| i == 0),
        (Tuple, None) => member(v, i),
        _ => Some(v).filter(|_| i == 0),
    }
}

/// Returns the result of a splat over `v` with these items.
pub fn splat_value(v: CtyValue, ws: TyList) -> CtyValue {
    let first = item(ws, 0).map(type_of_value);
    let are_alike = items(ws).into_iter().all(|w| Some(type_of_value(w)) == first);
    let is_sequence = [List, Set, Tuple].contains(&constructor(v));
    match (constructor(v), is_known(v) || !is_sequence && super::is_present(v)) {
        (List | Set, true) => {
            let u = first.filter(|_| are_alike).unwrap_or(ANY);
            collected(List, u, tuple_of(ws))
        }
        (_, true) => known(tuple_of(ws)),
        (Tuple, false) => type_of_value(tuple_of(ws)),
        _ => built(List, first.unwrap_or(ANY)),
    }
}

/// Holds if the choice of `try` between expressions is final.
pub fn is_settled_choice(v: CtyValue, yes: bool) -> bool {
    yes && is_wholly_known(v)
}

/// Returns the result of an expression in `try` that may fail later: its value if that cannot change, or else its type.
pub fn lasting(v: CtyValue) -> CtyValue {
    if is_wholly_known(v) { v } else { type_of_value(v) }
}

/// Returns the type of two values if they agree, or else the dynamic type.
pub fn shared_type(v: Ty, w: CtyValue) -> Ty {
    let (s, t) = (type_of_value(v), type_of_value(w));
    if equals(s, t) { s } else { ANY }
}

/// Holds if the last value may be expanded to arguments: a sequence, or a dynamic value.
pub fn is_expandable(vs: TyList) -> bool {
    super::last_item(vs).is_some_and(|last| last == ANY || [List, Set, Tuple].contains(&constructor(last)))
}

/// Returns the arguments paired with the parameters that take them.
pub fn paired_arguments(vs: TyList, ps: Ty, rest: Option<Ty>) -> Ty {
    let pairs = (0..).zip(items(vs)).filter_map(|(i, v)| Some(pair_of(v, super::parameter(ps, rest, i)?)));
    let pairs: Vec<Ty> = pairs.collect();
    types_mut(|types| types.tuple(&pairs))
}

/// Returns the `i`-th argument with the parameter that takes it.
pub fn paired_argument(ts: Ty, i: u32) -> Option<(Ty, Ty)> {
    let pair = member(ts, i)?;
    member(pair, 0).zip(member(pair, 1))
}

/// Returns the type that arguments for a parameter are converted to, without null. It is dynamic if the parameter takes any
/// known type.
pub fn accepted(p: Ty) -> Ty {
    let members: Vec<Ty> = types(|types| types.members(p).to_vec());
    let p = if constructor(p) == super::Union {
        members.into_iter().find(|&member| member != NONE).unwrap_or(ANY)
    } else {
        p
    };
    if is_strict(p) { ANY } else { p }
}

/// Holds for parameters that take any type if it is known.
pub fn is_strict(p: Ty) -> bool {
    let is_known_type = |t: Ty| t == super::opaque("known");
    is_known_type(p) || types(|types| types.members(p).to_vec()).into_iter().any(is_known_type)
}

/// Holds if an object is built by the constructor of objects.
pub fn is_object(v: CtyValue) -> bool {
    constructor(v) == Object
}
