//! Which types the values of a type may convert to, before any value is looked at.

use rustc_hash::FxHashMap;

use crate::types::{ANY, BOOL, ID, INT, Interner, NUMBER, STRING, Shape, Ty};

/// Which conversions are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Safety {
    /// Those that no value fails.
    Safe,
    /// Those that some value passes.
    Unsafe,
}

/// The conversions between primitive types, and whether a value may fail them.
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

/// Converts values to types, and remembers what it has found about types.
///
/// The conversions are go-cty's, carried on to the types that it lacks: an integer is a number, an enum and a constant
/// take what their own values convert from, a union takes what one of its members takes, and an output or promise what
/// its element takes. A property is optional if its type is a union with `none`.
pub struct Converter<'a> {
    pub(super) types: &'a mut Interner,
    conversions: FxHashMap<(Ty, Ty, Safety), bool>,
    pub(super) unifications: FxHashMap<(Vec<Ty>, Safety), Option<Ty>>,
}

impl<'a> Converter<'a> {
    /// A converter between the types of an interner.
    pub fn new(types: &'a mut Interner) -> Self {
        Self { types, conversions: FxHashMap::default(), unifications: FxHashMap::default() }
    }

    /// Holds if values of the one type may convert to the other: all of them if the conversion is to be safe.
    ///
    /// Linear in the two types, unless `any` stands for the elements of a collection.
    pub fn converts(&mut self, from: Ty, to: Ty, safety: Safety) -> bool {
        if from == to {
            return true;
        }
        if let Some(&known) = self.conversions.get(&(from, to, safety)) {
            return known;
        }
        // A question that leads back to itself holds unless something else speaks against it.
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
            // It loses the order, and equal elements become one.
            (Shape::List(from), Shape::Set(to)) => is_unsafe && self.converts(from, to, safety),
            (Shape::Tuple(_), Shape::List(element) | Shape::Set(element)) => {
                let parts = self.types.members(from).to_vec();
                self.parts_convert(&parts, element, safety, Wanted::Alike)
            }
            (Shape::Object(_), Shape::Map(element)) => {
                let parts: Vec<Ty> = self.types.properties(from).iter().map(|property| property.1).collect();
                self.parts_convert(&parts, element, safety, Wanted::Any)
            }
            // It depends on the keys.
            (Shape::Map(element), Shape::Object(_)) => is_unsafe && self.map_converts_to_object(element, to),
            _ => false,
        }
    }

    fn object_converts(&mut self, from: Ty, to: Ty, safety: Safety) -> bool {
        let wanted = self.types.properties(to).to_vec();
        wanted.into_iter().all(|(name, wanted)| match self.types.property(from, name) {
            Some(found) => {
                let wanted = self.bare(wanted);
                self.converts(found, wanted, safety)
            }
            None => self.is_optional(wanted),
        })
    }

    fn map_converts_to_object(&mut self, element: Ty, to: Ty) -> bool {
        let wanted = self.types.properties(to).to_vec();
        wanted.into_iter().all(|(_, wanted)| {
            let bare = self.bare(wanted);
            // A map may lack the key of an optional property.
            self.is_optional(wanted) || self.converts(element, bare, Safety::Unsafe)
        })
    }

    /// Holds if the parts of a tuple or object convert to one element type, which is found first if it is `any`.
    fn parts_convert(&mut self, parts: &[Ty], element: Ty, safety: Safety, wanted: Wanted) -> bool {
        if parts.is_empty() {
            return true;
        }
        let Some(element) = self.element_type(parts, element, safety) else { return false };
        if element == ANY && wanted == Wanted::Alike && parts.iter().any(|&part| part != ANY) {
            return false;
        }
        parts.iter().all(|&part| self.converts(part, element, safety))
    }

    /// The element type of a collection made of parts: the one that is wanted, or what the parts have in common if that
    /// is `any`.
    pub(super) fn element_type(&mut self, parts: &[Ty], wanted: Ty, safety: Safety) -> Option<Ty> {
        if wanted == ANY { self.unify(parts, safety) } else { Some(wanted) }
    }
}

/// What the parts of a structure have to have in common if they are to become elements of `any` type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A type that says something, unless none of the parts' types does.
    Alike,
    /// Any type.
    Any,
}

/// Looks up the table of primitive conversions, for which an identifier is a text.
fn converts_primitively(from: Ty, to: Ty, safety: Safety) -> bool {
    let text = |ty| if ty == ID { STRING } else { ty };
    let (from, to) = (text(from), text(to));
    from == to || PRIMITIVE_CONVERSIONS.iter().any(|&(s, t, needed)| (s, t) == (from, to) && needed <= safety)
}
