//! The validator: checks a text against the reference grammar, reports syntax errors, and prepares the mask and the cuts with
//! which hcl-edit parses the well-formed parts.
//!
//! It walks the tokens once, like the reference's parser, and builds no tree. A body is divided into items. An item with an error
//! is skipped, and the walk continues with the next one.

mod body;
mod closers;
mod collection;
mod expression;
mod fault;
mod parts;
mod skip;
mod template;
mod traversal;

use super::cuts::{CutItem, CutKind, Cuts};
use super::mask::Mask;
use super::scan::{MARKER_LENGTH, Token, TokenKind, scan, scan_template};
use super::{MAX_NESTING, SyntaxError, SyntaxErrorKind};
use crate::source::Span;
use fault::Expected;

pub(super) use body::{Item, Label};
pub(super) use parts::{Part, item_start, validate_body};

/// A validated text, prepared for parsing.
pub(super) struct Validated<T> {
    /// The items or the expression to parse.
    pub(super) content: T,
    /// The text as hcl-edit sees it.
    pub(super) mask: Mask,
    /// The pieces that are parsed separately.
    pub(super) cuts: Cuts,
    /// The syntax errors, by place.
    pub(super) errors: Vec<SyntaxError>,
}

/// Validates a standalone expression. The content is its span, if it has no errors.
pub(super) fn validate_expression(text: &str) -> Validated<Option<Span>> {
    let tokens = scan(text);
    let mut validator = Validator::new(text, &tokens);
    let content = match validator.lone_expression() {
        Ok(span) => Some(span),
        Err(fault) => {
            validator.errors.push(*fault);
            None
        }
    };
    validator.finish(content)
}

/// Validates a bare template. The content is `true` if it has no errors.
pub(super) fn validate_template(text: &str) -> Validated<bool> {
    let tokens = scan_template(text);
    let mut validator = Validator::new(text, &tokens);
    let content = match validator.bare_template() {
        Ok(()) => true,
        Err(fault) => {
            validator.errors.push(*fault);
            false
        }
    };
    validator.finish(content)
}

/// The reason why an item or expression is malformed.
type Fault = Box<SyntaxError>;

type Outcome<T> = Result<T, Fault>;

/// The properties of a validated expression.
#[derive(Clone, Copy)]
struct Extents {
    span: Span,
    /// The number of nesting levels that hcl-edit counts in it, without cuts.
    height: u32,
    /// The number of operators that hcl-edit counts on a path through it, without cuts.
    operators: u32,
    /// The maximum number of operators on a path through its tree.
    links: u32,
}

impl Extents {
    fn leaf(token: Token) -> Self {
        Self { span: token.span(), height: 0, operators: 0, links: 0 }
    }

    /// Adds an inner expression that is some levels deeper.
    fn around(mut self, inner: Self, levels: u32) -> Self {
        self.height = self.height.max(inner.height + levels);
        self.operators = self.operators.max(inner.operators);
        self.links = self.links.max(inner.links);
        self
    }

    fn up_to(mut self, end: u32) -> Self {
        self.span.end = end;
        self
    }
}

struct Validator<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// The index of the next token.
    at: usize,
    /// Holds if newlines are tokens here, and not blanks.
    newlines_count: bool,
    /// The number of open expressions and blocks.
    depth: u32,
    mask: Mask,
    cuts: Vec<(Span, CutKind)>,
    errors: Vec<SyntaxError>,
    /// Attributes of the file whose name has been set before, each with the place where it was set first.
    repeated: Vec<(Span, Span)>,
    /// The operands and operators of the open chains.
    chain: Vec<Span>,
    /// The items of the open objects.
    items: Vec<CutItem>,
    /// Holds if the previous item is malformed, and a brace in it may have closed the enclosing block.
    took_brace: bool,
    /// The braces of the last block whose closing one is indented deeper than the line on which it opens.
    deep_closer: Option<(Token, Token)>,
    /// The end of the last error about too deep nesting.
    too_deep: Option<u32>,
    /// The start of the last part of a conflict of version control, and whether its second part is still to come.
    conflict: Option<(u32, bool)>,
    /// Holds if the meaning of an item depends on the end of the text.
    saw_end: bool,
}

impl<'a> Validator<'a> {
    fn new(text: &'a str, tokens: &'a [Token]) -> Self {
        Self {
            text,
            tokens,
            at: 0,
            newlines_count: true,
            depth: 0,
            mask: Mask::new(text),
            cuts: Vec::new(),
            errors: Vec::new(),
            repeated: Vec::new(),
            chain: Vec::new(),
            items: Vec::new(),
            took_brace: false,
            deep_closer: None,
            too_deep: None,
            conflict: None,
            saw_end: false,
        }
    }

    fn finish<T>(self, content: T) -> Validated<T> {
        let Self { mask, cuts, mut errors, .. } = self;
        errors.sort_by_key(|error| error.span);
        Validated { content, mask, cuts: Cuts::new(cuts), errors }
    }

    fn lone_expression(&mut self) -> Outcome<Span> {
        self.newlines_count = false;
        let passed = self.conditional()?;
        self.expect(TokenKind::End, "the end of the expression")?;
        Ok(passed.span)
    }

    fn source(&self, token: Token) -> &'a str {
        &self.text[token.span().range()]
    }

    /// Returns the next token that is not a comment, and not a newline where newlines are blanks. Skipped tokens are blanked in
    /// the mask.
    fn peek(&mut self) -> Token {
        loop {
            let token = self.tokens[self.at];
            if token.kind == TokenKind::Comment {
                self.note_conflict(token);
            }
            match token.kind {
                TokenKind::Comment if self.newlines_count && self.source(token).ends_with('\n') => {
                    return Token { kind: TokenKind::Newline, ..token };
                }
                TokenKind::Newline if self.newlines_count => return token,
                TokenKind::Comment | TokenKind::Newline => self.mask.blank(token.span()),
                _ => return token,
            }
            self.at += 1;
        }
    }

    /// Reports the first marker of a conflict of version control, and hides what the comment contains.
    fn note_conflict(&mut self, comment: Token) {
        let text = self.source(comment);
        if text.starts_with(['#', '/']) || self.conflict.is_some_and(|(noted, _)| noted >= comment.start) {
            return;
        }
        let span = Span { start: comment.start, end: comment.start + MARKER_LENGTH as u32 };
        let is_first = text.starts_with('<');
        if is_first || !self.conflict.is_some_and(|(_, is_open)| is_open) {
            let message = format!("unresolved conflict of version control: the marker `{}`", &self.text[span.range()]);
            let error = SyntaxError::malformed(message, span);
            self.errors.push(error.with_help("keep one of the versions, and remove the lines with markers"));
        }
        self.conflict = Some((comment.start, is_first));
        let hidden = text.trim_end_matches(['\r', '\n']).len() as u32;
        self.mask.blank(Span { start: comment.start, end: comment.start + hidden });
    }

    /// Returns the token before the next one.
    fn previous(&self) -> Token {
        self.tokens[self.at.saturating_sub(1)]
    }

    /// Consumes the token that was peeked at.
    fn advance(&mut self) {
        if self.tokens[self.at].kind != TokenKind::End {
            self.at += 1;
        }
    }

    fn read(&mut self) -> Token {
        let token = self.peek();
        self.advance();
        token
    }

    /// Consumes the next token if it has this kind.
    fn accept(&mut self, kind: TokenKind) -> bool {
        let is_there = self.peek().kind == kind;
        if is_there {
            self.advance();
        }
        is_there
    }

    fn expect(&mut self, kind: TokenKind, expected: &str) -> Outcome<Token> {
        let token = self.peek();
        if token.kind != kind {
            return Err(self.unexpected(token, expected).into());
        }
        self.advance();
        Ok(token)
    }

    /// Consumes a closing token behind a value.
    fn expect_closer(&mut self, open: Token, kind: TokenKind, expected: &str) -> Outcome<Token> {
        let token = self.peek();
        if token.kind != kind {
            return Err(self.unexpected_inside(open, token, Expected::EndOfValue(expected)).into());
        }
        self.advance();
        Ok(token)
    }

    fn is_keyword(&self, token: Token, keyword: &str) -> bool {
        token.kind == TokenKind::Identifier && self.source(token) == keyword
    }

    /// Validates a construct in which newlines are blanks.
    fn ignoring_newlines<T>(&mut self, inside: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let outer = std::mem::replace(&mut self.newlines_count, false);
        let inside = inside(self)?;
        self.newlines_count = outer;
        Ok(inside)
    }

    /// Enters one nesting level.
    fn descend(&mut self) -> Outcome<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING { Err(self.too_deep(MAX_NESTING).into()) } else { Ok(()) }
    }

    fn too_deep(&mut self, limit: u32) -> SyntaxError {
        SyntaxError { kind: SyntaxErrorKind::NestingTooDeep { limit }, span: self.peek().span() }
    }
}
