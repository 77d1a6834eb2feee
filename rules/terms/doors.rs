//! Doors between families of rules. A rule that needs a judgment of another family asks for it by name:
//! `let u = common_type(*s, *t, Safe)`. A question that has been answered before is answered from memory, any other one by the
//! engine behind the door. So no family is compiled with another one, and none runs in another's loop.
//!
//! A run of an engine costs the more for one question the smaller the question is. So the build writes a second way to the answers of
//! most judgments, which follows the same clauses without a run (`rules/reader/direct.rs`). It is tried first, and gives up where the
//! question is large. It is not taken where a run is wanted for its own sake: if somebody watches which rules conclude what, if all
//! rows are wanted that are derived on the way ([`by_runs`]), and if the rules are those of another book.

use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

use rustc_hash::FxHashSet;
use typelog_types::memory::Judgment;
use typelog_types::vocabulary::{Builtin, Conversion, FunctionId, Miss, Mode, Operation, Outcome, Standard, Step, Way};
use typelog_types::{ANY, BookId, Eventuality, Interner, Mapping, Ty, for_all_judgments, memory};

use crate::accessors::equals;
use crate::batched::note_answer;
use crate::session::{types, types_mut};
use crate::trace::is_watched;

/// The way to a single answer without a run of an engine. It counts its steps down, and finds nothing if there are none left.
type Directly<J> = fn(steps: &mut u32, question: <J as Judgment>::Question) -> Option<<J as Judgment>::Answer>;

/// What is behind a door: the engine that answers the questions of a judgment, and perhaps a way to single answers without a run of it.
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
    /// A door with an engine behind it: the function answers questions, all of them, by remembering the answers. Many at a time cost
    /// little more than one.
    pub const fn new(run: fn(&[J::Question])) -> Self {
        Self { run, directly: None }
    }

    /// The same door with a way to the answers to small questions.
    #[must_use]
    pub const fn or_directly(self, directly: Directly<J>) -> Self {
        Self { directly: Some(directly), ..self }
    }
}

/// A judgment that rules ask other engines for.
pub trait Behind: Judgment + Sized {
    /// Its door.
    fn door(doors: &Doors) -> Door<Self>;
}

/// The most steps that are taken to answer a question without a run of the engine: about as many as cost what the run costs.
const STEPS: u32 = 100;

/// The number of questions at a time that are tried without a run of the engine. If they are more, a run pays.
const FEW: usize = 16;

macro_rules! doors {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// What is behind the doors. A program that adds rows to a family puts engines of its own there.
        #[derive(Clone, Copy)]
        pub struct Doors {
            $(
                $(#[$doc])*
                pub $name: Door<memory::$table>,
            )*
            /// A call of `f` with arguments of the types `ts`, a tuple, gives this, if it fits a signature.
            pub chosen: fn(f: FunctionId, ts: Ty) -> Option<Ty>,
            /// A call of `f` with arguments of the types `ts` does not fit its signatures, by their numbers, for this.
            pub misses: fn(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)>,
        }

        $(
            impl Behind for memory::$table {
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

        /// The answers that are known or found without a run of an engine, for functions that answer so themselves. The steps are
        /// counted down.
        pub mod directly {
            use super::{
                Builtin, Conversion, Eventuality, Mapping, Mode, Operation, Outcome, Standard, Step, Ty, Way, memory,
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

/// The answer to a question, if need be of the engine behind the door.
///
/// # Panics
/// If the function behind the door does not answer. Each of them does, whatever the rules say: a question that they leave open has an
/// answer for that.
#[inline]
fn answer<J: Behind>(question: J::Question) -> J::Answer {
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

/// The answer to a question that has not been answered, if it is found without a run of the engine. It is remembered.
pub fn found<J: Behind>(question: J::Question) -> Option<J::Answer> {
    let runs_are_wanted = is_watched() || BY_RUNS.get() || types(Interner::book) != BookId::BUILT_IN;
    if runs_are_wanted { None } else { tried::<J>(&mut { STEPS }, question) }
}

/// The answer to a question, if it is known or found in so many steps.
fn within<J: Behind>(steps: &mut u32, question: J::Question) -> Option<J::Answer> {
    recalled::<J>(question).or_else(|| tried::<J>(steps, question))
}

fn tried<J: Behind>(steps: &mut u32, question: J::Question) -> Option<J::Answer> {
    let answer = (J::door(doors()).directly?)(steps, question)?;
    types_mut(|types| types.remember::<J>(question, answer));
    note_answer();
    Some(answer)
}

/// The type of the result of a call of `f` with arguments of the types `ts`, a tuple, if the call fits a signature. Functions
/// belong to a program, so that the answer is not remembered.
pub fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    (doors().chosen)(f, ts)
}

/// Finds out the answers to questions, so that who asks is answered from memory: many questions at a time cost little more than
/// one.
pub fn learn<J: Behind>(questions: impl IntoIterator<Item = J::Question>) {
    let mut seen = FxHashSet::default();
    let is_new = |&question: &J::Question| recalled::<J>(question).is_none() && seen.insert(question);
    let mut open: Vec<J::Question> = questions.into_iter().filter(is_new).collect();
    if open.len() <= FEW {
        open.retain(|&question| found::<J>(question).is_none());
    }
    run::<J>(&open);
}

/// The same of questions none of which comes twice, and that are not found without a run of the engine.
pub fn learn_deferred<J: Behind>(questions: impl Iterator<Item = J::Question>) {
    let open: Vec<J::Question> = questions.filter(|&question| recalled::<J>(question).is_none()).collect();
    run::<J>(&open);
}

fn run<J: Behind>(questions: &[J::Question]) {
    if !questions.is_empty() {
        (J::door(doors()).run)(questions);
    }
}

/// The reasons for which a call of a function does not fit its signatures, by their numbers. Not remembered either.
pub fn misses(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    (doors().misses)(f, ts)
}

thread_local! {
    static DOORS: Cell<Option<&'static Doors>> = const { Cell::new(None) };
    /// Holds if engines alone answer.
    static BY_RUNS: Cell<bool> = const { Cell::new(false) };
}

/// Does some work with these engines behind the doors.
pub fn with_doors<R>(doors: &'static Doors, work: impl FnOnce() -> R) -> R {
    with_setting(&DOORS, Some(doors), work)
}

/// Does some work in which each question is answered by a run of an engine: the answers to all questions that the run leads to
/// are remembered as well.
pub fn by_runs<R>(work: impl FnOnce() -> R) -> R {
    with_setting(&BY_RUNS, true, work)
}

fn with_setting<T: Copy + 'static, R>(setting: &'static LocalKey<Cell<T>>, value: T, work: impl FnOnce() -> R) -> R {
    /// Puts the value back even if a rule panics.
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
/// If there are no engines behind the doors: rules that ask other families run inside of [`with_doors`].
fn doors() -> &'static Doors {
    DOORS.get().expect("rules that ask others run inside of `with_doors`")
}

/// The conversions that are derived, and not recalled.
#[derive(Default)]
enum Anew {
    /// None that has been answered.
    #[default]
    Nothing,
    /// These.
    These(FxHashSet<(Ty, Ty, Mode)>),
    /// All.
    Everything,
}

thread_local! {
    static ANEW: RefCell<Anew> = const { RefCell::new(Anew::Nothing) };
    /// The same in brief: holds if there are such conversions.
    static IS_ANYTHING_ANEW: Cell<bool> = const { Cell::new(false) };
}

/// Does some work in which conversions are derived, and not recalled, so that the rows which lead to them are there.
pub fn derived_anew<R>(work: impl FnOnce() -> R) -> R {
    with_anew(Anew::Everything, work)
}

/// Does some work in which these conversions are derived, and not recalled.
pub fn these_derived_anew<R>(questions: &[(Ty, Ty, Mode)], work: impl FnOnce() -> R) -> R {
    with_anew(Anew::These(questions.iter().copied().collect()), work)
}

fn with_anew<R>(anew: Anew, work: impl FnOnce() -> R) -> R {
    /// Restores the setting even if a rule panics.
    struct Before(Anew);
    impl Drop for Before {
        fn drop(&mut self) {
            IS_ANYTHING_ANEW.set(!matches!(self.0, Anew::Nothing));
            ANEW.set(std::mem::take(&mut self.0));
        }
    }
    IS_ANYTHING_ANEW.set(true);
    let _before = Before(ANEW.replace(anew));
    work()
}

fn is_anew(question: (Ty, Ty, Mode)) -> bool {
    IS_ANYTHING_ANEW.get()
        && ANEW.with_borrow(|anew| match anew {
            Anew::Nothing => false,
            Anew::These(questions) => questions.contains(&question),
            Anew::Everything => true,
        })
}

/// The kind of a conversion that has been answered before: the engine need not derive it again.
pub fn known_conversion(s: Ty, t: Ty, m: Mode) -> Option<Conversion> {
    let question = (s, t, m);
    types(|types| types.recall::<memory::Converts>(question)).filter(|_| !is_anew(question))
}

/// Holds if the conversion of `s` to `t` in mode `m` depends on their parts, and is not known: they differ, neither is
/// dynamic, and it has not been answered before.
pub fn is_open(s: Ty, t: Ty, m: Mode) -> bool {
    !equals(s, t) && s != ANY && t != ANY && known_conversion(s, t, m).is_none()
}

/// The unification of two types that has been answered before, and its kind.
pub fn known_unification(s: Ty, t: Ty) -> Option<(Ty, Conversion)> {
    types(|types| types.recall::<memory::Unifies>((s, t)))
}

/// The answer to a question about assignability that has been answered before.
pub fn known_assignability(s: Ty, t: Ty, m: Mode) -> Option<bool> {
    types(|types| types.recall::<memory::IsAssignable>((s, t, m)))
}

/// The image of a type under a mapping, if it has been answered before.
pub fn known_mapping(f: Mapping, t: Ty) -> Option<Ty> {
    types(|types| types.recall::<memory::MapsTo>((f, t)))
}
