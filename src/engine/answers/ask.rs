//! Single questions about types, outside of a program.

use typelog_builtins::misfits::{Misfit, misfit};
use typelog_builtins::queries::{
    common_type, configured, converted_value, converts, cty_unifies, is_assignable, is_examined, maps_to, mismatch,
    optional_output, traverses, with_queries,
};
use typelog_builtins::{Acceptance, Conversion, Descent, Mapping, No, Outcome, Plain, Safe, Step, Ty, Unsafe, session};
use typelog_types::Interner;

use crate::queries::QUERIES;

/// A question about types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The conversion of the first type to the second.
    Convert(Ty, Ty),
    /// The assignability of the first type to the second.
    Assignable(Ty, Ty),
    /// The common type of the two, with safe conversions only, and with all.
    Unify(Ty, Ty),
    /// The type that a step gives.
    Traverse(Ty, Step),
}

/// The answer to a question of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The kind of the conversion.
    Convert(Conversion),
    /// `true` if the type is assignable.
    Assignable(bool),
    /// The safe and the unsafe unification.
    Unify(Ty, Ty),
    /// The type that the step gives, and the outcome of the step.
    Traverse(Ty, Outcome),
}

/// Runs `work` with `lent` as the rules' interner and the engines of this crate to answer queries. `lent` is returned with the
/// types that the rules have built.
pub fn with_types<R>(lent: &mut Interner, work: impl FnOnce() -> R) -> R {
    session::with_types(lent, || with_queries(&QUERIES, work))
}

/// Answers questions, in order.
pub fn ask(types: &mut Interner, questions: &[Question]) -> Vec<Answer> {
    let answer = |&question: &Question| match question {
        Question::Convert(s, t) => Answer::Convert(converts(s, t, Plain)),
        Question::Assignable(s, t) => Answer::Assignable(is_assignable(s, t, Plain)),
        Question::Unify(s, t) => Answer::Unify(common_type(s, t, Safe), common_type(s, t, Unsafe)),
        Question::Traverse(t, step) => {
            let (u, outcome) = traverses(t, step);
            Answer::Traverse(u, outcome)
        }
    };
    with_types(types, || questions.iter().map(answer).collect())
}

/// Returns a type without nested eventuals.
pub fn normalized(types: &mut Interner, t: Ty) -> Ty {
    normalized_all(types, &[t])[0]
}

/// Returns types without nested eventuals.
pub fn normalized_all(types: &mut Interner, all: &[Ty]) -> Vec<Ty> {
    if !all.iter().any(|&t| types.may_nest_eventuals(t)) {
        return all.to_vec();
    }
    let normalized = |&t: &Ty| {
        let may_change = session::types(|types| types.may_nest_eventuals(t));
        if may_change { maps_to(Mapping::Normalize, t) } else { t }
    };
    with_types(types, || all.iter().map(normalized).collect())
}

/// Holds if values at which the reference does not look are examined.
pub fn examines_all(types: &mut Interner) -> bool {
    with_types(types, || is_examined(Acceptance::Loosely))
}

/// Returns the type of a configuration value that is declared with a type.
pub fn configured_type(types: &mut Interner, t: Ty) -> Ty {
    with_types(types, || configured(t))
}

/// Returns the output that an optional input of a type accepts.
pub fn output_for_optional(types: &mut Interner, t: Ty) -> Ty {
    with_types(types, || optional_output(t))
}

/// The maximal number of steps that are followed into types. Recursive types have no innermost part.
const LONGEST_WAY: usize = 100;

/// Returns the path to the innermost parts in which a conversion fails, each step with the two parts. It is empty if the
/// conversion does not fail, or fails only as a whole.
pub fn failing_way(types: &mut Interner, s: Ty, t: Ty) -> Vec<(Descent, Ty, Ty)> {
    with_types(types, || {
        let next = |s, t| mismatch(s, t, Plain).filter(|&(_, a, b)| converts(a, b, Plain) == No);
        let first = if converts(s, t, Plain) == No { next(s, t) } else { None };
        std::iter::successors(first, |&(_, a, b)| next(a, b)).take(LONGEST_WAY).collect()
    })
}

/// Converts a constant to a type, and returns the new constant. Both are given as types.
///
/// # Errors
/// The part that does not convert.
pub fn convert_constant(types: &mut Interner, v: Ty, t: Ty) -> Result<Ty, Misfit> {
    with_types(types, || match converted_value(v, t) {
        (w, true) => Ok(w),
        _ => Err(misfit(v, t)),
    })
}

/// Returns the common type of constants of the types in the tuple `ts`.
pub fn common_constant_type(types: &mut Interner, ts: Ty) -> Option<Ty> {
    with_types(types, || Some(cty_unifies(ts)).filter(|answer| answer.1).map(|answer| answer.0))
}
