//! Literal values, and the types that are expected of their parts.

use super::{
    ANY, Constant, Enum, ExprId, Gather, List, Map, NONE, Name, Object, Output, Pairing, Promise, STRING, Set, Tuple,
    Ty, Union, Written, Zip, constant_text, constructor, definition, element, member, stands_for, without_none,
};
use crate::accessors::element_in;
use crate::compared::{keys, properties, spelling};
use crate::facts::Outline;
use crate::session::{outline, types, types_mut};
use rustc_hash::{FxHashMap, FxHashSet};
use typelog_types::{Interner, Shape, may_be_null};

/// Returns the form in which an expression is written.
#[inline]
pub fn written(e: ExprId) -> Written {
    outline(|outline| outline.written(e))
}

/// Returns the operands one of which is the value of an expression: the one in parentheses, or the branches of a conditional.
/// The condition, if it is an operand at all, comes before the branches.
pub fn alternatives_of(e: ExprId) -> Vec<ExprId> {
    outline(|outline| {
        let operands = outline.operands(e);
        let conditions = if outline.written(e) == Written::Branches { operands.len().saturating_sub(2) } else { 0 };
        operands[conditions..].to_vec()
    })
}

/// Returns the expressions one of which is the value of a conditional: its branches, those of its branches, and what is in parentheses.
pub fn branches_of(e: ExprId) -> Vec<ExprId> {
    let (mut inner, mut branches) = (vec![e], Vec::new());
    while let Some(e) = inner.pop() {
        if is_transparent(e) {
            inner.extend(alternatives_of(e));
        } else {
            branches.push(e);
        }
    }
    branches
}

/// Returns the text that `e` is, perhaps in parentheses, if it has no interpolations.
pub fn written_text(e: ExprId) -> Option<Name> {
    outline(|outline| {
        let mut e = e;
        while outline.written(e) == Written::Same {
            e = *outline.operands(e).first()?;
        }
        outline.names(e).first().copied().filter(|_| outline.written(e) == Written::Text)
    })
}

/// Returns the constant type of `e` if it is a text without interpolations, or the name of one, and its type `s` otherwise. In a
/// structure that a name stands for, the texts are constants.
pub fn sharpened(e: ExprId, s: Ty) -> Ty {
    match outline(|outline| (outline.written(e), outline.names(e).first().copied())) {
        (Written::Text | Written::NamedText, Some(text)) if s == STRING => constant_text(text),
        _ => match outline(|outline| outline.texts(e)) {
            Some(texts) => types_mut(|types| with_texts(types, s, texts)),
            None => s,
        },
    }
}

/// Returns a type with constants in the places of texts.
fn with_texts(types: &mut Interner, s: Ty, texts: Ty) -> Ty {
    match (types.shape(s), types.shape(texts)) {
        (_, Shape::Constant(..)) if s == STRING => texts,
        (Shape::Object(_), Shape::Object(_)) => {
            let own = types.properties(s).to_vec();
            let sharp = own.into_iter().map(|(name, ty)| match types.property(texts, name) {
                Some(text) => (name, with_texts(types, ty, text)),
                None => (name, ty),
            });
            let sharp = sharp.collect();
            types.object(sharp)
        }
        (Shape::Tuple(_), Shape::Tuple(_)) if types.members(s).len() == types.members(texts).len() => {
            let pairs: Vec<(Ty, Ty)> =
                types.members(s).iter().copied().zip(types.members(texts).iter().copied()).collect();
            let sharp: Vec<Ty> = pairs.into_iter().map(|(ty, text)| with_texts(types, ty, text)).collect();
            types.tuple(&sharp)
        }
        _ => s,
    }
}

/// Returns the constant type of the text of the template `e`, with `…` for each interpolation, if its text is part of no number and
/// of no truth value.
pub fn worded_text(e: ExprId) -> Option<Ty> {
    let names = outline(|outline| match outline.written(e) {
        Written::Template => outline.names(e).to_vec(),
        _ => Vec::new(),
    });
    let texts: Vec<String> = names.iter().map(|&name| types(|types| types.text(name).to_owned())).collect();
    if texts.iter().all(|text| is_numeral(text)) || may_be_truth_value(&texts) {
        return None;
    }
    let whole: String = texts.iter().map(|text| if text.is_empty() { "…" } else { text }).collect();
    let name = types_mut(|types| types.name(&whole));
    Some(constant_text(name))
}

/// Holds if a text may be a part of a number.
fn is_numeral(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eEpP".contains(&byte))
}

/// Holds if these texts, with others in the place of each empty one, may be a truth value.
fn may_be_truth_value(texts: &[String]) -> bool {
    ["true", "false", "1", "0"].iter().any(|value| {
        let mut rest = Some(*value);
        let last = texts.len().saturating_sub(1);
        for (at, text) in texts.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            rest = rest.and_then(|rest| match at {
                0 => rest.strip_prefix(&text[..]),
                _ if at == last => rest.strip_suffix(&text[..]),
                _ => rest.split_once(&text[..]).map(|parts| parts.1),
            });
        }
        rest.is_some()
    })
}

/// Returns the type of the object `e`, an `s`, where properties that are texts have constant types.
pub fn with_sharp_properties(e: ExprId, s: Ty) -> Ty {
    let texts: Vec<(Name, Ty)> = outline(|outline| {
        let values = values(outline, e);
        let parts = outline.names(e).iter().zip(values);
        parts
            .map(|(&name, &value)| (name, outline.written(value), outline.names(value).first().copied()))
            .collect::<Vec<_>>()
    })
    .into_iter()
    .filter_map(|(name, written, text)| {
        text.filter(|_| written == Written::Text).map(|text| (name, constant_text(text)))
    })
    .collect();
    types_mut(|types| {
        let own = types.properties(s).to_vec();
        let sharp = own.into_iter().map(|(name, ty)| {
            let text = texts.iter().rev().find(|text| text.0 == name && ty == STRING);
            (name, text.map_or(ty, |text| text.1))
        });
        let sharp = sharp.collect();
        types.object(sharp)
    })
}

/// Returns the parts of `e` at the places of `t`, paired by `p`, with the types that are expected there: elements of tuples,
/// values of objects, results of for-expressions. Of two properties with the same name the later one counts.
pub fn placed(e: ExprId, p: Pairing, t: Ty) -> Vec<(ExprId, Ty)> {
    outline(|outline| {
        if p == Gather {
            let part = element(t);
            return values(outline, e).iter().map(|&value| (value, part)).collect();
        }
        let values = values(outline, e);
        if constructor(t) == Tuple {
            return (0..).zip(values).filter_map(|(i, &value)| Some((value, member(t, i)?))).collect();
        }
        let names = outline.names(e);
        let own = names.iter().enumerate().zip(values);
        let last = own.filter(|((at, name), _)| !names[at + 1..].contains(name));
        last.filter_map(|((_, &name), &value)| Some((value, types(|types| types.property(t, name))?))).collect()
    })
}

/// Returns the parts of `e`, a tuple or an object that is the constant `v`, each with its value and the type that it is converted to,
/// where `e` is converted to `t`. Of two properties with the same name the later one counts.
pub fn constant_parts(e: ExprId, v: Ty, t: Ty) -> Vec<(ExprId, Ty, Ty)> {
    let t = without_none(t);
    let t = stands_for(t).filter(|_| !matches!(constructor(t), Constant | Enum)).unwrap_or(t);
    let pairing = match (written(e), constructor(t)) {
        (Written::Tuple, List | Set) | (Written::Object, Map) if element(t) != ANY => Gather,
        (Written::Tuple, Tuple) | (Written::Object, Object) => Zip,
        (Written::Same, _) => return alternatives_of(e).into_iter().map(|inner| (inner, v, t)).collect(),
        _ => return Vec::new(),
    };
    let own: FxHashMap<ExprId, Ty> = outline(|outline| {
        let parts = values(outline, e);
        if outline.written(e) == Written::Tuple {
            return (0..).zip(parts).filter_map(|(i, &x)| Some((x, member(v, i)?))).collect();
        }
        let named = outline.names(e).iter().zip(parts);
        named.filter_map(|(&name, &x)| Some((x, types(|types| types.property(v, name))?))).collect()
    });
    let placed = placed(e, pairing, t).into_iter();
    placed.filter_map(|(x, b)| Some((x, *own.get(&x)?, b))).collect()
}

/// Returns the elements of `e`, or the values of its properties.
fn values(outline: &Outline, e: ExprId) -> &[ExprId] {
    let operands = outline.operands(e);
    match outline.written(e) {
        Written::ForList | Written::ForMap => &operands[..operands.len().min(1)],
        Written::Object | Written::ComputedObject => &operands[outline.computed_keys(e)..],
        _ => operands,
    }
}

/// Returns the values of the object `e` whose keys an item before them has as well, with their keys.
pub fn repeated_keys(e: ExprId) -> Vec<(Name, ExprId)> {
    outline(|outline| {
        let names = outline.names(e);
        let mut seen = FxHashSet::default();
        let all = names.iter().zip(values(outline, e));
        all.filter(|(name, _)| !seen.insert(**name)).map(|(&name, &value)| (name, value)).collect()
    })
}

/// Returns the values of the object `e` whose properties the object `t` does not contain, with their indices in `e`.
pub fn unplaced(e: ExprId, t: Ty) -> Vec<(u32, ExprId)> {
    outline(|outline| types(|types| beyond(types, outline, e, t).collect()))
}

fn beyond(types: &Interner, outline: &Outline, e: ExprId, t: Ty) -> impl Iterator<Item = (u32, ExprId)> {
    let own = (0..).zip(outline.names(e)).zip(values(outline, e));
    let beyond = own.filter(move |((_, name), _)| types.property(t, **name).is_none());
    beyond.map(|((j, _), &value)| (j, value))
}

/// Returns the value of the first property of the object `e` in which the objects `b` and `c` have different constants.
pub fn tag_value(e: ExprId, b: Ty, c: Ty) -> Option<ExprId> {
    outline(|outline| {
        let mut own = outline.names(e).iter().zip(values(outline, e));
        let is_tag = |name: Name| {
            types(|types| {
                let constant = |t| types.property(t, name).filter(|&t| matches!(types.shape(t), Shape::Constant(..)));
                constant(b).zip(constant(c)).is_some_and(|(b, c)| !types.are_equal(b, c))
            })
        };
        own.find(|(name, _)| is_tag(**name)).map(|(_, &value)| value)
    })
}

/// Holds if the object `t` contains all properties of the object `e`.
pub fn has_all_properties(t: Ty, e: ExprId) -> bool {
    unplaced(e, t).is_empty()
}

/// Returns properties of the object `t` that the object `e` does not have, by their indices and types: the first of those that must be
/// given, as many as are named in reports, the first of the others, and those for which a name in `e` may stand.
pub fn unfilled(e: ExprId, t: Ty) -> Vec<(u32, Ty)> {
    let (own, named) = (keys(e), named_of_missing(e));
    let (mut found, mut left) = (Vec::new(), [named; 2]);
    let is_cut = types(|types| {
        for (i, ty) in lacking(types, t, &own) {
            let left = &mut left[usize::from(!is_required(types, ty))];
            if *left == 0 {
                return true;
            }
            *left -= 1;
            found.push((i, ty));
        }
        false
    });
    if is_cut {
        let meant = unplaced(e, t).into_iter().filter_map(|(j, _)| nearest_unfilled(e, j, t));
        found.extend(meant.filter_map(|i| Some((i, member(t, i)?))));
        found.sort_unstable_by_key(|place| place.0);
        found.dedup();
    }
    found
}

/// Returns the number of missing properties of the object `e` that are named in reports.
pub fn named_of_missing(e: ExprId) -> u32 {
    outline(|outline| outline.sharing(e).named)
}

/// Returns the number of the properties of the object `t` that must be given, those that may be anything included or not.
pub fn required_properties(t: Ty, any: bool) -> u32 {
    let is_counted = |ty: Ty, types: &Interner| is_required(types, ty) && (any || ty != ANY);
    types(|types| types.properties(t).iter().filter(|property| is_counted(property.1, types)).count() as u32)
}

/// Returns the number of those of them that the object `e` has.
pub fn required_filled(e: ExprId, t: Ty, any: bool) -> u32 {
    let own = keys(e);
    types(|types| {
        let given = own.iter().filter_map(|&name| types.property(t, name));
        given.filter(|&ty| is_required(types, ty) && (any || ty != ANY)).count() as u32
    })
}

/// Holds if a property of this type must be given: null is none of its values, or it may be anything.
fn is_required(types: &Interner, ty: Ty) -> bool {
    ty == ANY || !may_be_null(types, ty)
}

/// Returns the properties of the object `t` without these names, by their indices and types.
fn lacking(types: &Interner, t: Ty, own: &FxHashSet<Name>) -> impl Iterator<Item = (u32, Ty)> {
    let places = (0..).zip(types.properties(t));
    places.filter(|(_, property)| !own.contains(&property.0)).map(|(i, property)| (i, property.1))
}

/// Returns the index of the property of the object `t` that the object `e` lacks, and whose name is most similar to that of
/// `e`'s `j`-th property. Properties that may not be null come before others. A name that is similar to none counts as that of the
/// only property that must be given and is not, if `e` has no other property that `t` lacks.
pub fn nearest_unfilled(e: ExprId, j: u32, t: Ty) -> Option<u32> {
    let name = property_name(e, j)?;
    let (own, properties) = (keys(e), properties(t));
    types(|types| {
        let (text, known) = (types.text(name), &properties.known);
        let is_lacking = |i: usize| !own.contains(&types.properties(t)[i].0);
        let is_required = |i: usize| properties.is_required[i] && is_lacking(i);
        if let Some(i) = known.nearest_at(text, is_required).or_else(|| known.nearest_at(text, is_lacking)) {
            return Some(i as u32);
        }
        let is_alone = outline(|outline| beyond(types, outline, e, t).take(2).count() == 1);
        let mut required = (0..known.names().len()).filter(|&i| is_alone && is_required(i));
        match (required.next(), required.next()) {
            (Some(only), None) if known.nearest_at(text, |_| true).is_none() => Some(only as u32),
            _ => None,
        }
    })
}

/// Holds if the name `m` may stand for the name `n`, which must be given, and is not.
pub fn are_near(m: Name, n: Name) -> bool {
    spelling(m).may_stand_for(&spelling(n), m != n)
}

/// Returns the name of the `i`-th property of an object.
pub fn name_of(t: Ty, i: u32) -> Option<Name> {
    types(|types| types.properties(t).get(i as usize).map(|property| property.0))
}

/// Returns the union of the members of `t` that are objects, once they are unfolded.
pub fn objects_in(t: Ty) -> Ty {
    let members: Vec<Ty> = types(|types| types.members(t).to_vec());
    let unfolded = members.into_iter().map(|member| definition(member).unwrap_or(member));
    let objects: Vec<Ty> = unfolded.filter(|&member| constructor(member) == Object).collect();
    types_mut(|types| types.union(&objects))
}

/// Holds for structures and collections, and for unions, which may have such members. An eventual is structured if its element
/// may be a literal: a structure, or a collection of structures, that comes from no schema.
#[inline]
pub fn is_structured(t: Ty) -> bool {
    match constructor(t) {
        Object | Tuple | List | Map | Set | Union => true,
        Output | Promise => types(|types| is_bare_structure(types, element_in(types, t))),
        _ => false,
    }
}

fn is_bare_structure(types: &Interner, t: Ty) -> bool {
    match types.shape(t).constructor() {
        Object => types.annotations(t).is_empty(),
        Tuple => true,
        List | Map | Set => is_bare_structure(types, element_in(types, t)),
        _ => false,
    }
}

/// Holds for the dynamic type, and for unions with it that do not contain null.
pub fn is_anything(t: Ty) -> bool {
    t == ANY || types(|types| types.members(t).contains(&ANY) && !types.members(t).contains(&NONE))
}

/// Holds if the constant `s`, or a value of the enum `s`, can be read as a value of `t`: a primitive type, a constant or an enum.
pub fn reads_as(s: Ty, t: Ty) -> bool {
    types(|types| types.reads_as(s, t))
}

/// Holds if an expression is a literal structure: an object, a tuple, or a for-expression.
pub fn is_written_out(e: ExprId) -> bool {
    !matches!(written(e), Written::Other | Written::Text | Written::Template | Written::Same | Written::Branches)
}

/// Holds if the value of an expression is that of an operand: the one in parentheses, or a branch of a conditional.
pub fn is_transparent(e: ExprId) -> bool {
    matches!(written(e), Written::Same | Written::Branches)
}

/// Returns the name of the `j`-th property of the object `e`.
pub fn property_name(e: ExprId, j: u32) -> Option<Name> {
    outline(|outline| outline.names(e).get(j as usize).copied())
}
