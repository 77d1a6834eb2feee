//! Types on the command line.

use super::output::Failure;
use crate::program::environment::Environment;
use crate::types::{Interner, Ty};

/// Reads a type from an argument of the command line.
pub fn read_argument(text: &str, environment: &Environment, types: &mut Interner) -> Result<Ty, Failure> {
    environment.read_type(text, types).map_err(Failure::Usage)
}
