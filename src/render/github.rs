//! GitHub workflow commands: each diagnostic becomes an annotation of its line.

use std::fmt::Write as _;

use super::Report;
use super::page::PIECE;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::Source;
use crate::visible::visible;

/// Writes the annotations of a program, one on each line. `path_of` names the files.
///
/// # Errors
/// The errors of `write`.
pub fn write_github<E>(
    report: &Report,
    path_of: &dyn Fn(&str) -> String,
    write: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let annotation = |diagnostic: &Diagnostic, source: &Source| {
        let (start, end) = (source.position(diagnostic.span.start), source.position(diagnostic.span.end));
        format!(
            "::{} file={},line={},col={},endLine={},endColumn={},title={}::{}",
            command(diagnostic.severity),
            property(&visible(relative(&path_of(&source.name)))),
            start.line,
            start.column,
            end.line,
            end.column,
            property(&diagnostic.code),
            data(&sentence(diagnostic)),
        )
    };
    write_lines(report, annotation, write)
}

/// Writes a line for each problem of a program, in pieces.
pub(super) fn write_lines<E>(
    report: &Report,
    line: impl Fn(&Diagnostic, &Source) -> String,
    mut write: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = String::new();
    for diagnostic in &report.diagnostics {
        out.push_str(&line(diagnostic, &report.sources[diagnostic.file]));
        out.push('\n');
        if out.len() > PIECE {
            write(&out)?;
            out.clear();
        }
    }
    write(&out)
}

/// Returns a path as other tools compare it with those of a repository.
pub(super) fn relative(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

/// Returns GitHub's level of an annotation.
fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "notice",
        other => other.word(),
    }
}

/// Returns the message with the differing types.
pub(super) fn sentence(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    for (word, ty) in [("expected", &diagnostic.expected), ("found", &diagnostic.found)] {
        if let Some(ty) = ty {
            let _ = write!(text, "\n{word} {ty}");
        }
    }
    if let Some(help) = &diagnostic.help {
        let _ = write!(text, "\nhelp: {help}");
    }
    text
}

/// Escapes the characters that end a message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the characters that end a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
