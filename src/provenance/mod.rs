//! Provenance: why a fact holds.
//!
//! The engine can record every conclusion with its premises ([`crate::terms::trace`]). From such a record the proof of
//! a row is put together here: the lowest one, whose leaves are facts of the program and rows of tables. Questions
//! (`*_demanded`) are no premises of a proof, and rules without a name, which only prepare, give way to their premises.

mod derivations;
mod judgment;
mod rerun;
mod rule_book;

pub use derivations::{Derivations, Proof};
pub use judgment::Words;
pub use rerun::{Rerun, conversion_proof, problem_relations, rerun};
pub use rule_book::{Rule, rules};
