//! `invalid-constant`: an expression that has to be a constant has no value.

use super::{Diagnostic, in_order};
use crate::program::FileId;
use crate::value::EvaluationError;

/// Says why a constant that is a file of its own has no value.
pub fn constant_diagnostics(errors: &[EvaluationError]) -> Vec<Diagnostic> {
    in_order(errors.iter().map(|error| diagnostic(FileId(0), error)).collect())
}

fn diagnostic(file: FileId, error: &EvaluationError) -> Diagnostic {
    Diagnostic::error("invalid-constant", file, error.span, error.message.clone()).label("here")
}
