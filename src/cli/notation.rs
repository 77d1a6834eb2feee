//! Types on the command line.

use super::output::Failure;
use crate::engine::ask::normalized;
use crate::environment::Environment;
use crate::syntax;
use crate::types::parse::read_type;
use crate::types::{Interner, Ty};

/// Reads a type in the notation of the project.
///
/// # Errors
/// The first thing that is wrong with the text, in one line.
pub fn read(text: &str, environment: &Environment, types: &mut Interner) -> Result<Ty, String> {
    // The name of a declared type need not be in quotes if it is all there is.
    let name = types.name(text);
    if let Some(&declared) = environment.types.get(&name) {
        return Ok(declared);
    }
    let (tree, root) = syntax::parse_expression(text, types).map_err(|errors| match errors.first() {
        Some(error) => format!("`{text}` is no type: {}", error.message()),
        None => format!("`{text}` is no type"),
    })?;
    let ty = read_type(&tree, root, &environment.types, types).map_err(|errors| match errors.first() {
        Some(error) => match &error.suggestion {
            Some(name) => format!("{}; there is a type `{name}`", error.message),
            None => error.message.clone(),
        },
        None => format!("`{text}` is no type"),
    })?;
    Ok(normalized(types, ty))
}

/// Reads a type that is an argument of the command.
pub fn read_argument(text: &str, environment: &Environment, types: &mut Interner) -> Result<Ty, Failure> {
    read(text, environment, types).map_err(Failure::Usage)
}
