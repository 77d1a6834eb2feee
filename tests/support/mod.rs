//! What the tests share: programs and questions about types, answered as the command line answers them.

pub mod bless;
pub mod constants;
pub mod files;
pub mod model;
pub mod questions;
pub mod session;
