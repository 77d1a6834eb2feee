//! Accessors and constructors of values for the functions of Terraform.

use super::known::{
    collected, constant_as, constant_text_of, is_known, is_wholly_known, known, known_parts, names_of, number,
    parts_list, text, type_of_value, whole,
};
use super::{
    ANY, BinaryOperator, Constructor, CtyValue, List, Map, NONE, NUMBER, Object, Operation, STRING, Set, Standard,
    Tuple, Ty, TyList, arity, constructor, element, equals, member, rebuilt, tuple_of,
};
use crate::session::{types, types_mut};
use typelog_types::{Constant, Name, Shape};

fn tuple(members: &[Ty]) -> Ty {
    types_mut(|types| types.tuple(members))
}

/// Returns the parts of a known value; for any other tuple or object, the types of its members.
pub fn parts_of_value(v: CtyValue) -> Option<CtyValue> {
    known_parts(v).or_else(|| is_structure(v).then(|| type_of_value(v)))
}

/// Returns the part of a value with a constant key: the one at that index, or with that name.
pub fn found_part(v: CtyValue, key: CtyValue) -> Option<CtyValue> {
    let parts = parts_of_value(v)?;
    match constructor(parts) {
        Tuple => super::part_in_place(parts, key, false),
        Object => super::part_of_key(parts, key),
        _ => None,
    }
}

/// Holds for tuples and objects.
pub fn is_structure(t: CtyValue) -> bool {
    constructor(t) == Tuple || constructor(t) == Object
}

/// Returns the parts of a collection built by `c` from a list. A map takes the names of `parts`.
pub fn parts_like(parts: CtyValue, c: Constructor, ws: TyList) -> CtyValue {
    if c == Map { rebuilt(bare_structure(parts), ws) } else { tuple_of(ws) }
}

/// Returns the tuple of a list, with null in the places where `parts` have it.
pub fn parts_or_null(parts: CtyValue, ws: TyList) -> CtyValue {
    let pairs = parts_list(parts).into_iter().zip(parts_list(tuple_of(ws)));
    let members: Vec<Ty> = pairs.map(|(part, w)| if part == NONE { NONE } else { w }).collect();
    tuple(&members)
}

/// Returns a tuple or an object without annotations.
pub fn bare_structure(t: Ty) -> Ty {
    types_mut(|types| {
        if constructor_of(types, t) == Tuple {
            let members = types.members(t).to_vec();
            types.tuple(&members)
        } else {
            let properties = types.properties(t).to_vec();
            types.object(properties)
        }
    })
}

fn constructor_of(types: &typelog_types::Interner, t: Ty) -> Constructor {
    types.shape(t).constructor()
}

/// Returns the place of the first property of the object `t` that `s` lacks, and that is not optional.
pub fn missing_place(s: CtyValue, t: CtyValue) -> Option<u32> {
    types(|types| {
        let is_missing =
            |&(name, part): &(Name, Ty)| types.property(s, name).is_none() && !types.members(part).contains(&NONE);
        let place = types.properties(t).iter().position(is_missing)?;
        u32::try_from(place).ok()
    })
}

/// Returns the tuple of the first `n` members of a tuple.
pub fn first_members(ts: Ty, n: u32) -> Ty {
    tuple(&parts_list(ts)[..n as usize])
}

/// Returns the operands of an operator as a tuple.
pub fn operand_tuple(o: Operation, v: CtyValue, w: CtyValue) -> CtyValue {
    if is_unary(o) { tuple(&[w]) } else { tuple(&[v, w]) }
}

/// Holds for operators with one operand.
pub fn is_unary(o: Operation) -> bool {
    matches!(o, Operation::Unary(_))
}

/// Returns the tuple of two types.
pub fn pair_of(s: Ty, t: Ty) -> Ty {
    tuple(&[s, t])
}

/// Holds if all members of a tuple after the first `n` are known.
pub fn are_known_behind(vs: CtyValue, n: u32) -> bool {
    parts_list(vs).into_iter().skip(n as usize).all(is_known)
}

/// Returns the tuple of the types of the members after the first `n`.
pub fn tuple_of_types_behind(vs: CtyValue, n: u32) -> Ty {
    let members: Vec<Ty> = parts_list(vs).into_iter().skip(n as usize).map(type_of_value).collect();
    tuple(&members)
}

/// Returns the number of elements of a known collection. A set must be wholly known.
fn size(v: Ty) -> Option<i64> {
    let parts = known_parts(v)?;
    (constructor(v) != Set || is_wholly_known(v)).then(|| i64::from(arity(parts)))
}

/// Holds unless the known length of the first argument is less than the argument with the number `least`, or more than the
/// argument with the number `most`.
pub fn holds_length(vs: CtyValue, least: u32, most: u32) -> bool {
    let bound = |i| member(vs, i).filter(|_| i > 0).and_then(whole);
    let (least, most) = (bound(least), bound(most));
    let is_ordered = least.zip(most).is_none_or(|(least, most)| least <= most);
    let is_within = |size: i64| least.is_none_or(|least| least <= size) && most.is_none_or(|most| size <= most);
    is_ordered && member(vs, 0).and_then(size).is_none_or(is_within)
}

/// Returns the first value that is neither null nor, if texts are chosen from, an empty text.
pub fn first_present(vs: CtyValue, t: Ty) -> Option<CtyValue> {
    let empty = text("");
    parts_list(vs).into_iter().find(|&v| v != NONE && (t != STRING || v != empty))
}

/// Returns the first sequence with elements, if all values are known sequences.
pub fn first_filled(vs: CtyValue) -> Option<CtyValue> {
    let all = parts_list(vs);
    let is_sequence = |&v: &Ty| constructor(v) == List || constructor(v) == Tuple;
    if !all.iter().all(|&v| is_known(v)) || !all.iter().all(is_sequence) {
        return None;
    }
    all.into_iter().find(|&v| known_parts(v).is_some_and(|parts| arity(parts) > 0))
}

/// Returns the parts of a known map, or of an object of the type `s`.
pub fn known_or_object(v: CtyValue, s: Ty) -> Option<CtyValue> {
    known_parts(v).or(Some(s).filter(|&s| constructor(s) == Object))
}

/// Returns the first part of a known value or of a tuple.
pub fn first_part(v: CtyValue) -> Option<CtyValue> {
    known_parts(v).or(Some(v).filter(|&v| constructor(v) == Tuple)).and_then(|parts| member(parts, 0))
}

/// Returns the value of a constant text in JSON.
pub(super) fn decoded(v: Ty) -> Option<Ty> {
    let name = constant_text_of(v)?;
    let json: serde_json::Value = serde_json::from_str(&types(|types| types.text(name).to_owned())).ok()?;
    Some(value_of(&json))
}

fn value_of(json: &serde_json::Value) -> Ty {
    match json {
        serde_json::Value::Null => NONE,
        serde_json::Value::Bool(value) => super::constant_bool(*value),
        serde_json::Value::Number(value) => constant_as(text(&value.to_string()), NUMBER).unwrap_or(NUMBER),
        serde_json::Value::String(value) => text(value),
        serde_json::Value::Array(values) => {
            let members: Vec<Ty> = values.iter().map(value_of).collect();
            known(tuple(&members))
        }
        serde_json::Value::Object(values) => {
            let properties: Vec<(String, Ty)> =
                values.iter().map(|(name, value)| (name.clone(), value_of(value))).collect();
            known(types_mut(|types| {
                let properties = properties.into_iter().map(|(name, ty)| (types.name(&name), ty)).collect();
                types.object(properties)
            }))
        }
    }
}

/// Returns what is wrong with a constant text that a function does not decode.
pub fn fault_of_text(f: Standard, v: CtyValue) -> Option<CtyValue> {
    match f {
        Standard::DecodeYaml => super::yaml::fault_of_yaml(v),
        Standard::DecodeTable => super::tables::fault_of_table(v),
        _ => fault_of_json(v),
    }
}

/// Returns what is wrong with a constant text that is not JSON. Nothing is known about a text that Terraform may read, such as
/// one with a number that is too large, and about one that nests too deeply.
fn fault_of_json(v: Ty) -> Option<Ty> {
    let name = constant_text_of(v)?;
    let fault = types(|types| serde_json::from_str::<serde_json::Value>(types.text(name)).err())?.to_string();
    let is_accepted =
        ["number out of range", "lone leading surrogate", "unexpected end of hex escape", "recursion limit"]
            .iter()
            .any(|accepted| fault.starts_with(accepted));
    (!is_accepted).then(|| text(&fault))
}

/// Returns a known list split into lists of the given length.
pub(super) fn chunked(vs: Ty) -> Option<Ty> {
    let (v, size) = (member(vs, 0)?, member(vs, 1).and_then(whole)?);
    let parts = parts_list(known_parts(v)?);
    let size = usize::try_from(size).ok().filter(|&size| size > 0).unwrap_or(parts.len().max(1));
    let t = type_of_value(v);
    let chunks: Vec<Ty> = parts.chunks(size).map(|chunk| collected(List, element(t), tuple(chunk))).collect();
    Some(collected(List, t, tuple(&chunks)))
}

/// Returns the known length of a value.
pub fn length_of(v: CtyValue) -> Option<CtyValue> {
    if let Some(name) = constant_text_of(v) {
        return i64::try_from(types(|types| types.text(name).chars().count())).ok().map(number);
    }
    if is_structure(v) {
        return Some(number(i64::from(arity(v))));
    }
    size(v).map(number)
}

/// Holds for a sequence of elements each of which is, or may be, a number or converts to one. If they are known, there are some.
pub fn are_numbers(v: CtyValue) -> bool {
    let may_be_a_number = |part: Ty| match types(|types| types.shape(part)) {
        Shape::Constant(..) => constant_as(part, NUMBER).is_some(),
        Shape::None | Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Tuple(_) | Shape::Object(_) => false,
        _ if part == super::BOOL => false,
        _ => !is_wholly_known(v) || part == NUMBER,
    };
    let Some(parts) = known_parts(v) else {
        let has_elements = [List, Set, Tuple].contains(&constructor(v));
        return !has_elements || may_be_a_number(super::element_type(type_of_value(v)));
    };
    arity(parts) > 0 && parts_list(parts).into_iter().all(may_be_a_number)
}

/// Returns the known list of the type `t` with the elements of all lists, if they are known.
pub(super) fn chained_list(vs: Ty, t: Ty) -> Option<Ty> {
    let lists: Option<Vec<Ty>> = parts_list(vs).into_iter().map(known_parts).collect();
    let parts: Vec<Ty> = lists?.into_iter().flat_map(parts_list).map(|part| converted_part(part, element(t))).collect();
    Some(collected(List, element(t), tuple(&parts)))
}

/// Returns a part as an element of a type: a constant is converted, and of anything else the type is kept.
fn converted_part(part: Ty, t: Ty) -> Ty {
    if equals(type_of_value(part), t) { part } else { constant_as(part, t).unwrap_or(t) }
}

/// Returns the tuple of the members of tuples.
pub fn concatenated(ts: TyList) -> CtyValue {
    let parts: Vec<Ty> = super::items(ts).into_iter().flat_map(parts_list).collect();
    tuple(&parts)
}

/// Holds for negative constants.
pub fn is_negative(v: CtyValue) -> bool {
    whole(v).is_some_and(|number| number < 0)
}

/// Returns the keys of an object, or of a known map.
pub(super) fn keys_of(v: Ty) -> Option<Ty> {
    match constructor(v) {
        Object => Some(known(names_of(type_of_value(v)))),
        Map => Some(collected(List, STRING, names_of(known_parts(v)?))),
        _ => None,
    }
}

/// Returns the values of an object or a map `v` of the type `s`.
pub fn mapped_values(v: CtyValue, s: Ty) -> Option<CtyValue> {
    match (constructor(s), known_parts(v)) {
        (Object, Some(parts)) => Some(known(super::as_tuple(parts))),
        (Object, None) => Some(super::as_tuple(s)),
        (Map, Some(parts)) => Some(collected(List, element(s), super::as_tuple(parts))),
        (Map, None) => Some(super::built(List, element(s))),
        _ => None,
    }
}

/// Returns the object of the parts of known maps and of objects, where later ones take precedence.
pub fn merged(vs: CtyValue) -> Option<CtyValue> {
    let present = parts_list(vs).into_iter().filter(|&v| v != NONE);
    let parts: Option<Vec<Ty>> = present.map(|v| known_or_object(v, v)).collect();
    types_mut(|types| {
        let properties = parts?.iter().flat_map(|&part| types.properties(part).to_vec()).collect();
        Some(types.object(properties))
    })
}

/// Returns a sequence of the type `s` in reverse order.
pub fn reversed(v: CtyValue, s: Ty) -> Option<CtyValue> {
    let reversed = |parts: Ty| {
        let mut parts = parts_list(parts);
        parts.reverse();
        tuple(&parts)
    };
    match (constructor(s), known_parts(v)) {
        (Tuple, Some(parts)) => Some(known(reversed(parts))),
        (Tuple, None) => Some(reversed(s)),
        (List | Set, Some(parts)) => Some(collected(List, element(s), reversed(parts))),
        (List | Set, None) => Some(super::built(List, element(s))),
        _ => None,
    }
}

/// Returns the tuple of the element types of sets, without empty sets of the element type `any`.
pub fn elements_counted(vs: CtyValue) -> Ty {
    let counts = |&v: &Ty| !(element(v) == ANY && known_parts(v).is_some_and(|parts| arity(parts) == 0));
    let elements: Vec<Ty> = parts_list(vs)
        .into_iter()
        .filter(counts)
        .map(|v| if v == ANY { ANY } else { element(type_of_value(v)) })
        .collect();
    tuple(&elements)
}

/// Holds if there is a set among values.
pub fn has_set(vs: CtyValue) -> bool {
    parts_list(vs).into_iter().any(|v| constructor(v) == Set)
}

/// Returns the tuple of the parts of a value from the constant index `i` up to, but not including, the constant index `j`.
pub fn between(v: CtyValue, i: CtyValue, j: CtyValue) -> Option<CtyValue> {
    let parts = parts_of_value(v)?;
    let (start, end) = (usize::try_from(whole(i)?).ok()?, usize::try_from(whole(j)?).ok()?);
    Some(tuple(parts_list(parts).get(start..end)?))
}

/// Holds if both are known whole numbers, and `n` is greater than `m`.
pub fn exceeds(n: CtyValue, m: CtyValue) -> bool {
    whole(n).zip(whole(m)).is_some_and(|(n, m)| n > m)
}

/// Returns the object whose properties have the names in a tuple of constants, and the parts of a sequence of values. Returns
/// the dynamic type if one of the names is not a constant text.
pub fn zipped(names: CtyValue, values: CtyValue) -> CtyValue {
    let parts = parts_list(known_parts(values).unwrap_or(values));
    let pairs = parts_list(names).into_iter().zip(parts);
    let properties: Option<Vec<(Name, Ty)>> = pairs.map(|(name, part)| Some((constant_text_of(name)?, part))).collect();
    properties.map_or(ANY, |properties| types_mut(|types| types.object(properties)))
}

/// Returns a constant that may be an integer as one of the type of numbers, which is the only one in Terraform.
pub fn in_numbers(t: CtyValue) -> CtyValue {
    types_mut(|types| match types.shape(t) {
        Shape::Constant(_, value @ Constant::Number(_)) => types.constant(NUMBER, value),
        _ => t,
    })
}

/// Returns a step as a constant key.
pub fn step_key(k: super::Step) -> Ty {
    match k {
        super::Step::Name(name) => types_mut(|types| types.constant(STRING, Constant::Text(name))),
        super::Step::Number(id) => types_mut(|types| types.constant(NUMBER, Constant::Number(id))),
        super::Step::Bool(value) => super::constant_bool(value),
        super::Step::Null => NONE,
    }
}

/// Holds if an operator compares a known value with null.
pub fn compares_null(o: Operation, v: CtyValue, w: CtyValue) -> bool {
    let is_comparison = matches!(o, Operation::Binary(BinaryOperator::Equal | BinaryOperator::NotEqual));
    is_comparison && (v == NONE || w == NONE) && is_known(v) && is_known(w)
}

/// Returns a wholly known value in JSON.
pub(super) fn json_of(v: Ty) -> Option<String> {
    json_value(v).map(|json| json.to_string())
}

fn json_value(v: Ty) -> Option<serde_json::Value> {
    let shape = types(|types| types.shape(v));
    Some(match shape {
        Shape::None => serde_json::Value::Null,
        Shape::Constant(_, Constant::Bool(value)) => value.into(),
        Shape::Constant(_, Constant::Text(name)) => types(|types| types.text(name).to_owned()).into(),
        Shape::Constant(_, Constant::Number(id)) => {
            serde_json::from_str(&types(|types| types.number_of(id).to_string())).ok()?
        }
        _ => {
            let parts = known_parts(v)?;
            let values: Option<Vec<serde_json::Value>> = parts_list(parts).into_iter().map(json_value).collect();
            if constructor(parts) == Tuple {
                values?.into()
            } else {
                let names: Vec<String> = types(|types| {
                    types.properties(parts).iter().map(|property| types.text(property.0).to_owned()).collect()
                });
                serde_json::Value::Object(names.into_iter().zip(values?).collect())
            }
        }
    })
}

/// Returns the text of a template, which is known if all its parts are constants, given their values and the texts between them.
pub fn template_text(e: super::ExprId, vs: TyList) -> CtyValue {
    constant_template(e, vs).unwrap_or(STRING)
}

fn constant_template(e: super::ExprId, vs: TyList) -> Option<Ty> {
    let names = crate::session::outline(|outline| outline.names(e).to_vec());
    let mut values = super::items(vs).into_iter();
    let mut all = String::new();
    for name in names {
        let literal = types(|types| types.text(name).to_owned());
        if literal.is_empty() {
            let name = text_of_constant(constant_as(values.next()?, STRING)?)?;
            all.push_str(&name);
        } else {
            all.push_str(&literal);
        }
    }
    Some(text(&all))
}

fn text_of_constant(v: Ty) -> Option<String> {
    constant_text_of(v).map(|name| types(|types| types.text(name).to_owned()))
}
