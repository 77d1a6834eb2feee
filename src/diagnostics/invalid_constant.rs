//! `invalid-constant`: an expression that must be a constant has no value.

use super::{Diagnostic, in_order};
use crate::codes::Code;
use crate::program::FileId;
use crate::value::EvaluationError;

/// The errors of a constant expression that is a file of its own.
pub fn constant_diagnostics(errors: &[EvaluationError]) -> Vec<Diagnostic> {
    in_order(errors.iter().map(|error| diagnostic(FileId(0), error)).collect())
}

fn diagnostic(file: FileId, error: &EvaluationError) -> Diagnostic {
    Diagnostic::error(Code::InvalidConstant, file, error.span, error.message.clone())
}
