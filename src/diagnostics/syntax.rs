//! The errors of the syntax: `syntax-error`, `imprecise-number`, `nesting-too-deep`.

use super::{Diagnostic, in_order};
use crate::program::FileId;
use crate::syntax::SyntaxError;

/// The syntax errors of a single text.
pub fn syntax_diagnostics(errors: &[SyntaxError]) -> Vec<Diagnostic> {
    in_order(errors.iter().map(|error| diagnostic(FileId(0), error)).collect())
}

pub(super) fn diagnostic(file: FileId, error: &SyntaxError) -> Diagnostic {
    let diagnostic = Diagnostic::error(error.code(), file, error.span, error.message())
        .label(error.label())
        .help(error.help().map(str::to_owned));
    match error.related() {
        Some((place, text)) => diagnostic.cause(file, place, text),
        None => diagnostic,
    }
}
