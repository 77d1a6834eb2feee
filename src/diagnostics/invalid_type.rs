//! `invalid-type`: an expression is not a valid type expression.

use super::suggestions::Help;
use super::{Diagnostic, in_order};
use crate::codes::Code;
use crate::program::FileId;
use crate::type_expressions::parse::TypeError;

/// The errors of a type expression that is a file of its own.
pub fn type_diagnostics(errors: &[TypeError]) -> Vec<Diagnostic> {
    in_order(errors.iter().map(|error| diagnostic(FileId(0), error)).collect())
}

pub(super) fn diagnostic(file: FileId, error: &TypeError) -> Diagnostic {
    let help = error.suggestion.as_ref().map(|name| Help::name("type", name.as_str()));
    Diagnostic::error(Code::InvalidType, file, error.span, error.message.clone()).help(help)
}
