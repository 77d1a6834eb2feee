//! The evaluation of rules that are read at run time: rules of a user, and books.
//!
//! Rows consist of cells of 64 bits. A plan finds the rows that satisfy the premises of a rule, one [`Step`] after the other.
//! Steps that are not about rows belong to the [`Host`], which interprets cells. Evaluation is semi-naive, one [group](strata)
//! of mutually dependent relations after the other: each round of a [fixpoint] uses the rows that the previous round has added.

mod index;
mod machine;
mod rounds;
mod strata;
mod table;

pub use index::{IndexId, Indices};
pub use machine::{Host, Machine, Match, Sink, Slot, Source, Step, Tally};
pub use rounds::{Batches, PlanEvaluator, fixpoint, store};
pub use strata::{Group, Use, cycle, strata};
pub use table::{Cell, Table, count, hash_cells};

/// A handle to a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelationId(pub u32);

typelog_types::indices!(RelationId);

/// A relation that rules read.
pub trait Stored {
    /// Returns its rows.
    fn table(&self) -> &Table;
}

impl Stored for Table {
    fn table(&self) -> &Table {
        self
    }
}
