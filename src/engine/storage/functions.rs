//! Relations whose last columns are determined by the others.

use std::hash::Hash;
use std::marker::PhantomData;

use ascent::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite, ToRelIndex,
};

use super::scan::{Pair, Scan};
use super::table::Table;
use super::turn;

/// A function from the first columns to the last ones.
pub struct Function<K, V>(Table<K, V>);

/// A view of a [`Function`] as a table of whole rows of type `R`, of which the last `N` columns are results.
pub struct FunctionRows<R, const N: usize>(PhantomData<R>);

/// A view of a [`Function`] as a table from arguments to results.
#[derive(Default)]
pub struct FunctionArguments;

impl<K, V> Default for Function<K, V> {
    fn default() -> Self {
        Self(Table::default())
    }
}

impl<K: Clone + Eq + Hash, V: Clone> RelIndexMerge for Function<K, V> {
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

impl<R, const N: usize> Default for FunctionRows<R, N> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// A borrowed [`Function`], read as a table of whole rows.
pub struct ReadRows<'f, R: SplitRow<N>, const N: usize>(&'f Function<R::Arguments, R::Results>);

/// A borrowed [`Function`], written through its rows. Only this view writes; the other views see its rows.
pub struct WriteRows<'f, R: SplitRow<N>, const N: usize>(&'f mut Function<R::Arguments, R::Results>);

/// A borrowed [`Function`], read by its arguments.
pub struct ReadArguments<'f, K, V>(&'f Function<K, V>);

/// A table that ignores rows, because [`WriteRows`] has written them already.
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

/// The views share the function, which is merged once, separately.
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
        let (known, is_new) = self.0.0.get_or_insert(arguments, || results.clone());
        debug_assert!(*known == results, "the rules answer {:?} with {known:?} and {results:?}", row.split().0);
        is_new
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
    type AllIteratorType = Scan<'a, (K, V), Pair>;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        Scan::new(self.0.0.rows())
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

    /// Returns the arguments and the results.
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
