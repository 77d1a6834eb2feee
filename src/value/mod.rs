//! Constant values: exact numbers, constant expressions, and the conversion of values to types.
//!
//! A [`Value`] is what a constant expression stands for. It converts to types as the values of go-cty do: see
//! [`Converter`]. This is computing with values, not typing: what a conversion of *types* is, the rules say.

mod arithmetic;
mod collections;
mod content;
mod conversion;
mod convert;
mod evaluate;
mod iterate;
mod json;
mod mismatch;
mod number;
mod preference;
mod structure;
mod unification;

pub use content::{Content, Value};
pub use conversion::{Converter, Safety};
pub use convert::{ConversionError, PathStep};
pub use evaluate::{EvaluationError, evaluate};
pub use json::{to_json, write_json, write_json_text};
pub use number::{MAX_DIGITS, MAX_EXPONENT, Number, NumberError};

use crate::types::Name;

/// A handle to an interned [`Number`]. Two handles of one interner are equal if and only if the numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberId(pub(crate) u32);

/// The value of a constant type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(NumberId),
    /// A text.
    Text(Name),
}
