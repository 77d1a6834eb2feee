//! Constant values: the evaluation of constant expressions, and the conversion of values to types.
//!
//! The rules decide the conversion of [values](crate::types::Value), which are passed to them as types.

mod arithmetic;
mod conversion;
mod evaluate;
mod iterate;
mod json;

pub use conversion::{ConversionError, PathStep, conversion_error, convert, unified};
pub use evaluate::{EvaluationError, evaluate};
pub use json::{to_json, write_json, write_json_text};
