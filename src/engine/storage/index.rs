//! Indices: rows keyed by the values of some columns.

use std::hash::Hash;

use ascent::internal::{RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite};

use super::inline_vec::InlineVec;
use super::scan::{Bundle, Scan};
use super::table::Table;
use super::turn;

/// The rows of a relation, keyed by the values of some columns.
pub struct Index<K, V>(Table<K, InlineVec<V>>);

own_index!(Index<K, V>);

impl<K: Eq + Hash, V> RelIndexWrite for Index<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn index_insert(&mut self, key: K, value: V) {
        self.0.get_or_insert(key, || InlineVec::None).0.push(value);
    }
}

impl<K: Clone + Eq + Hash, V> RelIndexMerge for Index<K, V> {
    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !new.0.is_empty() || !delta.0.is_empty() {
            turn(new, delta, total);
        }
    }

    #[inline(never)]
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        to.0.take_over(&mut from.0, InlineVec::append, InlineVec::take);
    }
}

impl<'a, K: Eq + Hash + 'a, V: Clone + 'a> RelIndexRead<'a> for Index<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = std::slice::Iter<'a, V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Self::IteratorType> {
        Some(self.0.get(key)?.as_slice().iter())
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

impl<'a, K: Eq + Hash + 'a, V: Clone + 'a> RelIndexReadAll<'a> for Index<K, V> {
    type Key = &'a K;
    type Value = &'a V;
    type ValueIteratorType = std::slice::Iter<'a, V>;
    type AllIteratorType = Scan<'a, (K, InlineVec<V>), Bundle>;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        Scan::new(self.0.rows())
    }
}
