//! Running the rules over the facts of a chunk.

use crate::program_rules::run::{self, Derived, Solution, derived};
use crate::terms::facts::Facts;
use crate::type_rules::with_types;
use crate::types::Interner;

/// Runs the rules over facts, and reads what is wanted of all relations.
pub fn solve<R>(types: &mut Interner, facts: Facts, read: impl FnOnce(&mut Solution) -> R) -> R {
    with_types(types, || read(&mut run::solve(facts)))
}

/// The conclusions of the rules about the chunk that facts describe.
pub fn conclude(types: &mut Interner, facts: Facts) -> Derived {
    solve(types, facts, derived)
}
