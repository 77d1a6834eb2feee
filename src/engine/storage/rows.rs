//! Lists of all rows of a relation, and replacements for relations that keep none.

use std::hint::cold_path;
use std::marker::PhantomData;

use ascent::internal::{RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite};

use super::scan::Scan;
use super::{push, turn};

/// All rows of a relation, for rules that scan every row.
pub struct Rows<V>(Vec<V>);

/// The new rows of a transient relation. In a stratum that runs only once, every row is new to the next stratum. In a stratum
/// that loops, rows are discarded after the next round.
pub struct NewRows<V> {
    rows: Vec<V>,
    /// The number of merges in this stratum.
    rounds: u8,
    /// The number of discarded rows.
    gone: usize,
}

/// The number of merges in a stratum that does not loop.
const ROUNDS_WITHOUT_LOOP: u8 = 2;

/// The rows of a transient relation, which are counted but not kept.
pub struct Count<R>(usize, PhantomData<R>);

own_index!(Rows<V>);
own_view!(NewRows<V>);

impl<V> RelIndexWrite for Rows<V> {
    type Key = ();
    type Value = V;

    #[inline]
    fn index_insert(&mut self, (): (), value: V) {
        push(&mut self.0, value);
    }
}

impl<V> RelIndexMerge for Rows<V> {
    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !new.0.is_empty() || !delta.0.is_empty() {
            turn(new, delta, total);
        }
    }

    #[inline(never)]
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        if to.0.is_empty() {
            std::mem::swap(from, to);
        } else {
            to.0.append(&mut from.0);
        }
    }
}

impl<'a, V: Clone + 'a> RelIndexRead<'a> for Rows<V> {
    type Key = ();
    type Value = &'a V;
    type IteratorType = Scan<'a, V>;

    #[inline]
    fn index_get(&'a self, (): &()) -> Option<Self::IteratorType> {
        Some(Scan::new(&self.0))
    }

    #[inline(always)]
    fn len_estimate(&'a self) -> usize {
        usize::from(!self.0.is_empty())
    }

    #[inline(always)]
    fn is_empty(&'a self) -> bool {
        self.0.is_empty()
    }
}

impl<'a, V: Clone + 'a> RelIndexReadAll<'a> for Rows<V> {
    type Key = &'a ();
    type Value = &'a V;
    type ValueIteratorType = std::slice::Iter<'a, V>;
    type AllIteratorType = std::option::IntoIter<(&'a (), std::slice::Iter<'a, V>)>;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        (!self.0.is_empty()).then(|| (&(), self.0.iter())).into_iter()
    }
}

impl<V> Default for NewRows<V> {
    fn default() -> Self {
        Self { rows: Vec::new(), rounds: 0, gone: 0 }
    }
}

impl<V> RelIndexWrite for NewRows<V> {
    type Key = ();
    type Value = V;

    #[inline]
    fn index_insert(&mut self, (): (), value: V) {
        push(&mut self.rows, value);
    }
}

impl<V> RelIndexMerge for NewRows<V> {
    fn init(_: &mut Self, _: &mut Self, total: &mut Self) {
        total.rounds = 0;
    }

    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if total.rounds < ROUNDS_WITHOUT_LOOP || !new.rows.is_empty() || !delta.rows.is_empty() {
            cold_path();
            Self::pass(new, delta, total);
        }
    }

    fn move_index_contents(from: &mut Self, to: &mut Self) {
        to.rows.append(&mut from.rows);
    }
}

impl<V> NewRows<V> {
    #[inline(never)]
    fn pass(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if total.rounds < ROUNDS_WITHOUT_LOOP {
            total.rounds += 1;
            total.rows.append(&mut delta.rows);
        } else {
            total.gone += delta.rows.len();
            delta.rows.clear();
        }
        std::mem::swap(&mut new.rows, &mut delta.rows);
    }
}

impl<'a, V: Clone + 'a> RelIndexRead<'a> for NewRows<V> {
    type Key = ();
    type Value = &'a V;
    type IteratorType = Scan<'a, V>;

    #[inline]
    fn index_get(&'a self, (): &()) -> Option<Self::IteratorType> {
        assert!(self.gone == 0, "a rule reads rows of a transient relation that are gone");
        Some(Scan::new(&self.rows))
    }

    #[inline(always)]
    fn len_estimate(&'a self) -> usize {
        usize::from(!self.rows.is_empty())
    }

    #[inline(always)]
    fn is_empty(&'a self) -> bool {
        self.rows.is_empty() && self.gone == 0
    }
}

impl<R> Default for Count<R> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<R> Count<R> {
    /// Counts a row.
    #[inline(always)]
    pub fn push(&mut self, _: R) {
        self.0 += 1;
    }

    /// Returns the number of rows that were pushed.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0
    }

    /// Holds if no row was pushed.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Returns an empty iterator, because no row is kept.
    #[allow(clippy::iter_without_into_iter)]
    pub fn iter(&self) -> std::iter::Empty<&R> {
        std::iter::empty()
    }
}
