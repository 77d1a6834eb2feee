//! Tables for the rows of relations: six kinds, named by ascent's `ds` attribute.
//!
//! | attribute | the relation is | rows are found by |
//! |---|---|---|
//! | none, `#[ds(set)]` | a set: a row that is derived twice is kept once | hashing |
//! | `#[ds(function)]` | a function: its last column is determined by the others (`function: 2`: its last two columns are); a second, different answer is a bug in the rules and stops a debug build | hashing, one table for the rows and for the look-up by all arguments |
//! | `#[ds(input)]` | filled before the engine starts | the number of the one column that a join goes by |
//! | `#[ds(unique)]` | derived at most once for each row by the form of its rules, and so not checked | hashing the columns that joins go by |
//! | `#[ds(transient)]` | as `unique`, and only of interest while its rows are new, or to joins: no list of rows is kept | as `unique` |
//! | `#[ds(dense)]` | as `transient` (`dense: kept`: as `unique`) | the number of the one column that a join goes by, which is another in every row |
//!
//! Compared with ascent's own tables: a bucket holds its first value inline, an empty delta costs nothing, the clock is
//! not read, and relations whose rows cannot repeat are not hashed to find repetitions.

macro_rules! own_view {
    ($name:ident<$($parameter:ident),*>) => {
        impl<$($parameter,)* Common> ascent::internal::ToRelIndex<Common> for $name<$($parameter),*> {
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

use std::hint::cold_path;

use ascent::internal::RelIndexMerge;

/// How many times as many rows a list gets room for when it is full: its rows are moved then.
const GROWTH: usize = 3;

/// The rows that a list has room for when it gets its first one, and the most among which one is found by looking at each.
const FEW: usize = 8;

mod attributes;
mod few;
mod functions;
mod index;
mod members;
mod passes;
mod places;
mod rows;
mod scan;
mod table;

pub use attributes::{dense, function, input, set, transient, unique};
pub use functions::{Function, FunctionArguments, FunctionRows, ReadArguments, ReadRows, SplitRow, WriteRows, Written};
pub use index::Index;
pub use members::{Members, Unchecked};
pub use passes::{OwnPasses, Pass, defer, pass};
pub use places::{Bucket, Numbered, PlaceIndex, UniqueIndex, expect_numbers};
pub use rows::{Count, NewRows, Rows};
pub use scan::{Bundle, Itself, Link, Pair, Reading, Scan};

/// Ends a round of a table: rows that were in the delta become old, and new rows the delta. In nearly all rounds nearly
/// all tables have neither, so that this function is kept out of the loop.
#[inline(always)]
fn turn<T: RelIndexMerge>(new: &mut T, delta: &mut T, total: &mut T) {
    cold_path();
    T::move_index_contents(delta, total);
    std::mem::swap(new, delta);
}

/// Adds a row to a list.
#[inline(always)]
fn push<R>(rows: &mut Vec<R>, row: R) {
    if rows.len() == rows.capacity() {
        make_room(rows);
    }
    rows.push(row);
}

#[cold]
#[inline(never)]
fn make_room<R>(rows: &mut Vec<R>) {
    rows.reserve_exact((rows.len() * (GROWTH - 1)).max(FEW));
}

pub use ascent::{aggregators, ascent, ascent_run, ascent_source};

pub mod internal {
    //! Names that the code which ascent generates refers to. The crates of rules know this crate by the name of ascent, so
    //! that the items here replace those of ascent that have the same names.

    use std::time::Duration;

    pub use ascent::internal::*;

    /// Runs a rule: inlined into the loop, because [`Scan`](crate::Scan) keeps the rule's work out of the loop.
    #[cfg_attr(debug_assertions, inline(never))] // Which compiles faster.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run_rule<R>(rule: impl FnOnce() -> R) -> R {
        rule()
    }

    /// A clock that stands still. Reading a clock in every round costs small runs a tenth of their time.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant;

    impl Instant {
        /// The same moment always.
        #[inline(always)]
        pub fn now() -> Self {
            Self
        }

        /// Zero.
        #[inline(always)]
        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
}
