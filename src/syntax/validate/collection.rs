//! Tuples, objects, and for-expressions.

use smallvec::SmallVec;

use super::super::SyntaxError;
use super::super::cuts::{CutItem, CutKind};
use super::super::scan::{Token, TokenKind};
use super::fault::{Expected, POINT};
use super::{Extents, Outcome, Validator};
use crate::source::Span;

/// The maximum number of items of an object that hcl-edit parses as a whole. Larger objects are parsed item by item, because
/// hcl-edit compares each key with all keys before it.
const MAX_ITEMS: usize = 32;

impl Validator<'_> {
    pub(super) fn tuple(&mut self, open: Token) -> Outcome<Extents> {
        self.advance();
        self.ignoring_newlines(|inside| {
            let first = inside.peek();
            if inside.is_keyword(first, "for") {
                return inside.for_expression(open, TokenKind::BracketClose);
            }
            inside.elements(open)
        })
    }

    fn elements(&mut self, open: Token) -> Outcome<Extents> {
        let mut tuple = Extents::leaf(open);
        loop {
            let token = self.peek();
            if token.kind == TokenKind::BracketClose {
                self.advance();
                return Ok(tuple.up_to(token.end));
            }
            let element = self.expression()?;
            tuple = tuple.around(element, 1);
            let separator = self.peek();
            match separator.kind {
                TokenKind::BracketClose => {}
                TokenKind::Comma => self.advance(),
                TokenKind::End => return Err(self.left_open(open, "`]`").into()),
                _ => return Err(self.unexpected_inside(open, separator, "`,` or `]`").into()),
            }
        }
    }

    pub(super) fn object(&mut self, open: Token) -> Outcome<Extents> {
        self.advance();
        // Newlines are blanks before the `for` of a for-expression, and so before any first item.
        let outer = std::mem::replace(&mut self.newlines_count, false);
        let first = self.peek();
        let object = if self.is_keyword(first, "for") {
            self.for_expression(open, TokenKind::BraceClose)?
        } else {
            self.newlines_count = true;
            self.object_items(open)?
        };
        self.newlines_count = outer;
        Ok(object)
    }

    fn object_items(&mut self, open: Token) -> Outcome<Extents> {
        let base = self.items.len();
        let mut object = Extents::leaf(open);
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Newline => {
                    self.mask.blank(token.span());
                    self.advance();
                    continue;
                }
                TokenKind::BraceClose => {
                    self.advance();
                    object = object.up_to(token.end);
                    break;
                }
                TokenKind::End => return Err(self.left_open(open, "`}`").into()),
                _ => {}
            }
            let (key, value) = self.object_item(open)?;
            object = object.around(key, 1).around(value, 1);
            self.items.push(CutItem { key: key.span, value: value.span });
            let separator = self.peek();
            match separator.kind {
                TokenKind::BraceClose => {}
                TokenKind::Comma => self.advance(),
                TokenKind::Newline => {
                    // hcl-edit ends an item at a newline only if nothing could continue its value.
                    self.mask.replace(separator.span(), ",");
                    self.advance();
                }
                TokenKind::End => return Err(self.left_open(open, "`}`").into()),
                _ => {
                    return Err(self
                        .unexpected_inside(open, separator, Expected::EndOfValue("a newline, `,` or `}`"))
                        .into());
                }
            }
        }
        let items = &self.items[base..];
        if items.len() > MAX_ITEMS || !has_plain_different_keys(self.text, items) {
            let kind = CutKind::Object(items.to_vec());
            object = self.cut(object, kind);
        }
        self.items.truncate(base);
        Ok(object)
    }

    fn object_item(&mut self, open: Token) -> Outcome<(Extents, Extents)> {
        let first = self.peek();
        let key = self.expression()?;
        if plain_key(&self.text[key.span.range()]).is_some() {
            // hcl-edit compares the keys of an object, and the names that replace texts would be equal.
            self.mask.restore(key.span, self.text);
        }
        let separator = self.peek();
        match separator.kind {
            TokenKind::Equal | TokenKind::Colon => self.advance(),
            TokenKind::End => return Err(self.left_open(open, "`}`").into()),
            _ if first.kind == TokenKind::Number && self.number_before(first).is_some() => {
                let span = Span {
                    start: self.number_before(first).map_or(first.start, |number| number.start),
                    end: key.span.end,
                };
                let message = format!("invalid number `{}`", &self.text[span.range()]);
                return Err(SyntaxError::malformed(message, span).with_help(POINT).into());
            }
            _ => {
                let compared = self.comparison_in(key.span).unwrap_or(separator);
                let error = self.unexpected_inside(open, compared, "`=` and a value");
                let first = self.tokens.partition_point(|token| token.start < key.span.start);
                // The key begins an item of the body around an object that is not closed.
                let is_outside = self.begins_outside(open, self.tokens[first]);
                return Err(if is_outside { self.left_open(open, "`}`").met_as(&error) } else { error }.into());
            }
        }
        let value = self.expression()?;
        Ok((key, value))
    }

    /// Returns the number before a comma that touches both it and a number: the comma is meant as the point of one number.
    fn number_before(&self, number: Token) -> Option<Token> {
        let at = self.tokens.partition_point(|token| token.start < number.start);
        let [before, comma] = *self.tokens.get(at.checked_sub(2)?..at)? else { return None };
        let is_one = (before.kind, comma.kind) == (TokenKind::Number, TokenKind::Comma);
        (is_one && before.end == comma.start && comma.end == number.start).then_some(before)
    }

    /// Returns the first `==` of a key, which stands in the place of `=`.
    fn comparison_in(&self, key: Span) -> Option<Token> {
        let first = self.tokens.partition_point(|token| token.start < key.start);
        let mut inside = self.tokens[first..].iter().take_while(|token| token.end <= key.end);
        inside.find(|&&token| token.kind == TokenKind::Operator && self.source(token) == "==").copied()
    }

    fn for_expression(&mut self, open: Token, closer: TokenKind) -> Outcome<Extents> {
        self.advance();
        let (collection, whole) = (self.for_variables()?, Extents::leaf(open));
        self.expect(TokenKind::Colon, "`:` and the result of the `for` expression")?;
        let mut whole = whole.around(collection, 1);
        let first = self.expression()?;
        let arrow = self.peek();
        let (key, value) = if arrow.kind == TokenKind::Arrow {
            self.advance();
            (Some(first), self.expression()?)
        } else {
            (None, first)
        };
        whole = whole.around(first, 1).around(value, 1);
        let ellipsis = self.peek();
        let is_grouping = self.accept(TokenKind::Ellipsis);
        let condition = self.peek();
        let has_condition = self.is_keyword(condition, "if");
        if has_condition {
            self.advance();
            let condition = self.expression()?;
            whole = whole.around(condition, 1);
        }
        let is_object = closer == TokenKind::BraceClose;
        let expected = match (is_object, has_condition) {
            (true, false) if key.is_none() && !is_grouping => "`=>` and a value",
            (true, false) => "`if` or `}`",
            (true, true) => "`}`",
            (false, false) => "`if` or `]`",
            (false, true) => "`]`",
        };
        let close = self.expect_closer(open, closer, expected)?;
        let misplaced = match (is_object, key) {
            (true, None) => Some((value.span, "a `for` expression in braces requires a key: `key => value`")),
            (false, Some(key)) => Some((key.span, "a `for` expression in brackets takes no key")),
            (false, None) if is_grouping => Some((ellipsis.span(), "a `for` expression in brackets takes no `...`")),
            _ => None,
        };
        match misplaced {
            Some((span, message)) => Err(SyntaxError::malformed(message, span).into()),
            None => Ok(whole.up_to(close.end)),
        }
    }

    /// Validates the variables of a `for` and its collection.
    pub(super) fn for_variables(&mut self) -> Outcome<Extents> {
        self.expect(TokenKind::Identifier, "the name of a variable")?;
        if self.accept(TokenKind::Comma) {
            self.expect(TokenKind::Identifier, "the name of a second variable")?;
        }
        let word = self.peek();
        if !self.is_keyword(word, "in") {
            return Err(self.unexpected(word, "`in`").into());
        }
        self.advance();
        self.expression()
    }
}

/// Holds if hcl-edit certainly finds no duplicate keys: all are words or plain texts, and different.
fn has_plain_different_keys(text: &str, items: &[CutItem]) -> bool {
    let mut seen: SmallVec<[&str; MAX_ITEMS]> = SmallVec::new();
    items.iter().all(|item| match plain_key(&text[item.key.range()]) {
        Some(key) if !seen.contains(&key) => {
            seen.push(key);
            true
        }
        _ => false,
    })
}

/// Returns the text of a key that is a word or a plain text.
fn plain_key(key: &str) -> Option<&str> {
    match key.strip_prefix('"') {
        Some(quoted) => quoted.strip_suffix('"').filter(|inner| !inner.contains(['"', '\\', '$', '%'])),
        None => is_word(key).then_some(key),
    }
}

fn is_word(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        && key.starts_with(|first: char| !first.is_ascii_digit() && first != '-')
}
