//! The values in the columns of interpreted relations.

use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use typelog_builtins::trace::{Cell, Value as Traced, Word};
use typelog_builtins::{Joint, Variant, session};
use typelog_reader::syntax::Comparison;
use typelog_reader::types::Type;
use typelog_types::display::{display, display_path};
use typelog_types::vocabulary::{
    Acceptance, BinaryOperator, BindingId, Builtin, Comprehension, Containment, Context, Conversion, Descent, ExprId,
    Form, FunctionId, HookKind, InterfaceId, InvocationForm, Law, Literal, Mark, Measure, Miss, Mode, Operation,
    Outcome, Pairing, Path, Presence, RangeKind, Role, Standard, Step, TerraformError, UnaryOperator, Unresolved,
    Usage, Variable, Written,
};
use typelog_types::{Constructor, DeclaredAs, Eventuality, Mapping, Name, NumberId, Ty, TyList};

use crate::kept;

/// Values with their numbers, which represent them in rows.
#[derive(Clone, Debug, Default)]
pub struct Numbered {
    values: Vec<Value>,
    numbers: FxHashMap<Value, usize>,
}

impl Numbered {
    /// Returns the number of a value, if it has one.
    pub fn find(&self, value: &Value) -> Option<usize> {
        self.numbers.get(value).copied()
    }

    /// Returns the number of a value. A new value gets the next number.
    pub fn number(&mut self, value: Value) -> usize {
        let next = self.values.len();
        let found = self.numbers.entry(value);
        if let Entry::Vacant(_) = &found {
            self.values.push(found.key().clone());
        }
        *found.or_insert(next)
    }

    /// Returns the values, ordered by number.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// A type of values in rules.
pub trait Dynamic: Sized {
    /// Converts to a dynamic value.
    fn into_value(self) -> Value;
    /// Returns the value of this type, if it is one.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! plain {
    ($($ty:ty, $kind:ident;)*) => {
        $(
            impl Dynamic for $ty {
                #[inline]
                fn into_value(self) -> Value {
                    Value::$kind(self)
                }

                #[inline]
                fn from_value(value: &Value) -> Option<Self> {
                    match value {
                        Value::$kind(found) => Some(*found),
                        _ => None,
                    }
                }
            }
        )*
    };
}

macro_rules! values {
    ($($kind:ident)*) => {
        /// A value.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Value {
            $($kind($kind),)*
            Flag(bool),
            Number(u32),
            Text(&'static str),
            /// An optional value that is present.
            Some(Box<Value>),
            /// An optional value that is missing.
            Nothing,
            Tuple(Arc<[Value]>),
            Several(Arc<[Value]>),
        }

        impl Value {
            /// Returns the value that it holds: that of `Conversion(Safe)` is `Safe`.
            fn held(&self) -> &dyn fmt::Debug {
                match self {
                    $(Self::$kind(value) => value,)*
                    Self::Flag(value) => value,
                    Self::Number(value) => value,
                    Self::Text(value) => value,
                    Self::Some(value) => value,
                    Self::Tuple(values) | Self::Several(values) => values,
                    Self::Nothing => self,
                }
            }

            /// Compares two values of the same kind, if they are ordered.
            pub fn compare(&self, other: &Self) -> Option<Ordering> {
                match (self, other) {
                    $((Self::$kind(a), Self::$kind(b)) => a.partial_cmp(b),)*
                    (Self::Flag(a), Self::Flag(b)) => Some(a.cmp(b)),
                    (Self::Number(a), Self::Number(b)) => Some(a.cmp(b)),
                    _ => None,
                }
            }
        }

        /// The types that values have, and with them the columns of relations.
        pub const KINDS: &[&str] = &[$(stringify!($kind),)* "bool", "u32"];

        plain! { $($kind, $kind;)* }
    };
}

values! {
    Ty TyList Path Context ExprId BindingId FunctionId InterfaceId Name NumberId Acceptance BinaryOperator Builtin Comprehension
    Containment Conversion Form HookKind InvocationForm Law Literal Measure Miss Mode Operation Outcome Pairing RangeKind Role Step
    Standard TerraformError Mark Usage Presence UnaryOperator Unresolved Variable Descent Written Constructor DeclaredAs Eventuality Mapping Joint Variant
}

plain! {
    bool, Flag;
    u32, Number;
    &'static str, Text;
}

impl Dynamic for usize {
    fn into_value(self) -> Value {
        Value::Number(u32::try_from(self).unwrap_or(u32::MAX))
    }

    fn from_value(value: &Value) -> Option<Self> {
        u32::from_value(value).map(|number| number as usize)
    }
}

impl<T: Dynamic> Dynamic for Option<T> {
    fn into_value(self) -> Value {
        self.map_or(Value::Nothing, |value| Value::Some(Box::new(value.into_value())))
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Nothing => Some(None),
            Value::Some(value) => T::from_value(value).map(Some),
            _ => None,
        }
    }
}

impl<T: Dynamic> Dynamic for Vec<T> {
    fn into_value(self) -> Value {
        Value::Several(self.into_iter().map(T::into_value).collect())
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Several(values) => values.iter().map(T::from_value).collect(),
            _ => None,
        }
    }
}

macro_rules! tuples {
    ($($($part:ident $at:tt)*;)*) => {
        $(
            impl<$($part: Dynamic),*> Dynamic for ($($part,)*) {
                fn into_value(self) -> Value {
                    Value::Tuple([$(self.$at.into_value()),*].into())
                }

                fn from_value(value: &Value) -> Option<Self> {
                    match value {
                        Value::Tuple(parts) => Some(($($part::from_value(parts.get($at)?)?,)*)),
                        _ => None,
                    }
                }
            }

            impl<$($part: Dynamic + Copy),*> Columns for ($($part,)*) {
                fn row(&self) -> Vec<Value> {
                    vec![$(self.$at.into_value()),*]
                }

                fn of_row(row: &[Value]) -> Option<Self> {
                    Some(($($part::from_value(row.get($at)?)?,)*))
                }
            }
        )*
    };
}

/// A row of a compiled engine.
pub trait Columns: Sized {
    /// Returns the columns as values.
    fn row(&self) -> Vec<Value>;
    /// Returns the row with these columns, if they have its types.
    fn of_row(row: &[Value]) -> Option<Self>;
}

tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
}

/// Compares two values. An optional value is compared with another one as if that were optional. Returns none if the values
/// have no order.
pub fn compares(comparison: Comparison, left: &Value, right: &Value) -> Option<bool> {
    let is_option = |value: &Value| matches!(value, Value::Some(_) | Value::Nothing);
    let present = |value: &Value| Value::Some(Box::new(value.clone()));
    match (is_option(left), is_option(right)) {
        (true, false) => return compares(comparison, left, &present(right)),
        (false, true) => return compares(comparison, &present(left), right),
        _ => {}
    }
    let order = || left.compare(right);
    Some(match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => order()?.is_lt(),
        Comparison::LessEqual => order()?.is_le(),
        Comparison::Greater => order()?.is_gt(),
        Comparison::GreaterEqual => order()?.is_ge(),
    })
}

/// Returns an argument of a builtin.
pub fn take<T: Dynamic>(arguments: &[Value], at: usize) -> Option<T> {
    T::from_value(arguments.get(at)?)
}

/// Displays types in their notation, and other values as rules name them.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ty(ty) => f.write_str(&session::types(|types| display(types, *ty))),
            Self::Path(path) => f.write_str(&session::types(|types| display_path(types, *path))),
            Self::Context(Context(bound)) => f.write_str(&session::types(|types| display(types, *bound))),
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Some(value) => value.fmt(f),
            other => other.held().fmt(f),
        }
    }
}

impl Value {
    /// Returns a text of a rule. Each text is interned for as long as the process runs.
    pub fn of_text(text: &str) -> Self {
        Self::Text(kept::text(text))
    }

    /// Returns the value of a column with the given type that is recorded in a trace, if it can be given to a rule again.
    pub fn of_trace(traced: Traced, ty: &Type) -> Option<Self> {
        match (ty.name().unwrap_or_default(), traced) {
            ("Step", Traced::Name(name)) => return Some(Self::Step(Step::Name(name))),
            ("Step", Traced::Literal(number)) => return Some(Self::Step(Step::Number(number))),
            ("Step", Traced::Flag(yes)) => return Some(Self::Step(Step::Bool(yes))),
            ("Step", Traced::Null) => return Some(Self::Step(Step::Null)),
            ("Literal", Traced::Name(text)) => return Some(Self::Literal(Literal::Text(text))),
            ("Literal", Traced::Literal(number)) => return Some(Self::Literal(Literal::Number(number))),
            ("Literal", Traced::Flag(yes)) => return Some(Self::Literal(Literal::Bool(yes))),
            ("Literal", Traced::Null) => return Some(Self::Literal(Literal::Null)),
            (_, Traced::Nothing) => return Some(Self::Nothing),
            _ => {}
        }
        if let Type::Optional(inner) = ty {
            return Some(Self::Some(Box::new(Self::of_trace(traced, inner)?)));
        }
        macro_rules! words {
            ($($kind:ident)*) => {
                match traced {
                    Traced::Type(ty) => Self::Ty(ty),
                    Traced::Types(list) => Self::TyList(list),
                    Traced::Path(path) => Self::Path(path),
                    Traced::Context(context) => Self::Context(context),
                    Traced::Expression(e) => Self::ExprId(e),
                    Traced::Binding(b) => Self::BindingId(b),
                    Traced::Function(f) => Self::FunctionId(f),
                    Traced::Name(name) => Self::Name(name),
                    Traced::Number(number) => Self::Number(number),
                    Traced::Flag(yes) => Self::Flag(yes),
                    $(Traced::Word(Word::$kind(word)) => Self::$kind(word),)*
                    _ => return None,
                }
            };
        }
        Some(words! {
            Acceptance BinaryOperator Builtin Comprehension Containment Conversion Form HookKind InvocationForm Law Measure
            Mode Operation Outcome Pairing Presence RangeKind Role Standard TerraformError Mark Usage UnaryOperator Unresolved
            Variable Descent Written Constructor DeclaredAs Eventuality Mapping InterfaceId
        })
    }

    /// Returns the value as it is recorded in traces.
    pub fn traced(&self) -> Traced {
        macro_rules! cells {
            ($($kind:ident)*) => {
                match self {
                    $(Self::$kind(value) => value.value(),)*
                    Self::Flag(value) => value.value(),
                    Self::Number(value) => value.value(),
                    Self::NumberId(number) => Traced::Literal(*number),
                    Self::Nothing => Traced::Nothing,
                    Self::Some(value) => value.traced(),
                    Self::Joint(_) | Self::Variant(_) | Self::Text(_) | Self::Tuple(_) | Self::Several(_) => Traced::Hidden,
                }
            };
        }
        cells! {
            Ty TyList Path Context ExprId BindingId FunctionId InterfaceId Name Acceptance BinaryOperator Builtin
            Comprehension Containment Conversion Form HookKind InvocationForm Law Literal Measure Miss Mode Operation Outcome Pairing
            Presence RangeKind Role Standard TerraformError Mark Usage Step UnaryOperator Unresolved Variable Descent Written Constructor DeclaredAs Eventuality Mapping
        }
    }
}
