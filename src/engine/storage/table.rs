//! Hash tables with sizes adapted to the rounds of an engine.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::{FEW, push};

/// A hash table for the rows of one round, or of all earlier rounds.
///
/// Unlike in a plain hash table, rows are stored consecutively in insertion order, so that a scan is linear in the number of
/// rows. Few rows are not hashed: most tables of most rounds, and all tables of engines that answer a single question, hold
/// only a handful of rows.
pub struct Table<K, V> {
    rows: Vec<(K, V)>,
    /// The positions of the rows by hash, if there are more than [`FEW`].
    places: HashTable<u32>,
}

/// The factor of spare capacity: an emptied table keeps at most this capacity for each row that it has held, and the table of
/// positions grows to this capacity for each row. A position takes four bytes.
const SPARE: usize = 8;

/// The number of rows from which a table of positions is only doubled, because room for so many more takes longer to make than it
/// saves.
const MANY: usize = 1 << 10;

impl<K, V> Default for Table<K, V> {
    #[inline]
    fn default() -> Self {
        Self { rows: Vec::new(), places: HashTable::new() }
    }
}

impl<K, V> Table<K, V> {
    /// Returns the number of rows.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Holds if there are no rows.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns all rows.
    #[inline(always)]
    pub fn rows(&self) -> &[(K, V)] {
        &self.rows
    }
}

impl<K: Eq + Hash, V> Table<K, V> {
    /// Returns the value of a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        Some(&self.rows[self.place(key)?].1)
    }

    /// Holds if a key has a row.
    #[inline]
    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_some()
    }

    /// Returns the value of a key, which is inserted if there is none, and true if it was inserted.
    #[inline]
    pub fn get_or_insert(&mut self, key: K, value: impl FnOnce() -> V) -> (&mut V, bool) {
        match self.find_or_reserve(&key) {
            Ok(place) => (&mut self.rows[place].1, false),
            Err(place) => {
                self.put(key, value());
                (&mut self.rows[place].1, true)
            }
        }
    }

    /// Adds a row, or replaces the one with the same key. Returns true if there was none.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> bool {
        let known = self.find_or_reserve(&key);
        match known {
            Ok(place) => self.rows[place].1 = value,
            Err(_) => self.put(key, value),
        }
        known.is_err()
    }

    /// Moves all rows of a table to this one. For a key in both, `meet` combines the two values. Linear in the smaller table.
    pub fn take_over(&mut self, from: &mut Self, mut meet: impl FnMut(&mut V, V)) {
        self.drain(from, |to, key, value| match to.place(&key) {
            Some(place) => meet(&mut to.rows[place].1, value),
            None => to.add(key, value),
        });
    }

    /// Moves all rows of a table to this one, where no key is in both.
    pub fn merge_disjoint(&mut self, from: &mut Self) {
        self.drain(from, |to, key, value| {
            debug_assert!(to.place(&key).is_none(), "a row is old and new");
            to.add(key, value);
        });
    }

    #[inline(always)]
    fn drain(&mut self, from: &mut Self, mut take: impl FnMut(&mut Self, K, V)) {
        if from.len() > self.len() {
            std::mem::swap(from, self);
        }
        let count = from.rows.len();
        for (key, value) in from.rows.drain(..) {
            take(self, key, value);
        }
        if count > FEW {
            from.places.clear();
        }
        if from.rows.capacity() > (count + 1) * SPARE {
            *from = Self::default();
        }
    }

    #[inline]
    fn place(&self, key: &K) -> Option<usize> {
        if self.rows.len() <= FEW {
            return self.rows.iter().position(|row| row.0 == *key);
        }
        let place = self.places.find(hash_of(key), |&place| self.rows[place as usize].0 == *key);
        place.map(|&place| place as usize)
    }

    /// Returns the position of a key's row. For a missing key, returns the position of its future row, which is entered if
    /// there are many rows.
    #[inline]
    fn find_or_reserve(&mut self, key: &K) -> Result<usize, usize> {
        let next = self.rows.len();
        if next <= FEW {
            return self.rows.iter().position(|row| row.0 == *key).ok_or(next);
        }
        self.make_room();
        let Self { rows, places } = self;
        let is_wanted = |&place: &u32| rows[place as usize].0 == *key;
        match places.entry(hash_of(key), is_wanted, has_room) {
            Entry::Occupied(found) => Ok(*found.get() as usize),
            Entry::Vacant(free) => {
                free.insert(next as u32);
                Err(next)
            }
        }
    }

    /// Adds a row with a key that has none.
    #[inline]
    fn add(&mut self, key: K, value: V) {
        let place = self.rows.len();
        if place > FEW {
            self.make_room();
            enter(&mut self.places, hash_of(&key), place as u32);
        }
        self.put(key, value);
    }

    /// Adds a row whose position is entered already, if there are many rows.
    #[inline(always)]
    fn put(&mut self, key: K, value: V) {
        push(&mut self.rows, (key, value));
        if self.rows.len() == FEW + 1 {
            self.make_places();
        }
    }

    /// Makes room for one more position.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.places.len() == self.places.capacity() {
            self.make_places();
        }
    }

    /// Makes a table of the positions of all rows, with room for more.
    #[cold]
    #[inline(never)]
    fn make_places(&mut self) {
        let factor = if self.rows.len() < MANY { SPARE + 1 } else { 2 };
        self.places = HashTable::with_capacity(self.rows.len() * factor);
        for (place, row) in (0..).zip(&self.rows) {
            enter(&mut self.places, hash_of(&row.0), place);
        }
    }
}

/// Enters a position. It is compiled once for all types of rows.
#[inline(never)]
fn enter(places: &mut HashTable<u32>, hash: u64, place: u32) {
    places.insert_unique(hash, place, has_room);
}

/// Stands for the hashes of rows when a position is entered. A table of positions has room then, so no row is hashed again. A
/// table that grew by itself would be compiled for each type of rows: two megabytes of the binary.
#[allow(clippy::trivially_copy_pass_by_ref)] // A table calls it with a reference.
fn has_room(_: &u32) -> u64 {
    unreachable!("a table of positions has room for one more")
}

#[inline]
fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_whether_few_or_many() {
        for count in [0_u32, 1, 8, 9, 100] {
            let mut table = Table::default();
            for key in 0..count {
                assert!(table.insert(key, key));
            }
            for key in 0..count {
                assert!(!table.insert(key, key + 1), "{key} of {count} is there");
                assert_eq!(table.get(&key), Some(&(key + 1)));
            }
            assert!(!table.contains_key(&count) && table.len() == count as usize);
        }
    }

    #[test]
    fn others_are_taken_over_and_found_at_every_size() {
        for (here, there) in [(0_u32, 9_u32), (3, 5), (8, 1), (9, 9), (10, 200), (300, 40)] {
            let (mut to, mut from) = (Table::default(), Table::default());
            (0..here).for_each(|key| assert!(to.get_or_insert(key, || key).1));
            (here..here + there).for_each(|key| assert!(from.get_or_insert(key, || key).1));
            to.merge_disjoint(&mut from);
            assert!(from.is_empty() && to.len() as u32 == here + there);
            for key in 0..here + there {
                let (known, is_new) = to.get_or_insert(key, || 0);
                assert!(*known == key && !is_new, "{key} of {here} and {there}");
            }
            assert!(!to.contains_key(&(here + there)));
        }
    }

    #[test]
    fn a_table_takes_over_another_and_empties_it() {
        for (here, there) in [(3_u32, 4_u32), (4, 20), (20, 4), (50, 60)] {
            let (mut to, mut from) = (Table::default(), Table::default());
            (0..here).for_each(|key| assert!(to.insert(key, 1)));
            (here / 2..here / 2 + there).for_each(|key| assert!(from.insert(key, 1)));
            to.take_over(&mut from, |here, coming| *here += coming);
            assert!(from.is_empty() && !from.contains_key(&here));
            assert_eq!(to.rows().iter().map(|row| row.1).sum::<u32>(), here + there);
            assert_eq!(to.len() as u32, here.max(here / 2 + there));
            assert!(from.insert(7, 1) && from.get(&7) == Some(&1));
        }
    }
}
