//! Hash tables with sizes adapted to the rounds of an engine.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::positions::Positions;
use super::{FEW, push};

/// A hash table for the rows of one round, or of all earlier rounds.
///
/// Unlike in a plain hash table, rows are stored consecutively in insertion order, so that a scan is linear in the number of
/// rows. Few rows are not hashed: most tables of most rounds, and all tables of engines that answer a single question, hold
/// only a handful of rows.
///
/// It is compiled for several hundred types of rows, which makes up much of the time of a build. So its functions are short, and visit
/// rows by their numbers: iterators would be compiled as often.
pub struct Table<K, V> {
    rows: Vec<(K, V)>,
    /// The positions of the rows, if there are more than [`FEW`].
    places: Positions,
}

/// An emptied table keeps at most this capacity for each row that it has held.
const SPARE: usize = 8;

impl<K, V> Default for Table<K, V> {
    #[inline]
    fn default() -> Self {
        Self { rows: Vec::new(), places: Positions::default() }
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

    /// Moves all rows of a table to this one. For a key in both, `meet` combines the two values, otherwise `take` moves the value. Linear
    /// in the smaller table.
    pub fn take_over(&mut self, from: &mut Self, meet: impl Fn(&mut V, &mut V), take: impl Fn(&mut V) -> V)
    where
        K: Clone,
    {
        self.drain(from, |to, (key, value)| match to.place(key) {
            Some(place) => meet(&mut to.rows[place].1, value),
            None => to.add(key.clone(), take(value)),
        });
    }

    /// Moves all rows of a table to this one, where no key is in both.
    pub fn merge_disjoint(&mut self, from: &mut Self)
    where
        K: Clone,
        V: Clone,
    {
        self.drain(from, |to, (key, value)| {
            debug_assert!(to.place(key).is_none(), "a row is old and new");
            to.add(key.clone(), value.clone());
        });
    }

    #[inline(always)]
    fn drain(&mut self, from: &mut Self, take: impl Fn(&mut Self, &mut (K, V))) {
        if from.len() > self.len() {
            std::mem::swap(from, self);
        }
        let count = from.rows.len();
        let mut next = 0;
        while next < count {
            take(self, &mut from.rows[next]);
            next += 1;
        }
        from.rows.clear();
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
            return self.place_among_few(key);
        }
        self.places.find(hash_of(key), |place| self.rows[place].0 == *key).ok()
    }

    #[inline]
    fn place_among_few(&self, key: &K) -> Option<usize> {
        let mut place = 0;
        while place < self.rows.len() {
            if self.rows[place].0 == *key {
                return Some(place);
            }
            place += 1;
        }
        None
    }

    /// Returns the position of a key's row. For a missing key, returns the position of its future row, which is entered if
    /// there are many rows.
    #[inline]
    fn find_or_reserve(&mut self, key: &K) -> Result<usize, usize> {
        let next = self.rows.len();
        if next <= FEW {
            return self.place_among_few(key).ok_or(next);
        }
        self.make_room();
        self.places.find(hash_of(key), |place| self.rows[place].0 == *key).map_err(|slot| {
            self.places.enter_at(slot, next);
            next
        })
    }

    /// Adds a row with a key that has none.
    #[inline]
    fn add(&mut self, key: K, value: V) {
        let place = self.rows.len();
        if place > FEW {
            self.make_room();
            self.places.enter(hash_of(&key), place);
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
        if !self.places.has_room(self.rows.len()) {
            self.make_places();
        }
    }

    /// Makes a table of the positions of all rows, with room for more.
    #[cold]
    #[inline(never)]
    fn make_places(&mut self) {
        self.places = Positions::with_room(self.rows.len());
        let mut place = 0;
        while place < self.rows.len() {
            self.places.enter(hash_of(&self.rows[place].0), place);
            place += 1;
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
            to.take_over(&mut from, |here, coming| *here += *coming, |coming| *coming);
            assert!(from.is_empty() && !from.contains_key(&here));
            assert_eq!(to.rows().iter().map(|row| row.1).sum::<u32>(), here + there);
            assert_eq!(to.len() as u32, here.max(here / 2 + there));
            assert!(from.insert(7, 1) && from.get(&7) == Some(&1));
        }
    }
}
