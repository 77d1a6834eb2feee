//! Coinductive answers: questions about recursive types.
//!
//! The rules answer a question from the answers to smaller ones. A recursive type has no smallest part: the question whether
//! `Tree` converts to `Wood` depends, through the children, on itself. Such a question holds unless something refutes it: its
//! answer is the greatest solution of the rules. It is computed as a greatest fixpoint, starting from all-true. All recursive
//! questions are assumed to hold. Each question, and each question that it depends on, is unfolded and answered once by the
//! rules. If the rules refute an assumption it is lowered, and the questions whose answers have used it are asked again, until
//! nothing changes. An answer is lowered at most twice, so that a question is asked only a few times for each question that it
//! uses. In the end all questions are asked together: the conclusions of the rules equal the assumptions. These answers are
//! final and remembered with the types. Other answers that rest on assumptions are forgotten with the assumptions.

use std::cell::RefCell;
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use typelog_builtins::queries::Coinductive;
use typelog_builtins::session::{types, types_mut};
use typelog_builtins::trace::{log_position, rewind};
use typelog_builtins::{Conversion, No, Safe, Ty, Unfolding};
use typelog_types::memory::{Converts, Fits, IsAssignable};

use crate::engines::{AssignabilityEngine, ConversionEngine, ModelEngine};
use crate::queries::run;

/// A question: a judgment about two types.
pub type Question = (Coinductive, Ty, Ty);

/// The assumptions about the recursive questions met so far, in the order of their first occurrence.
#[derive(Default)]
struct Assumptions {
    answers: FxHashMap<Question, Conversion>,
    questions: Vec<Question>,
    /// The questions whose assumptions have been used since the list was last taken.
    used: Vec<Question>,
}

thread_local! {
    static ASSUMPTIONS: RefCell<Option<Assumptions>> = const { RefCell::new(None) };
}

/// A guard that removes the assumptions, even if a rule panics.
struct AssumptionGuard;

impl Drop for AssumptionGuard {
    fn drop(&mut self) {
        ASSUMPTIONS.set(None);
        types_mut(|types| types.assume(false));
    }
}

/// Answers a question about two recursive types.
pub fn coinductively(judgment: Coinductive, s: Ty, t: Ty) -> Conversion {
    let question = (judgment, s, t);
    if let Some(known) = solved(question) {
        return known;
    }
    if let Some(assumed) = assumed(question) {
        return assumed;
    }
    ASSUMPTIONS.set(Some(Assumptions::default()));
    let _end = AssumptionGuard;
    assumed(question);
    // A trace records only the last round: earlier conclusions rest on assumptions that have been lowered.
    let start = log_position();
    if ask_all_once() {
        lower_all();
    }
    // In the last round there are no new questions, and the conclusions of the rules equal the assumptions.
    loop {
        rewind(start);
        let known = questions_from(0);
        if lower(&known).is_empty() && questions_from(known.len()).is_empty() {
            break;
        }
    }
    let solved = ASSUMPTIONS.take().unwrap_or_default();
    types_mut(|types| types.assume(false));
    for (&question, &answer) in &solved.answers {
        solve(question, answer);
    }
    solved.answers[&question]
}

/// Returns the final answer to a question, which is that for its unfolding, if it is known.
fn solved((judgment, s, t): Question) -> Option<Conversion> {
    types(|types| match judgment {
        Coinductive::Conversion => types.recall_final::<Converts>((s, t, Unfolding)),
        Coinductive::Assignability => {
            types.recall_final::<IsAssignable>((s, t, Unfolding)).map(|yes| if yes { Safe } else { No })
        }
        Coinductive::Fit => types.recall_final::<Fits>((s, t, Unfolding)),
    })
}

/// Remembers the answer to a question.
fn solve((judgment, s, t): Question, answer: Conversion) {
    types_mut(|types| match judgment {
        Coinductive::Conversion => types.remember::<Converts>((s, t, Unfolding), answer),
        Coinductive::Assignability => types.remember::<IsAssignable>((s, t, Unfolding), answer != No),
        Coinductive::Fit => types.remember::<Fits>((s, t, Unfolding), answer),
    });
}

/// Returns the assumption about a question, if others are being answered. A new question is assumed to hold.
fn assumed(question: Question) -> Option<Conversion> {
    ASSUMPTIONS.with_borrow_mut(|assumptions| {
        let Assumptions { answers, questions, used } = assumptions.as_mut()?;
        used.push(question);
        Some(*answers.entry(question).or_insert_with(|| {
            questions.push(question);
            Safe
        }))
    })
}

/// Returns the questions that have been met, without the first `from`.
fn questions_from(from: usize) -> Vec<Question> {
    ASSUMPTIONS.with_borrow(|all| all.as_ref().map_or_else(Vec::new, |all| all.questions[from..].to_vec()))
}

/// Returns the questions whose assumptions have been used since the last call.
fn used() -> Vec<Question> {
    ASSUMPTIONS.with_borrow_mut(|all| all.as_mut().map_or_else(Vec::new, |all| std::mem::take(&mut all.used)))
}

/// Asks each question once, including those that are met in the process. Returns true if the rules refute any of them.
fn ask_all_once() -> bool {
    let (mut asked, mut is_refuted, start) = (0, false, log_position());
    // In the last round there are no new questions.
    loop {
        let new = questions_from(asked);
        if new.is_empty() {
            return is_refuted;
        }
        asked += new.len();
        is_refuted |= !lower(&new).is_empty();
        rewind(start);
    }
}

/// Asks each question separately, and again whenever an assumption that its answer has used is lowered.
fn lower_all() {
    let mut waiting: VecDeque<Question> = questions_from(0).into();
    let mut is_waiting: FxHashSet<Question> = waiting.iter().copied().collect();
    let mut users: FxHashMap<Question, Vec<Question>> = FxHashMap::default();
    let (mut known, start) = (waiting.len(), log_position());
    used();
    while let Some(question) = waiting.pop_front() {
        is_waiting.remove(&question);
        let lowered = lower(&[question]);
        rewind(start);
        for used in used() {
            users.entry(used).or_default().push(question);
        }
        let new = questions_from(known);
        known += new.len();
        // The users of a lowered question are removed here, and noted again when they are asked.
        let again = lowered.iter().filter_map(|lowered| users.remove(lowered)).flatten();
        for next in again.chain(new) {
            if is_waiting.insert(next) {
                waiting.push_back(next);
            }
        }
    }
}

/// Derives the conclusions about some questions from the assumptions, and lowers and returns those that are refuted.
fn lower(questions: &[Question]) -> Vec<Question> {
    types_mut(|types| types.assume(true));
    let followed = follow(questions);
    ASSUMPTIONS.with_borrow_mut(|assumptions| {
        let Some(Assumptions { answers, .. }) = assumptions else { return Vec::new() };
        let mut lowered = Vec::new();
        for (question, kind) in followed {
            if let Some(assumed) = answers.get_mut(&question)
                && kind < *assumed
            {
                *assumed = kind;
                lowered.push(question);
            }
        }
        lowered
    })
}

/// Returns the conclusions of the rules from the assumptions.
fn follow(questions: &[Question]) -> Vec<(Question, Conversion)> {
    let of = |judgment| {
        let own = questions.iter().filter(move |question| question.0 == judgment);
        own.map(|&(_, s, t)| (s, t, Unfolding)).collect::<Vec<_>>()
    };
    let mut followed = Vec::new();
    let conversions = of(Coinductive::Conversion);
    if !conversions.is_empty() {
        let engine = run(|engine: &mut ConversionEngine| engine.converts_demanded = conversions);
        let rows = engine.converts.iter().filter(|row| row.2 == Unfolding);
        followed.extend(rows.map(|&(s, t, _, kind)| ((Coinductive::Conversion, s, t), kind)));
    }
    let assignments = of(Coinductive::Assignability);
    if !assignments.is_empty() {
        let engine = run(|engine: &mut AssignabilityEngine| engine.is_assignable_demanded = assignments);
        let rows = engine.is_assignable.iter().filter(|row| row.2 == Unfolding);
        followed.extend(rows.map(|&(s, t, _, yes)| ((Coinductive::Assignability, s, t), if yes { Safe } else { No })));
    }
    let fits = of(Coinductive::Fit);
    if !fits.is_empty() {
        let engine = run(|engine: &mut ModelEngine| engine.fits_demanded = fits);
        let rows = engine.fits.iter().filter(|row| row.2 == Unfolding);
        followed.extend(rows.map(|&(s, t, _, kind)| ((Coinductive::Fit, s, t), kind)));
    }
    followed
}
