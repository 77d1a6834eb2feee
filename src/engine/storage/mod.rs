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

mod attributes;
mod functions;
mod index;
mod members;
mod places;
mod rows;
mod scan;
mod table;

pub use attributes::{function, given, once, passing, placed, set};
pub use functions::{Function, FunctionArguments, FunctionRows, ReadArguments, ReadRows, SplitRow, WriteRows, Written};
pub use index::Index;
pub use members::{Members, Unchecked};
pub use places::{Bucket, Numbered, PlaceIndex, UniqueIndex};
pub use rows::{Count, NewRows, Rows};
pub use scan::{Bundle, Itself, Link, Pair, Reading, Scan};

/// Ends a round of a table in which there were new rows, or are rows that were new: those are old now, and these new.
/// Nearly all rounds pass over nearly all tables, so that this is out of the loop's way.
#[inline(always)]
fn turn<T: RelIndexMerge>(new: &mut T, delta: &mut T, total: &mut T) {
    cold_path();
    T::move_index_contents(delta, total);
    std::mem::swap(new, delta);
}
