//! Type expressions: types as programs write them, type constraints, and the defaults of optional properties.

pub mod constraint;
pub mod defaults;
mod filled;
mod hcl;
pub mod notation;
pub mod parse;
mod predicate;
pub mod scope;
pub mod type_string;
