//! Convertibility between types, decided without values.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::types::{ANY, BOOL, ID, INT, Interner, NUMBER, STRING, Shape, Ty};

/// The kinds of conversions that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Safety {
    /// Conversions that succeed for every value.
    Safe,
    /// Conversions that succeed for some value.
    Unsafe,
}

/// The conversions between primitive types, each with its safety.
const PRIMITIVE_CONVERSIONS: [(Ty, Ty, Safety); 8] = [
    (BOOL, STRING, Safety::Safe),
    (NUMBER, STRING, Safety::Safe),
    (INT, STRING, Safety::Safe),
    (INT, NUMBER, Safety::Safe),
    (STRING, BOOL, Safety::Unsafe),
    (STRING, NUMBER, Safety::Unsafe),
    (STRING, INT, Safety::Unsafe),
    (NUMBER, INT, Safety::Unsafe),
];

/// A converter of values to types, with a cache of answers about types.
///
/// The conversions are those of go-cty, extended to further types. An integer is a number. An enum or a constant accepts the
/// values from which its own values convert, a union accepts the values that one of its members accepts, and an output or promise
/// those that its element accepts. A property is optional if its type is a union with `none`.
pub struct Converter<'a> {
    pub(super) types: &'a mut Interner,
    conversions: FxHashMap<(Ty, Ty, Safety), bool>,
    pub(super) unifications: FxHashMap<(Vec<Ty>, Safety), Option<Ty>>,
    /// The types of nulls that have been converted.
    pub(super) fillings: FxHashMap<(Ty, Ty), Ty>,
    /// The orders of types as candidates for a common type.
    pub(super) generalities: FxHashMap<(Ty, Ty), Ordering>,
}

impl<'a> Converter<'a> {
    /// Creates a converter between the types of an interner.
    pub fn new(types: &'a mut Interner) -> Self {
        Self {
            types,
            conversions: FxHashMap::default(),
            unifications: FxHashMap::default(),
            fillings: FxHashMap::default(),
            generalities: FxHashMap::default(),
        }
    }

    /// Holds if values of `from` may convert to `to`: every value if the conversion has to be safe, otherwise some value.
    ///
    /// Linear in the two types, unless `any` is a placeholder for the elements of a collection.
    pub fn converts(&mut self, from: Ty, to: Ty, safety: Safety) -> bool {
        if from == to {
            return true;
        }
        if let Some(&known) = self.conversions.get(&(from, to, safety)) {
            return known;
        }
        // Coinductive: a recursive question holds unless something else refutes it.
        self.conversions.insert((from, to, safety), true);
        let answer = self.converts_by_shape(from, to, safety);
        self.conversions.insert((from, to, safety), answer);
        answer
    }

    fn converts_by_shape(&mut self, from: Ty, to: Ty, safety: Safety) -> bool {
        let is_unsafe = safety == Safety::Unsafe;
        match (self.types.shape(from), self.types.shape(to)) {
            (_, Shape::Any) => true,
            (Shape::Any, _) => is_unsafe,
            (_, Shape::Output(element) | Shape::Promise(element)) => self.converts(from, element, safety),
            (_, Shape::Named(_)) => {
                let definition = self.definition(to);
                definition != to && self.converts(from, definition, safety)
            }
            (Shape::Named(_), _) => {
                let definition = self.definition(from);
                definition != from && self.converts(definition, to, safety)
            }
            (Shape::Union(_), _) => {
                let members = self.types.members(from).to_vec();
                match safety {
                    Safety::Safe => members.iter().all(|&member| self.converts(member, to, safety)),
                    Safety::Unsafe => members.iter().any(|&member| self.converts(member, to, safety)),
                }
            }
            (_, Shape::Union(_)) => {
                let members = self.types.members(to).to_vec();
                members.iter().any(|&member| self.converts(from, member, safety))
            }
            (Shape::Constant(..) | Shape::Enum(_), _) => {
                let base = self.underlying(from);
                self.converts(base, to, safety)
            }
            (_, Shape::Constant(..) | Shape::Enum(_)) => {
                let base = self.underlying(to);
                is_unsafe && self.converts(from, base, safety)
            }
            (Shape::Primitive(_), Shape::Primitive(_)) => converts_primitively(from, to, safety),
            (Shape::Object(_), Shape::Object(_)) => self.object_converts(from, to, safety),
            (Shape::Tuple(_), Shape::Tuple(_)) => {
                let (from, to) = (self.types.members(from).to_vec(), self.types.members(to).to_vec());
                from.len() == to.len() && from.iter().zip(to).all(|(&from, to)| self.converts(from, to, safety))
            }
            (Shape::List(from) | Shape::Set(from), Shape::List(to))
            | (Shape::Set(from), Shape::Set(to))
            | (Shape::Map(from), Shape::Map(to)) => self.converts(from, to, safety),
            // The conversion loses the order, and merges equal elements.
            (Shape::List(from), Shape::Set(to)) => is_unsafe && self.converts(from, to, safety),
            (Shape::Tuple(_), Shape::List(element) | Shape::Set(element)) => {
                let parts = self.types.members(from).to_vec();
                self.parts_convert(&parts, element, safety, ElementRequirement::Known)
            }
            (Shape::Object(_), Shape::Map(element)) => {
                let parts: Vec<Ty> = self.types.properties(from).iter().map(|property| property.1).collect();
                self.parts_convert(&parts, element, safety, ElementRequirement::Any)
            }
            // It depends on the keys.
            (Shape::Map(element), Shape::Object(_)) => is_unsafe && self.map_converts_to_object(element, to),
            _ => false,
        }
    }

    fn object_converts(&mut self, from: Ty, to: Ty, safety: Safety) -> bool {
        let expected = self.types.properties(to).to_vec();
        expected.into_iter().all(|(name, expected)| match self.types.property(from, name) {
            Some(found) => {
                let expected = self.without_none(expected);
                self.converts(found, expected, safety)
            }
            None => self.is_optional(expected),
        })
    }

    fn map_converts_to_object(&mut self, element: Ty, to: Ty) -> bool {
        let expected = self.types.properties(to).to_vec();
        expected.into_iter().all(|(_, expected)| {
            let without_none = self.without_none(expected);
            // A map may lack the key of an optional property.
            self.is_optional(expected) || self.converts(element, without_none, Safety::Unsafe)
        })
    }

    /// Holds if the parts of a tuple or object convert to one element type, which is computed first if it is `any`.
    fn parts_convert(&mut self, parts: &[Ty], element: Ty, safety: Safety, requirement: ElementRequirement) -> bool {
        if parts.is_empty() {
            return true;
        }
        let Some(element) = self.element_type(parts, element, safety) else { return false };
        if element == ANY && requirement == ElementRequirement::Known && parts.iter().any(|&part| part != ANY) {
            return false;
        }
        parts.iter().all(|&part| self.converts(part, element, safety))
    }

    /// Returns the element type of a collection made of parts: the expected one, or the common type of the parts if that is
    /// `any`.
    pub(super) fn element_type(&mut self, parts: &[Ty], expected: Ty, safety: Safety) -> Option<Ty> {
        if expected == ANY { self.unify(parts, safety) } else { Some(expected) }
    }
}

/// The requirement for the parts of a structure that become elements of type `any`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementRequirement {
    /// A type other than `any`, unless all parts have type `any`.
    Known,
    /// Any type.
    Any,
}

/// Looks up a primitive conversion in the table, where an identifier counts as a text.
fn converts_primitively(from: Ty, to: Ty, safety: Safety) -> bool {
    let text = |ty| if ty == ID { STRING } else { ty };
    let (from, to) = (text(from), text(to));
    from == to || PRIMITIVE_CONVERSIONS.iter().any(|&(s, t, needed)| (s, t) == (from, to) && needed <= safety)
}
