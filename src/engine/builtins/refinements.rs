//! Accessors of declared types and refinements.

use super::{ANY, Constructor, INT, Measure, Named, Ty, Union, base};
use crate::session::{types, types_mut};
use typelog_types::{DeclaredAs, Interner, Interval, Name, Shape};

/// The member of a union that an object selects by its discriminating property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Any member: the union is not discriminated, or the property may be one of several literals.
    Any,
    /// The member that the literal of the property selects.
    Told(Ty),
    /// No member: the property is missing, or no member has its literal. The object type with only this property, and the union
    /// of its literals, stands for the members.
    None(Ty),
    /// Undecided: the property is not a literal. The same object type stands for the members.
    Untold(Ty),
}

/// Returns how a type was declared.
#[inline]
pub fn declared_as(t: Ty) -> DeclaredAs {
    types(|types| types.declared_as(t))
}

/// Holds for refinements.
#[inline]
pub fn is_refined(t: Ty) -> bool {
    declared_as(t) == DeclaredAs::Refined
}

/// Holds if `s` is a refinement that is compared as such with `t`, built by `d`: `t` is a refinement or a union.
pub fn stays_refined(s: Ty, t: Ty, d: Constructor) -> bool {
    (d == Union || d == Named && is_refined(t)) && is_refined(s)
}

/// Returns the `i`-th measure.
pub fn measure(i: u32) -> Option<Measure> {
    [Measure::Value, Measure::Length, Measure::Pattern].get(i as usize).copied()
}

/// Holds if the extent of `s` lies within that of `t`. If one of them has only integers, only integers count.
pub fn measures_within(s: Ty, t: Ty, m: Measure) -> bool {
    let (s, t) = extents(s, t, m);
    types(|types| s.is_within(t, types))
}

/// Holds if the extents of `s` and `t` are disjoint.
pub fn measures_apart(s: Ty, t: Ty, m: Measure) -> bool {
    let (s, t) = extents(s, t, m);
    types(|types| s.is_disjoint_from(t, types))
}

fn extents(s: Ty, t: Ty, m: Measure) -> (Interval, Interval) {
    let is_integral = base(s) == INT || base(t) == INT;
    types_mut(|types| {
        if m == Measure::Length {
            return (types.lengths(s), types.lengths(t));
        }
        let (s, t) = (types.values(s), types.values(t));
        (s.rounded(is_integral, types), t.rounded(is_integral, types))
    })
}

/// Returns the pattern of a refinement.
pub fn pattern(t: Ty) -> Option<Name> {
    types(|types| types.facets(t).pattern)
}

/// Holds if a text matches a pattern.
pub fn matches_pattern(text: Name, pattern: Name) -> bool {
    types(|types| types.matches(text, pattern))
}

/// Returns the union of the values of an enum.
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

/// Holds for types of resources that differ only in their versions.
pub fn is_same_but_for_version(s: Ty, t: Ty) -> bool {
    types(|types| {
        let unversioned = |t: Ty| match types.shape(t) {
            Shape::Named(id) => types.text(types.named(id).name).rsplit_once('@').map(|parts| parts.0),
            _ => None,
        };
        unversioned(s).is_some() && unversioned(s) == unversioned(t)
    })
}

/// Returns the member of a union of objects that the object `s` selects by the property in which all members have different
/// literals.
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

/// Holds if a discriminator decides for a member of the union, or against all of them.
pub fn decides(v: Variant) -> bool {
    matches!(v, Variant::Told(_) | Variant::None(_))
}

/// Holds if a discriminator may be one of several literals: a union of literals, an enum, a dynamic value, or an error.
fn may_be_tag(types: &Interner, tag: Ty) -> bool {
    let is_known = |ty: Ty| matches!(types.shape(meant(types, ty)), Shape::Constant(..));
    match types.shape(tag) {
        Shape::Union(_) => types.members(tag).iter().all(|&member| is_known(member)),
        Shape::Enum(_) => true,
        _ => tag == ANY || types.declared_as(tag) == DeclaredAs::Error,
    }
}

/// Returns the type that `t` stands for: the definition of a name for another type that does not contain itself, and otherwise
/// `t`.
pub fn meaning(t: Ty) -> Ty {
    types(|types| meant(types, t))
}

/// Returns the type that an alias stands for.
pub(crate) fn meant(types: &Interner, mut t: Ty) -> Ty {
    while types.declared_as(t) == DeclaredAs::Alias
        && let Shape::Named(id) = types.shape(t)
        && let Some(definition) = types.named(id).definition.filter(|_| !types.named(id).is_recursive)
    {
        t = definition;
    }
    t
}

/// Returns the first property in which all members of a union of objects have different literals.
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

/// Returns the indices of the properties of `s` that `t` does not have.
pub fn properties_beyond(s: Ty, t: Ty) -> Vec<u32> {
    types(|types| {
        let places = (0..).zip(types.properties(s));
        places.filter(|(_, property)| types.property(t, property.0).is_none()).map(|(place, _)| place).collect()
    })
}
