//! Questions to the model of declared types, about types or about the values of a program.

use typelog_builtins::session::{Candidate, set_candidates};
use typelog_builtins::{Containment, Conversion, ExprId, FunctionId, Miss, Plain, Ty, fits, misses};
use typelog_types::Interner;

use crate::ask::with_types;
use crate::engines::ModelEngine;
use crate::queries::{overloads, run};

/// Returns the kinds with which the first type of each pair fits the second.
pub fn fit(types: &mut Interner, pairs: &[(Ty, Ty)]) -> Vec<Conversion> {
    with_types(types, || pairs.iter().map(|&(s, t)| fits(s, t, Plain)).collect())
}

/// Returns the kind with which a call of a function fits the best of the given signatures, and its result type.
pub fn call(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Option<(Conversion, Ty)> {
    with_types(types, || {
        set_candidates(signatures);
        overloads(f, ts).chooses.first().map(|row| (row.2, row.3))
    })
}

/// Returns the reasons why a call of a function does not fit the given signatures, with their numbers.
pub fn call_misses(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    with_types(types, || {
        set_candidates(signatures);
        misses(f, ts)
    })
}

/// Returns the containment of the values of the first type in the second, a refinement.
pub fn containment(types: &mut Interner, s: Ty, t: Ty) -> Containment {
    with_types(types, || {
        let engine = run(|engine: &mut ModelEngine| engine.is_contained_demanded.push((s, t)));
        // The rules answer every question.
        engine.is_contained.first().map_or(Containment::Unknown, |row| row.2)
    })
}

/// Returns the wrong values: those that contain an error, and those that refer to a wrong one. `made_from` pairs each value
/// with the values that it refers to.
pub fn wrong(types: &mut Interner, have_errors: Vec<ExprId>, made_from: Vec<(ExprId, ExprId)>) -> Vec<ExprId> {
    if have_errors.is_empty() {
        return have_errors;
    }
    with_types(types, || {
        let engine = run(|engine: &mut ModelEngine| {
            engine.has_error = have_errors.into_iter().map(|x| (x,)).collect();
            engine.is_made_from = made_from;
        });
        engine.is_wrong.iter().map(|row| row.0).collect()
    })
}
