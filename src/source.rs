//! Source texts and positions in them.

mod lines;

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub use lines::{LineIndex, line_ends};
pub use typelog_reader::Span;

/// A human-readable position: both numbers count from 1, columns in code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// One file of a program.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's path relative to its program.
    pub name: String,
    /// The text. It is at most [`MAX_BYTES`] long.
    pub text: Arc<String>,
    lines: OnceLock<LineIndex>,
    /// In long lines, at every [`STRIDE`] bytes: the offset, and the number of characters of the line before it.
    columns: OnceLock<Vec<(u32, u32)>>,
}

/// Files are equal by their names and texts.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for Source {}

/// The maximum number of bytes that are scanned to find a column.
const STRIDE: usize = 1 << 10;

/// The longest text that spans can point into.
pub const MAX_BYTES: usize = u32::MAX as usize;

impl Source {
    /// Creates a file with its text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::shared(name, Arc::new(text.into()))
    }

    /// Creates a file with a shared text.
    pub fn shared(name: impl Into<String>, text: Arc<String>) -> Self {
        Self { name: name.into(), text, lines: OnceLock::new(), columns: OnceLock::new() }
    }

    /// The same file under another name.
    #[must_use]
    pub fn renamed(&self, name: String) -> Self {
        Self { name, ..self.clone() }
    }

    /// Returns the position of a byte offset. Logarithmic in the number of lines; the first time, linear in the text.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.lines().line_of(offset);
        let start = self.lines().starts()[line] as usize;
        let columns = self.columns.get_or_init(|| columns(&self.text, self.lines().starts()));
        let known = columns.partition_point(|&(at, _)| at <= offset).checked_sub(1).map(|at| columns[at]);
        let (from, count) = known.filter(|&(at, _)| at as usize >= start).unwrap_or((start as u32, 0));
        let before = self.text.get(from as usize..offset as usize).unwrap_or("");
        Position { line: line + 1, column: count as usize + before.chars().count() + 1 }
    }

    /// Returns the place of a part of the text in a label: that of the whole label if the part is all of it, or if the label is not
    /// written as it is read.
    pub fn inside_label(&self, label: Span, text: &str, part: Span) -> Span {
        let inner = self.unquoted(label);
        if part.range() == (0..text.len()) || self.slice(inner) != text {
            return label;
        }
        Span { start: inner.start + part.start, end: inner.start + part.end }
    }

    /// Returns the place of a name without surrounding quotes.
    pub fn unquoted(&self, span: Span) -> Span {
        let text = self.text.get(span.range()).unwrap_or("");
        if text.len() >= 2 && text.starts_with('"') && text.ends_with('"') {
            Span { start: span.start + 1, end: span.end - 1 }
        } else {
            span
        }
    }

    /// Returns the byte offset at a position, if it exists.
    pub fn offset(&self, line: usize, column: usize) -> Option<u32> {
        let text = self.line(line)?;
        let mut places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        Some(self.lines().starts()[line - 1] + places.nth(column.checked_sub(1)?)? as u32)
    }

    /// Returns the number of lines. The place behind the last line break is on a line only if there is text.
    pub fn line_count(&self) -> usize {
        let lines = self.lines().starts().len();
        if self.text.ends_with(['\n', '\r']) { lines - 1 } else { lines }
    }

    /// Returns the number of columns in a line, if it exists.
    pub fn columns_of(&self, line: usize) -> Option<usize> {
        Some(self.line(line)?.chars().count())
    }

    /// Returns the text at a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Returns the index of its lines, built when it is asked for first.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Returns the text of a line, counted from 1, without its line ending.
    fn line(&self, line: usize) -> Option<&str> {
        self.lines().line(&self.text, line.checked_sub(1)?)
    }
}

/// Returns the columns at every [`STRIDE`] bytes of long lines.
fn columns(text: &str, starts: &[u32]) -> Vec<(u32, u32)> {
    let mut columns = Vec::new();
    let ends = starts.iter().skip(1).map(|&end| end as usize).chain([text.len()]);
    for (start, end) in starts.iter().map(|&start| start as usize).zip(ends) {
        let (mut at, mut count) = (start, 0);
        while end - at > STRIDE {
            let next = text.floor_char_boundary(at + STRIDE);
            count += text[at..next].chars().count();
            columns.push((next as u32, count as u32));
            at = next;
        }
    }
    columns
}

/// Returns a path without `.` and `..`, without access to the file system. The empty path becomes `.`.
pub fn normal_path(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(normal.components().next_back(), Some(Component::Normal(_))) => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    if normal.as_os_str().is_empty() { PathBuf::from(".") } else { normal }
}

/// Holds if this is the name of a file with values for the variables of a Terraform module.
pub fn has_values(name: &str) -> bool {
    name.ends_with(".tfvars") || name.ends_with(".tfvars.json")
}

/// Holds if this is the name of a file with tests of a module.
pub fn has_tests(name: &str) -> bool {
    [".tftest.hcl", ".tftest.json", ".tofutest.hcl", ".tofutest.json"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one_in_code_points() {
        let source = Source::new("a.hcl", "x = 1\nö = é\n");
        let at = |offset| (source.position(offset).line, source.position(offset).column);
        assert_eq!((at(0), at(4), at(6)), ((1, 1), (1, 5), (2, 1)));
        assert_eq!(at(11), (2, 5));
        assert_eq!(at(14), (3, 1));
        let old = Source::new("c.hcl", "a\rbc\r\nd");
        let at = |offset| (old.position(offset).line, old.position(offset).column);
        assert_eq!((at(1), at(2), at(3), at(6)), ((1, 2), (2, 1), (2, 2), (3, 1)));
        assert_eq!(
            (old.offset(1, 2), old.offset(2, 2), old.offset(3, 1), old.offset(1, 3)),
            (Some(1), Some(3), Some(6), None)
        );
        let long = Source::new("b.hcl", format!("x\n{}y", "ö".repeat(3 * STRIDE)));
        for characters in [0, 1, STRIDE / 2, STRIDE / 2 + 1, STRIDE, 3 * STRIDE] {
            let position = long.position(2 + 2 * characters as u32);
            assert_eq!((position.line, position.column), (2, characters + 1));
        }
        assert_eq!((source.offset(1, 5), source.offset(2, 5), source.offset(9, 1)), (Some(4), Some(11), None));
    }
}
