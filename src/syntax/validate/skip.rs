//! Recovery after malformed items.

use super::super::scan::{Token, TokenKind};
use super::Validator;

/// The number of tokens after a line that looks like a new item in which the closing bracket of a malformed item is still
/// searched.
pub(super) const LOOKAHEAD: usize = 300;

impl Validator<'_> {
    /// Skips the rest of an item: up to the newline that ends it, or the brace that closes the enclosing block. If its brackets
    /// do not match, or if it has an unclosed heredoc, it ends before the first line that looks like an item and is indented no
    /// deeper than the item's column.
    ///
    /// No item starts before the first unread token.
    pub(super) fn skip_item(&mut self, column: usize, first: usize, unread: usize) {
        // The closing brackets that are expected, each with the place of the opening one.
        let mut open: Vec<(TokenKind, usize)> = Vec::new();
        let (mut candidate, mut line) = (None, first);
        // For each open heredoc, the number of closing brackets that are expected behind it.
        let mut heredocs = Vec::new();
        let (mut is_unclosed, mut at) = (false, first);
        loop {
            let token = self.tokens[at];
            if token.kind == TokenKind::Unclosed && self.tokens[at + 1].kind == TokenKind::HeredocClose {
                // A heredoc that ends with another marker.
                at += 2;
                continue;
            }
            if token.kind == TokenKind::QuotedNewline {
                self.close_within(token, &mut open);
            }
            if token.kind == TokenKind::HeredocClose {
                // The brackets inside of its interpolations are not closed.
                open.truncate(heredocs.pop().unwrap_or(open.len()));
                at += 1;
                continue;
            }
            let is_in_heredoc = !heredocs.is_empty();
            is_unclosed |= token.kind == TokenKind::Unclosed && !is_in_heredoc;
            if self.ends_line(token) {
                line = at;
            }
            if let Some(closer) = closer(token.kind) {
                if closer == TokenKind::HeredocClose {
                    heredocs.push(open.len());
                }
                open.push((closer, at));
            } else if is_closer(token.kind) {
                let (expected, opened) = open.pop().unzip();
                if expected != Some(token.kind) {
                    if is_bracket(token.kind) && expected == Some(self.tokens[at + 1].kind) {
                        // Two closing brackets are exchanged, or the opening one of this one is missing.
                        open.pop_if(|outer| outer.0 == token.kind);
                        at += 2;
                        continue;
                    }
                    let outer = open.iter().rposition(|outer| outer.0 == token.kind && is_bracket(outer.0));
                    let is_farther = match outer {
                        Some(outer) => open[outer].1 < line,
                        None => self.depth > 0 && !self.ends_line(self.tokens[at + 1]),
                    };
                    if is_farther && expected.is_some_and(is_bracket) && opened >= Some(line) {
                        // It stands for the expected bracket, which was opened on the same line.
                        at += 1;
                        continue;
                    }
                    if let Some(outer) = outer {
                        // The brackets inside of these ones are not closed.
                        open.truncate(outer);
                        at += 1;
                        continue;
                    }
                    // A closing bracket without an opening one closes nothing. A brace before a comma closes no block.
                    let may_close_block =
                        token.kind == TokenKind::BraceClose && self.tokens[at + 1].kind != TokenKind::Comma;
                    open.extend(expected.zip(opened).filter(|_| !may_close_block));
                    // An unmatched closing bracket is part of the item, unless it closes the enclosing block.
                    if candidate.is_some() || (may_close_block && self.depth > 0) {
                        break;
                    }
                }
            } else if self.ends_line(token) && open.is_empty() && !is_unclosed {
                at += 1;
                break;
            } else if token.kind == TokenKind::End {
                self.note_end(at);
                break;
            } else if candidate.is_none() && at > unread && !is_in_heredoc && self.looks_like_item(at, column) {
                candidate = Some(at);
            }
            let is_hopeless = is_unclosed || unread > first;
            if candidate.is_some_and(|candidate| is_hopeless || at > candidate + LOOKAHEAD) {
                break;
            }
            at += 1;
        }
        self.at = candidate.unwrap_or(at);
        self.took_brace = candidate.is_none()
            && (open.iter().any(|open| open.0 == TokenKind::BraceClose)
                || self.has_brace_below(&self.tokens[first..at]));
    }

    /// Closes the brackets that are probably closed within the text of a string that lacks its second quote.
    fn close_within(&self, newline: Token, open: &mut Vec<(TokenKind, usize)>) {
        let Some((string, opened)) = open.pop_if(|open| open.0 == TokenKind::QuoteClose) else { return };
        let text = &self.text[self.tokens[opened].end as usize..newline.start as usize];
        let mut inner = Vec::new();
        for letter in text.chars() {
            let (opens, closes) = match letter {
                '(' => (true, TokenKind::ParenthesisClose),
                '[' => (true, TokenKind::BracketClose),
                '{' => (true, TokenKind::BraceClose),
                ')' => (false, TokenKind::ParenthesisClose),
                ']' => (false, TokenKind::BracketClose),
                '}' => (false, TokenKind::BraceClose),
                _ => continue,
            };
            if opens {
                inner.push(closes);
            } else if inner.pop_if(|inner| *inner == closes).is_none() {
                open.pop_if(|outer| outer.0 == closes);
            }
        }
        open.push((string, opened));
    }

    /// Holds if there is a closing brace after the first line of an item.
    fn has_brace_below(&self, item: &[Token]) -> bool {
        let mut below = item.iter().skip_while(|&&token| !self.ends_line(token));
        below.any(|token| token.kind == TokenKind::BraceClose)
    }

    pub(super) fn ends_line(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Newline => true,
            TokenKind::Comment => self.source(token).ends_with('\n'),
            _ => false,
        }
    }

    /// Holds if a token starts a line, at most at this column, and looks like the start of an item.
    fn looks_like_item(&self, at: usize, column: usize) -> bool {
        let token = self.tokens[at];
        token.kind == TokenKind::Identifier
            && self.ends_line(self.tokens[at - 1])
            && self.is_header(at)
            && self.column(token.start) <= column
    }

    /// Holds if a name is followed by an equals sign, or by labels and a brace.
    pub(super) fn is_header(&self, first: usize) -> bool {
        let mut rest = self.tokens[first + 1..].iter().map(|token| token.kind);
        let is_label = |kind: &TokenKind| {
            use TokenKind::{Identifier, QuoteClose, QuoteOpen, QuotedText};
            matches!(kind, Identifier | QuoteOpen | QuotedText | QuoteClose)
        };
        match rest.next() {
            Some(TokenKind::Equal | TokenKind::BraceOpen) => true,
            Some(kind) if is_label(&kind) => rest.find(|kind| !is_label(kind)) == Some(TokenKind::BraceOpen),
            _ => false,
        }
    }

    /// Returns the number of bytes before a position on its line.
    pub(super) fn column(&self, place: u32) -> usize {
        let before = &self.text.as_bytes()[..place as usize];
        before.iter().rev().take_while(|&&byte| byte != b'\n').count()
    }
}

/// Returns the kind of the token that closes a construct, given the kind of its opening token.
fn closer(kind: TokenKind) -> Option<TokenKind> {
    Some(match kind {
        TokenKind::ParenthesisOpen => TokenKind::ParenthesisClose,
        TokenKind::BracketOpen => TokenKind::BracketClose,
        TokenKind::BraceOpen => TokenKind::BraceClose,
        TokenKind::QuoteOpen => TokenKind::QuoteClose,
        TokenKind::HeredocOpen => TokenKind::HeredocClose,
        TokenKind::Interpolation | TokenKind::Directive => TokenKind::SequenceClose,
        _ => return None,
    })
}

fn is_bracket(closer: TokenKind) -> bool {
    matches!(closer, TokenKind::ParenthesisClose | TokenKind::BracketClose | TokenKind::BraceClose)
}

pub(super) fn is_closer(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::ParenthesisClose
            | TokenKind::BracketClose
            | TokenKind::BraceClose
            | TokenKind::QuoteClose
            | TokenKind::HeredocClose
            | TokenKind::SequenceClose
    )
}
