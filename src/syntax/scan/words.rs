//! Names and numbers.

use super::token::Token;

/// Returns the length of the number at the start of a text. Dots and exponents belong to it as long as a digit follows. Its form
/// is checked later.
pub(in super::super) fn number_length(text: &[u8]) -> usize {
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let (mut at, mut length) = (1, 1);
    loop {
        match text.get(at) {
            Some(b'0'..=b'9') => at += 1,
            Some(b'.') => {
                at += 1;
                continue;
            }
            Some(b'e' | b'E') if is_digit(at + 1) => at += 2,
            Some(b'e' | b'E') if matches!(text.get(at + 1), Some(b'+' | b'-')) && is_digit(at + 2) => at += 3,
            _ => return length,
        }
        length = at;
    }
}

/// Holds if a text is a valid name.
pub(in super::super) fn is_name(text: &str) -> bool {
    !text.is_empty() && name_length(text) == text.len()
}

/// Holds if a name may start with a character.
fn is_name_start(character: char) -> bool {
    character == '_' || unicode_ident::is_xid_start(character)
}

/// Holds if a name may continue with a character.
pub(in super::super) fn is_name_part(character: char) -> bool {
    character == '-' || unicode_ident::is_xid_continue(character)
}

/// Returns the length of the name at the start of a text.
pub(super) fn name_length(text: &str) -> usize {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if is_name_start(first) => {
            first.len_utf8() + characters.take_while(|&part| is_name_part(part)).map(char::len_utf8).sum::<usize>()
        }
        _ => 0,
    }
}

/// Returns the marker in the opening of a heredoc.
pub(in super::super) fn marker(text: &str, opening: Token) -> &str {
    text[opening.span().range()].trim_start_matches(['<', '-']).trim_end()
}

/// The length of a marker of version control.
pub(in super::super) const MARKER_LENGTH: usize = 7;

/// Holds if a line begins with a marker that version control leaves in a text: seven equal signs, and nothing, or a blank.
pub(in super::super) fn conflict_marker(line: &str) -> bool {
    let Some(marker) = line.as_bytes().get(..MARKER_LENGTH) else { return false };
    let is_marker = matches!(marker, b"<<<<<<<" | b"|||||||" | b"=======" | b">>>>>>>");
    is_marker && matches!(line.as_bytes().get(MARKER_LENGTH), None | Some(b' ' | b'\r' | b'\n'))
}
