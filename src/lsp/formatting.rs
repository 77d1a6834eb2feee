//! Formatting of documents, and of parts of them, in the standard layout.

use gen_lsp_types::TextEdit;

use super::view::View;
use crate::program::FileId;
use crate::source::Span;
use crate::syntax::format;

/// Returns the edits that format a file, or the lines of a part of it. A file in JSON syntax, or with syntax errors, stays as it is. Old
/// forms of Terraform are only rewritten in whole files, where lines may go.
pub fn formatting(view: &View<'_>, file: FileId, within: Option<Span>) -> Vec<TextEdit> {
    if view.is_json(file) || !view.program.file(file).errors.is_empty() {
        return Vec::new();
    }
    let text = view.text(file);
    let formatted = format(text, view.program.is_terraform && within.is_none());
    let (old, new): (Vec<&str>, Vec<&str>) = (lines(text), lines(&formatted));
    let edit = |span: Span, new_text: String| TextEdit { range: view.range(file, span), new_text };
    if old.len() != new.len() {
        let (span, rest) = between(text, &formatted, (&old, &new));
        return vec![edit(span, rest)];
    }
    let starts = old.iter().scan(0, |at: &mut usize, line| {
        let start = *at;
        *at += line.len();
        Some(start)
    });
    let spans = starts.zip(&old).map(|(start, line)| Span { start: start as u32, end: (start + line.len()) as u32 });
    let is_within = |span: &Span| within.is_none_or(|part| span.start <= part.end && part.start < span.end);
    let changed = spans.zip(old.iter().zip(new)).filter(|(span, (old, new))| **old != *new && is_within(span));
    changed.map(|(span, (_, new))| edit(span, new.to_owned())).collect()
}

/// Returns the lines of a text, with their ends.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Returns the part of a text between the lines that it has in common with another one, and that part of the other one.
fn between(text: &str, other: &str, (old, new): (&[&str], &[&str])) -> (Span, String) {
    let is_same = |(one, other): &(&&str, &&str)| one == other;
    let before = old.iter().zip(new).take_while(is_same).count();
    let behind = old[before..].iter().rev().zip(new[before..].iter().rev()).take_while(is_same).count();
    let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
    let (start, rest) = (length(&old[..before]), length(&old[old.len() - behind..]));
    let span = Span { start: start as u32, end: (text.len() - rest) as u32 };
    (span, other[start..other.len() - rest].to_owned())
}
