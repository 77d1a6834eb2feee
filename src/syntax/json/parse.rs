//! A JSON parser with error recovery: each malformed member is one error, and the members around it are kept.
//!
//! A malformed member ends at the next comma, at the bracket that closes its container, or before the next line that starts with
//! a property name.

use std::borrow::Cow;

use super::super::{SyntaxError, SyntaxErrorKind};
use super::tokens::{Kind, Token, scan};
use crate::source::Span;

/// The maximum nesting of JSON, a limit of its parser.
pub const MAX_JSON_NESTING: u32 = 512;

/// A value, and its span.
#[derive(Debug)]
pub(super) struct Value<'a> {
    pub(super) span: Span,
    pub(super) content: Content<'a>,
}

/// The kinds of values.
#[derive(Debug)]
pub(super) enum Content<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    String(Cow<'a, str>),
    Array(Vec<Value<'a>>),
    Object(Vec<Property<'a>>),
    /// A malformed value, which has been reported.
    Broken,
}

/// A property of an object.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) name_span: Span,
    pub(super) value: Value<'a>,
}

/// Parses a text from an offset on. Linear in the text.
pub(super) fn parse(text: &str, start: usize) -> (Value<'_>, Vec<SyntaxError>) {
    let tokens = scan(text, start);
    let mut parser = Parser { text, tokens, at: 0, open: Vec::new(), errors: Vec::new(), is_lost: false };
    let value = parser.value();
    // Behind an error, brackets may be missing.
    if parser.peek().kind != Kind::End && parser.errors.is_empty() {
        parser.unexpected("the end of the text");
    }
    (value, parser.errors)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    /// The index of the next token.
    at: usize,
    /// The open brackets and braces.
    open: Vec<Token<'a>>,
    errors: Vec<SyntaxError>,
    /// Holds after an error, until something is read that is certainly well-formed. Meanwhile no further errors are reported.
    is_lost: bool,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &Token<'a> {
        &self.tokens[self.at]
    }

    fn advance(&mut self) -> Span {
        let span = self.peek().span;
        if self.peek().kind != Kind::End {
            self.at += 1;
        }
        span
    }

    fn value(&mut self) -> Value<'a> {
        let token = self.peek().clone();
        let content = match token.kind {
            Kind::BraceOpen => return self.nested(token, Self::object),
            Kind::BracketOpen => return self.nested(token, Self::array),
            Kind::String(text) => Content::String(text),
            Kind::Number(text) => Content::Number(text),
            Kind::Bool(value) => Content::Bool(value),
            Kind::Null => Content::Null,
            _ => {
                self.unexpected("a value");
                self.skip();
                return Value { span: token.span, content: Content::Broken };
            }
        };
        self.advance();
        Value { span: token.span, content }
    }

    /// Parses an object or array, whose members a function parses.
    fn nested(&mut self, open: Token<'a>, members: impl FnOnce(&mut Self) -> Content<'a>) -> Value<'a> {
        let start = open.span;
        if self.open.len() >= MAX_JSON_NESTING as usize {
            self.report(SyntaxError { kind: SyntaxErrorKind::NestingTooDeep { limit: MAX_JSON_NESTING }, span: start });
            self.at = self.tokens.len() - 1;
            return Value { span: start, content: Content::Broken };
        }
        self.open.push(open);
        self.advance();
        let content = members(self);
        self.open.pop();
        let end = self.tokens[self.at.saturating_sub(1)].span;
        Value { span: start.to(end), content }
    }

    fn object(&mut self) -> Content<'a> {
        let mut properties = Vec::new();
        loop {
            let Token { kind, span: name_span, .. } = self.peek().clone();
            match kind {
                Kind::BraceClose => {
                    self.advance();
                    break;
                }
                Kind::End => {
                    self.unclosed("`}`");
                    break;
                }
                Kind::BracketClose => {
                    if self.is_closed_by_other(&Kind::BracketOpen, "`,` or `}`") {
                        break;
                    }
                }
                Kind::String(name) => {
                    self.advance();
                    if self.peek().kind == Kind::Colon {
                        self.advance();
                        self.is_lost = false;
                        properties.push(Property { name, name_span, value: self.value() });
                    } else {
                        self.unexpected("`:`");
                        self.skip();
                    }
                }
                _ => self.misplaced("a property name in double quotes"),
            }
            self.separator(&Kind::BraceClose, "`,` or `}`");
        }
        Content::Object(properties)
    }

    fn array(&mut self) -> Content<'a> {
        let mut elements = Vec::new();
        loop {
            match self.peek().kind {
                Kind::BracketClose => {
                    self.advance();
                    break;
                }
                Kind::End => {
                    self.unclosed("`]`");
                    break;
                }
                Kind::BraceClose => {
                    if self.is_closed_by_other(&Kind::BraceOpen, "`,` or `]`") {
                        break;
                    }
                }
                _ if self.is_property_line() && self.is_open(&Kind::BraceOpen) => {
                    self.unexpected_inside("`,` or `]`");
                    break;
                }
                Kind::Colon | Kind::Comma => self.misplaced("a value"),
                _ => elements.push(self.value()),
            }
            self.separator(&Kind::BracketClose, "`,` or `]`");
        }
        Content::Array(elements)
    }

    /// Parses the separator after a member: a comma, or the closing bracket, which is left to the caller.
    fn separator(&mut self, closer: &Kind<'_>, expected: &str) {
        if !matches!(self.peek().kind, Kind::Comma | Kind::BraceClose | Kind::BracketClose | Kind::End) {
            self.unexpected(expected);
            self.skip();
        }
        if self.peek().kind != Kind::Comma {
            return;
        }
        let comma = self.advance();
        self.is_lost = false;
        if self.peek().kind == *closer {
            self.report(SyntaxError::malformed("unexpected trailing comma", comma));
            self.is_lost = false;
        }
    }

    /// Reports an unexpected token where a member should start, and skips the member.
    fn misplaced(&mut self, expected: &str) {
        self.unexpected(expected);
        self.skip();
    }

    /// Reports a closer of the other kind, and holds if it ends this container: it closes one of its own kind around it, or stands in
    /// place of the right one. After another error it is skipped.
    fn is_closed_by_other(&mut self, opener: &Kind<'_>, expected: &str) -> bool {
        let is_first = !self.is_lost;
        self.unexpected_inside(expected);
        let is_around = self.is_open(opener);
        if !is_around {
            self.advance();
        }
        is_around || is_first
    }

    /// Skips to the end of a malformed member.
    fn skip(&mut self) {
        let mut depth = 0_u32;
        loop {
            match self.peek().kind {
                Kind::End => return,
                Kind::BraceOpen | Kind::BracketOpen => depth += 1,
                Kind::BraceClose | Kind::BracketClose | Kind::Comma if depth == 0 => return,
                Kind::BraceClose | Kind::BracketClose => depth -= 1,
                _ if self.is_property_line() => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Holds if the next token is a property name that starts a line.
    fn is_property_line(&self) -> bool {
        let token = self.peek();
        let is_named = matches!(token.kind, Kind::String(_)) && self.tokens[self.at + 1].kind == Kind::Colon;
        token.starts_line && is_named
    }

    /// Holds if a bracket of a kind is open.
    fn is_open(&self, kind: &Kind<'_>) -> bool {
        self.open.iter().any(|open| open.kind == *kind)
    }

    fn report(&mut self, error: SyntaxError) {
        if !self.is_lost {
            self.errors.push(error);
        }
        self.is_lost = true;
    }

    /// Reports the next token as unexpected.
    fn unexpected(&mut self, expected: &str) {
        let error = self.error(expected);
        self.report(error);
    }

    /// Reports the next token as unexpected in an open container, whose opener is shown if it is on another line.
    fn unexpected_inside(&mut self, expected: &str) {
        let (error, token) = (self.error(expected), self.peek());
        let open = self.open.last().map(|open| open.span);
        let far = open.filter(|open| self.text[open.end as usize..token.span.start as usize].contains('\n'));
        let error = match far {
            Some(open) if error.related().is_none() => error.opened_at(open),
            _ => error,
        };
        self.report(error);
    }

    fn unclosed(&mut self, closer: &str) {
        let Some(open) = self.open.last().map(|open| open.span) else { return };
        let message = format!("unclosed `{}`: missing {closer}", &self.text[open.range()]);
        self.report(SyntaxError::malformed(message, open));
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let token = self.peek();
        match &token.kind {
            Kind::CutOff(open) => {
                SyntaxError::malformed("unclosed string: expected `\"`, found a newline", token.span).opened_at(*open)
            }
            Kind::Wrong(reason) => SyntaxError::malformed(reason.clone(), token.span),
            Kind::End => SyntaxError::expected(expected, "the end of the text", token.span),
            Kind::String(_) => SyntaxError::expected(expected, "a string", token.span),
            _ => {
                let text = &self.text[token.span.range()];
                let error = SyntaxError::expected(expected, &format!("`{text}`"), token.span);
                if text.starts_with('/') {
                    return error.with_help("JSON has no comments; the value of a property `\"//\"` is ignored");
                }
                error
            }
        }
    }
}
