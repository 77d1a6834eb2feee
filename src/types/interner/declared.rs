//! Declared types: names for definitions, which may be recursive.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Interner;
use crate::components;
use crate::{DeclaredAs, Facets, Mapping, Name, NamedId, Shape, Ty};

/// A declared type.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name it was declared by.
    pub name: Name,
    /// Its definition. `None` until [`Interner::define`] is called, and for the images of mappings.
    pub definition: Option<Ty>,
    /// The mapping and the recursive type whose image it is, if any.
    pub mapped: Option<(Mapping, Ty)>,
    /// Holds if its definition refers back to it.
    pub is_recursive: bool,
    /// Holds if it is printed as its definition, and not by its name.
    pub is_shown_unfolded: bool,
    /// How it was declared.
    pub declared_as: DeclaredAs,
    /// Its bounds, if it is a refinement.
    pub facets: Facets,
}

impl Interner {
    /// A declared type's name and definition.
    pub fn named(&self, id: NamedId) -> Named {
        self.named[id]
    }

    /// Declares a new type. It has no definition until it is defined.
    pub fn declare(&mut self, name: Name) -> (NamedId, Ty) {
        self.add_declared(name, false, DeclaredAs::Alias)
    }

    /// As [`Self::declare`], for a type whose name only records its origin: it is printed as its definition.
    pub fn declare_unfolding(&mut self, name: Name) -> (NamedId, Ty) {
        self.add_declared(name, true, DeclaredAs::Alias)
    }

    fn add_declared(&mut self, name: Name, is_shown_unfolded: bool, declared_as: DeclaredAs) -> (NamedId, Ty) {
        self.declare_named(Named {
            name,
            definition: None,
            mapped: None,
            is_recursive: false,
            is_shown_unfolded,
            declared_as,
            facets: Facets::default(),
        })
    }

    fn declare_named(&mut self, named: Named) -> (NamedId, Ty) {
        let id = self.named.push_and_get_key(named);
        (id, self.intern(Shape::Named(id)))
    }

    /// As [`Self::declare`], for a type that is more than an alias. Its flags depend on `declared_as` from the start.
    pub fn declare_as(&mut self, name: Name, declared_as: DeclaredAs) -> (NamedId, Ty) {
        self.add_declared(name, false, declared_as)
    }

    /// Returns the predeclared type with this name and definition. There is one for each name.
    pub fn built_in(&mut self, name: &str, declared_as: DeclaredAs, definition: Ty) -> Ty {
        let name = self.name(name);
        if let Some(&known) = self.built_in.get(&name) {
            return known;
        }
        let (id, ty) = self.declare_as(name, declared_as);
        self.define(&[(id, definition)]);
        self.built_in.insert(name, ty);
        ty
    }

    /// `refined(base, {...})`: the values of the base that satisfy the facets.
    pub fn refined(&mut self, base: Ty, facets: Facets) -> Ty {
        if let Some(&known) = self.refined.get(&(base, facets)) {
            return known;
        }
        let name = self.name("refined");
        let (id, ty) = self.declare_as(name, DeclaredAs::Refined);
        self.named[id].facets = facets;
        self.define(&[(id, base)]);
        self.refined.insert((base, facets), ty);
        ty
    }

    /// Returns how a type was declared.
    pub fn declared_as(&self, ty: Ty) -> DeclaredAs {
        match self.shape(ty) {
            Shape::Named(id) => self.named(id).declared_as,
            _ => DeclaredAs::Structure,
        }
    }

    /// Returns the facets of a refinement; no facets for any other type.
    pub fn facets(&self, ty: Ty) -> Facets {
        match self.shape(ty) {
            Shape::Named(id) => self.named(id).facets,
            _ => Facets::default(),
        }
    }

    /// Defines declared types. Mutually recursive definitions must come in one call. Linear in the definitions.
    pub fn define(&mut self, definitions: &[(NamedId, Ty)]) {
        self.memory.forget_constants();
        self.clear_reachable(definitions);
        for &(id, definition) in definitions {
            self.named[id].definition = Some(definition);
        }
        let numbers: FxHashMap<NamedId, u32> = definitions.iter().map(|definition| definition.0).zip(0..).collect();
        let edges: Vec<Vec<u32>> = definitions
            .iter()
            .map(|&(_, ty)| self.declared_in(ty).iter().filter_map(|id| numbers.get(id).copied()).collect())
            .collect();
        for group in components(&edges) {
            let is_recursive = group.len() > 1 || edges[group[0] as usize].contains(&group[0]);
            for &at in &group {
                self.named[definitions[at as usize].0].is_recursive = is_recursive;
            }
            self.settle(group.iter().map(|&at| definitions[at as usize]).collect());
        }
    }

    /// Clears the reachable flags of types that were built after a type that is redefined.
    fn clear_reachable(&mut self, definitions: &[(NamedId, Ty)]) {
        let own: Vec<Ty> = definitions.iter().map(|&(id, _)| self.intern(Shape::Named(id))).collect();
        let redefined = own.into_iter().filter(|&ty| self.reachable[ty].is_some()).min();
        let first = redefined.map_or(self.reachable.len(), usize::from);
        for (ty, reachable) in self.reachable.iter_mut_enumerated().skip(first) {
            if self.flags[ty].has_named {
                *reachable = None;
            }
        }
    }

    /// Records the reachable flags of declared types that refer to one another. All other types that they reach already have
    /// theirs.
    fn settle(&mut self, group: Vec<(NamedId, Ty)>) {
        for &(id, _) in &group {
            let ty = self.intern(Shape::Named(id));
            self.reachable[ty] = None;
        }
        let Some(&(first, _)) = group.first() else { return };
        let ty = self.intern(Shape::Named(first));
        let reachable = self.reachable(ty);
        for (id, _) in group {
            let ty = self.intern(Shape::Named(id));
            self.reachable[ty] = Some(reachable);
        }
    }

    /// Defines a declared type provisionally, before all that its definition reaches is defined. [`Self::define`] must follow.
    pub fn define_provisionally(&mut self, id: NamedId, definition: Ty) {
        self.memory.forget_constants();
        self.named[id].definition = Some(definition);
        let mut next = Some(definition);
        while let Some(Shape::Named(other)) = next.map(|ty| self.shape(ty)).filter(|&shape| shape != Shape::Named(id)) {
            next = self.named(other).definition.filter(|_| !self.named(other).is_recursive);
        }
        self.named[id].is_recursive = next.is_some_and(|ty| self.shape(ty) == Shape::Named(id));
    }

    /// Returns the declared types that occur in a type, each once, without those in their definitions. What a refinement refines
    /// is part of the type: it was built before the types that are being defined.
    fn declared_in(&self, ty: Ty) -> Vec<NamedId> {
        let (mut found, mut seen, mut waiting) = (Vec::new(), FxHashSet::default(), vec![ty]);
        while let Some(ty) = waiting.pop() {
            if !self.flags[ty].has_named || !seen.insert(ty) {
                continue;
            }
            match self.shape(ty) {
                Shape::Named(id) => {
                    found.push(id);
                    let named = self.named(id);
                    waiting.extend(named.definition.filter(|_| named.declared_as == DeclaredAs::Refined));
                }
                shape => waiting.extend(self.parts(shape)),
            }
        }
        found
    }

    /// Returns the image of a recursive type under a mapping, as a declared type of its own. Mappings are idempotent.
    pub fn view(&mut self, mapping: Mapping, ty: Ty) -> Ty {
        let Shape::Named(id) = self.shape(ty) else { return ty };
        let of = self.named(id);
        if matches!(of.mapped, Some((before, _)) if before == mapping) {
            return ty;
        }
        if let Some(&known) = self.views.get(&(mapping, ty)) {
            return known;
        }
        let mapped = Some((mapping, ty));
        let id = self.named.push_and_get_key(Named { definition: None, mapped, is_recursive: true, ..of });
        let view = self.intern(Shape::Named(id));
        self.reachable[view] = self.reachable_of_image(mapping, ty);
        self.views.insert((mapping, ty), view);
        view
    }
}
