//! The properties of a type or a block, and the names that are given beside an unknown one.
//!
//! An object or a block may have thousands of unknown names: what is done for each of them must not visit all properties, or all
//! names that are given, again.

use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::owners::{Structure, parts};
use crate::types::nearest::KnownNames;
use crate::types::{Interner, Name, Ty, alternatives, may_be_null};

/// The properties of a type or a block, with their types.
pub struct Fields<'a> {
    all: Vec<(Name, Ty)>,
    /// Their names, in the same order.
    names: KnownNames<&'a str>,
    places: FxHashMap<Name, usize>,
    structures: OnceLock<Vec<Structure>>,
    required: OnceLock<Vec<usize>>,
    listed: OnceLock<Listed>,
}

/// The first names of a list.
pub struct Listed {
    /// The names, in order: those first that must be there.
    pub first: Vec<String>,
    /// The number of the others.
    pub more: usize,
}

/// The most names that a list shows.
const MOST_LISTED: usize = 10;

impl<'a> Fields<'a> {
    /// The properties with these names and types.
    pub fn of(types: &'a Interner, all: Vec<(Name, Ty)>) -> Self {
        let mut places = FxHashMap::default();
        for (at, &(name, _)) in all.iter().enumerate() {
            places.entry(name).or_insert(at);
        }
        Self {
            names: all.iter().map(|field| types.text(field.0)).collect(),
            places,
            structures: OnceLock::new(),
            required: OnceLock::new(),
            listed: OnceLock::new(),
            all,
        }
    }

    /// The properties of a type, and of the members of a union or the element of an eventual.
    pub fn of_type(types: &'a Interner, ty: Ty) -> Self {
        Self::of(types, alternatives(types, ty).iter().flat_map(|&ty| types.properties(ty).iter().copied()).collect())
    }

    /// All properties.
    pub fn all(&self) -> &[(Name, Ty)] {
        &self.all
    }

    /// Their names, in the same order.
    pub fn names(&self) -> &KnownNames<&'a str> {
        &self.names
    }

    /// Holds if there is a property of a name.
    pub fn has(&self, name: Name) -> bool {
        self.places.contains_key(&name)
    }

    /// The number of the first property of a name.
    pub fn place(&self, name: Name) -> Option<usize> {
        self.places.get(&name).copied()
    }

    /// The objects that the properties are, or contain as elements, with the numbers of the properties.
    pub fn structures(&self, types: &Interner) -> &[Structure] {
        self.structures.get_or_init(|| {
            let parts_of =
                |(at, &(_, ty))| parts(types, ty).into_iter().map(move |(step, ty)| Structure { at, step, ty });
            self.all.iter().enumerate().flat_map(parts_of).collect()
        })
    }

    /// The numbers of the properties that must be given, because they may not be null.
    pub fn required(&self, types: &Interner) -> &[usize] {
        self.required.get_or_init(|| (0..self.all.len()).filter(|&at| !may_be_null(types, self.all[at].1)).collect())
    }

    /// The first names, those before others that must be there.
    pub fn listed(&self, types: &Interner) -> &Listed {
        self.listed.get_or_init(|| {
            let texts = self.all.iter().map(|&(name, ty)| (may_be_null(types, ty), types.text(name)));
            let mut names: Vec<(bool, &str)> = texts.collect();
            names.sort_unstable();
            names.dedup_by(|a, b| a.1 == b.1);
            let first: Vec<String> = names.iter().take(MOST_LISTED).map(|(_, name)| format!("`{name}`")).collect();
            Listed { more: names.len() - first.len(), first }
        })
    }
}

/// The names that are given in an object or a block.
#[derive(Default)]
pub struct Given {
    all: Vec<Name>,
    own: FxHashSet<Name>,
}

impl FromIterator<Name> for Given {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Self {
        let all: Vec<Name> = names.into_iter().collect();
        Self { own: all.iter().copied().collect(), all }
    }
}

impl Given {
    /// All names, in order.
    pub fn all(&self) -> &[Name] {
        &self.all
    }

    /// Holds if a name is given.
    pub fn has(&self, name: Name) -> bool {
        self.own.contains(&name)
    }
}

/// Values that are made once for many diagnostics about one thing, of the things that were asked about lately.
pub struct Recent<K, V> {
    values: Mutex<FxHashMap<K, Arc<V>>>,
}

/// The most values that are kept.
const MOST_KEPT: usize = 64;

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { values: Mutex::default() }
    }
}

impl<K: Hash + Eq, V> Recent<K, V> {
    /// Returns the value for a key, which is made if it is not kept.
    pub fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = values.get(&key) {
            return value.clone();
        }
        if values.len() >= MOST_KEPT {
            values.clear();
        }
        let value = Arc::new(make());
        values.insert(key, value.clone());
        value
    }
}
