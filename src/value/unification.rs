//! Unification: the common type of several types, which is the element type of a collection of their values.

use super::{Converter, Safety};
use crate::types::{ANY, Interner, Name, Shape, Ty};

/// The common sort of types that are being unified, if they have one. `any` belongs to every sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Maps,
    MapsAndObjects,
    Lists,
    ListsAndTuples,
    Sets,
    Objects,
    Tuples,
    /// Objects and tuples, which have nothing in common.
    Incompatible,
    Others,
}

impl Converter<'_> {
    /// Returns the most general of the types to which all of them convert, or a type built from their parts. Returns `None` if
    /// there is none. Properties are folded in the order of their names.
    pub(super) fn unify(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let (&first, rest) = types.split_first()?;
        if rest.iter().all(|&ty| ty == first) {
            return Some(first);
        }
        let key = (types.to_vec(), safety);
        if let Some(&known) = self.unifications.get(&key) {
            return known;
        }
        let found = self.unify_by_sort(types, safety);
        self.unifications.insert(key, found);
        found
    }

    fn unify_by_sort(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let is_partly_unknown = types.contains(&ANY);
        match self.sort(types) {
            Sort::Incompatible => None,
            // The types that replace `any` are unknown.
            Sort::Maps | Sort::Lists | Sort::Sets | Sort::Objects | Sort::Tuples if is_partly_unknown => Some(ANY),
            Sort::Maps => self.unify_collections(types, safety, Interner::map),
            Sort::Lists => self.unify_collections(types, safety, Interner::list),
            Sort::Sets => self.unify_collections(types, safety, Interner::set),
            Sort::Objects => self.unify_objects(types, safety),
            Sort::Tuples => self.unify_tuples(types, safety),
            Sort::MapsAndObjects => self.unify_as_maps(types, safety).or_else(|| self.choose(types, safety)),
            Sort::ListsAndTuples => self.unify_as_lists(types, safety).or_else(|| self.choose(types, safety)),
            Sort::Others => self.choose(types, safety),
        }
    }

    fn sort(&self, types: &[Ty]) -> Sort {
        let [mut maps, mut lists, mut sets, mut objects, mut tuples, mut unknown] = [0; 6];
        for &ty in types {
            match self.types.shape(ty) {
                Shape::Map(_) => maps += 1,
                Shape::List(_) => lists += 1,
                Shape::Set(_) => sets += 1,
                Shape::Object(_) => objects += 1,
                Shape::Tuple(_) => tuples += 1,
                Shape::Any => unknown += 1,
                _ => {}
            }
        }
        let all = types.len() - unknown;
        match all {
            0 => Sort::Others,
            _ if maps == all => Sort::Maps,
            _ if maps > 0 && maps + objects == all => Sort::MapsAndObjects,
            _ if lists == all => Sort::Lists,
            _ if lists > 0 && lists + tuples == all => Sort::ListsAndTuples,
            _ if sets == all => Sort::Sets,
            _ if objects == all => Sort::Objects,
            _ if tuples == all => Sort::Tuples,
            _ if objects > 0 && tuples > 0 => Sort::Incompatible,
            _ => Sort::Others,
        }
    }

    /// Returns the first type, more general ones first, to which all others convert.
    fn choose(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let order = self.by_preference(types);
        order.into_iter().map(|at| types[at]).find(|&expected| self.all_convert(types, expected, safety))
    }

    fn all_convert(&mut self, types: &[Ty], expected: Ty, safety: Safety) -> bool {
        types.iter().all(|&ty| self.converts(ty, expected, safety))
    }

    fn unify_collections(
        &mut self,
        types: &[Ty],
        safety: Safety,
        collection: fn(&mut Interner, Ty) -> Ty,
    ) -> Option<Ty> {
        let elements: Vec<Ty> = types.iter().filter_map(|&ty| self.element(ty)).collect();
        let element = self.unify(&elements, safety)?;
        let unified = collection(self.types, element);
        self.all_convert(types, unified, safety).then_some(unified)
    }

    /// Unifies objects with the same property names property by property, and others as maps.
    fn unify_objects(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let first = self.types.properties(types[0]).to_vec();
        let has_names_of_first = |ty: &Ty| {
            let properties = self.types.properties(*ty);
            properties.len() == first.len() && properties.iter().zip(&first).all(|(a, b)| a.0 == b.0)
        };
        if !types.iter().all(has_names_of_first) {
            return self.unify_objects_to_map(types, safety);
        }
        let mut unified: Vec<(Name, Ty)> = Vec::with_capacity(first.len());
        for (at, (name, _)) in first.into_iter().enumerate() {
            let across: Vec<Ty> = types.iter().map(|&ty| self.types.properties(ty)[at].1).collect();
            unified.push((name, self.unify(&across, safety)?));
        }
        let unified = self.types.object(unified);
        if self.all_convert(types, unified, safety) {
            return Some(unified);
        }
        self.unify_objects_to_map(types, safety)
    }

    fn unify_objects_to_map(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let parts: Vec<Ty> =
            types.iter().flat_map(|&ty| self.types.properties(ty)).map(|property| property.1).collect();
        let element = self.unify(&parts, safety)?;
        let map = self.types.map(element);
        self.all_convert(types, map, safety).then_some(map)
    }

    /// Unifies tuples of the same length member by member, and others as lists.
    fn unify_tuples(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let length = self.types.members(types[0]).len();
        if types.iter().any(|&ty| self.types.members(ty).len() != length) {
            return self.unify_tuples_to_list(types, safety);
        }
        let mut unified = Vec::with_capacity(length);
        for at in 0..length {
            let across: Vec<Ty> = types.iter().map(|&ty| self.types.members(ty)[at]).collect();
            unified.push(self.unify(&across, safety)?);
        }
        let unified = self.types.tuple(&unified);
        if self.all_convert(types, unified, safety) {
            return Some(unified);
        }
        self.unify_tuples_to_list(types, safety)
    }

    fn unify_tuples_to_list(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let parts: Vec<Ty> = types.iter().flat_map(|&ty| self.types.members(ty)).copied().collect();
        let element = self.unify(&parts, safety)?;
        let list = self.types.list(element);
        self.all_convert(types, list, safety).then_some(list)
    }

    /// Unifies objects among maps as maps. Such objects are often maps that the language cannot write otherwise.
    fn unify_as_maps(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let is_object = |this: &Self, ty: Ty| matches!(this.types.shape(ty), Shape::Object(_));
        let objects: Vec<Ty> = types.iter().copied().filter(|&ty| is_object(self, ty)).collect();
        let map = self.unify_objects_to_map(&objects, safety)?;
        let replaced: Vec<Ty> = types.iter().map(|&ty| if is_object(self, ty) { map } else { ty }).collect();
        let unified = self.unify(&replaced, safety)?;
        matches!(self.types.shape(unified), Shape::Map(_)).then_some(unified)
    }

    /// Unifies tuples among lists as lists. Such tuples are often lists that the language cannot write otherwise.
    fn unify_as_lists(&mut self, types: &[Ty], safety: Safety) -> Option<Ty> {
        let is_tuple = |this: &Self, ty: Ty| matches!(this.types.shape(ty), Shape::Tuple(_));
        let tuples: Vec<Ty> = types.iter().copied().filter(|&ty| is_tuple(self, ty)).collect();
        let list = self.unify_tuples_to_list(&tuples, safety)?;
        let replaced: Vec<Ty> = types.iter().map(|&ty| if is_tuple(self, ty) { list } else { ty }).collect();
        let unified = self.unify(&replaced, safety)?;
        matches!(self.types.shape(unified), Shape::List(_)).then_some(unified)
    }

    /// Returns the element type of a collection.
    pub(super) fn element(&self, ty: Ty) -> Option<Ty> {
        match self.types.shape(ty) {
            Shape::List(element) | Shape::Set(element) | Shape::Map(element) => Some(element),
            _ => None,
        }
    }
}
