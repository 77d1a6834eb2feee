//! Helpers for types in conversions: optional properties, types of results, and placeholders.

use rustc_hash::FxHashSet;

use super::{Converter, Safety};
use crate::types::{ANY, ID, Interner, NONE, Rewriting, STRING, Shape, Ty};

impl Converter<'_> {
    /// Holds if an object may lack a property of this type.
    pub(super) fn is_optional(&self, property: Ty) -> bool {
        property == NONE || (self.is_union(property) && self.types.members(property).contains(&NONE))
    }

    /// Removes the `none` that makes a property optional from its type. A union of several other members is left unchanged,
    /// because it is a type of its own.
    pub(crate) fn without_none(&self, property: Ty) -> Ty {
        match *self.types.members(property) {
            [NONE, other] | [other, NONE] if self.is_union(property) => other,
            _ => property,
        }
    }

    /// Returns the type of the values that a conversion to `ty` produces: without optional properties and eventuals.
    pub(crate) fn result_type(&mut self, ty: Ty) -> Ty {
        result_type(self.types, ty)
    }

    /// Holds if the type contains a union, apart from unions that make a property optional: then its values may have different
    /// types.
    pub(super) fn contains_union(&self, ty: Ty) -> bool {
        let (mut open, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = open.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.types.shape(ty) {
                // A declared type may be defined as anything, also recursively.
                Shape::Union(_) | Shape::Named(_) => return true,
                Shape::Object(_) => {
                    open.extend(self.types.properties(ty).iter().map(|property| self.without_none(property.1)));
                }
                _ => open.extend(self.types.parts_of(ty)),
            }
        }
        false
    }

    /// Returns the type of a null that is converted to `to`, with the parts of `from` where `to` says `any`.
    pub(super) fn filled(&mut self, from: Ty, to: Ty) -> Ty {
        if from == ANY || from == to {
            return to;
        }
        if let Some(&known) = self.fillings.get(&(from, to)) {
            return known;
        }
        let filled = self.filled_by_shape(from, to);
        self.fillings.insert((from, to), filled);
        filled
    }

    fn filled_by_shape(&mut self, from: Ty, to: Ty) -> Ty {
        match (self.types.shape(from), self.types.shape(to)) {
            (_, Shape::Any) => from,
            (_, Shape::List(element)) => {
                let element = self.filled_element(from, element);
                self.types.list(element)
            }
            (_, Shape::Set(element)) => {
                let element = self.filled_element(from, element);
                self.types.set(element)
            }
            (_, Shape::Map(element)) => {
                let element = self.filled_element(from, element);
                self.types.map(element)
            }
            (Shape::Map(element), Shape::Object(_)) => {
                let properties = self.types.properties(to).to_vec();
                let filled = properties.into_iter().map(|(name, to)| (name, self.filled(element, to))).collect();
                self.types.object(filled)
            }
            (Shape::Object(_), Shape::Object(_)) => {
                let properties = self.types.properties(to).to_vec();
                let filled = properties.into_iter().map(|(name, to)| {
                    let from = self.types.property(from, name).unwrap_or(ANY);
                    (name, self.filled(from, to))
                });
                let filled = filled.collect();
                self.types.object(filled)
            }
            (Shape::Tuple(_), Shape::Tuple(_)) => {
                let pairs: Vec<(Ty, Ty)> =
                    self.types.members(from).iter().copied().zip(self.types.members(to).iter().copied()).collect();
                let filled: Vec<Ty> = pairs.into_iter().map(|(from, to)| self.filled(from, to)).collect();
                self.types.tuple(&filled)
            }
            _ => to,
        }
    }

    fn filled_element(&mut self, from: Ty, to: Ty) -> Ty {
        let parts: Vec<Ty> = match self.types.shape(from) {
            Shape::List(element) | Shape::Set(element) | Shape::Map(element) => vec![element],
            Shape::Tuple(_) => self.types.members(from).to_vec(),
            Shape::Object(_) => self.types.properties(from).iter().map(|property| property.1).collect(),
            _ => Vec::new(),
        };
        match self.unify(&parts, Safety::Unsafe) {
            Some(from) => self.filled(from, to),
            None => to,
        }
    }

    /// Returns the type to which the values of a constant, an enum or an identifier belong.
    pub(super) fn underlying(&self, ty: Ty) -> Ty {
        match self.types.shape(ty) {
            Shape::Constant(base, _) => base,
            Shape::Enum(id) => self.types.enumeration(id).1,
            _ if ty == ID => STRING,
            _ => ty,
        }
    }

    /// Returns the definition of a declared type; any other type itself.
    pub(super) fn definition(&self, ty: Ty) -> Ty {
        match self.types.shape(ty) {
            Shape::Named(id) => self.types.named(id).definition.unwrap_or(ty),
            _ => ty,
        }
    }

    fn is_union(&self, ty: Ty) -> bool {
        matches!(self.types.shape(ty), Shape::Union(_))
    }
}

fn result_type(types: &mut Interner, ty: Ty) -> Ty {
    match types.shape(ty) {
        Shape::Output(element) | Shape::Promise(element) => result_type(types, element),
        Shape::Object(_) => types.rewritten(Rewriting::Result, ty, |types| {
            types.with_parts(ty, |types, property| {
                let property = Converter::new(types).without_none(property);
                result_type(types, property)
            })
        }),
        _ => types.rewritten(Rewriting::Result, ty, |types| types.with_parts(ty, result_type)),
    }
}
