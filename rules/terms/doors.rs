//! Doors between families of rules. A rule that needs a judgment of another family asks for it by name:
//! `let u = common_type(*s, *t, Safe)`. A question that has been answered before is answered from memory, any other one by the
//! engine behind the door. So no family is compiled with another one, and none runs in another's loop.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use typelog_types::memory::Judgment;
use typelog_types::vocabulary::{Builtin, Conversion, FunctionId, Miss, Mode, Operation, Outcome, Standard, Step, Way};
use typelog_types::{ANY, Eventuality, Mapping, Ty, for_all_judgments, memory};

use crate::accessors::equals;
use crate::session::types;

/// A judgment that rules ask other engines for.
pub trait Behind: Judgment {
    /// The engine behind its door.
    fn door(doors: &Doors) -> fn(questions: &[Self::Question]);
}

macro_rules! doors {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// The engines behind the doors, one function for each judgment: it answers questions, which are remembered. Many at a time
        /// cost little more than one. A program that adds rows to a family puts functions of its own there.
        #[derive(Clone, Copy)]
        pub struct Doors {
            $(
                $(#[$doc])*
                pub $name: fn(questions: &[($($question,)*)]),
            )*
            /// A call of `f` with arguments of the types `ts`, a tuple, gives this, if it fits a signature.
            pub chosen: fn(f: FunctionId, ts: Ty) -> Option<Ty>,
            /// A call of `f` with arguments of the types `ts` does not fit its signatures, by their numbers, for this.
            pub misses: fn(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)>,
        }

        $(
            impl Behind for memory::$table {
                #[inline]
                fn door(doors: &Doors) -> fn(&[Self::Question]) {
                    doors.$name
                }
            }

            $(#[$doc])*
            pub fn $name($($column: $question),*) -> $answer {
                answer::<memory::$table>(($($column,)*))
            }
        )*
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
    if let Some(known) = types(|types| types.recall::<J>(question)) {
        return known;
    }
    J::door(doors())(&[question]);
    types(|types| types.recall::<J>(question)).expect("the engines behind doors answer all questions")
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
    learn_distinct::<J>(questions.into_iter().filter(|&question| seen.insert(question)));
}

/// The same of questions none of which comes twice.
pub fn learn_distinct<J: Behind>(questions: impl Iterator<Item = J::Question>) {
    let is_known = |question| types(|types| types.recall::<J>(question)).is_some();
    let questions: Vec<J::Question> = questions.filter(|&question| !is_known(question)).collect();
    if !questions.is_empty() {
        J::door(doors())(&questions);
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
