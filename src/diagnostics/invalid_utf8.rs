//! `invalid-utf8`: a file holds bytes that are no text.

use super::Diagnostic;
use crate::program::FileId;
use crate::source::Span;

pub(super) fn diagnostic(file: FileId, span: Span) -> Diagnostic {
    Diagnostic::error("invalid-utf8", file, span, "the bytes are not UTF-8").label("this is no text")
}
