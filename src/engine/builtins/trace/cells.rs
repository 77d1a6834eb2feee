//! The columns of clauses as recorded values.

use std::fmt;

use typelog_types::vocabulary::{
    Acceptance, BinaryOperator, BindingId, Builtin, Comprehension, Containment, Context, Conversion, Descent, ExprId,
    Form, FunctionId, HookKind, InterfaceId, InvocationForm, Law, Literal, Mark, Measure, Miss, Mode, Operation,
    Outcome, Pairing, Path, Presence, RangeKind, Role, Standard, Step, TerraformError, UnaryOperator, Unresolved,
    Usage, Variable, Written,
};
use typelog_types::{Constructor, DeclaredAs, Eventuality, Mapping, Name, Ty, TyList};

use super::Value;

/// A column type.
pub trait Cell {
    /// Returns the column's value.
    fn value(&self) -> Value;
}

/// A row type: a tuple of columns.
pub trait Cells {
    /// Appends the values of the columns.
    fn write(&self, cells: &mut Vec<Value>);
}

/// The value of a column that a rule does not read.
#[derive(Clone, Copy)]
pub struct Hidden;

impl Cell for Hidden {
    #[inline(always)]
    fn value(&self) -> Value {
        Value::Hidden
    }
}

impl<T: Cell> Cell for &T {
    #[inline(always)]
    fn value(&self) -> Value {
        (**self).value()
    }
}

macro_rules! tuples {
    ($($($part:ident)*;)*) => {
        $(
            impl<$($part: Cell),*> Cells for ($($part,)*) {
                #[inline(always)]
                fn write(&self, cells: &mut Vec<Value>) {
                    #[allow(non_snake_case)]
                    let ($($part,)*) = self;
                    cells.extend_from_slice(&[$($part.value()),*]);
                }
            }
        )*
    };
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}

macro_rules! cells {
    ($($ty:ty => $value:expr),* $(,)?) => {
        $(impl Cell for $ty {
            #[inline(always)]
            fn value(&self) -> Value {
                let value: fn($ty) -> Value = $value;
                value(*self)
            }
        })*
    };
}

cells! {
    Ty => Value::Type,
    TyList => Value::Types,
    Path => Value::Path,
    Context => Value::Context,
    Option<Ty> => |ty| ty.map_or(Value::Nothing, Value::Type),
    ExprId => Value::Expression,
    BindingId => Value::Binding,
    FunctionId => Value::Function,
    Name => Value::Name,
    u32 => Value::Number,
    i32 => |n| Value::Number(n.unsigned_abs()),
    bool => Value::Flag,
    Step => |step| match step {
        Step::Name(name) => Value::Name(name),
        Step::Number(number) => Value::Literal(number),
        Step::Bool(value) => Value::Flag(value),
        Step::Null => Value::Null,
    },
    // The index of the argument or parameter.
    Miss => |miss| match miss {
        Miss::Argument(place) | Miss::Missing(place) => Value::Number(place),
        Miss::TooMany => Value::Nothing,
    },
    Literal => |literal| match literal {
        Literal::Number(number) => Value::Literal(number),
        Literal::Bool(value) => Value::Flag(value),
        Literal::Text(text) => Value::Name(text),
        Literal::Null => Value::Null,
    },
}

macro_rules! words {
    ($($ty:ident),* $(,)?) => {
        /// A word of the rules, displayed as it is written there.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Word {
            $($ty($ty)),*
        }

        impl fmt::Display for Word {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$ty(word) => write!(out, "{word:?}")),*
                }
            }
        }

        $(impl Cell for $ty {
            #[inline(always)]
            fn value(&self) -> Value {
                Value::Word(Word::$ty(*self))
            }
        })*
    };
}

words! {
    Conversion, Mode, Pairing, Outcome, Descent, Constructor, Mapping, Eventuality, Form, Role, Comprehension, UnaryOperator,
    BinaryOperator, InterfaceId, InvocationForm, RangeKind, HookKind, Builtin, Acceptance,
    DeclaredAs, Measure, Containment, Law, Operation, Presence, Unresolved, Variable, Written, Standard, TerraformError, Mark, Usage,
}
