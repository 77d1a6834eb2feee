//! Declared types: names that stand for definitions, and may lead back to themselves.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Interner;
use crate::components;
use crate::{DeclaredAs, Facets, Mapping, Name, NamedId, Shape, Ty};

/// A declared type.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name it was declared by.
    pub name: Name,
    /// Its definition. `None` until [`Interner::define`] is called, and for what a mapping has made.
    pub definition: Option<Ty>,
    /// The mapping that has made it of a recursive type, and that type.
    pub mapped: Option<(Mapping, Ty)>,
    /// Holds if it leads back to itself.
    pub is_recursive: bool,
    /// Holds if its text is that of its definition, and not its name.
    pub is_shown_unfolded: bool,
    /// How it was declared.
    pub declared_as: DeclaredAs,
    /// Its bounds, if it is a refinement.
    pub facets: Facets,
}

impl Interner {
    /// A declared type's name and definition.
    pub fn named(&self, id: NamedId) -> Named {
        self.named[id.0 as usize]
    }

    /// A new declared type. It stands for nothing until it is defined.
    pub fn declare(&mut self, name: Name) -> (NamedId, Ty) {
        self.add_declared(name, false, DeclaredAs::Alias)
    }

    /// As [`Self::declare`], for a type whose name only says where it comes from: its text is that of its definition.
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
        let id = NamedId(self.named.len() as u32);
        self.named.push(named);
        (id, self.intern(Shape::Named(id)))
    }

    /// As [`Self::declare`], for a type that is more than a name for its definition. Its flags are noted at once, and go by this.
    pub fn declare_as(&mut self, name: Name, declared_as: DeclaredAs) -> (NamedId, Ty) {
        self.add_declared(name, false, declared_as)
    }

    /// The type of this name that every model has, which stands for a definition. There is one for each name.
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

    /// `refined(base, {...})`: the values of the base that the facets allow.
    pub fn refined(&mut self, base: Ty, facets: Facets) -> Ty {
        if let Some(&known) = self.refined.get(&(base, facets)) {
            return known;
        }
        let name = self.name("refined");
        let (id, ty) = self.declare_as(name, DeclaredAs::Refined);
        self.named[id.0 as usize].facets = facets;
        self.define(&[(id, base)]);
        self.refined.insert((base, facets), ty);
        ty
    }

    /// How a type was declared.
    pub fn declared_as(&self, ty: Ty) -> DeclaredAs {
        match self.shape(ty) {
            Shape::Named(id) => self.named(id).declared_as,
            _ => DeclaredAs::Structure,
        }
    }

    /// The bounds of a type; none, if it is no refinement.
    pub fn facets(&self, ty: Ty) -> Facets {
        match self.shape(ty) {
            Shape::Named(id) => self.named(id).facets,
            _ => Facets::default(),
        }
    }

    /// Says what declared types stand for. Definitions that lead to one another must come in one call. Linear in the
    /// definitions.
    pub fn define(&mut self, definitions: &[(NamedId, Ty)]) {
        self.forget_reach(definitions);
        for &(id, definition) in definitions {
            self.named[id.0 as usize].definition = Some(definition);
        }
        let numbers: FxHashMap<NamedId, u32> = definitions.iter().map(|definition| definition.0).zip(0..).collect();
        let edges: Vec<Vec<u32>> = definitions
            .iter()
            .map(|&(_, ty)| self.declared_in(ty).iter().filter_map(|id| numbers.get(id).copied()).collect())
            .collect();
        for group in components(&edges) {
            let is_recursive = group.len() > 1 || edges[group[0] as usize].contains(&group[0]);
            for &at in &group {
                self.named[definitions[at as usize].0.0 as usize].is_recursive = is_recursive;
            }
            self.settle(group.iter().map(|&at| definitions[at as usize]).collect());
        }
    }

    /// Forgets what is known of types that were built after declared types that are defined anew.
    fn forget_reach(&mut self, definitions: &[(NamedId, Ty)]) {
        let own: Vec<Ty> = definitions.iter().map(|&(id, _)| self.intern(Shape::Named(id))).collect();
        let redefined = own.into_iter().filter(|ty| self.reachable[ty.0 as usize].is_some()).min();
        for at in redefined.map_or(self.reachable.len(), |ty| ty.0 as usize)..self.reachable.len() {
            if self.flags[at].has_named {
                self.reachable[at] = None;
            }
        }
    }

    /// Notes what is known of declared types that lead to one another, and to others of which that is noted.
    fn settle(&mut self, group: Vec<(NamedId, Ty)>) {
        for &(id, _) in &group {
            let ty = self.intern(Shape::Named(id));
            self.reachable[ty.0 as usize] = None;
        }
        let Some(&(first, _)) = group.first() else { return };
        let ty = self.intern(Shape::Named(first));
        let reachable = self.reachable(ty);
        for (id, _) in group {
            let ty = self.intern(Shape::Named(id));
            self.reachable[ty.0 as usize] = Some(reachable);
        }
    }

    /// Says what a declared type stands for, before what its definition leads to is known. [`Self::define`] is to follow.
    pub fn define_for_now(&mut self, id: NamedId, definition: Ty) {
        self.named[id.0 as usize].definition = Some(definition);
        let mut next = Some(definition);
        while let Some(Shape::Named(other)) = next.map(|ty| self.shape(ty)).filter(|&shape| shape != Shape::Named(id)) {
            next = self.named(other).definition.filter(|_| !self.named(other).is_recursive);
        }
        self.named[id.0 as usize].is_recursive = next.is_some_and(|ty| self.shape(ty) == Shape::Named(id));
    }

    /// The declared types that occur in a type, each once; those in their definitions are not gone into.
    fn declared_in(&self, ty: Ty) -> Vec<NamedId> {
        let (mut found, mut seen, mut waiting) = (Vec::new(), FxHashSet::default(), vec![ty]);
        while let Some(ty) = waiting.pop() {
            if !self.flags[ty.0 as usize].has_named || !seen.insert(ty) {
                continue;
            }
            match self.shape(ty) {
                Shape::Named(id) => found.push(id),
                shape => waiting.extend(self.parts(shape)),
            }
        }
        found
    }

    /// The image of a recursive type under a mapping, as a type of its own. A second application changes nothing.
    pub fn view(&mut self, mapping: Mapping, ty: Ty) -> Ty {
        let Shape::Named(id) = self.shape(ty) else { return ty };
        let of = self.named(id);
        if matches!(of.mapped, Some((before, _)) if before == mapping) {
            return ty;
        }
        if let Some(&known) = self.views.get(&(mapping, ty)) {
            return known;
        }
        let id = NamedId(self.named.len() as u32);
        let mapped = Some((mapping, ty));
        self.named.push(Named { definition: None, mapped, is_recursive: true, ..of });
        let view = self.intern(Shape::Named(id));
        self.views.insert((mapping, ty), view);
        view
    }
}
