//! Constant values: the evaluation of constant expressions, and the conversion of values to types.
//!
//! A [`Value`](crate::types::Value) converts to types like the values of go-cty: see [`Converter`]. This is computation with
//! values, not typing: the rules decide the conversion of *types*.

mod arithmetic;
mod collections;
mod conversion;
mod convert;
mod evaluate;
mod iterate;
mod json;
mod mismatch;
mod preference;
mod structure;
mod unification;

pub use conversion::{Converter, Safety};
pub use convert::{ConversionError, PathStep};
pub use evaluate::{EvaluationError, evaluate};
pub use json::{to_json, write_json, write_json_text};
