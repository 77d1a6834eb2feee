//! Structural rewritings of types, whose results are kept: a type that occurs many times is rewritten once.

use super::Interner;
use crate::{Shape, Ty};

/// A rewriting of types, part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rewriting {
    /// The type of a value without its known parts.
    Plain,
    /// The type of the values of a variable, without the marks of optional properties.
    Required,
    /// The type of the values that a conversion produces.
    Result,
    /// The type as programs write it, where one constant is a type.
    Written,
}

impl Interner {
    /// Returns the result of a rewriting. `work` computes it if this type has not been rewritten before, and rewrites the parts
    /// by calling this function.
    pub fn rewritten(&mut self, by: Rewriting, ty: Ty, work: impl FnOnce(&mut Self) -> Ty) -> Ty {
        if let Some(&known) = self.rewritten.get(&(by, ty)) {
            return known;
        }
        let new = work(self);
        self.rewritten.insert((by, ty), new);
        new
    }

    /// Returns the collection or structure with its parts mapped, without annotations. Every other type is returned unchanged.
    pub fn with_parts(&mut self, ty: Ty, mut map: impl FnMut(&mut Self, Ty) -> Ty) -> Ty {
        match self.shape(ty) {
            Shape::List(part) => {
                let part = map(self, part);
                self.list(part)
            }
            Shape::Set(part) => {
                let part = map(self, part);
                self.set(part)
            }
            Shape::Map(part) => {
                let part = map(self, part);
                self.map(part)
            }
            Shape::Tuple(_) => {
                let members = self.members(ty).to_vec();
                let members: Vec<Ty> = members.into_iter().map(|part| map(self, part)).collect();
                self.tuple(&members)
            }
            Shape::Applied(own, _) => {
                let arguments = self.members(ty).to_vec();
                let arguments: Vec<Ty> = arguments.into_iter().map(|part| map(self, part)).collect();
                self.applied(own, &arguments)
            }
            Shape::Object(_) => {
                let properties = self.properties(ty).to_vec();
                let properties = properties.into_iter().map(|(name, part)| (name, map(self, part))).collect();
                self.object(properties)
            }
            _ => ty,
        }
    }

    /// Returns the number of types that have been rewritten.
    pub fn rewritten_count(&self) -> usize {
        self.rewritten.len()
    }
}
