//! `unreadable-file`: a file of a program cannot be read.

use super::Diagnostic;
use crate::codes::Code;
use crate::program::FileId;
use crate::source::{Source, Span};

pub(super) fn diagnostic(file: FileId, source: &Source, reason: &str) -> Diagnostic {
    let span = Span { start: 0, end: 0 };
    Diagnostic::error(Code::UnreadableFile, file, span, format!("`{}` cannot be read: {reason}", source.name))
}
