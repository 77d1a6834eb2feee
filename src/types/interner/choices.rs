//! The members of a union that may take a value, found by the names of its parts.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::display::display;
use super::super::{Name, Shape, Ty};
use super::Interner;

/// The maximum number of unions whose members are indexed.
const MOST_KEPT: usize = 256;

/// The members of a union.
#[derive(Debug)]
struct Choices {
    /// All, in the order of their texts.
    all: Vec<Ty>,
    /// The places of objects, by one of the properties that they require: the one that the fewest members require.
    by_property: FxHashMap<Name, Vec<usize>>,
    /// The places of the others.
    others: Vec<usize>,
}

/// The indexed unions.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownChoices(FxHashMap<Ty, Arc<Choices>>);

impl Interner {
    /// Returns the members of a union in the order of their texts, without the objects that require a property which an object with these
    /// parts does not have. Of many objects only few are visited, unless they require the same.
    pub fn choices(&mut self, union: Ty, parts: Ty) -> Vec<Ty> {
        let choices = self.indexed_choices(union);
        if !matches!(self.shape(parts), Shape::Object(_)) {
            return choices.all.clone();
        }
        let given = self.properties(parts).iter().filter_map(|(name, _)| choices.by_property.get(name)).flatten();
        let has_required = |place: &&usize| {
            let mut required = self.required_properties(choices.all[**place]);
            required.all(|name| self.property(parts, name).is_some())
        };
        let mut places: Vec<usize> = given.filter(has_required).chain(&choices.others).copied().collect();
        places.sort_unstable();
        places.into_iter().map(|place| choices.all[place]).collect()
    }

    fn indexed_choices(&mut self, union: Ty) -> Arc<Choices> {
        if let Some(known) = self.choices.0.get(&union) {
            return known.clone();
        }
        let mut all = self.members(union).to_vec();
        all.sort_by_cached_key(|&member| display(self, member));
        let mut counts: FxHashMap<Name, usize> = FxHashMap::default();
        all.iter().flat_map(|&member| self.required_properties(member)).for_each(|name| {
            *counts.entry(name).or_default() += 1;
        });
        let (mut by_property, mut others) = (FxHashMap::<Name, Vec<usize>>::default(), Vec::new());
        for (place, &member) in all.iter().enumerate() {
            match self.required_properties(member).min_by_key(|name| counts[name]) {
                Some(name) => by_property.entry(name).or_default().push(place),
                None => others.push(place),
            }
        }
        let choices = Arc::new(Choices { all, by_property, others });
        if self.choices.0.len() == MOST_KEPT {
            self.choices.0.clear();
        }
        self.choices.0.insert(union, choices.clone());
        choices
    }

    /// Returns the names of the properties that all values of an object certainly have: those whose type is primitive, a collection or a
    /// structure. None for other types.
    fn required_properties(&self, ty: Ty) -> impl Iterator<Item = Name> {
        let is_object = matches!(self.shape(ty), Shape::Object(_));
        let properties = if is_object { self.properties(ty) } else { &[] };
        properties.iter().filter(|property| self.is_never_null(property.1)).map(|property| property.0)
    }

    fn is_never_null(&self, ty: Ty) -> bool {
        use Shape::{List, Map, Object, Primitive, Set, Tuple};
        matches!(self.shape(ty), Primitive(_) | List(_) | Set(_) | Map(_) | Object(_) | Tuple(_))
    }
}
