//! Test support: programs and questions about types, answered as on the command line.

pub mod bless;
pub mod clauses;
pub mod end;
pub mod files;
pub mod session;
pub mod skipped;
