//! Expressions, templates aside.

use smallvec::SmallVec;

use super::super::cuts::{CutItem, CutKind};
use super::super::scan::{Token, TokenKind};
use super::super::{MAX_NESTING, SyntaxError};
use super::{Outcome, Passed, Validator};
use crate::source::Span;

/// From this many levels on an expression is parsed apart: well below hcl-edit's limit of 64, for each of its levels takes
/// several kilobytes of the stack.
const MAX_HEIGHT: u32 = 16;

/// From this many operators on an expression is parsed apart: half of hcl-edit's limit, so that a chain of fewer may have
/// operands that have fewer.
const MAX_OPERATORS: u32 = 64;

/// Larger objects are parsed item by item, for hcl-edit compares each key with all before it.
const MAX_ITEMS: usize = 32;

impl Validator<'_> {
    /// An expression inside of something else.
    pub(super) fn expression(&mut self) -> Outcome<Passed> {
        self.descend()?;
        let passed = self.conditional()?;
        self.depth -= 1;
        Ok(self.apart(passed))
    }

    /// Cuts an expression out if it is too deep for what it stands in.
    fn apart(&mut self, passed: Passed) -> Passed {
        if passed.height < MAX_HEIGHT && passed.operators < MAX_OPERATORS {
            return passed;
        }
        self.cut(passed.span, CutKind::Whole)
    }

    fn cut(&mut self, span: Span, kind: CutKind) -> Passed {
        self.cuts.push((span, kind));
        Passed { span, height: 0, operators: 0 }
    }

    /// An expression with nothing around it.
    pub(super) fn conditional(&mut self) -> Outcome<Passed> {
        let condition = self.chain()?;
        if !self.accept(TokenKind::Question) {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(TokenKind::Colon, "`:` and what the conditional is otherwise")?;
        let no = self.expression()?;
        Ok(condition.around(yes, 1).around(no, 1).up_to(no.span.end))
    }

    /// Operands with operators between them.
    fn chain(&mut self) -> Outcome<Passed> {
        let first = self.operand()?;
        if !is_between_operands(self.peek()) {
            return Ok(first);
        }
        let base = self.chain.len();
        self.chain.push(first.span);
        let mut whole = first;
        while is_between_operands(self.peek()) {
            let operator = self.read();
            let operand = self.operand()?;
            self.chain.extend([operator.span(), operand.span]);
            whole = whole.around(operand, 0).up_to(operand.span.end);
        }
        let count = (self.chain.len() - base) as u32 / 2;
        if count >= MAX_OPERATORS {
            let links = &self.chain[base..];
            let operands = links.iter().copied().step_by(2).collect();
            let operators = links.iter().copied().skip(1).step_by(2).collect();
            whole = self.cut(whole.span, CutKind::Chain { operands, operators });
        } else {
            whole.operators += count;
        }
        self.chain.truncate(base);
        Ok(whole)
    }

    /// A term with the operators before it and the steps behind it.
    fn operand(&mut self) -> Outcome<Passed> {
        let start = self.peek();
        if !matches!(start.kind, TokenKind::Minus | TokenKind::Bang) {
            let term = self.term(start)?;
            return self.traversal(term);
        }
        self.advance();
        self.descend()?;
        let operand = self.operand()?;
        self.depth -= 1;
        let operand = self.apart(operand);
        Ok(Passed::leaf(start).around(operand, 1).up_to(operand.span.end))
    }

    fn term(&mut self, start: Token) -> Outcome<Passed> {
        match start.kind {
            TokenKind::ParenthesisOpen => self.parenthesis(start),
            TokenKind::Number => self.number(start),
            TokenKind::Identifier => self.name_or_call(start),
            TokenKind::QuoteOpen | TokenKind::HeredocOpen => self.template(start),
            TokenKind::BracketOpen => self.tuple(start),
            TokenKind::BraceOpen => self.object(start),
            _ => Err(self.unexpected(start, "an expression")),
        }
    }

    fn parenthesis(&mut self, open: Token) -> Outcome<Passed> {
        self.advance();
        self.ignoring_newlines(|inside| {
            let inner = inside.expression()?;
            let close = inside.expect(TokenKind::ParenthesisClose, "`)`")?;
            Ok(Passed::leaf(open).around(inner, 1).up_to(close.end))
        })
    }

    fn number(&mut self, token: Token) -> Outcome<Passed> {
        self.advance();
        let text = self.source(token);
        if !is_number(text) {
            return Err(Box::new(SyntaxError::malformed(format!("`{text}` is no number"), token.span())));
        }
        // What hcl-edit may not be able to represent stands for itself anyway.
        if text.len() > 15 || text.contains(['e', 'E']) {
            self.mask.fill(token.span(), b'0');
        }
        Ok(Passed::leaf(token))
    }

    fn name_or_call(&mut self, name: Token) -> Outcome<Passed> {
        self.advance();
        let mut next = self.peek();
        if !matches!(next.kind, TokenKind::ParenthesisOpen | TokenKind::DoubleColon) {
            return Ok(Passed::leaf(name));
        }
        while next.kind == TokenKind::DoubleColon {
            self.advance();
            self.expect(TokenKind::Identifier, "the name of a function")?;
            next = self.peek();
        }
        self.expect(TokenKind::ParenthesisOpen, "`(` and the arguments of the function")?;
        self.ignoring_newlines(|inside| inside.arguments(name))
    }

    fn arguments(&mut self, name: Token) -> Outcome<Passed> {
        let mut call = Passed::leaf(name);
        loop {
            let token = self.peek();
            if token.kind == TokenKind::ParenthesisClose {
                self.advance();
                return Ok(call.up_to(token.end));
            }
            let argument = self.expression()?;
            call = call.around(argument, 1);
            let separator = self.peek();
            match separator.kind {
                TokenKind::ParenthesisClose => {}
                TokenKind::Comma => self.advance(),
                TokenKind::Ellipsis => {
                    self.advance();
                    if self.peek().kind != TokenKind::ParenthesisClose {
                        let message = "`...` stands only behind the last argument of a call";
                        return Err(Box::new(SyntaxError::malformed(message, separator.span())));
                    }
                }
                TokenKind::End => return Err(self.open_ended(name, "`)`")),
                _ => return Err(self.unexpected(separator, "`,` or `)`")),
            }
        }
    }

    fn tuple(&mut self, open: Token) -> Outcome<Passed> {
        self.advance();
        self.ignoring_newlines(|inside| {
            let first = inside.peek();
            if inside.is_keyword(first, "for") {
                return inside.for_expression(open, TokenKind::BracketClose);
            }
            inside.elements(open)
        })
    }

    fn elements(&mut self, open: Token) -> Outcome<Passed> {
        let mut tuple = Passed::leaf(open);
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
                TokenKind::End => return Err(self.open_ended(open, "`]`")),
                _ => return Err(self.unexpected(separator, "`,` or `]`")),
            }
        }
    }

    fn object(&mut self, open: Token) -> Outcome<Passed> {
        self.advance();
        // Newlines do not count before the word that makes it a for-expression, whatever follows.
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

    fn object_items(&mut self, open: Token) -> Outcome<Passed> {
        let base = self.items.len();
        let mut object = Passed::leaf(open);
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
                    // hcl-edit ends an item at a newline only if nothing could follow its value.
                    self.mask.replace(separator.span(), ",");
                    self.advance();
                }
                TokenKind::End => return Err(self.open_ended(open, "`}`")),
                _ => return Err(self.unexpected(separator, "a newline, `,` or `}`")),
            }
        }
        let items = &self.items[base..];
        if items.len() > MAX_ITEMS || !has_plain_different_keys(self.text, items) {
            let kind = CutKind::Object(items.to_vec());
            object = self.cut(object.span, kind);
        }
        self.items.truncate(base);
        Ok(object)
    }

    fn object_item(&mut self, open: Token) -> Outcome<(Passed, Passed)> {
        let key = self.expression()?;
        let separator = self.peek();
        match separator.kind {
            TokenKind::Equal | TokenKind::Colon => self.advance(),
            TokenKind::End => return Err(self.open_ended(open, "`}`")),
            _ => return Err(self.unexpected(separator, "`=` and the value of the item")),
        }
        let value = self.expression()?;
        Ok((key, value))
    }

    fn for_expression(&mut self, open: Token, closer: TokenKind) -> Outcome<Passed> {
        self.advance();
        let (collection, whole) = (self.for_variables()?, Passed::leaf(open));
        self.expect(TokenKind::Colon, "`:` and what the `for` makes of each element")?;
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
        if self.is_keyword(condition, "if") {
            self.advance();
            let condition = self.expression()?;
            whole = whole.around(condition, 1);
        }
        let is_object = closer == TokenKind::BraceClose;
        let close = self.expect(closer, if is_object { "`if` or `}`" } else { "`if` or `]`" })?;
        let misplaced = match (is_object, key) {
            (true, None) => Some((value.span, "a `for` in braces needs a key: `key => value`")),
            (false, Some(key)) => Some((key.span, "a `for` in brackets takes no key")),
            (false, None) if is_grouping => Some((ellipsis.span(), "a `for` in brackets takes no `...`")),
            _ => None,
        };
        match misplaced {
            Some((span, message)) => Err(Box::new(SyntaxError::malformed(message, span))),
            None => Ok(whole.up_to(close.end)),
        }
    }

    /// The variables of a `for` and what it goes through.
    pub(super) fn for_variables(&mut self) -> Outcome<Passed> {
        self.expect(TokenKind::Identifier, "the name of a variable")?;
        if self.accept(TokenKind::Comma) {
            self.expect(TokenKind::Identifier, "the name of a second variable")?;
        }
        let word = self.peek();
        if !self.is_keyword(word, "in") {
            return Err(self.unexpected(word, "`in`"));
        }
        self.advance();
        self.expression()
    }

    /// The steps behind a term.
    fn traversal(&mut self, term: Passed) -> Outcome<Passed> {
        let mut path = term;
        let mut levels = self.depth;
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Dot => {
                    self.advance();
                    path = path.up_to(self.attribute_step(&mut levels)?);
                }
                TokenKind::BracketOpen => {
                    self.advance();
                    path = self.index_step(path, &mut levels)?;
                }
                _ => return Ok(path),
            }
            if levels > MAX_NESTING {
                return Err(self.too_deep(MAX_NESTING));
            }
        }
    }

    /// What follows a point; returns where it ends.
    fn attribute_step(&mut self, levels: &mut u32) -> Outcome<u32> {
        let token = self.peek();
        match token.kind {
            TokenKind::Star => {
                self.advance();
                *levels += 1;
                let mut end = token.end;
                while self.accept(TokenKind::Dot) {
                    let name = self.peek();
                    if name.kind == TokenKind::Star {
                        let message = "a `.*` cannot be followed by another before the next `[…]`";
                        return Err(Box::new(SyntaxError::malformed(message, name.span())));
                    }
                    end = self.attribute_name()?;
                }
                Ok(end)
            }
            _ => self.attribute_name(),
        }
    }

    fn attribute_name(&mut self) -> Outcome<u32> {
        let token = self.peek();
        match token.kind {
            TokenKind::Identifier => {}
            TokenKind::Number if self.source(token).contains('.') => {
                let message = "two numbers in a row as attributes would be one number";
                let error = SyntaxError::malformed(message, token.span());
                return Err(Box::new(error.with_help("write the indices in brackets: `[0][1]`")));
            }
            // hcl-edit takes only some numbers here, but any name.
            TokenKind::Number if token.end - token.start > 1 => self.mask.fill(token.span(), b'a'),
            TokenKind::Number => {}
            _ => return Err(self.unexpected(token, "the name of an attribute")),
        }
        self.advance();
        Ok(token.end)
    }

    fn index_step(&mut self, path: Passed, levels: &mut u32) -> Outcome<Passed> {
        if self.accept(TokenKind::Star) {
            *levels += 1;
            let close = self.expect(TokenKind::BracketClose, "`]`")?;
            return Ok(path.up_to(close.end));
        }
        self.ignoring_newlines(|inside| {
            let (first, start) = (inside.peek(), inside.at);
            let key = inside.expression()?;
            // A number, or a text between its quotes: a step like `.name`.
            let is_literal = matches!(first.kind, TokenKind::Number | TokenKind::QuoteOpen) && inside.at - start <= 3;
            *levels += u32::from(!is_literal);
            let close = inside.expect(TokenKind::BracketClose, "`]`")?;
            Ok(path.around(key, 1).up_to(close.end))
        })
    }
}

fn is_between_operands(token: Token) -> bool {
    matches!(token.kind, TokenKind::Operator | TokenKind::Minus | TokenKind::Star)
}

/// Holds for `digits[.digits][e[+-]digits]`.
fn is_number(text: &str) -> bool {
    let (decimal, exponent) = match text.split_once(['e', 'E']) {
        Some((decimal, exponent)) => (decimal, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (integral, fraction) = match decimal.split_once('.') {
        Some((integral, fraction)) => (integral, Some(fraction)),
        None => (decimal, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(integral) && fraction.is_none_or(is_digits) && exponent.is_none_or(is_digits)
}

/// Holds if hcl-edit certainly finds no two keys equal: all are words or plain texts, and different.
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

/// What a key that is a word or a plain text says.
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
