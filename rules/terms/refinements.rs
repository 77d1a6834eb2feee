//! Accessors of declared types and refinements.

use super::{ANY, Constructor, INT, Measure, Named, Ty, Union, base};
use crate::session::{types, types_mut};
use typelog_types as value;
use typelog_types::{DeclaredAs, Extent, Interner, Name, Shape};

/// The members of a union that a type is to be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// All.
    Any,
    /// The one that the literal of its discriminating property tells.
    Told(Ty),
    /// None, for the property is not there, or no member has that literal. The object of the property alone, with the
    /// literals that there are, stands for them.
    None(Ty),
    /// It is not told, for the property is no literal. The same object stands for them.
    Untold(Ty),
}

/// How a type was declared.
#[inline]
pub fn declared_as(t: Ty) -> DeclaredAs {
    types(|types| types.declared_as(t))
}

/// Holds for refinements.
#[inline]
pub fn is_refined(t: Ty) -> bool {
    declared_as(t) == DeclaredAs::Refined
}

/// Holds if `s` is a refinement that is compared as such with `t`, built by `d`: with a refinement, or with the members of
/// a union.
pub fn stays_refined(s: Ty, t: Ty, d: Constructor) -> bool {
    (d == Union || d == Named && is_refined(t)) && is_refined(s)
}

/// The `i`-th measure.
pub fn measure(i: u32) -> Option<Measure> {
    [Measure::Value, Measure::Length, Measure::Pattern].get(i as usize).copied()
}

/// Holds if all that `s` measures lies in what `t` measures. Where one of them has only integers, integers count.
pub fn measures_within(s: Ty, t: Ty, m: Measure) -> bool {
    let (s, t) = extents(s, t, m);
    types(|types| s.is_within(t, types))
}

/// Holds if nothing that `s` measures lies in what `t` measures.
pub fn measures_apart(s: Ty, t: Ty, m: Measure) -> bool {
    let (s, t) = extents(s, t, m);
    types(|types| s.is_apart_from(t, types))
}

fn extents(s: Ty, t: Ty, m: Measure) -> (Extent, Extent) {
    let is_integral = base(s) == INT || base(t) == INT;
    types_mut(|types| {
        if m == Measure::Length {
            return (types.lengths(s), types.lengths(t));
        }
        let (s, t) = (types.values(s), types.values(t));
        (s.rounded(is_integral, types), t.rounded(is_integral, types))
    })
}

/// The pattern of a refinement.
pub fn pattern(t: Ty) -> Option<Name> {
    types(|types| types.facets(t).pattern)
}

/// The text that `s` is the type of, if it is the type of one text.
pub fn text_of(s: Ty) -> Option<Name> {
    types(|types| match types.shape(s) {
        Shape::Constant(_, value::Constant::Text(text)) => Some(text),
        _ => None,
    })
}

/// Holds if a text matches a pattern.
pub fn matches_pattern(text: Name, pattern: Name) -> bool {
    types(|types| types.matches(text, pattern))
}

/// The union of the values of an enum.
pub fn values_of(t: Ty) -> Ty {
    types_mut(|types| match types.shape(t) {
        Shape::Enum(id) => {
            let (_, base, values) = types.enumeration(id);
            let values = values.to_vec();
            let members: Vec<Ty> = values.into_iter().map(|value| types.literal_type(base, value)).collect();
            types.union(&members)
        }
        _ => t,
    })
}

/// Holds for the types of resources that differ in nothing but their versions.
pub fn is_same_but_for_version(s: Ty, t: Ty) -> bool {
    types(|types| {
        let unversioned = |t: Ty| match types.shape(t) {
            Shape::Named(id) => types.text(types.named(id).name).rsplit_once('@').map(|parts| parts.0),
            _ => None,
        };
        unversioned(s).is_some() && unversioned(s) == unversioned(t)
    })
}

/// The member of a union of objects that `s`, an object, is told to be one of by the property in which all members have
/// different literals.
pub fn variant(s: Ty, t: Ty) -> Variant {
    types_mut(|types| {
        let Some(key) = discriminator(types, t).filter(|_| matches!(types.shape(s), Shape::Object(_))) else {
            return Variant::Any;
        };
        let tag = types.property(s, key).map(|tag| meant(types, tag));
        let members = types.members(t).to_vec();
        let literal = |types: &Interner, ty: Option<Ty>| match ty.map(|ty| types.shape(ty)) {
            Some(Shape::Constant(_, value)) => Some(value),
            _ => None,
        };
        let value = literal(types, tag);
        let told =
            members.iter().find(|&&member| value.is_some() && literal(types, types.property(member, key)) == value);
        match told {
            Some(&member) => Variant::Told(member),
            None if tag.is_none_or(|tag| !may_be_tag(types, tag)) => {
                let tags: Vec<Ty> = members.iter().filter_map(|&member| types.property(member, key)).collect();
                let tags = types.union(&tags);
                let tags = types.object(vec![(key, tags)]);
                if tag.is_some() && value.is_none() { Variant::Untold(tags) } else { Variant::None(tags) }
            }
            None => Variant::Any,
        }
    })
}

/// The object that stands for the members of a union of objects, if the discriminating property tells of `s` that it is none
/// of them, or tells nothing.
pub fn no_variant(s: Ty, t: Ty) -> Option<Ty> {
    match variant(s, t) {
        Variant::None(b) | Variant::Untold(b) => Some(b),
        Variant::Any | Variant::Told(_) => None,
    }
}

/// Holds if a discriminator of a type other than that of one literal may be one of several: a union of literals, an enum, a
/// dynamic value, or an error.
fn may_be_tag(types: &Interner, tag: Ty) -> bool {
    let is_known = |ty: Ty| matches!(types.shape(meant(types, ty)), Shape::Constant(..));
    match types.shape(tag) {
        Shape::Union(_) => types.members(tag).iter().all(|&member| is_known(member)),
        Shape::Enum(_) => true,
        _ => tag == ANY || types.declared_as(tag) == DeclaredAs::Error,
    }
}

/// The type that a name is only a name for.
pub(crate) fn meant(types: &Interner, mut t: Ty) -> Ty {
    while types.declared_as(t) == DeclaredAs::Alias
        && let Shape::Named(id) = types.shape(t)
        && let Some(definition) = types.named(id).definition.filter(|_| !types.named(id).is_recursive)
    {
        t = definition;
    }
    t
}

/// The first property in which all members of a union of objects have different literals.
fn discriminator(types: &Interner, t: Ty) -> Option<Name> {
    let members = types.members(t);
    let Shape::Union(_) = types.shape(t) else { return None };
    let is_literal = |ty: Ty| matches!(types.shape(ty), Shape::Constant(..));
    let keys = types.properties(*members.first()?).iter().map(|property| property.0);
    keys.into_iter().find(|&key| {
        let tags: Option<Vec<Ty>> = members.iter().map(|&member| types.property(member, key)).collect();
        tags.is_some_and(|mut tags| {
            let is_tagged = tags.iter().all(|&tag| is_literal(tag));
            tags.sort_unstable();
            is_tagged && tags.windows(2).all(|pair| pair[0] != pair[1])
        })
    })
}

/// The places of the properties of `s` that `t` has not.
pub fn properties_beyond(s: Ty, t: Ty) -> Vec<u32> {
    types(|types| {
        let places = (0..).zip(types.properties(s));
        places.filter(|(_, property)| types.property(t, property.0).is_none()).map(|(place, _)| place).collect()
    })
}
