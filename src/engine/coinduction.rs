//! Questions about types that contain themselves.
//!
//! The rules answer a question from the answers to smaller ones. A recursive type has no smallest part: asking whether
//! `Tree` converts to `Wood` leads, through the children, back to the question. Such a question holds unless something
//! refutes it: its answer is the greatest solution of the rules. It is found from above. All recursive questions are
//! assumed to hold; the rules are asked what follows for each once it is unfolded; what they refute is lowered, and so
//! on until nothing changes. Every round only lowers, so the number of rounds is bounded by the number of questions,
//! and in practice by the longest chain of refutations. The answers are final and remembered with the types.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::{Engine, ModelEngine};
use crate::engine::context::{types, types_mut};
use crate::rules::terms::{Conversion, No, Safe, Unfolding};
use crate::types::Ty;

/// A judgment that is answered coinductively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgment {
    /// `s ~k> t`
    Conversion,
    /// `s <: t`, where `Safe` stands for yes and `No` for no.
    Assignability,
    /// `s <k: t` in the model of declared types.
    Fit,
    /// How the values of `s` lie to what `t` narrows down to. It needs no coinduction, but is remembered as well.
    Refinement,
}

/// A question: a judgment about two types.
pub type Question = (Judgment, Ty, Ty);

/// What is assumed of the recursive questions met so far, in the order in which they were met.
#[derive(Default)]
struct Assumptions {
    answers: FxHashMap<Question, Conversion>,
    questions: Vec<Question>,
}

thread_local! {
    static ASSUMPTIONS: RefCell<Option<Assumptions>> = const { RefCell::new(None) };
}

/// How `s` converts to `t`, where both contain themselves.
pub fn convert_coinductively(s: Ty, t: Ty) -> Conversion {
    answer((Judgment::Conversion, s, t))
}

/// Holds if `s` is assignable to `t`, where both contain themselves.
pub fn assign_coinductively(s: Ty, t: Ty) -> bool {
    answer((Judgment::Assignability, s, t)) != No
}

/// How `s` fits `t` in the model of declared types, where both contain themselves.
pub fn fit_coinductively(s: Ty, t: Ty) -> Conversion {
    answer((Judgment::Fit, s, t))
}

/// Ends the assumptions, even if a rule panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        ASSUMPTIONS.set(None);
    }
}

fn answer(question: Question) -> Conversion {
    if let Some(known) = types(|types| types.solved(question)) {
        return known;
    }
    if let Some(assumed) = assumed(question) {
        return assumed;
    }
    ASSUMPTIONS.set(Some(Assumptions::default()));
    let _end = End;
    assumed(question);
    while refute() {}
    let solved = ASSUMPTIONS.take().unwrap_or_default();
    types_mut(|types| types.solve(&solved.answers));
    solved.answers[&question]
}

/// What is assumed of a question while others are being answered; at first that it holds.
fn assumed(question: Question) -> Option<Conversion> {
    ASSUMPTIONS.with_borrow_mut(|assumptions| {
        let Assumptions { answers, questions } = assumptions.as_mut()?;
        Some(*answers.entry(question).or_insert_with(|| {
            questions.push(question);
            Safe
        }))
    })
}

/// Asks the rules what follows from the assumptions, and lowers those that they refute. Answers whether anything
/// changed.
fn refute() -> bool {
    let questions = ASSUMPTIONS.with_borrow(|all| all.as_ref().map_or_else(Vec::new, |all| all.questions.clone()));
    let followed = follow(&questions).into_iter().chain(follow_model(&questions));
    ASSUMPTIONS.with_borrow_mut(|assumptions| {
        let Some(Assumptions { answers, questions: known }) = assumptions else { return false };
        let mut changed = known.len() > questions.len();
        for (question, kind) in followed {
            if let Some(assumed) = answers.get_mut(&question)
                && kind < *assumed
            {
                *assumed = kind;
                changed = true;
            }
        }
        changed
    })
}

/// What the rules about conversion and assignability conclude from the assumptions.
fn follow(questions: &[Question]) -> Vec<(Question, Conversion)> {
    let mut engine = Engine::default();
    for &(judgment, s, t) in questions {
        match judgment {
            Judgment::Conversion => engine.conversion_demanded.push((s, t, Unfolding)),
            Judgment::Assignability => engine.assignability_demanded.push((s, t, Unfolding)),
            Judgment::Fit | Judgment::Refinement => {}
        }
    }
    if engine.conversion_demanded.is_empty() && engine.assignability_demanded.is_empty() {
        return Vec::new();
    }
    engine.run();
    let conversions = engine.converts.iter().filter(|row| row.2 == Unfolding);
    let assignments = engine.is_assignable.iter().filter(|row| row.2 == Unfolding);
    conversions
        .map(|&(s, t, _, kind)| ((Judgment::Conversion, s, t), kind))
        .chain(assignments.map(|&(s, t, _, yes)| ((Judgment::Assignability, s, t), if yes { Safe } else { No })))
        .collect()
}

/// What the rules about declared types conclude from the assumptions.
fn follow_model(questions: &[Question]) -> Vec<(Question, Conversion)> {
    let mut engine = ModelEngine::default();
    let fits = questions.iter().filter(|question| question.0 == Judgment::Fit);
    engine.fit_demanded.extend(fits.map(|&(_, s, t)| (s, t, Unfolding)));
    if engine.fit_demanded.is_empty() {
        return Vec::new();
    }
    engine.run();
    let answers = engine.fits.iter().filter(|row| row.2 == Unfolding);
    answers.map(|&(s, t, _, kind)| ((Judgment::Fit, s, t), kind)).collect()
}
