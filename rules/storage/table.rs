//! Hash tables that grow and shrink as the rounds of the engine need it.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::{FEW, GROWTH, push};

/// A hash table for the rows of one round, or of all rounds before.
///
/// Unlike in a plain hash table, its rows lie behind one another, in the order in which they came: the cost of a scan is
/// the number of rows. As long as there are few rows, they are not hashed: most tables of most rounds, and all tables of
/// engines that answer a single question, hold a handful of rows.
pub struct Table<K, V> {
    rows: Vec<(K, V)>,
    /// The places of the rows, if they are many.
    places: HashTable<u32>,
}

/// The capacity that an empty table may keep for each row that it has held.
const SPARE: usize = 8;

impl<K, V> Default for Table<K, V> {
    #[inline]
    fn default() -> Self {
        Self { rows: Vec::new(), places: HashTable::new() }
    }
}

impl<K, V> Table<K, V> {
    /// The number of rows.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Holds if there are no rows.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// All rows.
    #[inline(always)]
    pub fn iter(&self) -> std::slice::Iter<'_, (K, V)> {
        self.rows.iter()
    }
}

impl<K: Eq + Hash, V> Table<K, V> {
    /// The row of a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        Some(&self.rows[self.place(key)?].1)
    }

    /// Holds if there is a row of a key.
    #[inline]
    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_some()
    }

    /// The row of a key, which is added if there is none; and whether it was.
    #[inline]
    pub fn get_or_insert(&mut self, key: K, value: impl FnOnce() -> V) -> (&mut V, bool) {
        let known = self.place(&key);
        let place = known.unwrap_or(self.rows.len());
        if known.is_none() {
            self.add(key, value());
        }
        (&mut self.rows[place].1, known.is_none())
    }

    /// Adds a row, or replaces the one with the same key. Answers whether there was none.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> bool {
        if let Some(place) = self.place(&key) {
            self.rows[place].1 = value;
            return false;
        }
        self.add(key, value);
        true
    }

    /// Moves all rows of a table to this one; what has the same key in both is left to `meet`, which is given what is
    /// here and what comes. Costs the rows of the smaller table.
    pub fn take_over(&mut self, from: &mut Self, mut meet: impl FnMut(&mut V, V)) {
        if from.len() > self.len() {
            std::mem::swap(from, self);
        }
        let count = from.rows.len();
        for (key, value) in from.rows.drain(..) {
            match self.place(&key) {
                Some(place) => meet(&mut self.rows[place].1, value),
                None => self.add(key, value),
            }
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

    /// Adds a row of a key that has none.
    #[inline]
    fn add(&mut self, key: K, value: V) {
        let place = self.rows.len();
        push(&mut self.rows, (key, value));
        if place >= FEW {
            self.note_place(place);
        }
    }

    /// Notes where a row lies; and where all lie, if they have just become many.
    fn note_place(&mut self, place: usize) {
        let Self { rows, places } = self;
        let first = if place == FEW { 0 } else { place };
        if places.len() == places.capacity() {
            places.reserve(place * GROWTH, |&place| hash_of(&rows[place as usize].0));
        }
        for place in first..=place {
            places.insert_unique(hash_of(&rows[place].0), place as u32, |&place| hash_of(&rows[place as usize].0));
        }
    }
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
    fn a_table_takes_over_another_and_empties_it() {
        for (here, there) in [(3_u32, 4_u32), (4, 20), (20, 4), (50, 60)] {
            let (mut to, mut from) = (Table::default(), Table::default());
            (0..here).for_each(|key| assert!(to.insert(key, 1)));
            (here / 2..here / 2 + there).for_each(|key| assert!(from.insert(key, 1)));
            to.take_over(&mut from, |here, coming| *here += coming);
            assert!(from.is_empty() && !from.contains_key(&here));
            assert_eq!(to.iter().map(|row| row.1).sum::<u32>(), here + there);
            assert_eq!(to.len() as u32, here.max(here / 2 + there));
            assert!(from.insert(7, 1) && from.get(&7) == Some(&1));
        }
    }
}
