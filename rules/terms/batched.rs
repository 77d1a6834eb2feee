//! Doors with batching: a question whose answer is not known is deferred until the rule has visited all rows that it begins
//! with, and is then answered together with the others (see `rules/storage/passes.rs`).
//!
//! Before a question is deferred, a direct answer is tried, without a run of an engine.
//!
//! One evaluation of a rule may ask several questions. In the pass after a batch only those evaluations are completed that ask
//! a question of the batch: all others have been completed before. So each door takes and returns a flag, which is true if a
//! question of the batch has been met, and [`is_new`] is the premise after the last door.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use typelog_storage::{OwnPasses, Pass, defer, pass};
use typelog_types::vocabulary::{
    Builtin, Conversion, Descent, Mode, Operation, Outcome, Standard, Step, TerraformError,
};
use typelog_types::{Eventuality, Mapping, Ty, for_all_judgments, memory};

use crate::doors;
use crate::doors::{answer_deferred, found};
use crate::session::types;

/// The deferred questions of a rule.
#[derive(Default)]
struct Batch {
    /// The questions deferred in this pass, in the order in which they were asked.
    asked: Vec<Question>,
    /// The same questions as a set.
    is_asked: FxHashSet<Question>,
    /// The questions that were answered before this pass.
    answered: FxHashSet<Question>,
}

thread_local! {
    static BATCH: RefCell<Option<Box<Batch>>> = const { RefCell::new(None) };
    /// Holds if a question may be in a batch although its answer is known, because it was answered after or during a pass.
    static MAY_BE_BATCHED: Cell<bool> = const { Cell::new(false) };
}

/// A guard of a separate batch, for an engine that runs because a rule of another engine asks.
pub struct OwnBatch {
    _passes: OwnPasses,
    before: Option<Box<Batch>>,
}

impl OwnBatch {
    /// Starts a separate batch.
    #[expect(clippy::new_without_default, reason = "it has an effect")]
    #[must_use]
    pub fn new() -> Self {
        MAY_BE_BATCHED.set(false);
        Self { _passes: OwnPasses::new(), before: BATCH.take() }
    }
}

impl Drop for OwnBatch {
    fn drop(&mut self) {
        MAY_BE_BATCHED.set(self.before.is_some());
        BATCH.set(self.before.take());
    }
}

/// Holds if the evaluation of a rule has not been completed before. `is_answered` is true if it has met a question of the batch
/// that was answered last.
#[inline]
pub fn is_new(is_answered: bool) -> bool {
    is_answered || pass() != Pass::Deferred
}

macro_rules! batched {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// A question about types.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        enum Question {
            $($table($($question),*),)*
        }

        $(
            $(#[$doc])*
            ///
            /// Returns none if the question is deferred. The flag is true if a question of the last batch has been met.
            pub fn $name(is_answered: bool, $($column: $question),*) -> Option<($answer, bool)> {
                let mut known = types(|types| types.recall::<memory::$table>(($($column,)*)));
                if let (Some(answer), false) = (known, MAY_BE_BATCHED.get()) {
                    return Some((answer, is_answered));
                }
                let question = Question::$table($($column),*);
                if known.is_none() && !is_deferred(&question) {
                    known = found::<memory::$table>(($($column,)*));
                    if let (Some(answer), false) = (known, MAY_BE_BATCHED.get()) {
                        return Some((answer, is_answered));
                    }
                }
                let is_answered = meet(question, known.is_some(), is_answered)?;
                Some((known.unwrap_or_else(|| doors::$name($($column),*)), is_answered))
            }
        )*

        /// Answers deferred questions, in one batch for each judgment.
        fn answer(questions: &[Question]) {
            $({
                let of_judgment = questions.iter().filter_map(|question| match *question {
                    Question::$table($($column),*) => Some(($($column,)*)),
                    _ => None,
                });
                answer_deferred::<memory::$table>(of_judgment);
            })*
        }
    };
}

for_all_judgments!(batched);

/// Holds if a question is in the current batch.
fn is_deferred(question: &Question) -> bool {
    BATCH.with_borrow(|batch| batch.as_ref().is_some_and(|batch| batch.is_asked.contains(question)))
}

/// Notes that a question, which may be in the current batch, has been answered outside of it.
pub(crate) fn note_answer() {
    let is_gathering = BATCH.with_borrow(|batch| batch.as_ref().is_some_and(|batch| !batch.asked.is_empty()));
    if is_gathering {
        MAY_BE_BATCHED.set(true);
    }
}

/// Defers a question, or returns true if a question of the last batch has been met.
#[inline(never)]
fn meet(question: Question, is_known: bool, is_answered: bool) -> Option<bool> {
    let pass = pass();
    if pass == Pass::None {
        return Some(is_answered);
    }
    BATCH.with_borrow_mut(|batch| {
        let batch = batch.get_or_insert_default();
        if pass == Pass::First && batch.asked.is_empty() {
            // The answers belong to a rule that has ended.
            batch.answered.clear();
            MAY_BE_BATCHED.set(false);
        }
        if is_known && !batch.is_asked.contains(&question) {
            return Some(is_answered || batch.answered.contains(&question));
        }
        if batch.is_asked.insert(question) {
            batch.asked.push(question);
        }
        defer(answer_batch);
        None
    })
}

/// Answers the deferred questions. They become the last batch.
fn answer_batch() {
    let Some(mut batch) = BATCH.take() else { return };
    answer(&batch.asked);
    batch.asked.clear();
    batch.answered.clear();
    std::mem::swap(&mut batch.answered, &mut batch.is_asked);
    BATCH.set(Some(batch));
    MAY_BE_BATCHED.set(true);
}
