//! What the syntax reports: `syntax-error`, `imprecise-number`, `nesting-too-deep`.

use super::Diagnostic;
use crate::program::FileId;
use crate::syntax::SyntaxError;

pub(super) fn words(file: FileId, error: &SyntaxError) -> Diagnostic {
    Diagnostic::error(error.code(), file, error.span, error.message())
        .label("here")
        .help(error.help().map(str::to_owned))
}
