//! The problem that a diagnostic reports, and the text at its place.

use crate::diagnostics::Diagnostic;
use crate::infer::Inference;
use crate::program::{Problem, Program};

/// The names that exist only in blocks that are repeated.
pub(super) const OF_REPETITION: [&str; 3] = ["each.key", "each.value", "count.index"];

/// Returns the problem that a diagnostic reports.
pub(super) fn problem<'i>(inference: &'i Inference, diagnostic: &Diagnostic) -> Option<&'i Problem> {
    inference.problems.get(diagnostic.problem? as usize)
}

/// Returns the text at a diagnostic's place.
pub(super) fn written<'a>(program: &'a Program, diagnostic: &Diagnostic) -> &'a str {
    program.file(diagnostic.file).source.slice(diagnostic.span)
}

/// Returns the name before a diagnostic's place: that of the attribute whose value, or the start of whose value, stands there.
pub(super) fn name_before<'a>(program: &'a Program, diagnostic: &Diagnostic) -> &'a str {
    let text = &program.file(diagnostic.file).source.text;
    let before = text.get(..diagnostic.span.start as usize).unwrap_or_default();
    let name = before.trim_end_matches([' ', '\t', '=', ':', '"', '(']);
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let start = name.trim_end_matches(is_part).len();
    &name[start..]
}
