//! The tokens of JSON.

use std::borrow::Cow;

use crate::source::Span;

/// A token and its span.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Span,
    /// Holds if it is the first on its line.
    pub(super) starts_line: bool,
}

/// The kinds of tokens.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    BraceOpen,
    BraceClose,
    BracketOpen,
    BracketClose,
    Comma,
    Colon,
    String(Cow<'a, str>),
    Number(&'a str),
    Bool(bool),
    Null,
    /// A word or character that is not part of JSON.
    Other,
    /// An invalid string: the reason.
    Wrong(String),
    /// The end of the line of a string that is not closed on it, with the span of its quote.
    CutOff(Span),
    End,
}

/// Scans a text from an offset on. The last token is [`Kind::End`]. Linear in the text.
pub(super) fn scan(text: &str, start: usize) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let (mut tokens, mut at, mut starts_line) = (Vec::new(), start, true);
    while let Some(&byte) = bytes.get(at) {
        if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            starts_line |= byte == b'\n';
            at += 1;
            continue;
        }
        let (kind, length) = token(&text[at..], at);
        let span = match kind {
            // An unclosed string is reported at the end of its line.
            Kind::CutOff(_) => Span::new(at + length..at + length),
            _ => Span::new(at..at + length),
        };
        tokens.push(Token { kind, span, starts_line });
        (at, starts_line) = (at + length, false);
    }
    tokens.push(Token { kind: Kind::End, span: Span::new(text.len()..text.len()), starts_line });
    tokens
}

/// Returns the first token of a text, and its length.
fn token(rest: &str, at: usize) -> (Kind<'_>, usize) {
    let kind = match rest.as_bytes()[0] {
        b'{' => Kind::BraceOpen,
        b'}' => Kind::BraceClose,
        b'[' => Kind::BracketOpen,
        b']' => Kind::BracketClose,
        b',' => Kind::Comma,
        b':' => Kind::Colon,
        b'"' => return string(rest, at),
        _ => return word(rest),
    };
    (kind, 1)
}

/// Returns the string at the start of a text.
fn string(rest: &str, at: usize) -> (Kind<'_>, usize) {
    let bytes = rest.as_bytes();
    let mut end = 1;
    loop {
        match bytes.get(end) {
            Some(b'"') => break,
            Some(b'\\') if !matches!(bytes.get(end + 1), None | Some(b'\n' | b'\r')) => end += 2,
            None | Some(b'\n' | b'\r') => return (Kind::CutOff(Span::new(at..at + 1)), end),
            Some(_) => end += 1,
        }
    }
    let inner = &rest[1..end];
    let is_plain = inner.bytes().all(|byte| byte != b'\\' && byte >= b' ');
    if is_plain {
        return (Kind::String(Cow::Borrowed(inner)), end + 1);
    }
    match serde_json::from_str::<String>(&rest[..=end]) {
        Ok(text) => (Kind::String(Cow::Owned(text)), end + 1),
        Err(error) => (Kind::Wrong(format!("invalid string: {}", reason(&error))), end + 1),
    }
}

/// Returns the number or the word at the start of a text, up to a blank or a character with a meaning in JSON.
fn word(rest: &str) -> (Kind<'_>, usize) {
    let is_end = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '{' | '}' | '[' | ']' | ',' | ':' | '"');
    let length = rest.find(is_end).unwrap_or(rest.len());
    let word = &rest[..length];
    let kind = match word {
        "null" => Kind::Null,
        "true" => Kind::Bool(true),
        "false" => Kind::Bool(false),
        _ if is_number(word) => Kind::Number(word),
        _ => Kind::Other,
    };
    (kind, length)
}

/// Holds for `[-]digits[.digits][e[+-]digits]` without leading zeros.
fn is_number(word: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    let (decimal, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((decimal, exponent)) => (decimal, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (integral, fraction) = match decimal.split_once('.') {
        Some((integral, fraction)) => (integral, Some(fraction)),
        None => (decimal, None),
    };
    let has_no_leading_zero = integral == "0" || !integral.starts_with('0');
    is_digits(integral) && has_no_leading_zero && fraction.is_none_or(is_digits) && exponent.is_none_or(is_digits)
}

/// Returns the message of an error without its place.
fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rfind(" at line ").map_or(message.as_str(), |end| &message[..end]).to_owned()
}
