//! Constant values.

mod number;

pub use number::{MAX_EXPONENT, Number, NumberError};

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
