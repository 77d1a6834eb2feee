//! Helpers for types in conversions: optional properties, types of results, and placeholders.

use super::{Converter, Safety};
use crate::types::{ANY, ID, NONE, Name, STRING, Shape, Ty};

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
        match self.types.shape(ty) {
            Shape::Output(element) | Shape::Promise(element) => self.result_type(element),
            Shape::List(element) => {
                let element = self.result_type(element);
                self.types.list(element)
            }
            Shape::Set(element) => {
                let element = self.result_type(element);
                self.types.set(element)
            }
            Shape::Map(element) => {
                let element = self.result_type(element);
                self.types.map(element)
            }
            Shape::Tuple(_) => {
                let members = self.types.members(ty).to_vec();
                let members: Vec<Ty> = members.into_iter().map(|member| self.result_type(member)).collect();
                self.types.tuple(&members)
            }
            Shape::Object(_) => {
                let properties: Vec<(Name, Ty)> = self.types.properties(ty).to_vec();
                let properties = properties.into_iter().map(|(name, property)| {
                    let without_none = self.without_none(property);
                    (name, self.result_type(without_none))
                });
                let properties = properties.collect();
                self.types.object(properties)
            }
            _ => ty,
        }
    }

    /// Holds if the type contains a union, apart from unions that make a property optional: then its values may have different
    /// types.
    pub(super) fn contains_union(&mut self, ty: Ty) -> bool {
        match self.types.shape(ty) {
            // A declared type may be defined as anything, also recursively.
            Shape::Union(_) | Shape::Named(_) => true,
            Shape::List(part) | Shape::Set(part) | Shape::Map(part) | Shape::Output(part) | Shape::Promise(part) => {
                self.contains_union(part)
            }
            Shape::Tuple(_) => {
                let members = self.types.members(ty).to_vec();
                members.into_iter().any(|member| self.contains_union(member))
            }
            Shape::Object(_) => {
                let properties = self.types.properties(ty).to_vec();
                properties.into_iter().any(|(_, property)| {
                    let without_none = self.without_none(property);
                    self.contains_union(without_none)
                })
            }
            _ => false,
        }
    }

    /// Returns the type of a null that is converted to `to`, with the parts of `from` where `to` says `any`.
    pub(super) fn filled(&mut self, from: Ty, to: Ty) -> Ty {
        if from == ANY || from == to {
            return to;
        }
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
