//! Questions to the model of declared types, alone or about the values of a program.

use typelog_terms::session::{Candidate, set_candidates};
use typelog_terms::{Containment, Conversion, ExprId, FunctionId, Miss, Plain, Ty, fits, misses};
use typelog_types::Interner;

use crate::answers::{model, overloads};
use crate::ask::with_types;

/// The kinds with which the first types of pairs fit the second ones.
pub fn fit(types: &mut Interner, pairs: &[(Ty, Ty)]) -> Vec<Conversion> {
    with_types(types, || pairs.iter().map(|&(s, t)| fits(s, t, Plain)).collect())
}

/// The kind with which a call of a function with the given signatures fits the best of them, and the type of its result.
pub fn call(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Option<(Conversion, Ty)> {
    with_types(types, || {
        set_candidates(signatures);
        overloads(f, ts).chooses.first().map(|row| (row.2, row.3))
    })
}

/// The reasons for which a call of a function does not fit the given signatures, by their numbers.
pub fn call_misses(types: &mut Interner, signatures: Vec<Candidate>, f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    with_types(types, || {
        set_candidates(signatures);
        misses(f, ts)
    })
}

/// The containment of the values of the first type in those of the second, a refinement.
pub fn containment(types: &mut Interner, s: Ty, t: Ty) -> Containment {
    with_types(types, || {
        let engine = model(|engine| engine.is_contained_demanded.push((s, t)));
        // The rules answer every question.
        engine.is_contained.first().map_or(Containment::Unknown, |row| row.2)
    })
}

/// The values that are wrong: those that have an error in them, and those that are made from such. `made_from` pairs values
/// with those that they are made from.
pub fn wrong(types: &mut Interner, have_errors: Vec<ExprId>, made_from: Vec<(ExprId, ExprId)>) -> Vec<ExprId> {
    if have_errors.is_empty() {
        return have_errors;
    }
    with_types(types, || {
        let engine = model(|engine| {
            engine.has_error = have_errors.into_iter().map(|x| (x,)).collect();
            engine.is_made_from = made_from;
        });
        engine.is_wrong.iter().map(|row| row.0).collect()
    })
}
