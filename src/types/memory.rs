//! The memo table of answers about types. Conversion, common types and traversal depend only on the types, so a question that is
//! asked again, in whatever program, is answered from memory.

use rustc_hash::FxHashMap;

use crate::vocabulary::{
    Acceptance, Builtin, Conversion, CtyValue, Descent, Law, Mode, Operation, Outcome, Standard, Step, TerraformError,
};
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

include!(concat!(env!("OUT_DIR"), "/judgments.rs"));

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
        self.converted_value.clear();
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
        if let Some(answer) = self.provisional.as_deref().and_then(|memory| J::table(memory).get(&question)) {
            return Some(*answer);
        }
        J::table(&self.memory).get(&question).copied()
    }

    /// Stores the answer to a question.
    #[inline]
    pub fn remember<J: Judgment>(&mut self, question: J::Question, answer: J::Answer) {
        J::table_mut(self.provisional.as_deref_mut().unwrap_or(&mut self.memory)).insert(question, answer);
    }

    /// Reserves room for `more` answers.
    pub fn expect<J: Judgment>(&mut self, more: usize) {
        J::table_mut(self.provisional.as_deref_mut().unwrap_or(&mut self.memory)).reserve(more);
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
        self.provisional = something.then(Box::default);
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
    Acceptance,
    Law,
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

tuples!((A)(A B)(A B C)(A B C D)(A B C D E));
