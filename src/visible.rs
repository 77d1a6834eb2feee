//! Characters that must not reach a terminal, a log or a picture: those that control it, and marks that change the
//! direction of what stands beside them. Names and texts of programs may hold any.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Holds if a character controls what shows it, or has no shape of its own and changes what stands beside it.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// The text on one line, with escapes for hidden characters.
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_except(text, |_| false)
}

/// The text with escapes for hidden characters but some. The escapes are those of JSON.
pub fn visible_except(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |character| is_hidden(character) && !is_kept(character);
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().fold(String::with_capacity(text.len() + 8), |mut out, character| {
        match character {
            hidden if !is_escaped(hidden) => out.push(hidden),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            hidden => _ = write!(out, "\\u{:04x}", u32::from(hidden)),
        }
        out
    });
    Cow::Owned(escaped)
}

/// The text of a message, on one line: spaces stand for characters that control, escapes for other hidden ones.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
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
        assert_eq!(visible_except("a\nb\u{7f}", |found| found == '\n'), "a\nb\\u007f");
        assert_eq!(one_line("a\nb\u{2066}c"), "a b\\u2066c");
        assert!(matches!(visible("größer → 1"), Cow::Borrowed(_)));
    }
}
