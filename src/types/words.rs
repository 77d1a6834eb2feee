//! The words by which rows of relations and reports name the values of enumerations. They are written out, so that renaming a variant
//! changes no dataset.

use crate::vocabulary::{Acceptance, Conversion, Mark, Mode, Outcome, Presence};
use crate::{Constructor, Eventuality, Mapping};

/// Gives the values of enumerations their words.
macro_rules! words {
    ($($ty:ident { $($variant:ident $(($field:tt))? = $word:literal,)* })*) => {
        $(impl $ty {
            /// The words of all values.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word of the value.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant $(($field))? => $word,)*
                }
            }
        })*
    };
}

words! {
    Constructor {
        Dynamic = "any",
        Null = "null",
        Primitive = "primitive",
        Opaque = "opaque",
        Constant = "const",
        Enum = "enum",
        List = "list",
        Set = "set",
        Map = "map",
        Output = "output",
        Promise = "promise",
        Tuple = "tuple",
        Object = "object",
        Union = "union",
        Named = "named",
        Applied(_) = "applied",
    }
    Eventuality {
        Prompt = "prompt",
        Promise = "promise",
        Output = "output",
    }
    Mapping {
        Resolve = "resolve",
        ResolvePromises = "resolve_promises",
        Normalize = "normalize",
        Input = "input",
        Widen = "widen",
    }
    Conversion {
        No = "no",
        Unsafe = "unsafe",
        Safe = "safe",
    }
    Mode {
        Plain = "plain",
        Unifying = "unifying",
        Unfolding = "unfolding",
        Deciding = "deciding",
    }
    Outcome {
        Found = "found",
        OtherCase = "other_case",
        IntoNone = "into_none",
        NotTraversable = "not_traversable",
        UnknownProperty = "unknown_property",
        NotAnIndex = "not_an_index",
        OutOfRange = "out_of_range",
    }
    Acceptance {
        WithOutputs = "with_outputs",
        Exactly = "exactly",
        Loosely = "loosely",
    }
    Presence {
        Required = "required",
        NotNull = "not_null",
        Implied = "implied",
        Defaulted = "defaulted",
        ByType = "by_type",
    }
}

impl Mark {
    /// The words of all marks without a condition.
    pub const WORDS: &'static [&'static str] = &["sensitive", "ephemeral", "deferred", "nullable"];

    /// The word of the mark.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sensitive => "sensitive",
            Self::Ephemeral => "ephemeral",
            Self::Deferred | Self::DeferredIf(_) => "deferred",
            Self::Nullable | Self::NullableIf(_) => "nullable",
        }
    }
}
