//! `invalid-utf8`: a file contains bytes that are not valid UTF-8.

use super::Diagnostic;
use crate::codes::Code;
use crate::program::FileId;
use crate::source::Span;

/// The greatest distance in bytes between two places that share a diagnostic.
const NEAR: u32 = 16;

/// One diagnostic for each group of nearby places: a binary file has very many.
pub(super) fn diagnostics(file: FileId, places: &[Span]) -> impl Iterator<Item = Diagnostic> {
    let groups = places.chunk_by(|before, after| after.start <= before.end.saturating_add(NEAR));
    groups.filter_map(move |group| Some(diagnostic(file, group.first()?.to(*group.last()?))))
}

fn diagnostic(file: FileId, span: Span) -> Diagnostic {
    Diagnostic::error(Code::InvalidUtf8, file, span, "invalid UTF-8").label("these bytes are not valid UTF-8")
}
