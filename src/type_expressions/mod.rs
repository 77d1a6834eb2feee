//! Type expressions: types as programs write them, type constraints, and the defaults of optional properties.

mod choices;
pub mod constraint;
pub mod defaults;
mod filled;
pub mod foreign;
mod hcl;
pub mod literal;
pub mod notation;
pub mod parse;
mod predicate;
pub mod scope;
mod structures;
pub mod type_string;
