//! The memo table of answers about types. Conversion, common types and traversal depend only on the types, so a question that is
//! asked again, in whatever program, is answered from memory.

use rustc_hash::FxHashMap;

use crate::vocabulary::{Builtin, Conversion, Descent, Mode, Operation, Outcome, Standard, Step, TerraformError};
use crate::{Eventuality, Interner, Mapping, Translation, Ty};

/// A judgment about types: a function from questions to answers.
pub trait Judgment {
    /// The columns of the question.
    type Question: Copy + Eq + std::hash::Hash + 'static;
    /// The columns of the answer.
    type Answer: Copy + 'static;

    /// Returns the table of the judgment in a memory.
    fn table(memory: &Memory) -> &FxHashMap<Self::Question, Self::Answer>;
    /// Returns the table of the judgment in a memory, for insertion.
    fn table_mut(memory: &mut Memory) -> &mut FxHashMap<Self::Question, Self::Answer>;
}

/// Passes the judgments about types that other families of rules ask to a macro: for each its documentation, the name of its
/// table, the name of its relation, its questions and its answers.
#[macro_export]
macro_rules! for_all_judgments {
    ($macro:ident) => {
        $macro! {
            /// The declared type `t` unfolds to `u`.
            Unfolds unfolds(t: Ty) -> Ty;
            /// The mapping `f` maps `t` to `u`.
            MapsTo maps_to(f: Mapping, t: Ty) -> Ty;
            /// `t` without the eventuals in it is `u`.
            Resolves resolves(t: Ty) -> Ty;
            /// `t`, lifted to the eventuality `v`, is `u`. `v` is not prompt.
            Lifts lifts(v: Eventuality, t: Ty) -> Ty;
            /// `s` converts to `t` in mode `m` with kind `k`.
            Converts converts(s: Ty, t: Ty, m: Mode) -> Conversion;
            /// `s` and `t` unify to `u` with kind `k`.
            Unifies unifies(s: Ty, t: Ty) -> (Ty, Conversion);
            /// `s` does not convert to `t` in mode `m` because a part of `s` does not convert to a part of `t`.
            Disagrees disagrees(s: Ty, t: Ty, m: Mode) -> Option<(Descent, Ty, Ty)>;
            /// The conversion of `s` to `t` is undecided, because unions in them have too many pairs of members.
            IsUndecided is_undecided(s: Ty, t: Ty) -> bool;
            /// The only member of the union `t` whose constructor is related to that of `s`, if there is exactly one.
            HasKin has_kin(s: Ty, t: Ty) -> Option<Ty>;
            /// An object in `s` has a property that the type at its place in `t` lacks, or lacks a property whose type is
            /// anything.
            IsInexact is_inexact(s: Ty, t: Ty) -> bool;
            /// `s` is assignable to `t` in mode `m`.
            IsAssignable is_assignable(s: Ty, t: Ty, m: Mode) -> bool;
            /// `u` is the common type of `s` and `t`, by conversions of kind `k` or better.
            CommonType common_type(s: Ty, t: Ty, k: Conversion) -> Ty;
            /// `u` is the common type of the members of `t`, by conversions of kind `k` or better; the flag is set if there are
            /// too many unlike ones.
            CommonMember common_member(t: Ty, k: Conversion) -> (Ty, bool);
            /// The step `k` leads from `t` to `u`.
            Traverses traverses(t: Ty, k: Step) -> (Ty, Outcome);
            /// A value of `t` may be anything.
            MayBeAnything may_be_anything(t: Ty) -> bool;
            /// A step that fails in an argument of the built-in `i` is no problem.
            Catches catches(i: Builtin) -> bool;
            /// An index by the text `k`, in parentheses, is a step.
            IsStep is_step(k: Step) -> bool;
            /// Iterating `t` gives keys of the type `k` and elements of the type `u`; the flag is set if `t` can be iterated.
            Iterates iterates(t: Ty) -> (Ty, Ty, bool);
            /// Indexing `t` by a computed key, which is expected to be a `k`, gives `u`; the flag is set if `t` can be indexed.
            Indexes indexes(t: Ty) -> (Ty, Ty, bool);
            /// A splat over `t` iterates over values of type `u`: the elements of a sequence (`true`), or the value itself
            /// (`false`).
            Splats splats(t: Ty) -> (Ty, bool);
            /// A resource (`true`) or a component (`false`) may range over a `t`.
            IsRange is_range(t: Ty, r: bool) -> bool;
            /// The built-in `i`, on arguments of the types `ts`, a tuple, takes `ps`, further arguments of the type `rest`, and
            /// gives `r`.
            HasSignature builtin_signature(i: Builtin, ts: Ty) -> (Ty, Option<Ty>, Ty);
            /// A value of `s`, converted to the type constraint `t`, has the type `u`.
            Converted converted(s: Ty, t: Ty) -> Ty;
            /// The built-in `i` does not accept the first of `ts`.
            IsMisapplied is_misapplied(i: Builtin, ts: Ty) -> bool;
            /// `s` fits `t` in mode `m` with kind `k`, in the model of declared types.
            Fits fits(s: Ty, t: Ty, m: Mode) -> Conversion;
            /// `s` does not fit the declared type `t` because a part of `s` does not fit a part of `t`.
            Unfits unfits(s: Ty, t: Ty) -> Option<(Descent, Ty, Ty)>;
            /// In the model of declared types, the operator `o` on operands of the types `ts`, a tuple, has this result.
            Operates operates(o: Operation, ts: Ty) -> Ty;
            /// In Terraform, values of the type `s` may convert to the type `t`.
            CtyConverts cty_converts(s: Ty, t: Ty) -> bool;
            /// In Terraform, the types in `ts` unify to `u`; the flag is set if they unify.
            CtyUnifies cty_unifies(ts: Ty) -> (Ty, bool);
            /// In Terraform, converting the value `v` to the type `t` gives this value; the flag is set if it succeeds.
            Becomes becomes(v: Ty, t: Ty) -> (Ty, bool);
            /// In Terraform, indexing the value `v` by `k` gives this value; the flag is set if it succeeds.
            IndexGives index_gives(v: Ty, k: Ty) -> (Ty, bool);
            /// In Terraform, the operator `o` on two values gives this value; the flag is set if it succeeds.
            OperationGives operation_gives(o: Operation, v: Ty, w: Ty) -> (Ty, bool);
            /// In Terraform, a conditional gives this value; the flags are set if its branches have a common type, and if the
            /// condition is a truth value.
            ConditionalGives conditional_gives(c: Ty, u: Ty, v: Ty) -> (Ty, bool, bool);
            /// In Terraform, a call of the function `f` with the arguments in the tuple `vs` gives this value; the flag is set if
            /// it succeeds.
            StandardGives standard_gives(f: Standard, vs: Ty) -> (Ty, bool);
            /// In Terraform, indexing the value `v` by `k` fails for this reason.
            IndexFaults index_faults(v: Ty, k: Ty) -> TerraformError;
            /// In Terraform, the value `v` does not convert to the type `t` because a part of `v` does not convert to this type.
            ConversionFaults conversion_faults(v: Ty, t: Ty) -> Option<(Descent, Ty, Ty)>;
            /// In Terraform, the types `u` and `v` have no common type because these parts have none.
            BranchesDiffer branches_differ(u: Ty, v: Ty) -> Option<(Descent, Ty, Ty)>;
            /// In Terraform, a call of the function `f` with the arguments in the tuple `vs` fails for this reason, in the
            /// argument of this number, where it has the first of the values, and the second is required.
            StandardFaults standard_faults(f: Standard, vs: Ty) -> (TerraformError, u32, Ty, Ty);
            /// The values of `s` convert to the refinement `t` with kind `k`, as far as its bounds are concerned.
            Refines refines(s: Ty, t: Ty) -> Conversion;
        }
    };
}

macro_rules! memory {
    ($($(#[$doc:meta])* $table:ident $name:ident($($column:ident: $question:ty),*) -> $answer:ty;)*) => {
        /// The answers, by judgment and question.
        #[derive(Clone, Debug, Default)]
        pub struct Memory {
            $($name: FxHashMap<($($question,)*), $answer>,)*
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $table;

            impl Judgment for $table {
                type Question = ($($question,)*);
                type Answer = $answer;

                #[inline]
                fn table(memory: &Memory) -> &FxHashMap<Self::Question, Self::Answer> {
                    &memory.$name
                }

                #[inline]
                fn table_mut(memory: &mut Memory) -> &mut FxHashMap<Self::Question, Self::Answer> {
                    &mut memory.$name
                }
            }
        )*

        impl Memory {
            /// Returns the number of answers.
            pub fn len(&self) -> usize {
                [$(self.$name.len()),*].iter().sum()
            }

            /// Merges the answers of a copy of this memory, whose handles are translated.
            pub(crate) fn absorb(&mut self, copy: &Self, with: &Translation) {
                $(
                    for (&question, &answer) in &copy.$name {
                        self.$name.entry(question.translated(with)).or_insert_with(|| answer.translated(with));
                    }
                )*
            }
        }
    };
}

for_all_judgments!(memory);

impl Memory {
    /// Forgets the answers about conversions of constants. The defaults in declared types are converted before all of these are
    /// defined.
    pub(crate) fn forget_constants(&mut self) {
        self.cty_converts.clear();
        self.cty_unifies.clear();
        self.becomes.clear();
        self.conversion_faults.clear();
    }

    /// The answers to the questions of a judgment, in no particular order.
    pub fn answers<J: Judgment>(&self) -> impl Iterator<Item = (J::Question, J::Answer)> {
        J::table(self).iter().map(|(&question, &answer)| (question, answer))
    }

    /// Holds if there are no answers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Lookup and insertion.
impl Interner {
    /// Looks up the answer to a question.
    #[inline]
    pub fn recall<J: Judgment>(&self, question: J::Question) -> Option<J::Answer> {
        if let Some(answer) = self.provisional.as_ref().and_then(|memory| J::table(memory).get(&question)) {
            return Some(*answer);
        }
        J::table(&self.memory).get(&question).copied()
    }

    /// Stores the answer to a question.
    #[inline]
    pub fn remember<J: Judgment>(&mut self, question: J::Question, answer: J::Answer) {
        J::table_mut(self.provisional.as_mut().unwrap_or(&mut self.memory)).insert(question, answer);
    }

    /// Reserves room for `more` answers.
    pub fn expect<J: Judgment>(&mut self, more: usize) {
        J::table_mut(self.provisional.as_mut().unwrap_or(&mut self.memory)).reserve(more);
    }

    /// As [`recall`](Self::recall), without the answers that depend on assumptions.
    pub fn recall_final<J: Judgment>(&self, question: J::Question) -> Option<J::Answer> {
        J::table(&self.memory).get(&question).copied()
    }

    /// Returns the memo table.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Replaces the memo table, and returns the previous one.
    pub fn replace_memory(&mut self, memory: Memory) -> Memory {
        std::mem::replace(&mut self.memory, memory)
    }

    /// Begins a table of answers that depend on assumptions, or, without assumptions, ends it. The answers in the previous one
    /// are discarded.
    pub fn assume(&mut self, something: bool) {
        self.provisional = something.then(Memory::default);
    }
}

/// A column that can be translated to the handles of another interner.
trait Translate: Copy {
    fn translated(self, with: &Translation) -> Self;
}

impl Translate for Ty {
    fn translated(self, with: &Translation) -> Self {
        with.ty(self)
    }
}

impl Translate for Step {
    fn translated(self, with: &Translation) -> Self {
        match self {
            Self::Name(name) => Self::Name(with.name(name)),
            Self::Number(id) => Self::Number(with.number(id)),
            Self::Bool(_) | Self::Null => self,
        }
    }
}

impl<T: Translate> Translate for Option<T> {
    fn translated(self, with: &Translation) -> Self {
        self.map(|inside| inside.translated(with))
    }
}

macro_rules! same_everywhere {
    ($($ty:ty),*) => {
        $(impl Translate for $ty {
            fn translated(self, _: &Translation) -> Self {
                self
            }
        })*
    };
}

same_everywhere!(
    bool,
    u32,
    Builtin,
    Conversion,
    Eventuality,
    Mapping,
    Mode,
    Operation,
    Outcome,
    Standard,
    Descent,
    TerraformError
);

macro_rules! tuples {
    ($(($($part:ident)+))*) => {
        $(impl<$($part: Translate),+> Translate for ($($part,)+) {
            #[allow(non_snake_case)]
            fn translated(self, with: &Translation) -> Self {
                let ($($part,)+) = self;
                ($($part.translated(with),)+)
            }
        })*
    };
}

tuples!((A)(A B)(A B C)(A B C D));
