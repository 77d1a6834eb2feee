//! Expressions other than templates.

use super::super::cuts::CutKind;
use super::super::scan::{Token, TokenKind};
use super::super::{MAX_LINKS, SyntaxError, SyntaxErrorKind};
use super::fault::{DIGITS, Expected};
use super::{Extents, Outcome, Validator};
use crate::source::Span;

/// The minimum number of levels of an expression that is parsed separately. It is well below hcl-edit's limit of 64, because each
/// of hcl-edit's levels takes several kilobytes of the stack.
const MAX_HEIGHT: u32 = 16;

/// The minimum number of operators of an expression that is parsed separately: half of hcl-edit's limit, so that a shorter chain
/// may have operands with fewer operators.
const MAX_OPERATORS: u32 = 64;

impl Validator<'_> {
    /// Validates an expression inside of another construct.
    pub(super) fn expression(&mut self) -> Outcome<Extents> {
        self.descend()?;
        let passed = self.conditional()?;
        self.depth -= 1;
        Ok(self.cut_if_deep(passed))
    }

    /// Cuts an expression out if it is too deep for the enclosing one.
    fn cut_if_deep(&mut self, passed: Extents) -> Extents {
        if passed.height < MAX_HEIGHT && passed.operators < MAX_OPERATORS {
            return passed;
        }
        self.cut(passed, CutKind::Whole)
    }

    pub(super) fn cut(&mut self, passed: Extents, kind: CutKind) -> Extents {
        self.cuts.push((passed.span, kind));
        Extents { height: 0, operators: 0, ..passed }
    }

    /// Validates an outermost expression.
    pub(super) fn conditional(&mut self) -> Outcome<Extents> {
        let condition = self.chain()?;
        if !self.accept(TokenKind::Question) {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(TokenKind::Colon, "`:` and the other branch of the conditional")?;
        let no = self.expression()?;
        Ok(condition.around(yes, 1).around(no, 1).up_to(no.span.end))
    }

    /// Validates operands with operators between them.
    fn chain(&mut self) -> Outcome<Extents> {
        let first = self.operand()?;
        if !is_between_operands(self.peek()) {
            return Ok(first);
        }
        let base = self.chain.len();
        self.chain.push(first.span);
        let mut whole = first;
        while is_between_operands(self.peek()) {
            let operator = self.read();
            self.refuse_arrow(operator)?;
            let operand = self.operand()?;
            self.chain.extend([operator.span(), operand.span]);
            whole = whole.around(operand, 0).up_to(operand.span.end);
            if whole.links + (self.chain.len() - base) as u32 / 2 > MAX_LINKS {
                let kind = SyntaxErrorKind::TooManyOperators { limit: MAX_LINKS };
                return Err(SyntaxError { kind, span: operator.span() }.into());
            }
        }
        let count = (self.chain.len() - base) as u32 / 2;
        whole.links += count;
        if count >= MAX_OPERATORS {
            let links = &self.chain[base..];
            let operands = links.iter().copied().step_by(2).collect();
            let operators = links.iter().copied().skip(1).step_by(2).collect();
            whole = self.cut(whole, CutKind::Chain { operands, operators });
        } else {
            whole.operators += count;
        }
        self.chain.truncate(base);
        Ok(whole)
    }

    /// Refuses `a->b`, which other languages write for `a.b`: the sign before `>` is a part of the name.
    fn refuse_arrow(&self, operator: Token) -> Outcome<()> {
        let at = self.tokens.partition_point(|token| token.start < operator.start);
        let before = self.tokens[at.saturating_sub(1)];
        let is_name = before.kind == TokenKind::Identifier && before.end == operator.start;
        if !is_name || self.source(operator) != ">" || !self.source(before).ends_with('-') {
            return Ok(());
        }
        let span = Span { start: operator.start - 1, end: operator.end };
        let error = SyntaxError::malformed("expected an operator or a step, found `->`", span);
        Err(error
            .with_help(
                "a property is written `a.b`; the key and the value of a `for` expression have `=>` between them",
            )
            .into())
    }

    /// Validates a term with the operators before it and the steps after it.
    fn operand(&mut self) -> Outcome<Extents> {
        let start = self.peek();
        if !matches!(start.kind, TokenKind::Minus | TokenKind::Bang) {
            let term = self.term(start)?;
            return self.traversal(term);
        }
        self.advance();
        self.descend()?;
        let operand = self.operand()?;
        self.depth -= 1;
        let operand = self.cut_if_deep(operand);
        Ok(Extents::leaf(start).around(operand, 1).up_to(operand.span.end))
    }

    fn term(&mut self, start: Token) -> Outcome<Extents> {
        match start.kind {
            TokenKind::ParenthesisOpen => self.parenthesis(start),
            TokenKind::Number => self.number(start),
            TokenKind::Identifier => self.name_or_call(start),
            TokenKind::QuoteOpen | TokenKind::HeredocOpen => self.template(start),
            TokenKind::BracketOpen => self.tuple(start),
            TokenKind::BraceOpen => self.object(start),
            _ => Err(self.unexpected(start, Expected::Operand).into()),
        }
    }

    fn parenthesis(&mut self, open: Token) -> Outcome<Extents> {
        self.advance();
        self.ignoring_newlines(|inside| {
            let inner = inside.expression()?;
            let close = inside.expect_closer(open, TokenKind::ParenthesisClose, "`)`")?;
            Ok(Extents::leaf(open).around(inner, 1).up_to(close.end))
        })
    }

    fn number(&mut self, token: Token) -> Outcome<Extents> {
        self.advance();
        let text = self.source(token);
        if !is_number(text) {
            let error = SyntaxError::malformed(format!("invalid number `{text}`"), token.span());
            return Err(error.with_help(DIGITS).into());
        }
        // The value is read from the source, so the mask need not contain a number that hcl-edit may not be able to represent.
        if text.len() > 15 || text.contains(['e', 'E']) {
            self.mask.fill(token.span(), b'0');
        }
        Ok(Extents::leaf(token))
    }

    fn name_or_call(&mut self, name: Token) -> Outcome<Extents> {
        self.advance();
        let mut next = self.peek();
        if !matches!(next.kind, TokenKind::ParenthesisOpen | TokenKind::DoubleColon) {
            return Ok(Extents::leaf(name));
        }
        while next.kind == TokenKind::DoubleColon {
            self.advance();
            self.expect(TokenKind::Identifier, "the name of a function")?;
            next = self.peek();
        }
        let open = self.expect(TokenKind::ParenthesisOpen, "`(` and the arguments of the function")?;
        self.ignoring_newlines(|inside| inside.arguments(name, open))
    }

    fn arguments(&mut self, name: Token, open: Token) -> Outcome<Extents> {
        let mut call = Extents::leaf(name);
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
                        let message = "`...` is allowed only after the last argument of a call";
                        return Err(SyntaxError::malformed(message, separator.span()).into());
                    }
                }
                TokenKind::End => {
                    let message = format!("unclosed call of `{}`: missing `)`", self.source(name));
                    return Err(SyntaxError::malformed(message, name.span().to(open.span())).into());
                }
                kind => {
                    let fault = self.unexpected_inside(open, separator, "`,` or `)`");
                    let help = match self.source(name) {
                        "object" => "the attributes of an object type stand in braces: `object({ name = string })`",
                        _ => "the arguments of a call have no names; the properties of an object stand in braces",
                    };
                    return Err(if kind == TokenKind::Equal { fault.with_help(help) } else { fault }.into());
                }
            }
        }
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
