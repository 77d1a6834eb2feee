//! Questions about types that contain themselves.
//!
//! The rules answer a question from the answers to smaller ones. A recursive type has no smallest part: asking whether
//! `Tree` converts to `Wood` leads, through the children, back to the question. Such a question holds unless something
//! refutes it: its answer is the greatest solution of the rules. It is computed as a greatest fixpoint, starting from
//! all-true. All recursive questions are assumed to hold; the rules are asked what follows for each once it is unfolded;
//! refuted assumptions are lowered, and so on until nothing changes. Every round only lowers, so the number of rounds is
//! bounded by the number of questions, and in practice by the longest chain of refutations. The answers are final and
//! remembered with the types; other answers that rest on assumptions are forgotten with these.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use typelog_terms::session::{types, types_mut};
use typelog_terms::trace::{mark, rewind};
use typelog_terms::{Conversion, No, Safe, Ty, Unfolding};
use typelog_types::memory::{Converts, Fits, IsAssignable};

use crate::answers::{assignability, conversion, model};

/// A judgment that is answered coinductively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgment {
    /// `s ~k> t`
    Conversion,
    /// `s <: t`, where `Safe` stands for yes and `No` for no.
    Assignability,
    /// `s <k: t` in the model of declared types.
    Fit,
}

/// A question: a judgment about two types.
pub type Question = (Judgment, Ty, Ty);

/// The assumptions about the recursive questions met so far, in the order in which they were met.
#[derive(Default)]
struct Assumptions {
    answers: FxHashMap<Question, Conversion>,
    questions: Vec<Question>,
}

thread_local! {
    static ASSUMPTIONS: RefCell<Option<Assumptions>> = const { RefCell::new(None) };
}

/// The kind of the conversion of `s` to `t`, where both contain themselves.
pub fn convert_coinductively(s: Ty, t: Ty) -> Conversion {
    answer((Judgment::Conversion, s, t))
}

/// Holds if `s` is assignable to `t`, where both contain themselves.
pub fn assign_coinductively(s: Ty, t: Ty) -> bool {
    answer((Judgment::Assignability, s, t)) != No
}

/// The kind with which `s` fits `t` in the model of declared types, where both contain themselves.
pub fn fit_coinductively(s: Ty, t: Ty) -> Conversion {
    answer((Judgment::Fit, s, t))
}

/// Ends the assumptions, even if a rule panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        ASSUMPTIONS.set(None);
        types_mut(|types| types.assume(false));
    }
}

fn answer(question: Question) -> Conversion {
    if let Some(known) = solved(question) {
        return known;
    }
    if let Some(assumed) = assumed(question) {
        return assumed;
    }
    ASSUMPTIONS.set(Some(Assumptions::default()));
    let _end = End;
    assumed(question);
    // Who watches sees the last round alone: what others conclude rests on assumptions that have been lowered.
    let start = mark();
    while refute() {
        rewind(start);
    }
    let solved = ASSUMPTIONS.take().unwrap_or_default();
    types_mut(|types| types.assume(false));
    for (&question, &answer) in &solved.answers {
        solve(question, answer);
    }
    solved.answers[&question]
}

/// The answer to a question that has been solved: the answer for its unfolding.
fn solved((judgment, s, t): Question) -> Option<Conversion> {
    types(|types| match judgment {
        Judgment::Conversion => types.recall_final::<Converts>((s, t, Unfolding)),
        Judgment::Assignability => {
            types.recall_final::<IsAssignable>((s, t, Unfolding)).map(|yes| if yes { Safe } else { No })
        }
        Judgment::Fit => types.recall_final::<Fits>((s, t, Unfolding)),
    })
}

/// Remembers the answer to a question.
fn solve((judgment, s, t): Question, answer: Conversion) {
    types_mut(|types| match judgment {
        Judgment::Conversion => types.remember::<Converts>((s, t, Unfolding), answer),
        Judgment::Assignability => types.remember::<IsAssignable>((s, t, Unfolding), answer != No),
        Judgment::Fit => types.remember::<Fits>((s, t, Unfolding), answer),
    });
}

/// The assumption about a question while others are being answered; at first that it holds.
fn assumed(question: Question) -> Option<Conversion> {
    ASSUMPTIONS.with_borrow_mut(|assumptions| {
        let Assumptions { answers, questions } = assumptions.as_mut()?;
        Some(*answers.entry(question).or_insert_with(|| {
            questions.push(question);
            Safe
        }))
    })
}

/// Asks the rules what follows from the assumptions, and lowers those that they refute. Returns `true` if anything changed.
fn refute() -> bool {
    let questions = ASSUMPTIONS.with_borrow(|all| all.as_ref().map_or_else(Vec::new, |all| all.questions.clone()));
    types_mut(|types| types.assume(true));
    let followed = follow(&questions);
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

/// The conclusions of the rules from the assumptions.
fn follow(questions: &[Question]) -> Vec<(Question, Conversion)> {
    let of = |judgment| {
        let own = questions.iter().filter(move |question| question.0 == judgment);
        own.map(|&(_, s, t)| (s, t, Unfolding)).collect::<Vec<_>>()
    };
    let mut followed = Vec::new();
    let conversions = of(Judgment::Conversion);
    if !conversions.is_empty() {
        let engine = conversion(|engine| engine.converts_demanded = conversions);
        let rows = engine.converts.iter().filter(|row| row.2 == Unfolding);
        followed.extend(rows.map(|&(s, t, _, kind)| ((Judgment::Conversion, s, t), kind)));
    }
    let assignments = of(Judgment::Assignability);
    if !assignments.is_empty() {
        let engine = assignability(|engine| engine.is_assignable_demanded = assignments);
        let rows = engine.is_assignable.iter().filter(|row| row.2 == Unfolding);
        followed.extend(rows.map(|&(s, t, _, yes)| ((Judgment::Assignability, s, t), if yes { Safe } else { No })));
    }
    let fits = of(Judgment::Fit);
    if !fits.is_empty() {
        let engine = model(|engine| engine.fits_demanded = fits);
        let rows = engine.fits.iter().filter(|row| row.2 == Unfolding);
        followed.extend(rows.map(|&(s, t, _, kind)| ((Judgment::Fit, s, t), kind)));
    }
    followed
}
