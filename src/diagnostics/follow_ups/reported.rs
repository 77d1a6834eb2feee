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
