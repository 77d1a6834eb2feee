//! Hash tables that grow and shrink as the rounds of the engine need it.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Deref;

use rustc_hash::FxHashMap;

/// A hash table for the rows of one round, or of all rounds before.
///
/// It differs from a plain one in how it grows: by four times, for most tables begin with nothing and end with
/// thousands of rows. And one that has held many rows is given back once it is empty: to look through an empty table
/// costs its capacity, and a table of the first round, in which most rows arise, would cost that in all rounds.
pub struct Table<K, V>(FxHashMap<K, V>);

/// The capacity that an empty table may keep for each row that it has held.
const SPARE: usize = 8;

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<K, V> Deref for Table<K, V> {
    type Target = FxHashMap<K, V>;

    #[inline(always)]
    fn deref(&self) -> &FxHashMap<K, V> {
        &self.0
    }
}

impl<K: Eq + Hash, V> Table<K, V> {
    /// The place for a key.
    #[inline]
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        self.make_room(1);
        self.0.entry(key)
    }

    /// Adds a row, or replaces the one with the same key. Answers what it has replaced.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.make_room(1);
        self.0.insert(key, value)
    }

    /// Moves all rows of a table to this one; what has the same key in both is left to `meet`, which is given what is
    /// here and what comes. Costs the rows of the smaller table.
    pub fn take_over(&mut self, from: &mut Self, mut meet: impl FnMut(&mut V, V)) {
        if from.len() > self.len() {
            std::mem::swap(from, self);
        }
        let count = from.len();
        if count == 0 {
            return;
        }
        self.make_room(count);
        for (key, value) in from.0.drain() {
            match self.0.entry(key) {
                Entry::Vacant(entry) => {
                    entry.insert(value);
                }
                Entry::Occupied(mut entry) => meet(entry.get_mut(), value),
            }
        }
        if from.capacity() > (count + 1) * SPARE {
            *from = Self::default();
        }
    }

    #[inline]
    fn make_room(&mut self, count: usize) {
        if self.0.capacity() - self.0.len() < count {
            self.grow(count);
        }
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        self.0.reserve(count.max(3 * self.0.len()));
    }
}
