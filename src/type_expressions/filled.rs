//! The types of values after defaults have been applied.

use super::defaults::{Children, Defaults, find_named};
use crate::types::{Interner, NONE, Name, Shape, Ty};

/// Returns the type of the values of a type after defaults have been applied: properties with a default other than null are
/// present. A recursive occurrence of a declared type stays as declared.
pub(super) fn filled(ty: Ty, defaults: &Defaults, types: &mut Interner) -> Ty {
    Filling { types, unfolding: Vec::new() }.fill(ty, defaults)
}

struct Filling<'a> {
    types: &'a mut Interner,
    /// The declared types that are being unfolded.
    unfolding: Vec<Ty>,
}

impl Filling<'_> {
    fn fill(&mut self, ty: Ty, defaults: &Defaults) -> Ty {
        if let Children::Declared(declared, content) = &defaults.children
            && *declared == ty
        {
            let content = content.upgrade();
            return match (content.as_ref().and_then(|content| content.get()), self.types.definition_of(ty)) {
                (Some(inner), Some(definition)) if !self.unfolding.contains(&ty) => {
                    self.unfolding.push(ty);
                    let filled = self.fill(definition, inner);
                    self.unfolding.pop();
                    filled
                }
                _ => ty,
            };
        }
        match (self.types.shape(ty), &defaults.children) {
            (Shape::Union(_), _) => {
                let members = self.types.members(ty).to_vec();
                let members: Vec<Ty> = members.into_iter().map(|member| self.fill(member, defaults)).collect();
                self.types.union(&members)
            }
            (Shape::Output(inner), _) => {
                let inner = self.fill(inner, defaults);
                self.types.output(inner)
            }
            (Shape::Promise(inner), _) => {
                let inner = self.fill(inner, defaults);
                self.types.promise(inner)
            }
            (Shape::List(element), Children::Element(of)) => {
                let element = self.fill(element, of);
                self.types.list(element)
            }
            (Shape::Set(element), Children::Element(of)) => {
                let element = self.fill(element, of);
                self.types.set(element)
            }
            (Shape::Map(element), Children::Element(of)) => {
                let element = self.fill(element, of);
                self.types.map(element)
            }
            (Shape::Tuple(_), Children::Members(of)) => {
                let mut members = self.types.members(ty).to_vec();
                for (at, inner) in of {
                    if let Some(member) = members.get_mut(*at) {
                        *member = self.fill(*member, inner);
                    }
                }
                self.types.tuple(&members)
            }
            (Shape::Object(_), Children::Properties(of)) => self.object(ty, defaults, of),
            _ => ty,
        }
    }

    fn object(&mut self, ty: Ty, defaults: &Defaults, children: &[(Name, Defaults)]) -> Ty {
        let mut properties = self.types.properties(ty).to_vec();
        for (name, property) in &mut properties {
            if let Some(inner) = find_named(children, *name, self.types) {
                *property = self.fill(*property, inner);
            }
            if find_named(&defaults.values, *name, self.types).is_some_and(|value| !value.is_null()) {
                *property = self.present(*property);
            }
        }
        self.types.object(properties)
    }

    /// Removes null from the type of a property.
    fn present(&mut self, ty: Ty) -> Ty {
        let Shape::Union(_) = self.types.shape(ty) else { return ty };
        let members: Vec<Ty> = self.types.members(ty).iter().copied().filter(|&member| member != NONE).collect();
        self.types.union(&members)
    }
}
