//! Tables of whole rows, which detect repetitions.

use std::hash::Hash;
use std::marker::PhantomData;

use ascent::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite,
};

use super::scan::{Pair, Scan};
use super::table::Table;
use super::turn;

/// The rows of a set, as a map to the unit type, which merges as the other indices do.
#[allow(clippy::zero_sized_map_values)]
pub struct Members<K>(Table<K, ()>);

/// The table of whole rows of a relation that needs none. It stores nothing.
pub struct Unchecked<K>(PhantomData<K>);

own_index!(Members<K>);
own_index!(Unchecked<K>);

impl<K: Eq + Hash> RelIndexWrite for Members<K> {
    type Key = K;
    type Value = ();

    #[inline]
    fn index_insert(&mut self, key: K, (): ()) {
        self.0.insert(key, ());
    }
}

impl<K: Clone + Eq + Hash> RelIndexMerge for Members<K> {
    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !new.0.is_empty() || !delta.0.is_empty() {
            turn(new, delta, total);
        }
    }

    #[inline(never)]
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        to.0.merge_disjoint(&mut from.0);
    }
}

impl<'a, K: Eq + Hash + 'a> RelIndexRead<'a> for Members<K> {
    type Key = K;
    type Value = &'a ();
    type IteratorType = std::iter::Once<&'a ()>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Self::IteratorType> {
        Some(std::iter::once(self.0.get(key)?))
    }

    #[inline(always)]
    fn len_estimate(&'a self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn is_empty(&'a self) -> bool {
        self.0.is_empty()
    }
}

impl<'a, K: Eq + Hash + 'a> RelIndexReadAll<'a> for Members<K> {
    type Key = &'a K;
    type Value = &'a ();
    type ValueIteratorType = std::iter::Once<&'a ()>;
    type AllIteratorType = Scan<'a, (K, ()), Pair>;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        Scan::new(self.0.rows())
    }
}

impl<K: Clone + Hash + Eq> RelFullIndexWrite for Members<K> {
    type Key = K;
    type Value = ();

    #[inline]
    fn insert_if_not_present(&mut self, key: &K, (): ()) -> bool {
        self.0.insert(key.clone(), ())
    }
}

impl<K: Hash + Eq> RelFullIndexRead<'_> for Members<K> {
    type Key = K;

    #[inline]
    fn contains_key(&self, key: &K) -> bool {
        self.0.contains_key(key)
    }
}

impl<K> RelIndexWrite for Unchecked<K> {
    type Key = K;
    type Value = ();

    #[inline(always)]
    fn index_insert(&mut self, _: K, (): ()) {}
}

impl<K> RelIndexMerge for Unchecked<K> {
    #[inline(always)]
    fn move_index_contents(_: &mut Self, _: &mut Self) {}
}

impl<K: Clone> RelFullIndexWrite for Unchecked<K> {
    type Key = K;
    type Value = ();

    #[inline(always)]
    fn insert_if_not_present(&mut self, _: &K, (): ()) -> bool {
        true
    }
}

impl<K> RelFullIndexRead<'_> for Unchecked<K> {
    type Key = K;

    #[inline(always)]
    fn contains_key(&self, _: &K) -> bool {
        false
    }
}
