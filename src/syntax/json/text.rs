//! Positions in JSON texts with escapes.

use crate::source::Span;

/// A map from positions in a decoded text to positions in the source.
pub(super) struct Places {
    start: u32,
    /// After each escape: the position in the decoded text, and in the source.
    behind_escapes: Vec<(u32, u32)>,
}

impl Places {
    /// Creates the map of a text whose contents begin at `start`. Linear in the text.
    pub(super) fn new(source: &str, start: u32) -> Self {
        let (mut at, mut decoded) = (0, 0);
        let mut behind_escapes = Vec::new();
        while let Some(plain) = source[at..].find('\\') {
            let (written, length) = escape(&source[at + plain..]);
            at += plain + written;
            decoded += plain + length;
            behind_escapes.push((decoded as u32, start + at as u32));
        }
        Self { start, behind_escapes }
    }

    /// Maps a span of the decoded text to the source.
    pub(super) fn span(&self, span: Span) -> Span {
        Span { start: self.place(span.start), end: self.place(span.end) }
    }

    fn place(&self, decoded: u32) -> u32 {
        let passed = self.behind_escapes.partition_point(|escape| escape.0 <= decoded);
        match passed.checked_sub(1).map(|last| self.behind_escapes[last]) {
            Some((behind, source)) => source + (decoded - behind),
            None => self.start + decoded,
        }
    }
}

/// Returns the length of an escape, and of the character that it denotes.
fn escape(text: &str) -> (usize, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    match (unit(0), unit(6)) {
        // A character beyond the basic plane is written as a surrogate pair.
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, 4),
        (Some(code), _) => (6, char::from_u32(code).map_or('\u{fffd}'.len_utf8(), char::len_utf8)),
        (None, _) => (2.min(text.len()), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_source() {
        let source = r"a\nb\u00e9c\ud83d\ude00d";
        let decoded = "a\nbéc😀d";
        let places = Places::new(source, 10);
        let at = |character: char| places.place(decoded.find(character).unwrap() as u32) - 10;
        assert_eq!((at('a'), at('\n'), at('b'), at('é'), at('c'), at('😀'), at('d')), (0, 1, 3, 4, 10, 11, 23));
        assert_eq!(places.place(decoded.len() as u32), 10 + source.len() as u32);
    }
}
