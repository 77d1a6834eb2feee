//! Syntax errors: `syntax-error`, `imprecise-number`, `nesting-too-deep`.

use super::{Diagnostic, in_order};
use crate::program::{File, FileId, Program};
use crate::syntax::SyntaxError;

/// The syntax errors of a single text.
pub fn syntax_diagnostics(errors: &[SyntaxError]) -> Vec<Diagnostic> {
    in_order(errors.iter().map(|error| diagnostic(FileId(0), error)).collect())
}

/// The syntax errors of a file, in Terraform where its own parser meets them. Equal errors with only white space between them are merged
/// into one.
pub(super) fn diagnostics(program: &Program, file: FileId) -> Vec<Diagnostic> {
    let File { source, errors, .. } = program.file(file);
    let text = &source.text;
    let place = |error| if program.is_terraform { SyntaxError::as_met(error) } else { error };
    let errors: Vec<&SyntaxError> = errors.iter().map(place).collect();
    let is_same = |before: &&SyntaxError, after: &&SyntaxError| {
        let between = text.get(before.span.end as usize..after.span.start as usize);
        before.kind == after.kind && between.is_some_and(|between| between.trim_ascii().is_empty())
    };
    let merged = errors.chunk_by(is_same).filter_map(|group| {
        let (first, last) = (group.first()?, group.last()?);
        let whole = SyntaxError { span: first.span.to(last.span), ..SyntaxError::clone(first) };
        Some(diagnostic(file, &whole))
    });
    merged.collect()
}

pub(super) fn diagnostic(file: FileId, error: &SyntaxError) -> Diagnostic {
    let diagnostic = Diagnostic::error(error.code(), file, error.span, error.message()).help(error.help());
    let diagnostic = error.label().into_iter().fold(diagnostic, Diagnostic::label);
    match error.related() {
        Some((place, text)) => diagnostic.cause(file, place, text),
        None => diagnostic,
    }
}
