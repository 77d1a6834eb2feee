//! Tables keyed by one column of small numbers.

use std::cell::Cell;
use std::hash::Hash;

use ascent::internal::{RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite};

use super::scan::{Link, Scan};
use super::{push, turn};

/// The rows of a relation, keyed by one column of small numbers.
pub struct DenseIndex<K, V>(Places<K, V>);

/// Buckets of rows by number. Each bucket is a chain through one vector.
struct Places<K, V> {
    first: Vec<u32>,
    rows: Vec<(K, V, u32)>,
}

/// The rows of a relation, keyed by one column of small numbers that differ in all rows.
pub struct UniqueIndex<K, V>(Places<K, V>);

/// The rows in a bucket.
pub struct Bucket<'a, K, V> {
    places: &'a Places<K, V>,
    next: u32,
}

/// A column type whose values are small numbers.
pub trait DenseKey: Copy + Eq + Hash {
    /// Returns the number of the value.
    fn number(self) -> u32;
}

/// The end of a chain.
const END: u32 = u32::MAX;

/// The factor by which more buckets are allocated than needed, up to the expected count.
const SPARE: usize = 8;

thread_local! {
    static EXPECTED: Cell<usize> = const { Cell::new(0) };
}

/// Sets the expected count of numbers, so that the tables of engines in this thread seldom grow.
pub fn expect_numbers(count: usize) {
    EXPECTED.set(count);
}

impl<K: DenseKey, V> Places<K, V> {
    #[inline]
    fn insert(&mut self, key: K, row: V) {
        let at = key.number();
        if at == END {
            return;
        }
        let at = at as usize;
        if at >= self.first.len() {
            self.make_buckets(at + 1);
        }
        push(&mut self.rows, (key, row, self.first[at]));
        self.first[at] = self.rows.len() as u32 - 1;
    }

    #[cold]
    #[inline(never)]
    fn make_buckets(&mut self, least: usize) {
        let all = EXPECTED.get();
        let count = if least <= all { (least * SPARE).min(all) } else { least.next_power_of_two() };
        self.first.resize(count, END);
    }

    /// Moves all rows of other buckets to these, leaving those empty. By the numbers of rows, as in a [`Table`](super::table::Table).
    fn take_over(&mut self, from: &mut Self)
    where
        V: Clone,
    {
        let mut next = 0;
        while next < from.rows.len() {
            let (key, row, _) = &from.rows[next];
            from.first[key.number() as usize] = END;
            self.insert(*key, row.clone());
            next += 1;
        }
        from.rows.clear();
    }

    #[inline]
    fn bucket(&self, key: K) -> Bucket<'_, K, V> {
        Bucket { places: self, next: self.first.get(key.number() as usize).copied().unwrap_or(END) }
    }
}

impl<K, V> Places<K, V> {
    /// Returns every row separately, with its key.
    fn all(&self) -> AllRows<'_, K, V> {
        Scan::new(&self.rows)
    }
}

type AllRows<'a, K, V> = Scan<'a, (K, V, u32), Link>;

impl<K, V> Default for Places<K, V> {
    fn default() -> Self {
        Self { first: Vec::new(), rows: Vec::new() }
    }
}

impl<'a, K, V> Iterator for Bucket<'a, K, V> {
    type Item = &'a V;

    #[inline]
    fn next(&mut self) -> Option<&'a V> {
        let (_, row, next) = self.places.rows.get(self.next as usize)?;
        self.next = *next;
        Some(row)
    }
}

impl<K, V> Clone for Bucket<'_, K, V> {
    fn clone(&self) -> Self {
        Self { places: self.places, next: self.next }
    }
}

macro_rules! place_index {
    ($name:ident) => {
        impl<K, V> Default for $name<K, V> {
            fn default() -> Self {
                Self(Places::default())
            }
        }

        own_view!($name<K, V>);

        impl<K: DenseKey, V> RelIndexWrite for $name<K, V> {
            type Key = K;
            type Value = V;

            #[inline]
            fn index_insert(&mut self, key: K, value: V) {
                self.0.insert(key, value);
            }
        }

        impl<K: DenseKey, V: Clone> RelIndexMerge for $name<K, V> {
            #[inline(always)]
            fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
                if !new.0.rows.is_empty() || !delta.0.rows.is_empty() {
                    turn(new, delta, total);
                }
            }

            #[inline(never)]
            fn move_index_contents(from: &mut Self, to: &mut Self) {
                if to.0.rows.is_empty() {
                    std::mem::swap(from, to);
                    return;
                }
                to.0.take_over(&mut from.0);
            }
        }

        impl<'a, K: DenseKey + 'a, V: Clone + 'a> RelIndexReadAll<'a> for $name<K, V> {
            type Key = &'a K;
            type Value = &'a V;
            type ValueIteratorType = std::slice::Iter<'a, V>;
            type AllIteratorType = AllRows<'a, K, V>;

            fn iter_all(&'a self) -> Self::AllIteratorType {
                self.0.all()
            }
        }
    };
}
place_index!(DenseIndex);
place_index!(UniqueIndex);

impl<'a, K: DenseKey + 'a, V: Clone + 'a> RelIndexRead<'a> for DenseIndex<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = Bucket<'a, K, V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Self::IteratorType> {
        Some(self.0.bucket(*key)).filter(|bucket| bucket.next != END)
    }

    #[inline(always)]
    fn len_estimate(&'a self) -> usize {
        self.0.rows.len()
    }

    #[inline(always)]
    fn is_empty(&'a self) -> bool {
        self.0.rows.is_empty()
    }
}

impl<'a, K: DenseKey + 'a, V: Clone + 'a> RelIndexRead<'a> for UniqueIndex<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = std::option::IntoIter<&'a V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Self::IteratorType> {
        let at = *self.0.first.get(key.number() as usize)?;
        Some(Some(&self.0.rows.get(at as usize)?.1).into_iter())
    }

    #[inline(always)]
    fn len_estimate(&'a self) -> usize {
        self.0.rows.len()
    }

    #[inline(always)]
    fn is_empty(&'a self) -> bool {
        self.0.rows.is_empty()
    }
}

impl<T: Copy + Eq + Hash + Into<u32>> DenseKey for (T,) {
    #[inline]
    fn number(self) -> u32 {
        self.0.into()
    }
}
