//! Test support: programs and questions about types, answered as on the command line.

pub mod bless;
pub mod book;
pub mod clauses;
pub mod constants;
pub mod end;
pub mod files;
pub mod model;
pub mod questions;
pub mod session;
pub mod skipped;
