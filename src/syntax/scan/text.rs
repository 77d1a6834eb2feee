//! Scanning of the texts of templates: quoted, heredoc and bare.

use super::words::{marker, name_length};
use super::{Mode, Scanner, TokenKind};

/// The most lines that are read behind a newline in an interpolation. Each of many empty ones would read all behind it.
const MOST_BLANK: usize = 100;

impl Scanner<'_> {
    /// Scans `${` or `%{`, if there is one here.
    fn sequence(&mut self) -> bool {
        let kind = match self.bytes[self.at] {
            b'$' => TokenKind::Interpolation,
            b'%' => TokenKind::Directive,
            _ => return false,
        };
        if !self.next_is(1, b'{') {
            return false;
        }
        self.token(kind, if self.next_is(2, b'~') { 3 } else { 2 });
        self.modes.push(Mode::Normal { braces: 0 });
        true
    }

    pub(super) fn quoted(&mut self) {
        match self.bytes[self.at] {
            b'"' => {
                self.modes.pop();
                self.token(TokenKind::QuoteClose, 1);
            }
            b'\n' | b'\r' => {
                self.modes.pop();
                self.token(TokenKind::QuotedNewline, 0);
                self.token(TokenKind::QuoteClose, 0);
                self.leave_line();
            }
            _ => {
                if !self.sequence() {
                    let length = self.quoted_length();
                    self.token(TokenKind::QuotedText, length);
                }
            }
        }
    }

    /// At the end of a line within a quoted text: closes the interpolations and quoted texts around it that begin on this line.
    /// Probably an interpolation lacks its brace, so that the quote which should have closed the text around it opened another one.
    fn leave_line(&mut self) {
        let line = self
            .tokens
            .iter()
            .rev()
            .skip(2)
            .take_while(|token| !matches!(token.kind, TokenKind::Newline | TokenKind::QuotedNewline));
        let (opened, closed) = line.fold((0_usize, 0_usize), |(opened, closed), token| match token.kind {
            TokenKind::QuoteOpen => (opened + 1, closed),
            TokenKind::QuoteClose => (opened, closed + 1),
            _ => (opened, closed),
        });
        // One of them is the text that has just been closed.
        for _ in closed + 1..opened {
            let Some([.., Mode::Quoted, Mode::Normal { .. }]) = self.modes.get(..) else { return };
            self.modes.truncate(self.modes.len() - 2);
            self.token(TokenKind::SequenceClose, 0);
            self.token(TokenKind::QuoteClose, 0);
        }
    }

    /// At a newline within an interpolation: closes the interpolation and the quoted text around it if the next line can only stand
    /// outside of both. An interpolation may have several lines, but none of them begins with a name and an equals sign.
    pub(super) fn leave_sequences(&mut self, newline: usize) {
        while self.is_left_after(newline) {
            self.modes.truncate(self.modes.len() - 2);
            self.token(TokenKind::QuotedNewline, 0);
            self.token(TokenKind::SequenceClose, 0);
            self.token(TokenKind::QuoteClose, 0);
        }
    }

    /// Holds if the scanner is in an interpolation of a quoted text, and the first line after so many bytes that is neither empty nor a
    /// comment stands outside of both.
    pub(super) fn is_left_after(&mut self, length: usize) -> bool {
        let [.., Mode::Quoted, Mode::Normal { braces: 0 }] = self.modes[..] else { return false };
        let mut lines = self.text[self.at + length..].split_inclusive('\n').take(MOST_BLANK);
        let Some(line) = lines.find(|line| !is_blank(line)) else { return false };
        let is_left = is_outside(line);
        self.needs_rest |= is_left && !line.ends_with('\n');
        is_left
    }

    /// Returns the length of the literal text up to a quote, a newline or a sequence.
    fn quoted_length(&self) -> usize {
        let rest = &self.bytes[self.at..];
        let mut at = 0;
        while let Some(&byte) = rest.get(at) {
            match byte {
                b'"' | b'\n' | b'\r' => break,
                b'\\' => {
                    let escaped = self.text[self.at + at + 1..].chars().next();
                    at += 1 + escaped.filter(|&c| c != '\n' && c != '\r').map_or(0, char::len_utf8);
                }
                b'$' | b'%' => match sequence_sign(&rest[at..]) {
                    0 => break,
                    length => at += length,
                },
                _ => at += 1,
            }
        }
        at
    }

    pub(super) fn bare(&mut self) {
        if !self.sequence() {
            let (length, _) = self.plain_length();
            self.plain(length);
        }
    }

    /// Adds a piece of plain text. A length of zero means a carriage return that is not part of a newline.
    fn plain(&mut self, length: usize) {
        match length {
            0 => self.token(TokenKind::Invalid, 1),
            _ => self.token(TokenKind::PlainText, length),
        }
    }

    /// Returns the length of the literal text up to a sequence, a lone carriage return or the end of the line, and `true` if the
    /// line ends there.
    fn plain_length(&self) -> (usize, bool) {
        let rest = &self.bytes[self.at..];
        let mut at = 0;
        while let Some(&byte) = rest.get(at) {
            match byte {
                b'\n' => return (at + 1, true),
                b'\r' if rest.get(at + 1) != Some(&b'\n') => break,
                b'$' | b'%' => match sequence_sign(&rest[at..]) {
                    0 => break,
                    length => at += length,
                },
                _ => at += 1,
            }
        }
        (at, false)
    }

    pub(super) fn heredoc(&mut self, opening: usize, at_line_start: bool) {
        if self.sequence() {
            let outer = self.modes.len() - 2;
            self.modes[outer] = Mode::Heredoc { opening, at_line_start: false };
            return;
        }
        let (length, ends_line) = self.plain_length();
        let line = &self.text[self.at..self.at + length];
        if ends_line && at_line_start && line.trim() == self.marker(opening) {
            let newline = if line.ends_with("\r\n") { 2 } else { 1 };
            self.modes.pop();
            self.token(TokenKind::HeredocClose, length - newline);
            return self.token(TokenKind::Newline, newline);
        }
        if let Some(mode) = self.modes.last_mut() {
            *mode = Mode::Heredoc { opening, at_line_start: ends_line };
        }
        self.plain(length);
    }

    fn marker(&self, opening: usize) -> &str {
        marker(self.text, self.tokens[opening])
    }
}

/// Returns the number of bytes of literal text that a `$` or `%` at the start begins: none if it starts a sequence, three if it
/// escapes one.
fn sequence_sign(rest: &[u8]) -> usize {
    match rest {
        [_, b'{', ..] => 0,
        [sign, next, b'{', ..] if sign == next => 3,
        _ => 1,
    }
}

/// Holds for empty lines, and those that are comments.
fn is_blank(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

/// Holds if a line stands in no interpolation: an attribute, the header of a block, or the brace of one.
fn is_outside(line: &str) -> bool {
    let line = line.trim();
    let rest = line[name_length(line)..].trim_start();
    let is_label = |part: char| part.is_alphanumeric() || matches!(part, '_' | '-' | '"' | ' ');
    let is_attribute = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
    let is_header = rest.strip_suffix('{').is_some_and(|labels| labels.chars().all(is_label));
    line == "}" || rest.len() < line.len() && (is_attribute || is_header)
}
