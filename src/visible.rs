//! Hidden characters, which must not reach a terminal, a log or a picture: control characters, marks that change the direction of
//! adjacent text, and characters without a width, which make two names look alike or carry text that nobody sees. Names and texts
//! of programs may contain them. The joiners of scripts and emoji are kept.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Holds if a character is a control character, an invisible one that changes how adjacent text is displayed, or one without a
/// width.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fffe}'
                | '\u{ffff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Returns a text in quotes, on one line, with hidden characters escaped.
pub fn in_quotes(text: &str) -> String {
    format!("{text:?}")
}

/// The bytes with which the encoding of a hidden character may begin.
const BEGINS_HIDDEN: [bool; 256] = {
    let mut begins = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        begins[byte] = byte < 0x20 || matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2 | 0xef | 0xf3);
        byte += 1;
    }
    begins
};

/// Holds if a text has a hidden character that is not kept. All output passes through this function: an ASCII text is scanned
/// many bytes at a time, and most bytes of other texts cost one lookup.
fn has_hidden(text: &str, is_kept: impl Fn(char) -> bool) -> bool {
    let bytes = text.as_bytes();
    // Without early exit, so that the loop is vectorised.
    if bytes.iter().fold(true, |all, byte| all & (0x20..0x7f).contains(byte)) {
        return false;
    }
    let may_begin = |at: usize| match bytes[at] {
        // Box-drawing characters and other symbols also begin with this byte.
        0xe2 => matches!(bytes.get(at + 1), Some(0x80 | 0x81)),
        byte => BEGINS_HIDDEN[usize::from(byte)],
    };
    let candidates = (0..bytes.len()).filter(|&at| may_begin(at));
    let mut found = candidates.filter_map(|at| text[at..].chars().next());
    found.any(|found| is_hidden(found) && !is_kept(found))
}

/// Returns the first characters of a text, with `...` in place of the others.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Returns the text on one line, with escapes for hidden characters.
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_except(text, |_| false)
}

/// Returns the text with JSON escapes for all hidden characters that are not kept.
pub fn visible_except(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !has_hidden(text, &is_kept) {
        return Cow::Borrowed(text);
    }
    let is_escaped = |character| is_hidden(character) && !is_kept(character);
    let escaped = text.chars().fold(String::with_capacity(text.len() + 8), |mut out, character| {
        match character {
            hidden if !is_escaped(hidden) => out.push(hidden),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // JSON has escapes for the units of UTF-16.
            hidden => hidden.encode_utf16(&mut [0; 2]).iter().for_each(|unit| _ = write!(out, "\\u{unit:04x}")),
        }
        out
    });
    Cow::Owned(escaped)
}

/// Returns the text of a message on one line, with spaces for control characters and escapes for other hidden ones.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !has_hidden(text, |_| false) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(visible(&text.replace(char::is_control, " ")).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped() {
        assert_eq!(visible("a\u{1b}[31m\n\u{202e}\u{9b}b"), "a\\u001b[31m\\n\\u202e\\u009bb");
        assert_eq!(visible("a\u{200b}b\u{feff}\u{e0041}"), "a\\u200bb\\ufeff\\udb40\\udc41");
        assert_eq!(visible("👩\u{200d}🚀"), "👩\u{200d}🚀");
        assert_eq!(visible_except("a\nb\u{7f}", |found| found == '\n'), "a\nb\\u007f");
        assert_eq!(one_line("a\nb\u{2066}c"), "a b\\u2066c");
        assert!(matches!(visible("größer → 1"), Cow::Borrowed(_)));
    }

    #[test]
    fn every_hidden_character_is_found() {
        for character in ('\0'..=char::MAX).filter(|&character| is_hidden(character)) {
            assert!(has_hidden(&format!("größer {character}"), |_| false), "{character:?}");
        }
    }
}
