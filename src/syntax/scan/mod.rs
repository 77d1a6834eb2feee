//! The scanner: splits a text into tokens like the reference's scanner.
//!
//! It differs from the reference only after an error, so that one error does not consume the rest of a file: a newline ends a
//! quoted text, and a heredoc that is never closed ends at its opening.

mod text;
mod token;
mod words;

pub(super) use token::{Token, TokenKind};
pub(super) use words::MARKER_LENGTH;
use words::{conflict_marker, name_length};
pub(super) use words::{is_name, is_name_part, marker, number_length};

use crate::types::nearest::slip;

/// Scans a file or expression. The last token is [`TokenKind::End`]. Linear in the text.
pub(super) fn scan(text: &str) -> Vec<Token> {
    scan_part(0, text).tokens
}

/// The tokens of a part of a text.
pub(super) struct ScannedPart {
    /// The tokens; the last is [`TokenKind::End`].
    pub(super) tokens: Vec<Token>,
    /// Holds if a template or a comment is open at the end, or the end of a heredoc was looked for in vain, so that tokens depend on the
    /// following text.
    pub(super) is_open: bool,
}

/// Scans a file from an offset on at which no item is open.
pub(super) fn scan_part(start: usize, text: &str) -> ScannedPart {
    scan_in(start, text, Mode::Normal { braces: 0 })
}

/// Scans a bare template: a text in which only `${…}` and `%{…}` are special.
pub(super) fn scan_template(text: &str) -> Vec<Token> {
    scan_in(0, text, Mode::Bare).tokens
}

/// The most bytes of a first line of a heredoc that has other text than the marker.
const LONGEST_OPENING: usize = 200;

/// The maximum number of unclosed heredocs. A file with more of them is not scanned further.
const MAX_UNCLOSED: usize = 8;

/// The construct around the scanner.
#[derive(Clone, Copy)]
enum Mode {
    /// Expressions and bodies; `braces` counts the open ones.
    Normal { braces: u32 },
    /// A quoted text.
    Quoted,
    /// A heredoc: the index of its opening token, and `true` if the next piece starts a line.
    Heredoc { opening: usize, at_line_start: bool },
    /// A bare template.
    Bare,
}

/// Holds if a token is all of its line.
fn is_alone(text: &str, token: Token) -> bool {
    let (before, after) = (&text[..token.start as usize], &text[token.end as usize..]);
    let first = before.rsplit('\n').next().unwrap_or_default();
    let rest = after.split('\n').next().unwrap_or_default();
    first.trim().is_empty() && rest.trim().is_empty()
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    modes: Vec<Mode>,
    /// The number of unclosed heredocs.
    unclosed: usize,
    /// Holds if the tokens depend on the text behind the end.
    needs_rest: bool,
}

fn scan_in(start: usize, text: &str, mode: Mode) -> ScannedPart {
    let starts_with_mark = start == 0 && text.starts_with('\u{feff}');
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: if starts_with_mark { '\u{feff}'.len_utf8() } else { start },
        tokens: Vec::with_capacity((text.len() - start) / 4 + 1),
        modes: vec![mode],
        unclosed: 0,
        needs_rest: false,
    };
    scanner.run();
    scanner.token(TokenKind::End, 0);
    let is_open = scanner.unclosed > 0 || scanner.needs_rest || scanner.modes.len() > 1;
    ScannedPart { tokens: scanner.tokens, is_open }
}

impl Scanner<'_> {
    fn run(&mut self) {
        loop {
            while self.at < self.bytes.len() {
                match self.modes.last() {
                    None | Some(Mode::Normal { .. }) => self.normal(),
                    Some(Mode::Quoted) => self.quoted(),
                    Some(&Mode::Heredoc { opening, at_line_start }) => self.heredoc(opening, at_line_start),
                    Some(Mode::Bare) => self.bare(),
                }
            }
            if !self.reopen() {
                return;
            }
        }
    }

    /// At the end of the text: abandons the outermost open heredoc, and continues after its opening; or abandons an interpolation in
    /// it, if the heredoc would have ended within.
    fn reopen(&mut self) -> bool {
        let open = self.modes.iter().position(|mode| matches!(mode, Mode::Heredoc { .. }));
        let Some((depth, &Mode::Heredoc { opening, .. })) = open.map(|depth| (depth, &self.modes[depth])) else {
            return false;
        };
        if self.unclosed < MAX_UNCLOSED && self.abandon_sequence(depth, opening) {
            return true;
        }
        self.modes.truncate(depth);
        self.tokens.truncate(opening + 1);
        let other = if self.unclosed < MAX_UNCLOSED { self.other_end(opening) } else { None };
        let token = &mut self.tokens[opening];
        token.kind = TokenKind::Unclosed;
        self.unclosed += 1;
        let line_length = self.text[token.start as usize..token.end as usize].trim_end().len();
        token.end = token.start + line_length as u32;
        self.at = if self.unclosed < MAX_UNCLOSED { token.end as usize } else { self.bytes.len() };
        if let Some((start, length)) = other {
            self.at = start;
            self.token(TokenKind::HeredocClose, length);
        }
        true
    }

    /// Returns the start and the length of the first line of an open heredoc that is a word like its marker: `EOF` for `EOT`.
    fn other_end(&self, opening: usize) -> Option<(usize, usize)> {
        let (opening, marker) = (self.tokens[opening], marker(self.text, self.tokens[opening]));
        let is_capital = |word: &str| word.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_like = |word: &str| {
            word.eq_ignore_ascii_case(marker)
                || is_capital(word) && is_capital(marker)
                || is_name(word) && slip(word, [marker]).is_some()
        };
        let mut start = opening.end as usize;
        for line in self.text[start..].split_inclusive('\n') {
            if line.contains("<<") {
                // Its end may be that of another heredoc.
                return None;
            }
            let word = line.trim();
            if !word.is_empty() && is_like(word) {
                return Some((start, line.trim_end().len()));
            }
            start += line.len();
        }
        None
    }

    /// Goes back to the first line of an open heredoc that is only its marker and lies in an interpolation, and ends the
    /// interpolation before it.
    fn abandon_sequence(&mut self, depth: usize, opening: usize) -> bool {
        let (text, marker) = (self.text, marker(self.text, self.tokens[opening]));
        let source = |token: &Token| &text[token.start as usize..token.end as usize];
        let (mut open, mut closed, mut found) = (Vec::new(), None, None);
        for (at, token) in self.tokens.iter().enumerate().skip(opening + 1) {
            match token.kind {
                TokenKind::Interpolation | TokenKind::Directive => open.push(at),
                TokenKind::SequenceClose => closed = open.pop().or(closed),
                TokenKind::Identifier if source(token) == marker && is_alone(text, *token) => {
                    // A brace in the sequence may have taken its closer.
                    found = open.first().copied().or(closed).map(|sequence| (sequence, at));
                    break;
                }
                _ => {}
            }
        }
        let Some((sequence, end)) = found else { return false };
        let start = self.tokens[end].start as usize;
        self.at = text[..start].rfind('\n').map_or(start, |newline| newline + 1);
        self.tokens.truncate(end);
        self.tokens[sequence].kind = TokenKind::Unclosed;
        self.unclosed += 1;
        self.modes.truncate(depth);
        self.modes.push(Mode::Heredoc { opening, at_line_start: true });
        true
    }

    fn next_is(&self, ahead: usize, byte: u8) -> bool {
        self.bytes.get(self.at + ahead) == Some(&byte)
    }

    fn token(&mut self, kind: TokenKind, length: usize) {
        let end = self.at + length;
        self.tokens.push(Token { kind, start: self.at as u32, end: end as u32 });
        self.at = end;
    }

    fn normal(&mut self) {
        let byte = self.bytes[self.at];
        match byte {
            b' ' | b'\t' => self.at += 1,
            b'\n' => self.newline(1),
            b'\r' if self.next_is(1, b'\n') => self.newline(2),
            b'#' => self.line_comment(),
            b'/' if self.next_is(1, b'/') => self.line_comment(),
            b'/' if self.next_is(1, b'*') => self.block_comment(),
            b'0'..=b'9' => {
                let length = number_length(&self.bytes[self.at..]);
                self.token(TokenKind::Number, length);
            }
            b'"' => {
                self.token(TokenKind::QuoteOpen, 1);
                self.modes.push(Mode::Quoted);
            }
            b'{' => {
                self.count_braces(|braces| braces + 1);
                self.token(TokenKind::BraceOpen, 1);
            }
            b'}' => self.closing_brace(1),
            b'~' if self.next_is(1, b'}') => self.closing_brace(2),
            b'<' | b'=' | b'>' | b'|' if conflict_marker(&self.text[self.at..]) && self.begins_line() => {
                self.conflict();
            }
            b'<' if self.next_is(1, b'<') => self.heredoc_opening(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(),
            _ => self.sign(byte),
        }
    }

    fn newline(&mut self, length: usize) {
        self.leave_sequences(length);
        self.token(TokenKind::Newline, length);
    }

    fn line_comment(&mut self) {
        let rest = &self.bytes[self.at..];
        let newline = rest.iter().position(|&byte| byte == b'\n');
        // The newline is a part of the comment, unless an interpolation ends with it.
        let length = newline.map_or(rest.len(), |at| if self.is_left_after(at + 1) { at } else { at + 1 });
        self.token(TokenKind::Comment, length);
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || self.bytes[self.at - 1] == b'\n'
    }

    /// A conflict of version control, of which the first side counts: its first marker is a comment, and so is everything from the
    /// marker behind the first side to the end of the last line with a marker.
    fn conflict(&mut self) {
        let line = |from: usize| self.text[from..].find('\n').map_or(self.bytes.len(), |newline| from + newline + 1);
        let is_first = self.bytes[self.at] == b'<';
        let last = if is_first { "\n=======" } else { "\n>>>>>>>" };
        let rest = &self.text[self.at..];
        let found = rest.find(last).filter(|_| rest.as_bytes()[0] != b'>');
        let end = match found {
            Some(found) if !is_first => line(self.at + found + 1),
            _ => line(self.at),
        };
        self.needs_rest |= found.is_none();
        self.token(TokenKind::Comment, end - self.at);
    }

    fn block_comment(&mut self) {
        if let Some(length) = self.text[self.at + 2..].find("*/") {
            self.token(TokenKind::Comment, length + 4);
        } else {
            self.token(TokenKind::Unclosed, 2);
            self.needs_rest = true;
            self.at = self.bytes.len();
        }
    }

    /// Changes the number of open braces, if braces are counted here.
    fn count_braces(&mut self, change: impl FnOnce(u32) -> u32) {
        if let Some(Mode::Normal { braces }) = self.modes.last_mut() {
            *braces = change(*braces);
        }
    }

    fn closing_brace(&mut self, length: usize) {
        let closes_sequence = self.modes.len() > 1 && matches!(self.modes.last(), Some(Mode::Normal { braces: 0 }));
        if closes_sequence {
            self.modes.pop();
            return self.token(TokenKind::SequenceClose, length);
        }
        self.count_braces(|braces| braces.saturating_sub(1));
        // `~}` is a closing token even if no sequence is open.
        self.token(if length == 1 { TokenKind::BraceClose } else { TokenKind::SequenceClose }, length);
    }

    fn heredoc_opening(&mut self) {
        let marker = if self.next_is(2, b'-') { 3 } else { 2 };
        let name = name_length(&self.text[self.at + marker..]);
        let line_end = marker + name;
        let newline = if self.next_is(line_end, b'\r') { 2 } else { 1 };
        if name == 0 || !self.next_is(line_end + newline - 1, b'\n') {
            return self.wrong_heredoc(marker);
        }
        self.modes.push(Mode::Heredoc { opening: self.tokens.len(), at_line_start: true });
        self.token(TokenKind::HeredocOpen, line_end + newline);
    }

    /// A heredoc with other text than its marker in its first line: if a later line contains only the marker, the heredoc is skipped up
    /// to that line.
    fn wrong_heredoc(&mut self, signs: usize) {
        let Some((opening, end, length)) = self.end_of_wrong_heredoc(signs) else {
            return self.token(TokenKind::Operator, 1);
        };
        self.token(TokenKind::Unclosed, opening);
        self.at = end;
        self.token(TokenKind::HeredocClose, length);
    }

    /// Returns the length of the opening of a heredoc with other text than its marker, and the start and the length of its end. A later
    /// opening ends the search: the end may belong to it.
    fn end_of_wrong_heredoc(&mut self, signs: usize) -> Option<(usize, usize, usize)> {
        let rest = &self.text[self.at + signs..];
        let Some(length) = rest.bytes().take(LONGEST_OPENING).position(|byte| byte == b'\n') else {
            self.needs_rest |= rest.len() < LONGEST_OPENING;
            return None;
        };
        let opening = Some(&rest[..length]).filter(|opening| !opening.contains("<<"))?;
        let word = opening.trim_start_matches([' ', '\t', '"', '\'']);
        let marker = Some(&word[..name_length(word)]).filter(|marker| !marker.is_empty())?;
        let mut start = self.at + signs + length + 1;
        for line in rest[length + 1..].split_inclusive('\n') {
            if line.contains("<<") {
                return None;
            }
            if line.trim() == marker {
                return Some((signs + opening.trim_end().len(), start, line.trim_end().len()));
            }
            start += line.len();
        }
        self.needs_rest = true;
        None
    }

    fn name(&mut self) {
        let rest = &self.bytes[self.at..];
        let ascii = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'-'));
        let length = match ascii {
            Some(length) if rest[length].is_ascii() => length,
            None => rest.len(),
            Some(_) => name_length(&self.text[self.at..]),
        };
        self.token(TokenKind::Identifier, length);
    }

    fn sign(&mut self, byte: u8) {
        let (kind, length) = match (byte, self.bytes.get(self.at + 1).copied().unwrap_or(0)) {
            (b'.', b'.') if self.next_is(2, b'.') => (TokenKind::Ellipsis, 3),
            (b'=', b'>') => (TokenKind::Arrow, 2),
            (b':', b':') => (TokenKind::DoubleColon, 2),
            (b'=' | b'!' | b'<' | b'>', b'=') | (b'&', b'&') | (b'|', b'|') => (TokenKind::Operator, 2),
            (b'[', _) => (TokenKind::BracketOpen, 1),
            (b']', _) => (TokenKind::BracketClose, 1),
            (b'(', _) => (TokenKind::ParenthesisOpen, 1),
            (b')', _) => (TokenKind::ParenthesisClose, 1),
            (b'.', _) => (TokenKind::Dot, 1),
            (b',', _) => (TokenKind::Comma, 1),
            (b'*', _) => (TokenKind::Star, 1),
            (b'=', _) => (TokenKind::Equal, 1),
            (b':', _) => (TokenKind::Colon, 1),
            (b'?', _) => (TokenKind::Question, 1),
            (b'-', _) => (TokenKind::Minus, 1),
            (b'!', _) => (TokenKind::Bang, 1),
            (b'/' | b'%' | b'+' | b'<' | b'>', _) => (TokenKind::Operator, 1),
            _ => return self.other(),
        };
        self.token(kind, length);
    }

    fn other(&mut self) {
        let rest = &self.text[self.at..];
        match name_length(rest) {
            0 => self.token(TokenKind::Invalid, rest.chars().next().map_or(1, char::len_utf8)),
            length => self.token(TokenKind::Identifier, length),
        }
    }
}
