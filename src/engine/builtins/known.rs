//! Values of Terraform as types: the known parts of a value are part of its type.
//!
//! A literal has the type of a constant. A literal tuple or object, and a collection made of one, is annotated with its parts.
//! All other types stand for values of which only the type is known.

use super::accessors::{arity_in, member_in};
use super::{
    ANY, BOOL, Constructor, CtyValue, INT, List, Map, NONE, NUMBER, Object, STRING, Set, Tuple, Ty, TyList, Union,
    arity, constructor, element, member, without_none,
};
use crate::session::{types, types_mut};
use rustc_hash::{FxHashMap, FxHashSet};
use typelog_types::{Annotation, Constant, Interner, Name, Number, Rewriting, Shape, truth_of};

/// Returns the known parts of a value: those of a tuple or an object, or the tuple or object of a collection's elements.
pub fn known_parts(t: CtyValue) -> Option<CtyValue> {
    types(|types| types.parts_known(t))
}

/// Holds if a value is known, even if its parts are not.
pub fn is_known(t: CtyValue) -> bool {
    t == NONE || constructor(t) == Constructor::Constant || known_parts(t).is_some()
}

/// Returns the type of a structure or a collection that is known not to be null.
pub fn present(t: CtyValue) -> CtyValue {
    match constructor(t) {
        List | Set | Map | Tuple | Object => types_mut(|types| types.annotate(t, Annotation::Present)),
        _ => t,
    }
}

/// Holds if a value is known not to be null.
pub fn is_present(v: CtyValue) -> bool {
    let is_one = |types: &Interner| {
        types.annotations(v).iter().any(|annotation| matches!(annotation, Annotation::Present | Annotation::Gathered))
    };
    v != NONE && (is_known(v) || types(is_one))
}

/// Returns the collection that a for-expression makes of elements that are not known.
pub fn gathered(t: CtyValue) -> CtyValue {
    types_mut(|types| types.annotate(t, Annotation::Gathered))
}

/// Holds if a for-expression makes the collection of elements that are not known: it is a tuple or an object.
pub fn is_gathered(v: CtyValue) -> bool {
    types(|types| types.annotations(v).contains(&Annotation::Gathered))
}

/// Holds if a value is known with all its parts.
pub fn is_wholly_known(t: CtyValue) -> bool {
    types(|types| types.is_wholly_known(t))
}

/// Returns the type of a value, without its known parts. The type of null is dynamic.
pub fn type_of_value(t: CtyValue) -> Ty {
    types_mut(|types| plain(types, t))
}

/// Returns the type that has a value with the same known parts: what else is known of a definition than its type is kept with it.
pub fn singleton_type(v: CtyValue) -> Ty {
    v
}

/// Returns the tuple of the types of values.
pub fn types_of_values(ts: CtyValue) -> Ty {
    type_of_value(ts)
}

fn plain(types: &mut Interner, t: Ty) -> Ty {
    if !types.is_annotated(t) && !types.has_literal(t) {
        return t;
    }
    match types.shape(t) {
        Shape::None => ANY,
        Shape::Constant(base, _) => base,
        _ => types.rewritten(Rewriting::Plain, t, |types| types.with_parts(t, plain)),
    }
}

/// Returns the type of a known tuple or object.
pub fn known(t: CtyValue) -> CtyValue {
    known_as(t, ANY)
}

/// Returns a value of a type with the given parts.
pub fn known_as(t: Ty, parts: CtyValue) -> CtyValue {
    types_mut(|types| types.annotate(t, Annotation::Known(parts)))
}

/// Returns the collection of the constructor `c` with elements of the type `u`, which are the members of `parts`. Equal
/// values in a set are merged if they are wholly known.
pub fn collected(c: Constructor, u: Ty, parts: CtyValue) -> CtyValue {
    let parts = if c == Set { distinct_parts(parts) } else { parts };
    let collection = super::built(c, u);
    known_as(collection, parts)
}

/// Returns a tuple without repeated values that are wholly known.
pub(super) fn distinct_parts(parts: Ty) -> Ty {
    types_mut(|types| {
        let mut seen = FxHashSet::default();
        let mut distinct = types.members(parts).to_vec();
        distinct.retain(|&part| !types.is_wholly_known(part) || seen.insert(part));
        types.tuple(&distinct)
    })
}

/// Returns the constant `s` read as a value of the primitive type `t`, if possible.
pub fn constant_as(s: CtyValue, t: Ty) -> Option<CtyValue> {
    types_mut(|types| {
        let Shape::Constant(base, value) = types.shape(s) else { return None };
        let value = match value {
            _ if base == t => value,
            Constant::Text(text) if t == BOOL => Constant::Bool(truth_of(types.text(text))?),
            Constant::Text(text) if t == NUMBER || t == INT => {
                let number = Number::from_text(types.text(text)).ok()?;
                Constant::Number(types.number(number))
            }
            Constant::Number(number) if t == NUMBER || t == INT => Constant::Number(number),
            Constant::Number(number) if t == STRING => {
                let text = types.number_of(number).to_string();
                Constant::Text(types.name(&text))
            }
            Constant::Bool(value) if t == STRING => Constant::Text(types.name(if value { "true" } else { "false" })),
            _ => return None,
        };
        let is_fraction = matches!(value, Constant::Number(number) if !types.number_of(number).is_integer());
        (t != INT || !is_fraction).then(|| types.constant(t, value))
    })
}

/// Returns the truth value of a constant.
pub fn truth(t: CtyValue) -> Option<bool> {
    types(|types| match types.shape(t) {
        Shape::Constant(_, Constant::Bool(value)) => Some(value),
        _ => None,
    })
}

/// Returns the text of a constant.
pub fn constant_text_of(t: Ty) -> Option<Name> {
    types(|types| match types.shape(t) {
        Shape::Constant(_, Constant::Text(text)) => Some(text),
        _ => None,
    })
}

/// Returns the member of a known tuple or the element of a known list at a constant index, which wraps around if `around`.
pub fn part_in_place(parts: CtyValue, place: CtyValue, around: bool) -> Option<CtyValue> {
    let size = i64::from(arity(parts));
    let place = whole(place)?;
    let place = if around && size > 0 { place.rem_euclid(size) } else { place };
    member(parts, u32::try_from(place).ok()?)
}

/// Returns the whole number of a constant, if it is not too large.
pub(super) fn whole(t: Ty) -> Option<i64> {
    types(|types| match types.shape(t) {
        Shape::Constant(_, Constant::Number(number)) => types.number_of(number).to_string().parse().ok(),
        _ => None,
    })
}

/// Returns the magnitude of a whole number that is a constant, unless it is too large, and true if it is negative.
pub(super) fn whole_number(t: Ty) -> Option<(bool, Option<u128>)> {
    types(|types| match types.shape(t) {
        Shape::Constant(_, Constant::Number(number)) if types.number_of(number).is_integer() => {
            let digits = types.number_of(number).to_string();
            Some((digits.starts_with('-'), digits.trim_start_matches('-').parse().ok()))
        }
        _ => None,
    })
}

/// Holds for constants that are numbers, but not whole ones.
pub fn is_fraction(t: CtyValue) -> bool {
    let is_number = |t| types(|types| matches!(types.shape(t), Shape::Constant(_, Constant::Number(_))));
    is_number(t) && whole_number(t).is_none()
}

/// Returns the whole number of a constant, if it is within the limits of a type.
pub(super) fn exact<T: TryFrom<i64>>(t: Ty) -> Option<T> {
    T::try_from(whole(t)?).ok()
}

/// Returns a whole number as a constant.
pub(super) fn number(value: i64) -> Ty {
    types_mut(|types| {
        let number = types.number(Number::from(value));
        types.constant(NUMBER, Constant::Number(number))
    })
}

/// Returns the count `n` as a constant.
pub fn constant_count(n: u32) -> Ty {
    number(i64::from(n))
}

/// Returns a text as a constant.
pub(super) fn text(value: &str) -> Ty {
    types_mut(|types| {
        let name = types.name(value);
        types.constant(STRING, Constant::Text(name))
    })
}

/// Returns the part of a known object, or of the known elements of a map, with the constant key `key`.
pub fn part_of_key(parts: CtyValue, key: CtyValue) -> Option<CtyValue> {
    let name = constant_text_of(constant_as(key, STRING)?)?;
    types(|types| types.property(parts, name))
}

/// Returns the `i`-th part of a known value, with its key: its index, its name, or itself in a set.
pub fn entry(t: CtyValue, i: u32) -> Option<(CtyValue, CtyValue)> {
    let parts = known_parts(t)?;
    let part = member(parts, i)?;
    let key = match constructor(t) {
        Set => part,
        List | Tuple => constant_count(i),
        _ => types_mut(|types| {
            let name = types.properties(parts)[i as usize].0;
            types.constant(STRING, Constant::Text(name))
        }),
    };
    Some((key, part))
}

/// Returns the members of a tuple or an object.
pub fn parts_list(parts: Ty) -> Vec<Ty> {
    types(|types| parts_list_in(types, parts))
}

pub(super) fn parts_list_in(types: &Interner, parts: Ty) -> Vec<Ty> {
    (0..arity_in(types, parts)).filter_map(|i| member_in(types, parts, i)).collect()
}

/// Returns the tuple of the members of a tuple or an object.
pub fn as_tuple(parts: CtyValue) -> CtyValue {
    let members = parts_list(parts);
    types_mut(|types| types.tuple(&members))
}

/// Returns the tuple of the names of an object, as constants.
pub fn names_of(parts: Ty) -> Ty {
    types_mut(|types| {
        let names: Vec<Name> = types.properties(parts).iter().map(|property| property.0).collect();
        let names: Vec<Ty> = names.into_iter().map(|name| types.constant(STRING, Constant::Text(name))).collect();
        types.tuple(&names)
    })
}

/// Returns the object whose properties have the names in a list of constants, and the types in another list. Of equal names the
/// last counts.
pub fn object_of_keys(keys: TyList, ts: TyList) -> Option<Ty> {
    types_mut(|types| {
        let names: Option<Vec<Name>> = types.list_items(keys).iter().map(|&key| name_of_key(types, key)).collect();
        let properties = names?.into_iter().zip(types.list_items(ts)).collect();
        Some(types.object(properties))
    })
}

/// Returns the object in which the values of equal keys are tuples.
pub fn object_of_groups(keys: TyList, ts: TyList) -> Option<Ty> {
    types_mut(|types| {
        let mut groups: FxHashMap<Name, Vec<Ty>> = FxHashMap::default();
        for (key, value) in types.list_items(keys).into_iter().zip(types.list_items(ts)) {
            groups.entry(name_of_key(types, key)?).or_default().push(value);
        }
        let mut groups: Vec<(Name, Vec<Ty>)> = groups.into_iter().collect();
        groups.sort_by(|a, b| types.text(a.0).cmp(types.text(b.0)));
        let properties = groups.into_iter().map(|(name, values)| {
            let tuple = types.tuple(&values);
            (name, types.annotate(tuple, Annotation::Known(ANY)))
        });
        let properties = properties.collect();
        Some(types.object(properties))
    })
}

fn name_of_key(types: &Interner, key: Ty) -> Option<Name> {
    match types.shape(key) {
        Shape::Constant(_, Constant::Text(name)) => Some(name),
        _ => None,
    }
}

/// Holds if no two constants of a list are the same.
pub fn are_distinct(keys: TyList) -> bool {
    types(|types| {
        let mut keys = types.list_items(keys);
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        keys.len() == count
    })
}

/// Returns the first constant text of a list that occurs in it before.
pub fn repeated_text(ts: TyList) -> Option<Ty> {
    let mut seen = FxHashSet::default();
    super::items(ts).into_iter().filter(|&key| constant_text_of(key).is_some()).find(|&key| !seen.insert(key))
}

/// Returns the list with its last value replaced by the parts of that value, if it is a known sequence.
pub fn unpacked(ts: TyList) -> Option<TyList> {
    let last = super::last_item(ts)?;
    if ![List, Set, Tuple].contains(&constructor(last)) {
        return None;
    }
    let parts = parts_list(known_parts(last)?);
    Some(types_mut(|types| parts.into_iter().fold(types.without_last(ts), |list, t| types.append(list, t))))
}

/// Returns the type of the values of a variable of Terraform that is declared with a type.
pub fn type_of_variable(types: &mut Interner, t: Ty) -> Ty {
    required(types, t)
}

/// Returns the type of the values that are converted to the declared type `t`.
pub fn declared_type(t: Ty) -> Ty {
    types_mut(|types| required(types, t))
}

/// Returns the type of a value, without its known parts.
pub fn plain_type(types: &mut Interner, t: Ty) -> Ty {
    plain(types, t)
}

fn required(types: &mut Interner, t: Ty) -> Ty {
    match types.shape(t) {
        Shape::Union(_) => {
            let members: Vec<Ty> = types.members(t).iter().copied().filter(|&member| member != NONE).collect();
            match members[..] {
                [only] => required(types, only),
                _ => ANY,
            }
        }
        _ if t == INT => NUMBER,
        _ => types.rewritten(Rewriting::Required, t, |types| types.with_parts(t, required)),
    }
}

/// Returns the `i`-th member of `t`, preceded by the corresponding member of `s`: in a tuple, the one at the same index; in an
/// object, the one of the same name; in a map, the element. A missing member is replaced by the dynamic type.
pub fn supplied(s: CtyValue, t: Ty, i: u32) -> Option<(CtyValue, Ty)> {
    let b = member(t, i)?;
    let a = types(|types| match types.shape(s) {
        Shape::Tuple(_) => types.members(s).get(i as usize).copied(),
        Shape::Object(_) => types.properties(t).get(i as usize).and_then(|property| types.property(s, property.0)),
        Shape::Map(element) => Some(element),
        _ => None,
    });
    Some((a.unwrap_or(ANY), without_none(b)))
}

/// Holds if the type `s` of maps does not say whether its values have the `i`-th property of the object `t`, which is optional.
pub fn may_leave_out(s: Ty, t: Ty, i: u32) -> bool {
    constructor(s) == Map && member(t, i).is_some_and(|part| types(|types| types.members(part).contains(&NONE)))
}

/// Holds if a value of `s` has all members that `t` requires: the same number, or the properties that are not optional.
pub fn supplies(s: CtyValue, t: Ty) -> bool {
    types(|types| match (types.shape(s), types.shape(t)) {
        (Shape::Tuple(_), Shape::Tuple(_)) => types.members(s).len() == types.members(t).len(),
        (Shape::Object(_), Shape::Object(_)) => types
            .properties(t)
            .iter()
            .all(|&(name, ty)| types.property(s, name).is_some() || ty == NONE || types.members(ty).contains(&NONE)),
        _ => true,
    })
}

/// Holds if the members of a tuple are all equal, and there is at least one.
pub fn are_alike(ts: Ty) -> bool {
    types(|types| {
        types.members(ts).windows(2).all(|pair| types.are_equal(pair[0], pair[1])) && !types.members(ts).is_empty()
    })
}

/// Holds if each member of a tuple is built by `c` or `d`, or dynamic, and at least one is built by `c`.
pub fn is_spread(ts: Ty, c: Constructor, d: Constructor) -> bool {
    let kinds = kinds(ts);
    kinds.contains(&c) && kinds.iter().all(|&kind| kind == c || kind == d || kind == Constructor::Dynamic)
}

/// Holds if the members of a tuple are built by `c` and `d`, with at least one of each, or dynamic.
pub fn is_blend(ts: Ty, c: Constructor, d: Constructor) -> bool {
    is_spread(ts, c, d) && kinds(ts).contains(&d)
}

/// Holds if the members of a tuple are built by one constructor of collections or structures, or dynamic.
pub fn is_uniform(ts: Ty) -> bool {
    [Map, List, Set, Object, Tuple].into_iter().any(|c| is_spread(ts, c, c))
}

/// Holds if the members of a tuple are maps and objects, or lists and tuples.
pub fn is_blended(ts: Ty) -> bool {
    is_blend(ts, Map, Object) || is_blend(ts, List, Tuple)
}

/// Holds if there are both objects and tuples among the members of a tuple.
pub fn is_clash(ts: Ty) -> bool {
    let kinds = kinds(ts);
    kinds.contains(&Object) && kinds.contains(&Tuple)
}

fn kinds(ts: Ty) -> Vec<Constructor> {
    types(|types| types.members(ts).iter().map(|&t| types.shape(t).constructor()).collect())
}

/// Returns the tuple of the elements of the collections in a tuple.
pub fn elements_of(ts: Ty) -> Ty {
    let members: Vec<Ty> = types(|types| types.members(ts).to_vec());
    let elements: Vec<Ty> = members.into_iter().map(element).collect();
    types_mut(|types| types.tuple(&elements))
}

/// Returns the tuple of all members of the structures in a tuple that `c` builds.
pub fn members_within(ts: Ty, c: Constructor) -> Ty {
    let members: Vec<Ty> = types(|types| types.members(ts).to_vec());
    let parts: Vec<Ty> = members.into_iter().filter(|&t| constructor(t) == c).flat_map(parts_list).collect();
    types_mut(|types| types.tuple(&parts))
}

/// Returns the tuple with `t` in place of the members that `c` builds.
pub fn replaced(ts: Ty, c: Constructor, t: Ty) -> Ty {
    let members: Vec<Ty> = types(|types| types.members(ts).to_vec());
    let members: Vec<Ty> = members.into_iter().map(|own| if constructor(own) == c { t } else { own }).collect();
    types_mut(|types| types.tuple(&members))
}

/// Holds if the structures in a tuple have the same number of members, or properties of the same names.
pub fn have_one_form(ts: Ty) -> bool {
    types(|types| {
        let names = |t: Ty| types.properties(t).iter().map(|property| property.0).collect::<Vec<_>>();
        let form = |t: Ty| (types.members(t).len(), names(t));
        types.members(ts).windows(2).all(|pair| form(pair[0]) == form(pair[1]))
    })
}

/// Returns the tuple of the `i`-th members of the structures in a tuple.
pub fn column(ts: Ty, i: u32) -> Option<Ty> {
    let members: Vec<Ty> = types(|types| types.members(ts).to_vec());
    let column: Option<Vec<Ty>> = members.into_iter().map(|t| member(t, i)).collect();
    column.map(|column| types_mut(|types| types.tuple(&column)))
}

/// Holds if a type takes null.
pub fn takes_null(t: Ty) -> bool {
    constructor(t) == Union && super::has_member(t, NONE)
}
