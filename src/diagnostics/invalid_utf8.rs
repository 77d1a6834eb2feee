//! `invalid-utf8`: a file contains bytes that are not valid UTF-8.

use std::collections::BTreeSet;

use super::Diagnostic;
use crate::codes::Code;
use crate::program::{File, FileId};
use crate::source::Span;

/// The greatest distance in bytes between two places that share a diagnostic.
const NEAR: u32 = 16;

/// One diagnostic for each group of nearby places: a binary file has very many.
pub(super) fn diagnostics(file: FileId, places: &[Span]) -> impl Iterator<Item = Diagnostic> {
    let groups = places.chunk_by(|before, after| after.start <= before.end.saturating_add(NEAR));
    groups.filter_map(move |group| Some(diagnostic(file, group.first()?.to(*group.last()?))))
}

/// Leaves out syntax errors on the lines of bytes that are not valid: these bytes are their most likely cause.
pub(super) fn without_follow_ups(
    file: &File,
    errors: impl Iterator<Item = Diagnostic>,
) -> impl Iterator<Item = Diagnostic> {
    let line = |offset| file.source.position(offset).line;
    let lines: BTreeSet<usize> = file.invalid_bytes.iter().map(|bytes| line(bytes.start)).collect();
    errors.filter(move |error| lines.is_empty() || !lines.contains(&line(error.span.start)))
}

fn diagnostic(file: FileId, span: Span) -> Diagnostic {
    Diagnostic::error(Code::InvalidUtf8, file, span, "invalid UTF-8").label("these bytes are not valid UTF-8")
}
