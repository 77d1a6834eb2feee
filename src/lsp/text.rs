//! Document texts, and positions of the protocol: lines from 0, and units of an encoding within a line.

use gen_lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

use crate::source::{LineIndex, Span};

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

/// Positions of the protocol.
impl LineIndex {
    /// Returns the position of an offset; inside of `\r\n` it is the end of the line.
    pub fn position(&self, text: &str, offset: u32, encoding: Encoding) -> Position {
        let line = self.line_of(offset);
        let before = text.get(self.starts()[line] as usize..offset as usize).unwrap_or("");
        let before = before.strip_suffix('\r').unwrap_or(before);
        Position { line: line as u32, character: encoding.units(before) }
    }

    /// Returns the offset of a position. A column past the end of a line is its end, and a line past the last is the end of the
    /// text.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> u32 {
        let number = position.line as usize;
        let Some(line) = self.line(text, number) else { return text.len() as u32 };
        self.starts()[number] + encoding.bytes(line, position.character) as u32
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
}
