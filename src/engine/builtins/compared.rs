//! Names that are compared with many others, as they are kept while the rules type a chunk.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use typelog_types::nearest::{KnownNames, Spelling};
use typelog_types::{Interner, NONE, Name, Ty, may_be_null};

use crate::ExprId;
use crate::session::{compared, outline, types};

/// The names that were compared lately.
#[derive(Default)]
pub(crate) struct Compared {
    spellings: FxHashMap<Name, Rc<Spelling>>,
    properties: FxHashMap<Ty, Rc<Properties>>,
    keys: Option<(ExprId, Rc<FxHashSet<Name>>)>,
    types_of_properties: FxHashMap<Ty, Rc<TypesOfProperties>>,
    narrow: FxHashMap<(Ty, Ty), Rc<NarrowPairs>>,
}

/// The types of the properties of an object type.
struct TypesOfProperties {
    /// Each type, with the number of the properties that have it, in the order of the first ones.
    all: Vec<(Ty, usize)>,
    places: FxHashMap<Ty, usize>,
}

impl TypesOfProperties {
    fn of(types: &Interner, t: Ty) -> Self {
        let (mut all, mut places) = (Vec::new(), FxHashMap::default());
        for &(_, ty) in types.properties(t) {
            let place = *places.entry(ty).or_insert(all.len());
            if place == all.len() {
                all.push((ty, 0));
            }
            all[place].1 += 1;
        }
        Self { all, places }
    }
}

/// The pairs of an object with one that has many more properties.
pub(crate) struct NarrowPairs {
    /// Those of properties that both have.
    common: Vec<(Ty, Ty)>,
    others: Rc<TypesOfProperties>,
    /// The places of the types that no property has which only the second object has, in order.
    filled: Vec<usize>,
}

impl NarrowPairs {
    fn of(types: &Interner, s: Ty, t: Ty, others: Rc<TypesOfProperties>) -> Self {
        let own = types.properties(s).iter();
        let common: Vec<(Ty, Ty)> = own.filter_map(|&(name, a)| Some((a, types.property(t, name)?))).collect();
        let mut counts = FxHashMap::<usize, usize>::default();
        for place in common.iter().filter_map(|(_, b)| others.places.get(b)) {
            *counts.entry(*place).or_default() += 1;
        }
        let filled = counts.into_iter().filter(|&(place, count)| others.all[place].1 <= count);
        let mut filled: Vec<usize> = filled.map(|of| of.0).collect();
        filled.sort_unstable();
        Self { common, others, filled }
    }

    /// Returns the `at`-th pair: first those of common properties, then null with each type of the others.
    pub fn at(&self, at: usize) -> Option<(Ty, Ty)> {
        let Some(behind) = at.checked_sub(self.common.len()) else { return self.common.get(at).copied() };
        let place = self.filled.iter().fold(behind, |place, &filled| place + usize::from(filled <= place));
        self.others.all.get(place).map(|of| (NONE, of.0))
    }
}

/// The properties of an object type, in order.
pub(crate) struct Properties {
    /// Their names.
    pub known: KnownNames<String>,
    /// Holds for those that may not be null.
    pub is_required: Vec<bool>,
}

impl Properties {
    fn of(types: &Interner, t: Ty) -> Self {
        let all = types.properties(t).iter();
        Self {
            known: all.clone().map(|property| types.text(property.0).to_owned()).collect(),
            is_required: all.map(|property| !may_be_null(types, property.1)).collect(),
        }
    }
}

/// The most names that are kept, the most types, and the most pairs of them.
const MOST_NAMES: usize = 1 << 14;
const MOST_TYPES: usize = 64;
const MOST_PAIRS: usize = 1 << 10;

/// Returns a name, split into words.
pub(crate) fn spelling(name: Name) -> Rc<Spelling> {
    compared(|compared| {
        if compared.spellings.len() >= MOST_NAMES {
            compared.spellings.clear();
        }
        let spelling = || Rc::new(types(|types| Spelling::of(types.text(name))));
        compared.spellings.entry(name).or_insert_with(spelling).clone()
    })
}

/// Returns the properties of an object type.
pub(crate) fn properties(t: Ty) -> Rc<Properties> {
    compared(|compared| {
        if compared.properties.len() >= MOST_TYPES {
            compared.properties.clear();
        }
        let properties = || Rc::new(types(|types| Properties::of(types, t)));
        compared.properties.entry(t).or_insert_with(properties).clone()
    })
}

/// Returns the pairs of an object with one that has many more properties.
pub(crate) fn narrow_pairs(s: Ty, t: Ty) -> Rc<NarrowPairs> {
    compared(|compared| {
        if compared.types_of_properties.len() >= MOST_TYPES {
            compared.types_of_properties.clear();
        }
        if compared.narrow.len() >= MOST_PAIRS {
            compared.narrow.clear();
        }
        let Compared { types_of_properties, narrow, .. } = compared;
        let pairs = || {
            types(|types| {
                let others = types_of_properties.entry(t).or_insert_with(|| Rc::new(TypesOfProperties::of(types, t)));
                Rc::new(NarrowPairs::of(types, s, t, others.clone()))
            })
        };
        narrow.entry((s, t)).or_insert_with(pairs).clone()
    })
}

/// Returns the names of the properties of an object.
pub(crate) fn keys(e: ExprId) -> Rc<FxHashSet<Name>> {
    compared(|compared| match &compared.keys {
        Some((of, keys)) if *of == e => keys.clone(),
        _ => {
            let keys: Rc<FxHashSet<Name>> = Rc::new(outline(|outline| outline.names(e).iter().copied().collect()));
            compared.keys = Some((e, keys.clone()));
            keys
        }
    })
}
