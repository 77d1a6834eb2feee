//! Queries between families of rules. A rule that needs a judgment of another family asks by name:
//! `let u = common_type(*s, *t, Safe)`. Known answers come from memory, and others from a run of the engine that concludes the judgment,
//! which remembers all answers that it derives. So no family is compiled together with another one, and none runs in another's
//! loop.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use typelog_types::memory::Judgment;
use typelog_types::vocabulary::{
    Acceptance, Builtin, Conversion, CtyValue, Descent, FunctionId, Law, Miss, Mode, Operation, Outcome, Standard,
    Step, TerraformError,
};
use typelog_types::{ANY, Eventuality, Mapping, Ty, for_all_judgments, memory};

use crate::accessors::equals;
use crate::session::types;

/// The engine that answers the questions of a judgment: it answers all given questions by remembering the answers. Many at a
/// time cost little more than one.
pub type Query<J> = fn(&[<J as Judgment>::Question]);

/// A judgment that is answered coinductively for recursive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coinductive {
    /// `s ~k> t`
    Conversion,
    /// `s <: t`, where `Safe` stands for yes and `No` for no.
    Assignability,
    /// `s <k: t` in the model of declared types.
    Fit,
}

/// A judgment that rules ask of other engines.
pub trait HasQuery: Judgment + Sized {
    /// Returns the function of its engine that answers questions.
    fn query(queries: &Queries) -> Query<Self>;
}

macro_rules! queries {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// The engines that answer queries. A program that adds rows to a family provides engines of its own.
        #[derive(Clone, Copy)]
        pub struct Queries {
            $(
                $(#[$doc])*
                pub $name: Query<memory::$table>,
            )*
            /// Returns the result type of a call of `f` with arguments of the types `ts`, a tuple, if it fits a signature.
            pub chosen: fn(f: FunctionId, ts: Ty) -> Option<Ty>,
            /// Returns the type that a call of `f` with arguments of the types `ts` awaits as its `i`-th argument.
            pub awaited: fn(f: FunctionId, ts: Ty, i: u32) -> Option<Ty>,
            /// Returns the reasons why a call of `f` with arguments of the types `ts` does not fit its signatures, with their
            /// numbers.
            pub misses: fn(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)>,
            /// Answers a question about two recursive types.
            pub coinductively: fn(Coinductive, s: Ty, t: Ty) -> Conversion,
        }

        $(
            impl HasQuery for memory::$table {
                #[inline]
                fn query(queries: &Queries) -> Query<Self> {
                    queries.$name
                }
            }

            $(#[$doc])*
            pub fn $name($($column: $question),*) -> $answer {
                answer::<memory::$table>(($($column,)*))
            }
        )*
    };
}

for_all_judgments!(queries);

/// Returns the answer to a question, if necessary from its engine.
///
/// # Panics
/// If the engine does not answer. Every engine answers all its questions: those that the rules leave open have
/// a default answer.
#[inline]
fn answer<J: HasQuery>(question: J::Question) -> J::Answer {
    if let Some(known) = recalled::<J>(question) {
        return known;
    }
    J::query(queries())(&[question]);
    recalled::<J>(question).expect("engines answer all questions")
}

#[inline]
fn recalled<J: Judgment>(question: J::Question) -> Option<J::Answer> {
    types(|types| types.recall::<J>(question))
}

/// Returns the result type of a call of `f` with arguments of the types `ts`, a tuple, if the call fits a signature. Functions
/// belong to a program, so the answer is not remembered.
pub fn chosen(f: FunctionId, ts: Ty) -> Option<Ty> {
    (queries().chosen)(f, ts)
}

/// Returns the type that a call of `f` with arguments of the types `ts`, a tuple, awaits as its `i`-th argument: the union of the
/// types in the signatures that it may fit. The answer is not remembered.
pub fn awaited(f: FunctionId, ts: Ty, i: u32) -> Option<Ty> {
    (queries().awaited)(f, ts, i)
}

/// Answers questions ahead of time, so that they are later answered from memory: many questions at a time cost little more than
/// one.
pub fn learn<J: HasQuery>(questions: impl IntoIterator<Item = J::Question>) {
    let mut seen = FxHashSet::default();
    let is_new = |&question: &J::Question| recalled::<J>(question).is_none() && seen.insert(question);
    let open: Vec<J::Question> = questions.into_iter().filter(is_new).collect();
    if !open.is_empty() {
        J::query(queries())(&open);
    }
}

/// Returns the reasons why a call of a function does not fit its signatures, with their numbers. The answer is not remembered.
pub fn misses(f: FunctionId, ts: Ty) -> Vec<(u32, Miss)> {
    (queries().misses)(f, ts)
}

/// Returns the kind of the conversion of `s` to `t`, where both are recursive.
pub fn convert_coinductively(s: Ty, t: Ty) -> Conversion {
    (queries().coinductively)(Coinductive::Conversion, s, t)
}

/// Holds if `s` is assignable to `t`, where both are recursive.
pub fn assign_coinductively(s: Ty, t: Ty) -> bool {
    (queries().coinductively)(Coinductive::Assignability, s, t) != Conversion::No
}

/// Returns the kind with which `s` fits `t` in the model of declared types, where both are recursive.
pub fn fit_coinductively(s: Ty, t: Ty) -> Conversion {
    (queries().coinductively)(Coinductive::Fit, s, t)
}

/// How the questions of this thread are answered.
struct Answering {
    /// The engines that answer queries.
    queries: Cell<Option<&'static Queries>>,
    /// The conversions that are derived again, and not recalled.
    rederivation: RefCell<Rederivation>,
    /// Holds if there are such conversions.
    is_rederiving: Cell<bool>,
}

thread_local! {
    static ANSWERING: Answering = const {
        Answering {
            queries: Cell::new(None),
            rederivation: RefCell::new(Rederivation::Nothing),
            is_rederiving: Cell::new(false),
        }
    };
}

/// Runs `work` with the given engines to answer queries.
pub fn with_queries<R>(queries: &'static Queries, work: impl FnOnce() -> R) -> R {
    /// Restores the engines even if a rule panics.
    struct Before(Option<&'static Queries>);
    impl Drop for Before {
        fn drop(&mut self) {
            ANSWERING.with(|answering| answering.queries.set(self.0));
        }
    }
    let _before = Before(ANSWERING.with(|answering| answering.queries.replace(Some(queries))));
    work()
}

/// # Panics
/// If there are no engines: rules that ask other families must run inside of [`with_queries`].
fn queries() -> &'static Queries {
    ANSWERING.with(|answering| answering.queries.get()).expect("rules that ask others run inside of `with_queries`")
}

/// The conversions that are derived again, and not recalled.
enum Rederivation {
    /// No known conversion.
    Nothing,
    /// The given conversions.
    These(FxHashSet<(Ty, Ty, Mode)>),
    /// All conversions.
    Everything,
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
            rederive(std::mem::replace(&mut self.0, Rederivation::Nothing));
        }
    }
    let _before = Before(rederive(rederivation));
    work()
}

/// Sets the conversions that are derived again. Returns those before.
fn rederive(which: Rederivation) -> Rederivation {
    ANSWERING.with(|answering| {
        answering.is_rederiving.set(!matches!(which, Rederivation::Nothing));
        answering.rederivation.replace(which)
    })
}

fn is_anew(question: (Ty, Ty, Mode)) -> bool {
    ANSWERING.with(|answering| {
        answering.is_rederiving.get()
            && match &*answering.rederivation.borrow() {
                Rederivation::Nothing => false,
                Rederivation::These(questions) => questions.contains(&question),
                Rederivation::Everything => true,
            }
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
