//! `invalid-utf8`: a file holds bytes that are no text.

use super::Diagnostic;
use crate::program::FileId;
use crate::source::Span;

pub(super) fn diagnostic(file: FileId, span: Span) -> Diagnostic {
    Diagnostic::error("invalid-utf8", file, span, "invalid UTF-8").label("these bytes are not valid UTF-8")
}
