//! The evaluation of rules that are read when the program runs: files of a user, and books.
//!
//! Rows are cells of 64 bits. A plan finds the rows that meet the premises of a rule, one [`Step`] after the other; what a
//! step asks besides rows is its [`Host`]'s to say, who knows what cells mean. Rules are run semi-naively, one [group](strata) of
//! relations that depend on one another after the other: in each round of a [fixpoint] with the rows that the last one has added.

mod index;
mod machine;
mod rounds;
mod strata;
mod table;

pub use index::{IndexId, Indices};
pub use machine::{Host, Machine, Match, Sink, Slot, Source, Step, Tally};
pub use rounds::{Batches, Rounds, fixpoint, store};
pub use strata::{Group, Use, cycle, strata};
pub use table::{Cell, Table, count, hash_cells};

/// A handle to a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelationId(pub u32);

/// A relation that rules are run over.
pub trait Stored {
    /// Its rows.
    fn table(&self) -> &Table;
}

impl Stored for Table {
    fn table(&self) -> &Table {
        self
    }
}
