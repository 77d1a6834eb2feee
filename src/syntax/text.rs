//! Literal texts of templates: decoding, trimming and normalisation.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The delimiters of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    /// `"…"`, with escapes
    Quoted,
    /// `<<MARKER`, or `<<-MARKER` if indented, without escapes
    Heredoc { is_indented: bool },
    /// A bare template, without escapes
    Bare,
}

/// Converts a text to Unicode's normal form C, in which the reference keeps all texts.
pub(super) fn normalized(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Returns the value of a piece of literal source: decoded and normalised.
pub(super) fn value(source: &str, quoting: Quoting) -> Cow<'_, str> {
    if source.contains(['\\', '$', '%']) {
        Cow::Owned(normalized(&decoded(source, quoting)).into_owned())
    } else {
        normalized(source)
    }
}

/// Splits a run of literal template text like the reference's scanner: after an escaped or lone `$` or `%`, and in heredocs after
/// each line. Trimming and indentation apply to these pieces.
pub(super) fn pieces(text: &str, run: Range<usize>, quoting: Quoting) -> Vec<Range<usize>> {
    let bytes = &text.as_bytes()[..run.end];
    let (mut pieces, mut at) = (Vec::new(), run.start);
    while at < run.end {
        let start = at;
        at = match bytes[at] {
            sign @ (b'$' | b'%') if bytes[at + 1..].starts_with(&[sign, b'{']) => {
                // The `~` of an escaped sequence belongs to the escape.
                if bytes.get(at + 3) == Some(&b'~') { at + 4 } else { at + 3 }
            }
            b'$' | b'%' => at + 1,
            _ => end_of_plain(bytes, at, quoting),
        };
        pieces.push(start..at);
    }
    pieces
}

fn end_of_plain(bytes: &[u8], mut at: usize, quoting: Quoting) -> usize {
    while at < bytes.len() && !matches!(bytes[at], b'$' | b'%') {
        match bytes[at] {
            b'\\' if quoting == Quoting::Quoted => at += 2,
            b'\n' if quoting != Quoting::Quoted => return at + 1,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

/// Returns the first invalid escape of a quoted text: the backslash and the character after it.
pub(super) fn bad_escape(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    while let Some(next) = text[at..].find('\\') {
        at += next;
        let Some((_, length)) = escape(&text[at..]) else {
            let selector = text[at + 1..].chars().next().map_or(0, char::len_utf8);
            return Some(at..at + 1 + selector);
        };
        at += length;
    }
    None
}

/// Decodes a piece of source. An invalid escape is left unchanged: the validator has rejected it before.
pub(super) fn decoded(piece: &str, quoting: Quoting) -> String {
    let mut out = String::with_capacity(piece.len());
    let mut rest = piece;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'\\' | b'$' | b'%')) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let first = char::from(rest.as_bytes()[0]);
        let (character, taken) = match first {
            '\\' if quoting == Quoting::Quoted => escape(rest).unwrap_or((first, 1)),
            '$' | '%' if rest[1..].starts_with(first) && rest[2..].starts_with('{') => {
                out.push(first);
                ('{', 3)
            }
            _ => (first, 1),
        };
        out.push(character);
        rest = &rest[taken..];
    }
    out + rest
}

/// Returns the character that an escape denotes, and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let digits = |length: usize| {
        let digits = text.get(2..2 + length).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        Some((char::from_u32(code)?, 2 + length))
    };
    match text.as_bytes().get(1)? {
        b'n' => Some(('\n', 2)),
        b'r' => Some(('\r', 2)),
        b't' => Some(('\t', 2)),
        b'"' => Some(('"', 2)),
        b'\\' => Some(('\\', 2)),
        b'u' => digits(4),
        b'U' => digits(8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_characters() {
        assert_eq!(decoded(r#"a\n\"\\\u00e9\U0001F600"#, Quoting::Quoted), "a\n\"\\é😀");
        assert_eq!(decoded("$${x} %%{y} $ %", Quoting::Quoted), "${x} %{y} $ %");
        assert_eq!(decoded(r"a\n", Quoting::Heredoc { is_indented: false }), r"a\n");
    }

    #[test]
    fn texts_are_normalised() {
        assert_eq!(normalized("e\u{301}"), "é");
    }

    #[test]
    fn a_run_is_split_at_signs_and_lines() {
        let split = |text: &str, quoting| -> Vec<String> {
            pieces(text, 0..text.len(), quoting).into_iter().map(|piece| text[piece].to_owned()).collect()
        };
        assert_eq!(split("a$b$${c", Quoting::Quoted), ["a", "$", "b", "$${", "c"]);
        assert_eq!(split("a\nb\n", Quoting::Heredoc { is_indented: true }), ["a\n", "b\n"]);
        assert_eq!(split("a\nb", Quoting::Quoted), ["a\nb"]);
    }
}
