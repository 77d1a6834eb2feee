//! What the syntax reports: `syntax-error`, `imprecise-number`.

use super::Diagnostic;
use crate::program::FileId;
use crate::syntax::{SyntaxError, SyntaxErrorKind};
use crate::value::MAX_EXPONENT;

pub(super) fn words(file: FileId, error: &SyntaxError) -> Diagnostic {
    match &error.kind {
        SyntaxErrorKind::Malformed(message) => {
            Diagnostic::error("syntax-error", file, error.span, message.clone()).label("here")
        }
        SyntaxErrorKind::ImpreciseNumber => {
            let message = "the exponent of the number is too large for an exact value";
            Diagnostic::error("imprecise-number", file, error.span, message)
                .label(format!("exponents between -{MAX_EXPONENT} and {MAX_EXPONENT} are exact"))
        }
    }
}
