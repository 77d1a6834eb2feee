//! Answers about types that the rules have given. What a type converts to, has in common with another, or leads to by a
//! step depends on nothing but the types: whoever asks again, in whatever program, is answered from memory.

use rustc_hash::FxHashMap;

use crate::vocabulary::{Builtin, Conversion, Mode, Operation, Outcome, Standard, Step, Way};
use crate::{Eventuality, Interner, Mapping, Translation, Ty};

/// A judgment about types: a function from questions to answers.
pub trait Judgment {
    /// The columns that are asked.
    type Question: Copy + Eq + std::hash::Hash + 'static;
    /// The columns that are answered.
    type Answer: Copy + 'static;

    /// The answers in a memory.
    fn table(memory: &Memory) -> &FxHashMap<Self::Question, Self::Answer>;
    /// The answers in a memory, to add some.
    fn table_mut(memory: &mut Memory) -> &mut FxHashMap<Self::Question, Self::Answer>;
}

/// The judgments about types that other families of rules ask. Hands the list to a macro: for each judgment its
/// documentation, the name of its table, that of its relation, its questions and its answers.
#[macro_export]
macro_rules! for_all_judgments {
    ($macro:ident) => {
        $macro! {
            /// The declared type `t` stands for `u`.
            Unfolds unfolds(t: Ty) -> Ty;
            /// The mapping `f` makes `u` of `t`.
            MapsTo maps_to(f: Mapping, t: Ty) -> Ty;
            /// `t` without the eventuals in it is `u`.
            Resolves resolves(t: Ty) -> Ty;
            /// `t` is `u` if it is as eventual as `v`, which is not prompt.
            Lifts lifts(v: Eventuality, t: Ty) -> Ty;
            /// `s` converts to `t` in mode `m` with kind `k`.
            Converts converts(s: Ty, t: Ty, m: Mode) -> Conversion;
            /// `s` and `t` unify to `u` with kind `k`.
            Unifies unifies(s: Ty, t: Ty) -> (Ty, Conversion);
            /// `s` does not convert to `t` in mode `m` because a part of it does not convert to a part of that.
            Disagrees disagrees(s: Ty, t: Ty, m: Mode) -> Option<(Way, Ty, Ty)>;
            /// It is not known how `s` converts to `t`, because unions in them have too many pairs of members.
            IsUndecided is_undecided(s: Ty, t: Ty) -> bool;
            /// The only member of the union `t` that is built by a constructor kindred to that of `s`, if there is one.
            HasKin has_kin(s: Ty, t: Ty) -> Option<Ty>;
            /// An object in `s` has a property that is none of those that `t` has in its place, or lacks one that takes anything.
            IsInexact is_inexact(s: Ty, t: Ty) -> bool;
            /// `s` is or is not assignable to `t` in mode `m`.
            IsAssignable is_assignable(s: Ty, t: Ty, m: Mode) -> bool;
            /// `s` and `t` have `u` in common with kind `k`.
            CommonType common_type(s: Ty, t: Ty, k: Conversion) -> Ty;
            /// The members of `t` have `u` in common with kind `k`; the flag tells that they vary too much.
            CommonMember common_member(t: Ty, k: Conversion) -> (Ty, bool);
            /// The step `k` leads from `t` to `u`.
            Traverses traverses(t: Ty, k: Step) -> (Ty, Outcome);
            /// The elements of `t` have the type `u`, and their keys the type `k`, if there is anything to iterate.
            Iterates iterates(t: Ty) -> (Ty, Ty, bool);
            /// An index of `t` by a computed key leads to `u`, where a `k` is expected as the key, if it leads anywhere.
            Indexes indexes(t: Ty) -> (Ty, Ty, bool);
            /// A splat over `t` meets values of type `u`: the elements of a sequence, or the value itself.
            Splats splats(t: Ty) -> (Ty, bool);
            /// The built-in `i` with arguments of the types `ts`, a tuple, takes `ps`, any number of `rest`, and gives `r`.
            HasSignature builtin_signature(i: Builtin, ts: Ty) -> (Ty, Option<Ty>, Ty);
            /// A value of `s`, converted to the type constraint `t`, is a `u`.
            Converted converted(s: Ty, t: Ty) -> Ty;
            /// The built-in `i` does not take what the first of `ts` is.
            IsMisapplied is_misapplied(i: Builtin, ts: Ty) -> bool;
            /// `s` fits `t` in mode `m` with kind `k`, in the model of declared types.
            Fits fits(s: Ty, t: Ty, m: Mode) -> Conversion;
            /// `s` does not fit the declared type `t` because a part of it does not fit a part of that.
            Unfits unfits(s: Ty, t: Ty) -> Option<(Way, Ty, Ty)>;
            /// The operator `o` on operands of the types `ts`, a tuple, gives this where types are declared.
            Operates operates(o: Operation, ts: Ty) -> Ty;
            /// In Terraform, a value of the type `s` may become one of the type `t`.
            CtyConverts cty_converts(s: Ty, t: Ty) -> bool;
            /// In Terraform, values of the types in `ts` have the type `u` in common, if they do.
            CtyUnifies cty_unifies(ts: Ty) -> (Ty, bool);
            /// In Terraform, the value `v` converted to the type `t` is this, if it converts.
            Becomes becomes(v: Ty, t: Ty) -> (Ty, bool);
            /// In Terraform, the index `k` of the value `v` gives this, if it leads anywhere.
            IndexGives index_gives(v: Ty, k: Ty) -> (Ty, bool);
            /// In Terraform, the operator `o` gives this from two values, if it takes them.
            OperationGives operation_gives(o: Operation, v: Ty, w: Ty) -> (Ty, bool);
            /// In Terraform, a conditional gives this; whether its branches have a common type, and whether the condition is one.
            ConditionalGives conditional_gives(c: Ty, u: Ty, v: Ty) -> (Ty, bool, bool);
            /// In Terraform, a call of the function `f` with the arguments in the tuple `vs` gives this, if it succeeds.
            StandardGives standard_gives(f: Standard, vs: Ty) -> (Ty, bool);
            /// The values of `s` lie to what the refinement `t` narrows down to as `k` says.
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
            /// How many answers there are.
            pub fn len(&self) -> usize {
                [$(self.$name.len()),*].iter().sum()
            }

            /// Takes over what a copy of this memory has learnt, where types have other handles.
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
    /// The answers to the questions of a judgment, in no particular order.
    pub fn answers<J: Judgment>(&self) -> impl Iterator<Item = (J::Question, J::Answer)> {
        J::table(self).iter().map(|(&question, &answer)| (question, answer))
    }

    /// Holds if nothing has been answered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Remembering.
impl Interner {
    /// The answer to a question, if it has been given.
    #[inline]
    pub fn recall<J: Judgment>(&self, question: J::Question) -> Option<J::Answer> {
        if let Some(answer) = self.provisional.as_ref().and_then(|memory| J::table(memory).get(&question)) {
            return Some(*answer);
        }
        J::table(&self.memory).get(&question).copied()
    }

    /// Notes the answer to a question.
    #[inline]
    pub fn remember<J: Judgment>(&mut self, question: J::Question, answer: J::Answer) {
        J::table_mut(self.provisional.as_mut().unwrap_or(&mut self.memory)).insert(question, answer);
    }

    /// Makes room for so many more answers.
    pub fn expect<J: Judgment>(&mut self, more: usize) {
        J::table_mut(self.provisional.as_mut().unwrap_or(&mut self.memory)).reserve(more);
    }

    /// As [`recall`](Self::recall), but nothing that goes by assumptions.
    pub fn recall_final<J: Judgment>(&self, question: J::Question) -> Option<J::Answer> {
        J::table(&self.memory).get(&question).copied()
    }

    /// The answers that have been given.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Sets the answers that have been given, and gives those that were there before.
    pub fn replace_memory(&mut self, memory: Memory) -> Memory {
        std::mem::replace(&mut self.memory, memory)
    }

    /// From now on answers go by assumptions: they are forgotten when the next assumptions are made, or none.
    pub fn assume(&mut self, something: bool) {
        self.provisional = something.then(Memory::default);
    }
}

/// A column whose types have other handles in another interner.
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

same_everywhere!(bool, u32, Builtin, Conversion, Eventuality, Mapping, Mode, Operation, Outcome, Standard, Way);

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

tuples!((A)(A B)(A B C));
