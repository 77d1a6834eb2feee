//! Questions about types that contain themselves.
//!
//! The rules answer a question from the answers to smaller ones. A recursive type has no smallest part: asking whether
//! `Tree` converts to `Wood` leads, through the children, back to the question. Such a question holds unless something
//! refutes it: its answer is the greatest solution of the rules. It is computed as a greatest fixpoint, starting from
//! all-true. All recursive questions are assumed to hold, and the rules are asked once what follows for each when it is
//! unfolded, and for those that this leads to. If they refute an assumption it is lowered, and the questions whose answers
//! have used it are asked again, until nothing changes. An answer is lowered twice at most, so that a question is asked
//! no more than a few times for each that it uses. In the end all are asked together: what the rules say is what is
//! assumed. The answers are final and remembered with the types; other answers that rest on assumptions are forgotten
//! with these.

use std::cell::RefCell;
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

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
    /// The questions whose assumptions have been used since this was emptied.
    used: Vec<Question>,
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
    if meet_all() {
        lower_all();
    }
    // The last round finds nothing new, and what the rules conclude is what is assumed.
    loop {
        rewind(start);
        let known = met(0);
        if lower(&known).is_empty() && met(known.len()).is_empty() {
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
        let Assumptions { answers, questions, used } = assumptions.as_mut()?;
        used.push(question);
        Some(*answers.entry(question).or_insert_with(|| {
            questions.push(question);
            Safe
        }))
    })
}

/// The questions that have been met, without the first ones.
fn met(from: usize) -> Vec<Question> {
    ASSUMPTIONS.with_borrow(|all| all.as_ref().map_or_else(Vec::new, |all| all.questions[from..].to_vec()))
}

/// The questions whose assumptions have been used since this was asked before.
fn used() -> Vec<Question> {
    ASSUMPTIONS.with_borrow_mut(|all| all.as_mut().map_or_else(Vec::new, |all| std::mem::take(&mut all.used)))
}

/// Asks each question once, and those that it leads to. Returns `true` if the rules refute any of them.
fn meet_all() -> bool {
    let (mut asked, mut is_refuted, start) = (0, false, mark());
    // The last round finds nothing new, and what the rules conclude is what is assumed.
    loop {
        let new = met(asked);
        if new.is_empty() {
            return is_refuted;
        }
        asked += new.len();
        is_refuted |= !lower(&new).is_empty();
        rewind(start);
    }
}

/// Asks each question by itself, and again whenever an assumption that its answer has used is lowered.
fn lower_all() {
    let mut waiting: VecDeque<Question> = met(0).into();
    let mut is_waiting: FxHashSet<Question> = waiting.iter().copied().collect();
    let mut users: FxHashMap<Question, Vec<Question>> = FxHashMap::default();
    let (mut known, start) = (waiting.len(), mark());
    used();
    while let Some(question) = waiting.pop_front() {
        is_waiting.remove(&question);
        let lowered = lower(&[question]);
        rewind(start);
        for used in used() {
            users.entry(used).or_default().push(question);
        }
        let new = met(known);
        known += new.len();
        // Who asks again is noted anew.
        let again = lowered.iter().filter_map(|lowered| users.remove(lowered)).flatten();
        for next in again.chain(new) {
            if is_waiting.insert(next) {
                waiting.push_back(next);
            }
        }
    }
}

/// Asks the rules what follows for some questions from the assumptions, and lowers those that they refute, which are returned.
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
