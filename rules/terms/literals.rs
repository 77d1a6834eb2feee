//! Values that are written out, beside the types that are expected of them.

use super::{
    ANY, ExprId, Gather, List, Map, NONE, Name, Object, Output, Pairing, Promise, STRING, Set, Tuple, Ty, Union,
    Written, constant_text, constructor, definition, element, member,
};
use crate::accessors::element_in;
use crate::facts::Outline;
use crate::session::{outline, types, types_mut};
use typelog_types::Interner;
use typelog_types::nearest::nearest;

/// The form in which an expression is written.
#[inline]
pub fn written(e: ExprId) -> Written {
    outline(|outline| outline.written(e))
}

/// The operands of which an expression has one's value: the one in parentheses, or the branches of a conditional. A
/// condition comes before them, if it is an operand at all.
pub fn alternatives_of(e: ExprId) -> Vec<ExprId> {
    outline(|outline| {
        let operands = outline.operands(e);
        let conditions = if outline.written(e) == Written::Branches { operands.len().saturating_sub(2) } else { 0 };
        operands[conditions..].to_vec()
    })
}

/// The type of the text that `e` is, if it is one without interpolations; `s`, its type, if it is something else.
pub fn sharpened(e: ExprId, s: Ty) -> Ty {
    match outline(|outline| (outline.written(e), outline.names(e).first().copied())) {
        (Written::Text, Some(text)) if s == STRING => constant_text(text),
        _ => s,
    }
}

/// The type of the object `e`, an `s`, where the properties that are texts have the types of these texts.
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

/// The parts of `e` that stand in a place of `t`, paired by `p`, with what is expected there: elements of tuples, values of
/// objects, results of for-expressions. Of two properties with one name the later counts.
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

/// The parts of `e` that are its elements, or the values of its properties.
fn values(outline: &Outline, e: ExprId) -> &[ExprId] {
    let operands = outline.operands(e);
    match outline.written(e) {
        Written::ForList | Written::ForMap => &operands[..operands.len().min(1)],
        Written::Object | Written::ComputedObject => &operands[outline.computed_keys(e)..],
        _ => operands,
    }
}

/// The values of the object `e` whose properties are none of the object `t`, with their places in `e`.
pub fn unplaced(e: ExprId, t: Ty) -> Vec<(u32, ExprId)> {
    outline(|outline| {
        let own = (0..).zip(outline.names(e)).zip(values(outline, e));
        let beyond = own.filter(|((_, name), _)| types(|types| types.property(t, **name).is_none()));
        beyond.map(|((j, _), &value)| (j, value)).collect()
    })
}

/// The properties of the object `t` that the object `e` does not have, by their places and types.
pub fn unfilled(e: ExprId, t: Ty) -> Vec<(u32, Ty)> {
    outline(|outline| {
        let names = outline.names(e);
        types(|types| {
            let places = (0..).zip(types.properties(t));
            places.filter(|(_, property)| !names.contains(&property.0)).map(|(i, property)| (i, property.1)).collect()
        })
    })
}

/// Among the properties of the object `t` that the object `e` does not have, the place of the one whose name is nearest to
/// that of `e`'s `j`-th property.
pub fn nearest_unfilled(e: ExprId, j: u32, t: Ty) -> Option<u32> {
    let name = property_name(e, j)?;
    let places = unfilled(e, t);
    types(|types| {
        let known = |&(i, _): &(u32, Ty)| types.text(types.properties(t)[i as usize].0);
        let found = nearest(types.text(name), places.iter().map(known))?;
        places.iter().find(|place| known(place) == found).map(|place| place.0)
    })
}

/// The name of the `i`-th property of an object.
pub fn name_of(t: Ty, i: u32) -> Option<Name> {
    types(|types| types.properties(t).get(i as usize).map(|property| property.0))
}

/// The union of the members of `t` that are objects, once they are unfolded.
pub fn objects_in(t: Ty) -> Ty {
    let members: Vec<Ty> = types(|types| types.members(t).to_vec());
    let unfolded = members.into_iter().map(|member| definition(member).unwrap_or(member));
    let objects: Vec<Ty> = unfolded.filter(|&member| constructor(member) == Object).collect();
    types_mut(|types| types.union(&objects))
}

/// Holds for structures and collections, and for unions, which may have such members. Of eventual values, for those that may
/// have been written out: structures, and collections of such, that come from no schema.
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

/// Holds for the dynamic type, and for unions with it that do not name null.
pub fn is_anything(t: Ty) -> bool {
    t == ANY || types(|types| types.members(t).contains(&ANY) && !types.members(t).contains(&NONE))
}

/// Holds if the constant `s` can be read as a value of `t`, a primitive type, a constant or an enum.
pub fn reads_as(s: Ty, t: Ty) -> bool {
    types(|types| types.reads_as(s, t))
}

/// Holds if an expression is a structure that is written out: an object, a tuple, or a for-expression.
pub fn is_written_out(e: ExprId) -> bool {
    !matches!(written(e), Written::Other | Written::Text | Written::Same | Written::Branches)
}

/// Holds if the value of an expression is that of an operand: in parentheses, or a branch of a conditional.
pub fn is_transparent(e: ExprId) -> bool {
    matches!(written(e), Written::Same | Written::Branches)
}

/// The name of the `j`-th property of the object `e`.
pub fn property_name(e: ExprId, j: u32) -> Option<Name> {
    outline(|outline| outline.names(e).get(j as usize).copied())
}
