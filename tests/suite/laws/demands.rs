//! Every question is answered, once.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use typelog::engine::Engine;

/// The questions of a finished run that have no answer, in words.
pub fn unanswered(engine: &Engine) -> Vec<String> {
    let mut open = Vec::new();
    let mut check = |found: Vec<String>| open.extend(found);
    let converted = engine.converts.iter().map(|row| (row.0, row.1, row.2));
    check(missing("conversion", engine.conversion_demanded.iter().copied(), converted));
    let assigned = engine.is_assignable.iter().map(|row| (row.0, row.1, row.2));
    check(missing("assignability", engine.assignability_demanded.iter().copied(), assigned));
    let unified = engine.unifies.iter().map(|row| (row.0, row.1));
    check(missing("unification", engine.unification_demanded.iter().copied(), unified));
    let common = engine.common_type.iter().map(|row| (row.0, row.1, row.2));
    check(missing("common type", engine.common_type_demanded.iter().copied(), common));
    let members = engine.common_member.iter().map(|row| (row.0, row.1));
    check(missing("common member", engine.common_member_demanded.iter().copied(), members));
    let mapped = engine.maps_to.iter().map(|row| (row.0, row.1));
    check(missing("mapping", engine.mapping_demanded.iter().copied(), mapped));
    let resolved = engine.resolves.iter().map(|row| (row.0,));
    check(missing("resolving", engine.resolving_demanded.iter().copied(), resolved));
    let lifted = engine.lifts.iter().map(|row| (row.0, row.1));
    check(missing("lifting", engine.lifting_demanded.iter().copied(), lifted));
    let unfolded = engine.unfolds.iter().map(|row| (row.0,));
    check(missing("unfolding", engine.unfolding_demanded.iter().copied(), unfolded));
    let traversed = engine.traverses.iter().map(|row| (row.0, row.1));
    check(missing("traversal", engine.traversal_demanded.iter().copied(), traversed));
    let iterated = engine.iterates.iter().map(|row| (row.0,));
    check(missing("iteration", engine.iteration_demanded.iter().copied(), iterated));
    let splatted = engine.splats.iter().map(|row| (row.0,));
    check(missing("splat", engine.splat_demanded.iter().copied(), splatted));
    open
}

/// The rows of a demand that no answer begins with, and answers that are there twice.
fn missing<Q: Copy + Debug + Eq + Hash>(
    what: &str,
    asked: impl Iterator<Item = Q>,
    answered: impl Iterator<Item = Q>,
) -> Vec<String> {
    let mut answers = HashSet::new();
    let twice: Vec<Q> = answered.filter(|answer| !answers.insert(*answer)).collect();
    let open = asked.filter(|question| !answers.contains(question)).map(|question| format!("{what} {question:?}"));
    open.chain(twice.iter().map(|answer| format!("{what} {answer:?} twice"))).collect()
}
