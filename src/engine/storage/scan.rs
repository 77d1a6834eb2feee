//! Scans of whole tables.

use std::hint::cold_path;
use std::iter::{Once, once};
use std::marker::PhantomData;
use std::slice;

use super::inline_vec::InlineVec;

/// An iterator over a whole table, with which a rule begins.
///
/// In a round of an engine nearly all rules find nothing new. To make skipping such a rule cost one comparison, the loop only
/// compares the number of rows, and the rule's work is kept out of the loop.
pub struct Scan<'a, T, R = Itself> {
    rows: &'a [T],
    reading: PhantomData<R>,
}

/// A form in which items of a table are read.
pub trait Reading<T> {
    /// The type of the item in this form.
    type Item;

    /// Converts the item.
    fn read(item: T) -> Self::Item;
}

/// Items in their stored form.
pub struct Itself;

/// A key and its rows.
pub struct Bundle;

/// A key and its one row.
pub struct Pair;

/// A key and its one row, from a chain.
pub struct Link;

impl<T> Reading<T> for Itself {
    type Item = T;

    #[inline(always)]
    fn read(item: T) -> T {
        item
    }
}

impl<'a, K, V> Reading<&'a (K, InlineVec<V>)> for Bundle {
    type Item = (&'a K, slice::Iter<'a, V>);

    #[inline(always)]
    fn read((key, rows): &'a (K, InlineVec<V>)) -> Self::Item {
        (key, rows.as_slice().iter())
    }
}

impl<'a, K, V> Reading<&'a (K, V)> for Pair {
    type Item = (&'a K, Once<&'a V>);

    #[inline(always)]
    fn read((key, row): &'a (K, V)) -> Self::Item {
        (key, once(row))
    }
}

impl<'a, K, V> Reading<&'a (K, V, u32)> for Link {
    type Item = (&'a K, slice::Iter<'a, V>);

    #[inline(always)]
    fn read((key, row, _): &'a (K, V, u32)) -> Self::Item {
        (key, slice::from_ref(row).iter())
    }
}

impl<'a, T, R> Scan<'a, T, R> {
    /// Creates a scan of some rows.
    #[inline(always)]
    pub(super) fn new(rows: &'a [T]) -> Self {
        Self { rows, reading: PhantomData }
    }
}

impl<T, R> Clone for Scan<'_, T, R> {
    fn clone(&self) -> Self {
        Self::new(self.rows)
    }
}

impl<'a, T, R: Reading<&'a T>> Iterator for Scan<'a, T, R> {
    type Item = R::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<R::Item> {
        let (first, others) = self.rows.split_first()?;
        self.rows = others;
        Some(R::read(first))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rows.len(), Some(self.rows.len()))
    }

    /// A chain of two tables is visited by folding each of them.
    #[inline(always)]
    fn fold<A, F: FnMut(A, R::Item) -> A>(self, start: A, mut step: F) -> A {
        if self.rows.is_empty() {
            return start;
        }
        cold_path();
        fold_apart(self.rows, start, move |all, item| step(all, R::read(item)))
    }

    #[inline(always)]
    fn for_each<F: FnMut(R::Item)>(self, mut step: F) {
        if !self.rows.is_empty() {
            cold_path();
            fold_apart(self.rows, (), move |(), item| step(R::read(item)));
        }
    }
}

/// Visits rows, apart from the callers, which mostly have none to visit.
#[inline(never)]
fn fold_apart<'a, T, A>(rows: &'a [T], start: A, mut step: impl FnMut(A, &'a T) -> A) -> A {
    let mut all = start;
    for row in rows {
        all = step(all, row);
    }
    all
}
