//! Document texts, and positions of the protocol: lines from 0, and units of an encoding within a line.

use gen_lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

use crate::source::{Span, line_starts};

/// The units that count characters within a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 units, the default of the protocol.
    #[default]
    Utf16,
    /// Code points.
    Utf32,
}

impl Encoding {
    /// Returns the cheapest of the client's encodings; a client that names none has UTF-16.
    pub fn negotiated(known: &[PositionEncodingKind]) -> Self {
        let best = [(PositionEncodingKind::UTF8, Self::Utf8), (PositionEncodingKind::UTF32, Self::Utf32)];
        best.into_iter().find(|(kind, _)| known.contains(kind)).map_or(Self::Utf16, |(_, encoding)| encoding)
    }

    /// Returns its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Returns the number of units of a text.
    pub fn units(self, text: &str) -> u32 {
        let count = match self {
            Self::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
            Self::Utf32 => text.chars().count(),
        };
        count as u32
    }

    /// Returns the length in bytes of so many units at the start of a text. A position inside of a character is its start; a
    /// position after the text is its end.
    fn bytes(self, text: &str, units: u32) -> usize {
        let units = units as usize;
        if self == Self::Utf8 || text.is_ascii() {
            return text.floor_char_boundary(units.min(text.len()));
        }
        let mut count = 0;
        for (at, character) in text.char_indices() {
            count += if self == Self::Utf16 { character.len_utf16() } else { 1 };
            if count > units {
                return at;
            }
        }
        text.len()
    }
}

/// The starts of the lines of a text. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Computes the line starts of a text. Linear in the text.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(line_starts(text.as_bytes()));
        Self { starts }
    }

    /// Returns the position of an offset; inside of `\r\n` it is the end of the line.
    pub fn position(&self, text: &str, offset: u32, encoding: Encoding) -> Position {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = text.get(self.starts[line] as usize..offset as usize).unwrap_or("");
        // Between the two characters of a line ending, the position is the end of the line.
        let before = before.strip_suffix('\r').unwrap_or(before);
        Position { line: line as u32, character: encoding.units(before) }
    }

    /// Returns the offset of a position. A column past the end of a line is its end, and a line past the last is the end of the
    /// text.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> u32 {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() as u32 };
        let line = self.line(text, position.line);
        start + encoding.bytes(line, position.character) as u32
    }

    /// Returns the range of a span of the text.
    pub fn range(&self, text: &str, span: Span, encoding: Encoding) -> Range {
        let position = |offset| self.position(text, offset, encoding);
        Range { start: position(span.start), end: position(span.end) }
    }

    /// Returns the span of a range; empty if the range ends before its start.
    pub fn span(&self, text: &str, range: Range, encoding: Encoding) -> Span {
        let offset = |position| self.offset(text, position, encoding);
        let start = offset(range.start);
        Span { start, end: offset(range.end).max(start) }
    }

    /// Returns the text of a line, without its line ending.
    pub fn line<'t>(&self, text: &'t str, line: u32) -> &'t str {
        let at = |line: u32| self.starts.get(line as usize).map_or(text.len(), |&start| start as usize);
        text.get(at(line)..at(line + 1)).unwrap_or("").trim_end_matches(['\r', '\n'])
    }

    /// Updates the index for an edit: `length` bytes have replaced the span `old`. Linear in the lines after the edit.
    fn follow(&mut self, text: &str, old: Span, length: u32) {
        // Characters at the edges may form a line ending together with the new text.
        let first = (self.starts.partition_point(|&start| start <= old.start) - 1).saturating_sub(1);
        let next = self.starts.partition_point(|&start| start <= old.end);
        let moved = |at: u32| at - old.end + old.start + length;
        let end = self.starts.get(next).map_or(text.len(), |&start| moved(start) as usize);
        for start in &mut self.starts[next..] {
            *start = moved(*start);
        }
        let from = self.starts[first];
        // The line start at the end of the part is kept.
        let within = line_starts(&text.as_bytes()[from as usize..end]).map(|start| from + start);
        let mut within: Vec<u32> = within.filter(|&start| (start as usize) < end).collect();
        if next == self.starts.len() && text[..end].ends_with(['\n', '\r']) {
            within.push(end as u32);
        }
        self.starts.splice(first + 1..next, within);
    }
}

/// A text with edits.
#[derive(Clone, Debug)]
pub struct EditedText {
    text: String,
    lines: LineIndex,
}

impl EditedText {
    /// Creates a text.
    pub fn new(text: String) -> Self {
        let lines = LineIndex::new(&text);
        Self { text, lines }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Applies edits in order.
    pub fn apply_all(&mut self, changes: &[TextDocumentContentChangeEvent], encoding: Encoding) {
        for change in changes {
            self.apply(change, encoding);
        }
    }

    /// Applies an edit of the client.
    pub fn apply(&mut self, change: &TextDocumentContentChangeEvent, encoding: Encoding) {
        match change {
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) => {
                self.replace(change.range, &change.text, encoding);
            }
            TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(change) => {
                *self = Self::new(change.text.clone());
            }
        }
    }

    /// Replaces a range of the text.
    pub fn replace(&mut self, range: Range, new: &str, encoding: Encoding) {
        let span = self.lines.span(&self.text, range, encoding);
        self.text.replace_range(span.range(), new);
        self.lines.follow(&self.text, span, new.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_in_the_units_of_the_client() {
        let text = "a = \"é𝒳\" # b\r\nc\rd\n";
        let lines = LineIndex::new(text);
        let at = text.find('#').expect("a comment") as u32;
        for (encoding, character) in [(Encoding::Utf8, 13), (Encoding::Utf16, 10), (Encoding::Utf32, 9)] {
            assert_eq!(lines.position(text, at, encoding), position(0, character));
            assert_eq!(lines.offset(text, position(0, character), encoding), at);
            // Between the two characters that end a line.
            assert_eq!(lines.position(text, at + 4, encoding), position(0, character + 3));
            assert_eq!(lines.position(text, text.find('d').expect("a letter") as u32, encoding), position(2, 0));
        }
        // Inside of a character, after a line, and after the text.
        assert_eq!(lines.offset(text, position(0, 7), Encoding::Utf16), 7);
        assert_eq!(lines.offset(text, position(0, 99), Encoding::Utf16), at + 3);
        assert_eq!(lines.offset(text, position(9, 0), Encoding::Utf16), text.len() as u32);
    }

    #[test]
    fn lines_follow_changes() {
        let mut random: u64 = 7;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % bound
        };
        let pieces = ["", "a", "\n", "\r", "\r\n", "é\n", "b\rc", "\n\n", "\n\r"];
        let mut edited = EditedText::new(String::new());
        for _ in 0..20_000 {
            let boundary = |edited: &EditedText, at: usize| edited.text().floor_char_boundary(at) as u32;
            let start = below(edited.text().len() + 1);
            let end = (start + below(4)).min(edited.text().len());
            let span = Span { start: boundary(&edited, start), end: boundary(&edited, end) };
            let new = if edited.text().len() > 60 { "" } else { pieces[below(pieces.len())] };
            edited.text.replace_range(span.range(), new);
            edited.lines.follow(&edited.text, span, new.len() as u32);
            assert_eq!(edited.lines, LineIndex::new(edited.text()), "{:?}", edited.text());
        }
    }
}
