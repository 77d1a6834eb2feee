//! How the engine stores relations: three kinds of tables for ascent's `ds` attribute.
//!
//! | attribute | the relation is | rows are found by |
//! |---|---|---|
//! | none | a set: a row that is derived twice is kept once | hashing |
//! | `#[ds(function)]` | a function: its last column is determined by the others (`function: 2`: its last two columns are); a second, different answer is a bug in the rules and stops a debug build | hashing, one table for the rows and for the look-up by all arguments |
//! | `#[ds(given)]` | given with the program | the number of the one column that a join goes by |
//! | `#[ds(once)]` | derived at most once for each row by the form of its rules, and so not checked | hashing the columns that joins go by |
//! | `#[ds(passing)]` | as `once`, and only of interest while its rows are new, or to joins: no list of rows is kept | as `once` |
//! | `#[ds(placed)]` | as `passing` (`placed: kept`: as `once`) | the number of the one column that a join goes by, which is another in every row |
//!
//! Compared with ascent's own tables: a bucket holds its first value inline, an empty delta costs nothing, the clock is
//! not read, and relations whose rows cannot repeat are not hashed to find repetitions.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::marker::PhantomData;

use ascent::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite, ToRelIndex,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The rows of a relation by the values of some columns.
pub struct Index<K, V>(FxHashMap<K, SmallVec<[V; 1]>>);

/// The rows of a relation by one column whose values are small numbers.
pub struct PlaceIndex<K, V>(Places<K, V>);

/// Buckets of rows by number: each a chain through one vector.
struct Places<K, V> {
    first: Vec<u32>,
    rows: Vec<(K, V, u32)>,
}

/// The rows of a relation by one column whose values are small numbers, and in each row another.
pub struct UniqueIndex<K, V>(Places<K, V>);

/// The rows in a bucket.
pub struct Bucket<'a, K, V> {
    places: &'a Places<K, V>,
    next: u32,
}

/// A column whose values are small numbers.
pub trait Numbered: Copy + Eq + Hash {
    /// The value's number.
    fn number(self) -> u32;
}

/// All rows of a relation, for rules that look at every row.
pub struct Rows<V>(Vec<V>);

/// The rows of a passing relation that are new. In a layer of rules that runs only once, every row is new to the next
/// layer; in one that loops, rows are gone after the next round.
pub struct NewRows<V> {
    rows: Vec<V>,
    /// How often rows have been taken over in this layer.
    rounds: u8,
    /// How many rows are gone.
    gone: usize,
}

/// A layer that does not loop takes rows over twice.
const ROUNDS_WITHOUT_LOOP: u8 = 2;

/// Stands where a relation would keep its rows, and counts them.
pub struct Count<R>(usize, PhantomData<R>);

/// The rows of a set. A map to nothing, so that it merges as the other indices do.
#[allow(clippy::zero_sized_map_values)]
pub struct Members<K>(FxHashMap<K, ()>);

/// Stands where a set would keep its rows, and keeps none.
pub struct Unchecked<K>(PhantomData<K>);

/// A function from the first columns to the others.
pub struct Function<K, V>(FxHashMap<K, V>);

/// A view of a [`Function`] as a table of whole rows of type `R`, of which the last `N` columns are results.
pub struct FunctionRows<R, const N: usize>(PhantomData<R>);

/// A view of a [`Function`] as a table from arguments to results.
#[derive(Default)]
pub struct FunctionArguments;

macro_rules! own_view {
    ($name:ident<$($parameter:ident),*>) => {
        impl<$($parameter,)* Common> ToRelIndex<Common> for $name<$($parameter),*> {
            type RelIndex<'a> = &'a Self where Self: 'a, Common: 'a;
            type RelIndexWrite<'a> = &'a mut Self where Self: 'a, Common: 'a;

            #[inline(always)]
            fn to_rel_index<'a>(&'a self, _: &'a Common) -> Self::RelIndex<'a> {
                self
            }

            #[inline(always)]
            fn to_rel_index_write<'a>(&'a mut self, _: &'a mut Common) -> Self::RelIndexWrite<'a> {
                self
            }
        }
    };
}

macro_rules! own_index {
    ($name:ident<$($parameter:ident),*>) => {
        impl<$($parameter),*> Default for $name<$($parameter),*> {
            fn default() -> Self {
                Self(Default::default())
            }
        }

        own_view!($name<$($parameter),*>);
    };
}
own_index!(Index<K, V>);
own_index!(Rows<V>);
own_view!(NewRows<V>);
own_index!(Members<K>);
own_index!(Unchecked<K>);

// Index

impl<K: Eq + Hash, V> RelIndexWrite for Index<K, V> {
    type Key = K;
    type Value = V;

    #[inline]
    fn index_insert(&mut self, key: K, value: V) {
        self.0.entry(key).or_default().push(value);
    }
}

impl<K: Eq + Hash, V> RelIndexMerge for Index<K, V> {
    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !new.0.is_empty() || !delta.0.is_empty() {
            Self::move_index_contents(delta, total);
            std::mem::swap(new, delta);
        }
    }

    #[inline(never)]
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        if !swap_smaller(&mut from.0, &mut to.0) {
            return;
        }
        for (key, mut values) in from.0.drain() {
            match to.0.entry(key) {
                Entry::Vacant(entry) => {
                    entry.insert(values);
                }
                Entry::Occupied(entry) => {
                    let present = entry.into_mut();
                    if values.len() > present.len() {
                        std::mem::swap(&mut values, present);
                    }
                    present.append(&mut values);
                }
            }
        }
    }
}

impl<'a, K: Eq + Hash + 'a, V: Clone + 'a> RelIndexRead<'a> for Index<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = std::slice::Iter<'a, V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Self::IteratorType> {
        Some(self.0.get(key)?.iter())
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
    type AllIteratorType = std::iter::Map<
        std::collections::hash_map::Iter<'a, K, SmallVec<[V; 1]>>,
        for<'x, 'y> fn((&'x K, &'y SmallVec<[V; 1]>)) -> (&'x K, std::slice::Iter<'y, V>),
    >;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        let all: Self::AllIteratorType = self.0.iter().map(|(key, values)| (key, values.iter()));
        all
    }
}

// Places

/// Ends a chain.
const END: u32 = u32::MAX;

impl<K: Numbered, V> Places<K, V> {
    #[inline]
    fn insert(&mut self, key: K, row: V) {
        let at = key.number();
        if at == END {
            return;
        }
        let at = at as usize;
        if at >= self.first.len() {
            self.first.resize((at + 1).next_power_of_two(), END);
        }
        self.rows.push((key, row, self.first[at]));
        self.first[at] = self.rows.len() as u32 - 1;
    }

    /// Takes the rows out, and leaves the buckets empty.
    fn drain(&mut self) -> impl Iterator<Item = (K, V)> {
        let Self { first, rows } = self;
        rows.drain(..).map(|(key, row, _)| {
            first[key.number() as usize] = END;
            (key, row)
        })
    }

    #[inline]
    fn bucket(&self, key: K) -> Bucket<'_, K, V> {
        Bucket { places: self, next: self.first.get(key.number() as usize).copied().unwrap_or(END) }
    }
}

impl<K, V> Places<K, V> {
    /// Every row by itself, with its key.
    fn iter(&self) -> AllRows<'_, K, V> {
        let all: AllRows<'_, K, V> = self.rows.iter().map(|(key, row, _)| (key, std::slice::from_ref(row).iter()));
        all
    }
}

type AllRows<'a, K, V> =
    std::iter::Map<std::slice::Iter<'a, (K, V, u32)>, for<'x> fn(&'x (K, V, u32)) -> (&'x K, std::slice::Iter<'x, V>)>;

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

        impl<K: Numbered, V> RelIndexWrite for $name<K, V> {
            type Key = K;
            type Value = V;

            #[inline]
            fn index_insert(&mut self, key: K, value: V) {
                self.0.insert(key, value);
            }
        }

        impl<K: Numbered, V> RelIndexMerge for $name<K, V> {
            #[inline(always)]
            fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
                if !new.0.rows.is_empty() || !delta.0.rows.is_empty() {
                    Self::move_index_contents(delta, total);
                    std::mem::swap(new, delta);
                }
            }

            #[inline(never)]
            fn move_index_contents(from: &mut Self, to: &mut Self) {
                if to.0.rows.is_empty() {
                    std::mem::swap(from, to);
                    return;
                }
                for (key, value) in from.0.drain() {
                    to.0.insert(key, value);
                }
            }
        }

        impl<'a, K: Numbered + 'a, V: Clone + 'a> RelIndexReadAll<'a> for $name<K, V> {
            type Key = &'a K;
            type Value = &'a V;
            type ValueIteratorType = std::slice::Iter<'a, V>;
            type AllIteratorType = AllRows<'a, K, V>;

            fn iter_all(&'a self) -> Self::AllIteratorType {
                self.0.iter()
            }
        }
    };
}
place_index!(PlaceIndex);
place_index!(UniqueIndex);

impl<'a, K: Numbered + 'a, V: Clone + 'a> RelIndexRead<'a> for PlaceIndex<K, V> {
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

impl<'a, K: Numbered + 'a, V: Clone + 'a> RelIndexRead<'a> for UniqueIndex<K, V> {
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

impl<T: Copy + Eq + Hash + Into<u32>> Numbered for (T,) {
    #[inline]
    fn number(self) -> u32 {
        self.0.into()
    }
}

// Rows

impl<V> RelIndexWrite for Rows<V> {
    type Key = ();
    type Value = V;

    #[inline]
    fn index_insert(&mut self, (): (), value: V) {
        self.0.push(value);
    }
}

impl<V> RelIndexMerge for Rows<V> {
    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !new.0.is_empty() || !delta.0.is_empty() {
            Self::move_index_contents(delta, total);
            std::mem::swap(new, delta);
        }
    }

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
    type IteratorType = std::slice::Iter<'a, V>;

    #[inline]
    fn index_get(&'a self, (): &()) -> Option<Self::IteratorType> {
        Some(self.0.iter())
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

// NewRows

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
        self.rows.push(value);
    }
}

impl<V> RelIndexMerge for NewRows<V> {
    fn init(_: &mut Self, _: &mut Self, total: &mut Self) {
        total.rounds = 0;
    }

    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if total.rounds < ROUNDS_WITHOUT_LOOP {
            total.rounds += 1;
            total.rows.append(&mut delta.rows);
            std::mem::swap(&mut new.rows, &mut delta.rows);
        } else if !new.rows.is_empty() || !delta.rows.is_empty() {
            total.gone += delta.rows.len();
            delta.rows.clear();
            std::mem::swap(&mut new.rows, &mut delta.rows);
        }
    }

    fn move_index_contents(from: &mut Self, to: &mut Self) {
        to.rows.append(&mut from.rows);
    }
}

impl<'a, V: Clone + 'a> RelIndexRead<'a> for NewRows<V> {
    type Key = ();
    type Value = &'a V;
    type IteratorType = std::slice::Iter<'a, V>;

    #[inline]
    fn index_get(&'a self, (): &()) -> Option<Self::IteratorType> {
        assert!(self.gone == 0, "a rule reads rows of a passing relation that have passed");
        Some(self.rows.iter())
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

// Count

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

    /// How many rows there have been.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0
    }

    /// Holds if there has been no row.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The rows, of which there are none.
    #[allow(clippy::iter_without_into_iter)]
    pub fn iter(&self) -> std::iter::Empty<&R> {
        std::iter::empty()
    }
}

// Members

impl<K: Eq + Hash> RelIndexWrite for Members<K> {
    type Key = K;
    type Value = ();

    #[inline]
    fn index_insert(&mut self, key: K, (): ()) {
        self.0.insert(key, ());
    }
}

impl<K: Eq + Hash> RelIndexMerge for Members<K> {
    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !new.0.is_empty() || !delta.0.is_empty() {
            Self::move_index_contents(delta, total);
            std::mem::swap(new, delta);
        }
    }

    #[inline(never)]
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        if swap_smaller(&mut from.0, &mut to.0) {
            to.0.extend(from.0.drain());
        }
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
    type AllIteratorType = std::iter::Map<
        std::collections::hash_map::Iter<'a, K, ()>,
        for<'x, 'y> fn((&'x K, &'y ())) -> (&'x K, std::iter::Once<&'y ()>),
    >;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        let all: Self::AllIteratorType = self.0.iter().map(|(key, unit)| (key, std::iter::once(unit)));
        all
    }
}

impl<K: Clone + Hash + Eq> RelFullIndexWrite for Members<K> {
    type Key = K;
    type Value = ();

    #[inline]
    fn insert_if_not_present(&mut self, key: &K, (): ()) -> bool {
        self.0.insert(key.clone(), ()).is_none()
    }
}

impl<K: Hash + Eq> RelFullIndexRead<'_> for Members<K> {
    type Key = K;

    #[inline]
    fn contains_key(&self, key: &K) -> bool {
        self.0.contains_key(key)
    }
}

// Unchecked

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

// Function

impl<K, V> Default for Function<K, V> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<K: Eq + Hash, V> RelIndexMerge for Function<K, V> {
    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !new.0.is_empty() || !delta.0.is_empty() {
            Self::move_index_contents(delta, total);
            std::mem::swap(new, delta);
        }
    }

    #[inline(never)]
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        if swap_smaller(&mut from.0, &mut to.0) {
            to.0.extend(from.0.drain());
        }
    }
}

impl<R, const N: usize> Default for FunctionRows<R, N> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// A borrowed [`Function`], read as a table of whole rows.
pub struct ReadRows<'f, R: SplitRow<N>, const N: usize>(&'f Function<R::Arguments, R::Results>);

/// A borrowed [`Function`], written through its rows. Only this view writes; the others see what it wrote.
pub struct WriteRows<'f, R: SplitRow<N>, const N: usize>(&'f mut Function<R::Arguments, R::Results>);

/// A borrowed [`Function`], read by its arguments.
pub struct ReadArguments<'f, K, V>(&'f Function<K, V>);

/// Accepts what [`WriteRows`] has written already.
pub struct Written<K, V>(PhantomData<(K, V)>);

impl<R: SplitRow<N>, const N: usize> ToRelIndex<Function<R::Arguments, R::Results>> for FunctionRows<R, N> {
    type RelIndex<'a>
        = ReadRows<'a, R, N>
    where
        R: 'a;
    type RelIndexWrite<'a>
        = WriteRows<'a, R, N>
    where
        R: 'a;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, common: &'a Function<R::Arguments, R::Results>) -> Self::RelIndex<'a> {
        ReadRows(common)
    }

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, common: &'a mut Function<R::Arguments, R::Results>) -> WriteRows<'a, R, N> {
        WriteRows(common)
    }
}

impl<K, V> ToRelIndex<Function<K, V>> for FunctionArguments {
    type RelIndex<'a>
        = ReadArguments<'a, K, V>
    where
        K: 'a,
        V: 'a;
    type RelIndexWrite<'a>
        = Written<K, V>
    where
        K: 'a,
        V: 'a;

    #[inline(always)]
    fn to_rel_index<'a>(&'a self, common: &'a Function<K, V>) -> Self::RelIndex<'a> {
        ReadArguments(common)
    }

    #[inline(always)]
    fn to_rel_index_write<'a>(&'a mut self, _: &'a mut Function<K, V>) -> Self::RelIndexWrite<'a> {
        Written(PhantomData)
    }
}

/// The views share the function itself, which is merged once, by itself.
impl<R: SplitRow<N>, const N: usize> RelIndexMerge for WriteRows<'_, R, N> {
    #[inline(always)]
    fn move_index_contents(_: &mut Self, _: &mut Self) {}

    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(_: &mut Self, _: &mut Self, _: &mut Self) {}
}

impl<K, V> RelIndexMerge for Written<K, V> {
    #[inline(always)]
    fn move_index_contents(_: &mut Self, _: &mut Self) {}

    #[inline(always)]
    fn merge_delta_to_total_new_to_delta(_: &mut Self, _: &mut Self, _: &mut Self) {}
}

impl<R: SplitRow<N>, const N: usize> RelFullIndexRead<'_> for ReadRows<'_, R, N> {
    type Key = R;

    #[inline]
    fn contains_key(&self, row: &R) -> bool {
        let (arguments, results) = row.split();
        let known = self.0.0.get(&arguments);
        debug_assert!(
            known.is_none_or(|known| *known == results),
            "the rules answer {arguments:?} with {known:?} and {results:?}"
        );
        known.is_some()
    }
}

impl<R: SplitRow<N>, const N: usize> RelFullIndexWrite for WriteRows<'_, R, N> {
    type Key = R;
    type Value = ();

    #[inline]
    fn insert_if_not_present(&mut self, row: &R, (): ()) -> bool {
        let (arguments, results) = row.split();
        match self.0.0.entry(arguments) {
            Entry::Vacant(entry) => {
                entry.insert(results);
                true
            }
            Entry::Occupied(entry) => {
                debug_assert!(
                    *entry.get() == results,
                    "the rules answer {:?} with {:?} and {results:?}",
                    entry.key(),
                    entry.get()
                );
                false
            }
        }
    }
}

impl<R: SplitRow<N>, const N: usize> RelIndexWrite for WriteRows<'_, R, N> {
    type Key = R;
    type Value = ();

    fn index_insert(&mut self, row: R, (): ()) {
        let (arguments, results) = row.split();
        self.0.0.insert(arguments, results);
    }
}

impl<'a, K: Eq + Hash, V: Clone> RelIndexRead<'a> for ReadArguments<'a, K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = std::iter::Once<&'a V>;

    #[inline]
    fn index_get(&'a self, key: &K) -> Option<Self::IteratorType> {
        Some(std::iter::once(self.0.0.get(key)?))
    }

    #[inline(always)]
    fn len_estimate(&'a self) -> usize {
        self.0.0.len()
    }

    #[inline(always)]
    fn is_empty(&'a self) -> bool {
        self.0.0.is_empty()
    }
}

impl<'a, K: Eq + Hash + 'a, V: Clone + 'a> RelIndexReadAll<'a> for ReadArguments<'a, K, V> {
    type Key = &'a K;
    type Value = &'a V;
    type ValueIteratorType = std::iter::Once<&'a V>;
    type AllIteratorType = std::iter::Map<
        std::collections::hash_map::Iter<'a, K, V>,
        for<'x, 'y> fn((&'x K, &'y V)) -> (&'x K, std::iter::Once<&'y V>),
    >;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        let all: Self::AllIteratorType = self.0.0.iter().map(|(key, value)| (key, std::iter::once(value)));
        all
    }
}

impl<K, V> RelIndexWrite for Written<K, V> {
    type Key = K;
    type Value = V;

    #[inline(always)]
    fn index_insert(&mut self, _: K, _: V) {}
}

/// A row of a function with `N` results, which are its last columns.
pub trait SplitRow<const N: usize>: Clone {
    /// The first columns.
    type Arguments: Clone + Eq + Hash + std::fmt::Debug;
    /// The last columns.
    type Results: Clone + Eq + std::fmt::Debug;

    /// The row in two parts.
    fn split(&self) -> (Self::Arguments, Self::Results);
}

macro_rules! split_row {
    ($count:literal: $($argument:ident)+; $($result:ident)+) => {
        impl<$($argument,)+ $($result,)+> SplitRow<$count> for ($($argument,)+ $($result,)+)
        where
            $($argument: Clone + Eq + Hash + std::fmt::Debug,)+
            $($result: Clone + Eq + std::fmt::Debug,)+
        {
            type Arguments = ($($argument,)+);
            type Results = ($($result,)+);

            #[inline(always)]
            #[allow(non_snake_case)]
            fn split(&self) -> (Self::Arguments, Self::Results) {
                let ($($argument,)+ $($result,)+) = self.clone();
                (($($argument,)+), ($($result,)+))
            }
        }
    };
}
split_row!(1: A; Z);
split_row!(1: A B; Z);
split_row!(1: A B C; Z);
split_row!(2: A; Y Z);
split_row!(2: A B; Y Z);
split_row!(3: A; X Y Z);

/// Moves the larger table to `to`. Answers whether there is anything left to move.
fn swap_smaller<K, V>(from: &mut FxHashMap<K, V>, to: &mut FxHashMap<K, V>) -> bool
where
    K: Eq + Hash,
{
    if from.len() > to.len() {
        std::mem::swap(from, to);
    }
    !from.is_empty()
}

/// The tables of sets: what a relation without an attribute gets.
pub mod set {
    #[doc(hidden)]
    pub use crate::{
        __typelog_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_rows as rel, __typelog_set_full as rel_full_ind,
    };
}

/// The tables of relations whose rows cannot be derived twice.
pub mod once {
    #[doc(hidden)]
    pub use crate::{
        __typelog_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_rows as rel,
    };
}

/// The tables of relations whose rows cannot be derived twice, and are not kept.
pub mod passing {
    #[doc(hidden)]
    pub use crate::{
        __typelog_count as rel, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_passing_index as rel_ind,
    };
}

/// The tables of relations that are given.
pub mod given {
    #[doc(hidden)]
    pub use crate::{
        __typelog_given_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_rows as rel,
    };
}

/// The tables of relations whose rows cannot be derived twice, and are found by a column of small numbers.
pub mod placed {
    #[doc(hidden)]
    pub use crate::{
        __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_placed_index as rel_ind, __typelog_placed_rows as rel,
    };
}

/// The tables of functions.
pub mod function {
    #[doc(hidden)]
    pub use crate::{
        __typelog_function_common as rel_ind_common, __typelog_function_full as rel_full_ind,
        __typelog_function_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_rows as rel,
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_no_codegen {
    ($($any:tt)*) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_no_common {
    ($($any:tt)*) => {
        ()
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_rows {
    ($name:ident, $row:ty, $indices:expr, ser, ($($arguments:tt)?)) => { ::std::vec::Vec<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::engine::storage::Index<$key, $value>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_count {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::engine::storage::Count<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_placed_rows {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::engine::storage::Count<$row> };
    ($name:ident, $row:ty, $indices:expr, ser, (kept)) => { ::std::vec::Vec<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_passing_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::NewRows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::engine::storage::Index<$key, $value>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_given_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), [$column:literal], $key:ty, $value:ty) => {
        $crate::engine::storage::PlaceIndex<$key, $value>
    };
    ($name:ident, $($rest:tt)*) => { compile_error!(concat!(stringify!($name), " is joined by more than one column")) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_placed_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::NewRows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (kept), [], $key:ty, $value:ty) => { $crate::engine::storage::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, ($($kept:ident)?), [$column:literal], $key:ty, $value:ty) => {
        $crate::engine::storage::UniqueIndex<$key, $value>
    };
    ($name:ident, $($rest:tt)*) => { compile_error!(concat!(stringify!($name), " is joined by more than one column")) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_set_full {
    ($name:ident, $row:ty, $indices:expr, ser, (), $key:ty, $value:ty) => { $crate::engine::storage::Members<$key> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_once_full {
    ($name:ident, $row:ty, $indices:expr, ser, ($($kept:ident)?), $key:ty, $value:ty) => {
        $crate::engine::storage::Unchecked<$key>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_common {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::__typelog_function_common!($name, $row, $indices, ser, (1)) };
    ($name:ident, $row:ty, $indices:expr, ser, ($results:literal)) => {
        $crate::engine::storage::Function<
            <$row as $crate::engine::storage::SplitRow<$results>>::Arguments,
            <$row as $crate::engine::storage::SplitRow<$results>>::Results,
        >
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_full {
    ($name:ident, $row:ty, $indices:expr, ser, (), $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionRows<$row, 1>
    };
    ($name:ident, $row:ty, $indices:expr, ser, ($results:literal), $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionRows<$row, $results>
    };
}

// Which index is the one by all arguments depends on the number of columns and results.
#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_index {
    ($name:ident, $row:ty, $indices:expr, ser, ($($results:literal)?), [], $key:ty, $value:ty) => {
        $crate::engine::storage::Rows<$value>
    };
    ($name:ident, ($a:ty, $z:ty), $indices:expr, ser, (), [0], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $z:ty), $indices:expr, ser, (), [0, 1], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $c:ty, $z:ty), $indices:expr, ser, (), [0, 1, 2], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $y:ty, $z:ty), $indices:expr, ser, (2), [0], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $y:ty, $z:ty), $indices:expr, ser, (2), [0, 1], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $x:ty, $y:ty, $z:ty), $indices:expr, ser, (3), [0], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, $row:ty, $indices:expr, ser, ($($results:literal)?), $index:expr, $key:ty, $value:ty) => {
        $crate::engine::storage::Index<$key, $value>
    };
}
