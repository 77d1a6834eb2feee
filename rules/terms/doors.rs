//! Doors between families of rules. A rule that needs a judgment of another family asks by name:
//! `let u = common_type(*s, *t, Safe)`. Known answers come from memory, and others from the engine behind the door. So no
//! family is compiled together with another one, and none runs in another's loop.
//!
//! The fixed cost of an engine's run is too high for a small question. So the build also writes functions that answer most
//! judgments directly, by the same clauses (`rules/reader/direct.rs`). They are tried first, and give up on large questions.
//! They are not used when a run is needed: for traces, for all derived rows ([`by_runs`]), and for the rules of another book.

use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

use rustc_hash::FxHashSet;
use typelog_types::memory::Judgment;
use typelog_types::vocabulary::{
    Acceptance, Builtin, Conversion, Descent, FunctionId, Law, Miss, Mode, Operation, Outcome, Standard, Step,
    TerraformError,
};
use typelog_types::{ANY, Eventuality, Mapping, Ty, for_all_judgments, memory};

use crate::accessors::equals;
use crate::session::{types, types_mut};
use crate::trace::is_recording;

/// A function that answers a single question directly. It counts its steps down, and returns none when no steps are left.
type Directly<J> = fn(steps: &mut u32, question: <J as Judgment>::Question) -> Option<<J as Judgment>::Answer>;

/// The engine that answers the questions of a judgment, with the optional function that answers single questions directly.
pub struct Door<J: Judgment> {
    run: fn(&[J::Question]),
    directly: Option<Directly<J>>,
}

impl<J: Judgment> Clone for Door<J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J: Judgment> Copy for Door<J> {}

impl<J: Judgment> Door<J> {
    /// Creates a door to an engine. `run` answers all given questions by remembering the answers. Many at a time cost little
    /// more than one.
    pub const fn new(run: fn(&[J::Question])) -> Self {
        Self { run, directly: None }
    }

    /// Adds the function that answers small questions directly.
    #[must_use]
    pub const fn with_direct(self, directly: Directly<J>) -> Self {
        Self { directly: Some(directly), ..self }
    }
}

/// A judgment that rules ask of other engines.
pub trait HasDoor: Judgment + Sized {
    /// Returns its door.
    fn door(doors: &Doors) -> Door<Self>;
}

/// The maximal number of steps of a direct answer, which costs about as much as a run.
const STEPS: u32 = 100;

/// The maximal number of questions at a time for which direct answers are tried. For more, a run pays off.
const FEW: usize = 16;

macro_rules! doors {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// The engines behind the doors. A program that adds rows to a family provides engines of its own.
        #[derive(Clone, Copy)]
        pub struct Doors {
            $(
                $(#[$doc])*
                pub $name: Door<memory::$table>,
            )*
            /// Returns the result type of a call of `f` with arguments of the types `ts`, a tuple, if it fits a signature.
            pub chosen: fn(f: FunctionId, ts: Ty) -> Option<Ty>,
            /// Returns the reasons why a call of `f` with arguments of the types `ts` does not fit its signatures, with their
            /// numbers.
            pub misses: fn(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)>,
        }

        $(
            impl HasDoor for memory::$table {
                #[inline]
                fn door(doors: &Doors) -> Door<Self> {
                    doors.$name
                }
            }

            $(#[$doc])*
            pub fn $name($($column: $question),*) -> $answer {
                answer::<memory::$table>(($($column,)*))
            }
        )*

        /// The judgments as functions that return known or direct answers only, and count the steps down. Direct answers ask by
        /// these.
        pub mod directly {
            use super::{
                Acceptance, Builtin, Conversion, Eventuality, Law, Mapping, Mode, Operation, Outcome, Standard, Step, TerraformError, Ty,
                Descent, memory,
            };

            $(
                $(#[$doc])*
                pub fn $name(steps: &mut u32, $($column: $question),*) -> Option<$answer> {
                    super::within::<memory::$table>(steps, ($($column,)*))
                }
            )*
        }
    };
}

for_all_judgments!(doors);

/// Returns the answer to a question, if necessary from the engine behind the door.
///
/// # Panics
/// If the engine behind the door does not answer. Every engine answers all its questions: those that the rules leave open have
/// a default answer.
#[inline]
fn answer<J: HasDoor>(question: J::Question) -> J::Answer {
    if let Some(known) = recalled::<J>(question) {
        return known;
    }
    if let Some(found) = found::<J>(question) {
        return found;
    }
    (J::door(doors()).run)(&[question]);
    recalled::<J>(question).expect("the engines behind doors answer all questions")
}

#[inline]
fn recalled<J: Judgment>(question: J::Question) -> Option<J::Answer> {
    types(|types| types.recall::<J>(question))
}

/// Returns the direct answer to a question that has not been answered yet, if there is one. The answer is remembered.
pub fn found<J: HasDoor>(question: J::Question) -> Option<J::Answer> {
    let runs_are_wanted = is_recording() || BY_RUNS.get() || types(|types| types.book().content().is_some());
    if runs_are_wanted { None } else { tried::<J>(&mut { STEPS }, question) }
}

/// Returns the answer to a question, if it is known or found in the given number of steps.
fn within<J: HasDoor>(steps: &mut u32, question: J::Question) -> Option<J::Answer> {
    recalled::<J>(question).or_else(|| tried::<J>(steps, question))
}

fn tried<J: HasDoor>(steps: &mut u32, question: J::Question) -> Option<J::Answer> {
    let answer = (J::door(doors()).directly?)(steps, question)?;
    types_mut(|types| types.remember::<J>(question, answer));
    Some(answer)
}

/// Returns the result type of a call of `f` with arguments of the types `ts`, a tuple, if the call fits a signature. Functions
/// belong to a program, so the answer is not remembered.
pub fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    (doors().chosen)(f, ts)
}

/// Answers questions ahead of time, so that they are later answered from memory: many questions at a time cost little more than
/// one.
pub fn learn<J: HasDoor>(questions: impl IntoIterator<Item = J::Question>) {
    let mut seen = FxHashSet::default();
    let is_new = |&question: &J::Question| recalled::<J>(question).is_none() && seen.insert(question);
    let mut open: Vec<J::Question> = questions.into_iter().filter(is_new).collect();
    if open.len() <= FEW {
        open.retain(|&question| found::<J>(question).is_none());
    }
    if !open.is_empty() {
        (J::door(doors()).run)(&open);
    }
}

/// Returns the reasons why a call of a function does not fit its signatures, with their numbers. The answer is not remembered.
pub fn misses(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    (doors().misses)(f, ts)
}

thread_local! {
    static DOORS: Cell<Option<&'static Doors>> = const { Cell::new(None) };
    /// Holds if only engines answer.
    static BY_RUNS: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` with the given engines behind the doors.
pub fn with_doors<R>(doors: &'static Doors, work: impl FnOnce() -> R) -> R {
    with_setting(&DOORS, Some(doors), work)
}

/// Runs `work` so that each question is answered by a run of an engine: the answers to all questions that the run asks are
/// remembered as well.
pub fn by_runs<R>(work: impl FnOnce() -> R) -> R {
    with_setting(&BY_RUNS, true, work)
}

fn with_setting<T: Copy + 'static, R>(setting: &'static LocalKey<Cell<T>>, value: T, work: impl FnOnce() -> R) -> R {
    /// Restores the value even if a rule panics.
    struct Before<T: Copy + 'static>(&'static LocalKey<Cell<T>>, T);
    impl<T: Copy + 'static> Drop for Before<T> {
        fn drop(&mut self) {
            self.0.set(self.1);
        }
    }
    let _before = Before(setting, setting.replace(value));
    work()
}

/// # Panics
/// If there are no engines behind the doors: rules that ask other families must run inside of [`with_doors`].
fn doors() -> &'static Doors {
    DOORS.get().expect("rules that ask others run inside of `with_doors`")
}

/// The conversions that are derived again, and not recalled.
#[derive(Default)]
enum Rederivation {
    /// No known conversion.
    #[default]
    Nothing,
    /// The given conversions.
    These(FxHashSet<(Ty, Ty, Mode)>),
    /// All conversions.
    Everything,
}

thread_local! {
    static REDERIVATION: RefCell<Rederivation> = const { RefCell::new(Rederivation::Nothing) };
    /// Holds if there are such conversions.
    static IS_REDERIVING: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` with all conversions derived, and not recalled, so that the rows which they depend on are derived.
pub fn rederiving_all<R>(work: impl FnOnce() -> R) -> R {
    with_rederivation(Rederivation::Everything, work)
}

/// Runs `work` with the given conversions derived, and not recalled.
pub fn rederiving<R>(questions: &[(Ty, Ty, Mode)], work: impl FnOnce() -> R) -> R {
    with_rederivation(Rederivation::These(questions.iter().copied().collect()), work)
}

fn with_rederivation<R>(rederivation: Rederivation, work: impl FnOnce() -> R) -> R {
    /// Restores the setting even if a rule panics.
    struct Before(Rederivation);
    impl Drop for Before {
        fn drop(&mut self) {
            IS_REDERIVING.set(!matches!(self.0, Rederivation::Nothing));
            REDERIVATION.set(std::mem::take(&mut self.0));
        }
    }
    IS_REDERIVING.set(true);
    let _before = Before(REDERIVATION.replace(rederivation));
    work()
}

fn is_anew(question: (Ty, Ty, Mode)) -> bool {
    IS_REDERIVING.get()
        && REDERIVATION.with_borrow(|rederivation| match rederivation {
            Rederivation::Nothing => false,
            Rederivation::These(questions) => questions.contains(&question),
            Rederivation::Everything => true,
        })
}

/// Returns the kind of a conversion that has been answered before, which the engine need not derive again.
pub fn known_conversion(s: Ty, t: Ty, m: Mode) -> Option<Conversion> {
    let question = (s, t, m);
    types(|types| types.recall::<memory::Converts>(question)).filter(|_| !is_anew(question))
}

/// Holds if the conversion of `s` to `t` in mode `m` depends on their parts: they differ, neither is dynamic, and it has not
/// been answered before.
pub fn is_open(s: Ty, t: Ty, m: Mode) -> bool {
    !equals(s, t) && s != ANY && t != ANY && known_conversion(s, t, m).is_none()
}

/// Returns the unification of two types that has been answered before, with its kind.
pub fn known_unification(s: Ty, t: Ty) -> Option<(Ty, Conversion)> {
    types(|types| types.recall::<memory::Unifies>((s, t)))
}

/// Returns the answer to a question about assignability that has been answered before.
pub fn known_assignability(s: Ty, t: Ty, m: Mode) -> Option<bool> {
    types(|types| types.recall::<memory::IsAssignable>((s, t, m)))
}

/// Returns the image of a type under a mapping, if it has been answered before.
pub fn known_mapping(f: Mapping, t: Ty) -> Option<Ty> {
    types(|types| types.recall::<memory::MapsTo>((f, t)))
}
