//! The validator: decides whether a text follows the reference grammar, says what is wrong where it does not, and
//! prepares the mask and the cuts with which hcl-edit parses the rest.
//!
//! It walks the tokens once, as the reference's parser does, and builds no tree. A body is divided into items; an item
//! with an error is skipped, and the walk goes on with the next.

mod body;
mod collection;
mod expression;
mod fault;
mod parts;
mod skip;
mod template;
mod traversal;

use super::cuts::{CutItem, CutKind, Cuts};
use super::mask::Mask;
use super::scan::{Token, TokenKind, scan, scan_template};
use super::{MAX_NESTING, SyntaxError, SyntaxErrorKind};
use crate::source::Span;

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

/// Validates an expression that stands alone. The content is its place, if there is nothing wrong with it.
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

/// Validates a bare template. Holds if there is nothing wrong with it.
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

/// Why an item or expression is not well-formed.
type Fault = Box<SyntaxError>;

type Outcome<T> = Result<T, Fault>;

/// The properties of an expression that the validator has passed.
#[derive(Clone, Copy)]
struct Passed {
    span: Span,
    /// How many levels of nesting hcl-edit counts in it, cuts aside.
    height: u32,
    /// How many operators hcl-edit counts on a path through it, cuts aside.
    operators: u32,
    /// How many operators may stand on a path through its tree.
    links: u32,
}

impl Passed {
    fn leaf(token: Token) -> Self {
        Self { span: token.span(), height: 0, operators: 0, links: 0 }
    }

    /// With an expression inside that is some levels deeper.
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
    /// The number of the next token.
    at: usize,
    /// Holds if newlines are tokens here, not blanks.
    newlines_count: bool,
    /// How many expressions and blocks are open.
    depth: u32,
    mask: Mask,
    cuts: Vec<(Span, CutKind)>,
    errors: Vec<SyntaxError>,
    /// The names of attributes of the file that have been set before, and where these have been set first.
    repeated: Vec<(Span, Span)>,
    /// The operands and operators of the open chains.
    chain: Vec<Span>,
    /// The items of the open objects.
    items: Vec<CutItem>,
    /// Holds if the item before is not well-formed, and a brace that it took may have closed the block around it.
    took_brace: bool,
    /// Where the last error about a nesting that is too deep ends.
    too_deep: Option<u32>,
    /// Holds if an item would be another if the text did not end where it does.
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
            too_deep: None,
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

    /// The next token that is no comment, and no newline where those are blanks. What is passed over gets blank.
    fn peek(&mut self) -> Token {
        loop {
            let token = self.tokens[self.at];
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

    /// The token before the next one.
    fn previous(&self) -> Token {
        self.tokens[self.at.saturating_sub(1)]
    }

    /// Takes the token that was peeked at.
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

    /// Takes the next token if it is of a kind.
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

    /// Takes the token that closes something.
    fn expect_closer(&mut self, open: Token, kind: TokenKind, expected: &str) -> Outcome<Token> {
        let token = self.peek();
        if token.kind != kind {
            return Err(self.unexpected_inside(open, token, expected).into());
        }
        self.advance();
        Ok(token)
    }

    fn is_keyword(&self, token: Token, keyword: &str) -> bool {
        token.kind == TokenKind::Identifier && self.source(token) == keyword
    }

    /// Passes over something in which newlines are blanks.
    fn ignoring_newlines<T>(&mut self, inside: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let outer = std::mem::replace(&mut self.newlines_count, false);
        let inside = inside(self)?;
        self.newlines_count = outer;
        Ok(inside)
    }

    /// Goes one level deeper.
    fn descend(&mut self) -> Outcome<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING { Err(self.too_deep(MAX_NESTING).into()) } else { Ok(()) }
    }

    fn too_deep(&mut self, limit: u32) -> SyntaxError {
        SyntaxError { kind: SyntaxErrorKind::NestingTooDeep { limit }, span: self.peek().span() }
    }
}
