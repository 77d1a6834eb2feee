//! Problems as data: a row of a problem relation, with the evidence that goes with it.

use crate::rules::terms::{Outcome, Way};
use crate::types::Ty;

use crate::program::Place;

/// Something wrong with a program. `E` is how an expression is named: in the engine by its number, outside by its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Problem<E = Place> {
    /// The expression does not convert to what is expected of it.
    NoConversion {
        /// The expression.
        at: E,
        /// Its type.
        found: Ty,
        /// What is expected.
        expected: Ty,
        /// The way to the parts that disagree, and these.
        path: Vec<(Way, Ty, Ty)>,
    },
    /// A step does not meet what it names.
    Step {
        /// The traversal.
        at: E,
        /// The number of the step.
        step: u32,
        /// The type that the step comes from.
        from: Ty,
        /// What it meets.
        meets: Outcome,
    },
    /// What is iterated has no elements.
    NotIterable {
        /// The expression.
        at: E,
        /// Its type.
        found: Ty,
    },
    /// A name means nothing.
    UnknownName(E),
    /// A function does not exist.
    UnknownFunction(E),
    /// A call lacks an argument.
    MissingArgument {
        /// The call.
        at: E,
        /// The number of the parameter.
        parameter: u32,
    },
    /// A call has more arguments than the function takes.
    TooManyArguments {
        /// The call.
        at: E,
        /// How many the function takes.
        expected: u32,
        /// How many there are.
        found: u32,
    },
    /// The variables of a for-expression have the same name.
    Redefined(E),
}

impl<E> Problem<E> {
    /// The same problem with other names for expressions.
    pub fn map<F>(self, name: impl Fn(E) -> F) -> Problem<F> {
        match self {
            Self::NoConversion { at, found, expected, path } => {
                Problem::NoConversion { at: name(at), found, expected, path }
            }
            Self::Step { at, step, from, meets } => Problem::Step { at: name(at), step, from, meets },
            Self::NotIterable { at, found } => Problem::NotIterable { at: name(at), found },
            Self::UnknownName(at) => Problem::UnknownName(name(at)),
            Self::UnknownFunction(at) => Problem::UnknownFunction(name(at)),
            Self::MissingArgument { at, parameter } => Problem::MissingArgument { at: name(at), parameter },
            Self::TooManyArguments { at, expected, found } => {
                Problem::TooManyArguments { at: name(at), expected, found }
            }
            Self::Redefined(at) => Problem::Redefined(name(at)),
        }
    }
}
