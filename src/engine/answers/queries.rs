//! The engines that answer queries. New questions are answered by one run of the engine of their family. The other answers of the
//! run are remembered as well. How an engine is asked is generated from the list of judgments, but for conversions.

use typelog_builtins::queries::{Queries, rederiving, rederiving_all};
use typelog_builtins::session::{candidates, types, types_mut};
use typelog_builtins::{ANY, FunctionId, Law, Miss, Mode, No, Outcome, TerraformError, Ty, Unsafe};
#[allow(clippy::wildcard_imports)] // The generated code names the judgments and engines that it needs.
use typelog_types::memory::*;

#[allow(clippy::wildcard_imports)]
use crate::coinduction::coinductively;
#[allow(clippy::wildcard_imports)]
use crate::engines::*;

/// An engine whose answers are remembered.
pub trait Answering: Default {
    /// Answers its questions.
    fn answer(&mut self);
    /// Remembers the answers.
    fn remember(&self);
}

/// A judgment that an engine answers.
trait Asked: Judgment {
    /// The engine.
    type Engine: Answering;

    /// Adds questions.
    fn ask(engine: &mut Self::Engine, questions: &[Self::Question]);

    /// Returns the answer to a question that the rules leave open: because they derive only what holds, or because a book has no
    /// rule for it.
    fn otherwise(question: Self::Question) -> Self::Answer;
}

include!(concat!(env!("OUT_DIR"), "/answers.rs"));

/// Runs an engine, and remembers its answers.
pub fn run<E: Answering>(ask: impl FnOnce(&mut E)) -> E {
    let mut engine = E::default();
    ask(&mut engine);
    engine.answer();
    engine.remember();
    engine
}

/// Answers questions by a run of their engine.
fn answered<J: Asked>(questions: &[J::Question]) {
    run(|engine| J::ask(engine, questions));
    remember_open::<J>(questions);
}

/// Remembers the answers to questions that the rules have left open.
fn remember_open<J: Asked>(questions: &[J::Question]) {
    remember_missing::<J>(questions, J::otherwise);
}

/// Remembers rows as answers.
fn remember<J: Judgment>(rows: impl IntoIterator<Item = (J::Question, J::Answer)>) {
    types_mut(|types| {
        let rows = rows.into_iter();
        types.expect::<J>(rows.size_hint().0);
        for (question, answer) in rows {
            types.remember::<J>(question, answer);
        }
    });
}

/// Remembers an answer to the questions without one.
fn remember_missing<J: Judgment>(questions: &[J::Question], answer: impl Fn(J::Question) -> J::Answer) {
    types_mut(|types| {
        for &question in questions {
            if types.recall::<J>(question).is_none() {
                types.remember::<J>(question, answer(question));
            }
        }
    });
}

/// Answers conversions that other engines ask about. They may be reported as failing, so the places where they fail are derived
/// as well.
fn converts(questions: &[(Ty, Ty, Mode)]) {
    explained(|engine| {
        engine.converts_demanded.extend_from_slice(questions);
        engine.is_explained.extend_from_slice(questions);
    });
    remember_missing::<Converts>(questions, |_| No);
}

/// Answers where conversions fail. The failing parts are found in the derivation, so the given conversions are derived again;
/// those of their parts are recalled.
fn mismatch(questions: &[(Ty, Ty, Mode)]) {
    rederiving(questions, || {
        explained(|engine| {
            engine.converts_demanded.extend_from_slice(questions);
            engine.mismatch_demanded.extend_from_slice(questions);
        });
    });
    remember_missing::<Mismatch>(questions, |_| None);
}

/// Runs the rules about conversion, and remembers where conversions fail. A conversion that was derived in this run and has no
/// failing part is remembered as such. For a recalled conversion the failing part is unknown.
fn explained(ask: impl FnOnce(&mut ConversionEngine)) {
    let mut engine = ConversionEngine::default();
    ask(&mut engine);
    engine.solve();
    let is_recalled = |&question: &(Ty, Ty, Mode)| types(|types| types.recall::<Converts>(question)).is_some();
    let derived: Vec<_> = engine.mismatch_demanded.iter().copied().filter(|question| !is_recalled(question)).collect();
    engine.remember();
    remember_missing::<Mismatch>(&derived, |_| None);
}

/// Answers whether conversions are undecided, by one run for each question: a conversion is undecided if a pair in its
/// derivation is not compared.
fn is_undecided(questions: &[(Ty, Ty)]) {
    for &(s, t) in questions {
        let engine =
            rederiving_all(|| run(|engine: &mut ConversionEngine| engine.converts_demanded.push((s, t, Mode::Plain))));
        remember::<IsUndecided>([((s, t), !engine.uncompared.is_empty())]);
    }
}

fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    overloads(f, ts).chooses.first().map(|row| row.3)
}

fn awaited(f: FunctionId, ts: Ty, i: u32) -> Option<Ty> {
    let mut engine = overload_engine(f);
    engine.takes_at_demanded.push((f, ts, i));
    engine.solve();
    engine.takes_at.first().map(|row| row.3)
}

/// Runs the rules about the signatures of an overloaded function.
pub fn overloads(f: FunctionId, ts: Ty) -> OverloadEngine {
    let mut engine = overload_engine(f);
    engine.chooses_demanded.push((f, ts));
    engine.solve();
    engine
}

/// Returns an engine that knows the signatures of a function.
fn overload_engine(f: FunctionId) -> OverloadEngine {
    let mut engine = OverloadEngine::default();
    engine.has_candidate = candidates(|all| all.iter().filter(|candidate| candidate.0 == f).copied().collect());
    engine
}

fn misses(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    let mut found: Vec<(u32, Miss)> = overloads(f, ts).mismatched_candidate.iter().map(|row| (row.2, row.3)).collect();
    found.sort_unstable();
    found
}

/// Sorts answers so that the first one of each question is the last to be remembered, which is the one that is kept.
fn first_answers<Q: Ord, A: Ord>(rows: impl Iterator<Item = (Q, A)>) -> Vec<(Q, A)> {
    let mut rows: Vec<(Q, A)> = rows.collect();
    rows.sort_unstable();
    rows.reverse();
    rows
}
