//! The doors as rules go through them: a question whose answer is not known is deferred until the rule has passed over all rows
//! that it begins with, and is then answered together with the others (see `rules/storage/passes.rs`).
//!
//! Before a question is deferred, its answer is looked for without a run of an engine.
//!
//! A way through a rule may lead through several doors. In the pass behind a batch only those ways go to their end whose questions
//! were in that batch: all others have been there before. So each door takes and gives a flag, whether the way has met a question
//! of the batch, and [`is_new`] is the premise behind the last one.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use typelog_storage::{OwnPasses, Pass, defer, pass};
use typelog_types::vocabulary::{Builtin, Conversion, Mode, Operation, Outcome, Standard, Step, Way};
use typelog_types::{Eventuality, Mapping, Ty, for_all_judgments, memory};

use crate::doors;
use crate::doors::{found, learn_deferred};
use crate::session::types;

/// The deferred questions of a rule.
#[derive(Default)]
struct Batch {
    /// The questions that are deferred in this pass, in the order in which they were asked.
    asked: Vec<Question>,
    /// The same as a set.
    is_asked: FxHashSet<Question>,
    /// The questions that were answered before this pass.
    answered: FxHashSet<Question>,
}

thread_local! {
    static BATCH: RefCell<Option<Box<Batch>>> = const { RefCell::new(None) };
    /// Holds if a question may be in a batch although its answer is known: it has been answered behind a pass, or in one.
    static MAY_BE_BATCHED: Cell<bool> = const { Cell::new(false) };
}

/// As long as this lives, rules defer questions of their own: those of an engine that runs because a rule of another one asks.
pub struct OwnBatch {
    _passes: OwnPasses,
    before: Option<Box<Batch>>,
}

impl OwnBatch {
    /// Begins.
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

/// Holds if the way through a rule has not been to its end before. `is_answered` tells that it has met a question of the batch
/// that has just been answered.
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
            /// None if the question is deferred. The flag tells whether a question has been met that was in the batch before.
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

        /// Answers deferred questions, those of one judgment together.
        fn answer(questions: &[Question]) {
            $({
                let of_judgment = questions.iter().filter_map(|question| match *question {
                    Question::$table($($column),*) => Some(($($column,)*)),
                    _ => None,
                });
                learn_deferred::<memory::$table>(of_judgment);
            })*
        }
    };
}

for_all_judgments!(batched);

/// Holds if a question is in the batch that is being gathered.
fn is_deferred(question: &Question) -> bool {
    BATCH.with_borrow(|batch| batch.as_ref().is_some_and(|batch| batch.is_asked.contains(question)))
}

/// Notes that a question has been answered outside of a batch. It may be in the one that is being gathered.
pub(crate) fn note_answer() {
    let is_gathering = BATCH.with_borrow(|batch| batch.as_ref().is_some_and(|batch| !batch.asked.is_empty()));
    if is_gathering {
        MAY_BE_BATCHED.set(true);
    }
}

/// Defers a question, or tells whether the way to it has met one of the batch before.
#[inline(never)]
fn meet(question: Question, is_known: bool, is_answered: bool) -> Option<bool> {
    let pass = pass();
    if pass == Pass::None {
        return Some(is_answered);
    }
    BATCH.with_borrow_mut(|batch| {
        let batch = batch.get_or_insert_default();
        if pass == Pass::First && batch.asked.is_empty() {
            // Of a rule that has come to its end.
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

/// Answers the questions that have been deferred. They are the batch before, from now on.
fn answer_batch() {
    let Some(mut batch) = BATCH.take() else { return };
    answer(&batch.asked);
    batch.asked.clear();
    batch.answered.clear();
    std::mem::swap(&mut batch.answered, &mut batch.is_asked);
    BATCH.set(Some(batch));
    MAY_BE_BATCHED.set(true);
}
