//! Doors between families of rules. A rule that needs a judgment of another family asks for it by name:
//! `let u = common_type(*s, *t, Safe)`. A question that has been answered before is answered from memory, any other one by the
//! engine behind the door. So no family is compiled with another one, and none runs in another's loop.

use std::cell::Cell;

use rustc_hash::FxHashSet;
use typelog_types::vocabulary::{Builtin, Conversion, FunctionId, Miss, Mode, Operation, Outcome, Standard, Step, Way};
use typelog_types::{ANY, Eventuality, Mapping, Ty, for_all_judgments, memory};

use crate::accessors::equals;
use crate::session::{types, types_mut};

macro_rules! doors {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// The engines behind the doors, one function for each judgment. A program that adds rows to a family puts a function of
        /// its own there.
        #[derive(Clone, Copy)]
        pub struct Doors {
            $(
                $(#[$doc])*
                pub $name: fn($($question),*) -> $answer,
            )*
            /// A call of `f` with arguments of the types `ts`, a tuple, gives this, if it fits a signature.
            pub chosen: fn(f: FunctionId, ts: Ty) -> Option<Ty>,
            /// A call of `f` with arguments of the types `ts` does not fit its signatures, by their numbers, for this.
            pub misses: fn(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)>,
            /// Answers to many questions of how types convert, none of which has been answered before, are remembered.
            pub learn_conversions: fn(questions: &[(Ty, Ty, Mode)]),
            /// The same for questions of the parts in which conversions fail.
            pub learn_disagreements: fn(questions: &[(Ty, Ty, Mode)]),
            /// The same for questions of exactness.
            pub learn_exactness: fn(questions: &[(Ty, Ty)]),
        }

        $(
            $(#[$doc])*
            pub fn $name($($column: $question),*) -> $answer {
                if let Some(known) = types(|types| types.recall::<memory::$table>(($($column,)*))) {
                    return known;
                }
                let answer = (doors().$name)($($column),*);
                types_mut(|types| types.remember::<memory::$table>(($($column,)*), answer));
                answer
            }
        )*
    };
}

for_all_judgments!(doors);

/// The type of the result of a call of `f` with arguments of the types `ts`, a tuple, if the call fits a signature. Functions
/// belong to a program, so that the answer is not remembered.
pub fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    (doors().chosen)(f, ts)
}

/// Finds out how types convert, so that who asks is answered from memory: many questions at a time cost little more than
/// one.
pub fn learn_conversions(questions: impl IntoIterator<Item = (Ty, Ty, Mode)>) {
    let mut seen = FxHashSet::default();
    let is_new = |&(s, t, m): &(Ty, Ty, Mode)| seen.insert((s, t, m)) && known_conversion(s, t, m).is_none();
    let questions: Vec<(Ty, Ty, Mode)> = questions.into_iter().filter(is_new).collect();
    if !questions.is_empty() {
        (doors().learn_conversions)(&questions);
    }
}

/// Finds out in which parts conversions fail, so that who asks is answered from memory.
pub fn learn_disagreements(questions: impl IntoIterator<Item = (Ty, Ty, Mode)>) {
    let mut seen = FxHashSet::default();
    let is_known = |question| types(|types| types.recall::<memory::Disagrees>(question)).is_some();
    let is_new = |&question: &(Ty, Ty, Mode)| seen.insert(question) && !is_known(question);
    let questions: Vec<(Ty, Ty, Mode)> = questions.into_iter().filter(is_new).collect();
    if !questions.is_empty() {
        (doors().learn_disagreements)(&questions);
    }
}

/// Finds out which types are inexact where others are expected, so that who asks is answered from memory.
pub fn learn_exactness(questions: impl IntoIterator<Item = (Ty, Ty)>) {
    let mut seen = FxHashSet::default();
    let is_known = |question| types(|types| types.recall::<memory::IsInexact>(question)).is_some();
    let questions: Vec<(Ty, Ty)> = questions.into_iter().filter(|&pair| seen.insert(pair) && !is_known(pair)).collect();
    if !questions.is_empty() {
        (doors().learn_exactness)(&questions);
    }
}

/// The reasons for which a call of a function does not fit its signatures, by their numbers. Not remembered either.
pub fn misses(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    (doors().misses)(f, ts)
}

thread_local! {
    static DOORS: Cell<Option<&'static Doors>> = const { Cell::new(None) };
}

/// Does some work with these engines behind the doors.
pub fn with_doors<R>(doors: &'static Doors, work: impl FnOnce() -> R) -> R {
    /// Puts the doors back even if a rule panics.
    struct Before(Option<&'static Doors>);
    impl Drop for Before {
        fn drop(&mut self) {
            DOORS.set(self.0);
        }
    }
    let _before = Before(DOORS.replace(Some(doors)));
    work()
}

/// # Panics
/// If there are no engines behind the doors: rules that ask other families run inside of [`with_doors`].
fn doors() -> &'static Doors {
    DOORS.get().expect("rules that ask others run inside of `with_doors`")
}

thread_local! {
    static ANEW: Cell<bool> = const { Cell::new(false) };
}

/// Does some work in which conversions are derived, and not recalled, so that the rows which lead to them are there.
pub fn derived_anew<R>(work: impl FnOnce() -> R) -> R {
    /// Restores the setting even if a rule panics.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ANEW.set(self.0);
        }
    }
    let _before = Before(ANEW.replace(true));
    work()
}

/// The kind of a conversion that has been answered before: the engine need not derive it again.
pub fn known_conversion(s: Ty, t: Ty, m: Mode) -> Option<Conversion> {
    if ANEW.get() {
        return None;
    }
    types(|types| types.recall::<memory::Converts>((s, t, m)))
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
