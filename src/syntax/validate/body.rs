//! Bodies: attributes and blocks, and how the walk goes on behind an item that is not well-formed.

use rustc_hash::FxHashSet;

use super::super::scan::{Token, TokenKind};
use super::super::{SyntaxError, SyntaxErrorKind};
use super::{Outcome, Validator};
use crate::source::Span;

/// An item of a body.
#[derive(Debug)]
pub(in super::super) enum Item {
    /// `name = value`; there is no value if it is not well-formed.
    Attribute { name: Span, value: Option<Span> },
    /// `type labels { items }`
    Block {
        kind: Span,
        labels: Vec<Label>,
        items: Vec<Item>,
        /// Where its opening brace stands; its type, if there is none.
        open: Span,
        /// Where it stands as far as it is well-formed.
        span: Span,
        /// Some of what is inside is not well-formed, and lost.
        is_broken: bool,
    },
}

/// A label of a block.
#[derive(Debug)]
pub(in super::super) struct Label {
    /// Where it stands, with its quotes.
    pub(in super::super) span: Span,
    /// Whether it stands in quotes.
    pub(in super::super) is_quoted: bool,
}

impl Item {
    fn start(&self) -> u32 {
        match self {
            Self::Attribute { name, .. } => name.start,
            Self::Block { kind, .. } => kind.start,
        }
    }
}

/// The items of a body, and whether some are lost.
#[derive(Default)]
struct Body<'a> {
    items: Vec<Item>,
    names: FxHashSet<&'a str>,
    is_broken: bool,
    /// The text ended before the body.
    is_open: bool,
    /// Items of open blocks inside that belong to this body or to one around it.
    escaped: Vec<Item>,
}

/// How far the search for the closing bracket of a broken item goes on after a line that looks like a new item.
const LOOKAHEAD: usize = 300;

/// What a file, or the body of a block, consists of.
const ITEM: &str = "`name = value` or a block";

impl<'a> Validator<'a> {
    pub(super) fn file(&mut self) -> Vec<Item> {
        let mut body = Body::default();
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::End => {
                    body.items.append(&mut body.escaped);
                    return body.items;
                }
                TokenKind::Newline => self.advance(),
                _ => self.item(token, &mut body),
            }
        }
    }

    /// One item; if it is not well-formed, the error and what is behind it.
    fn item(&mut self, start: Token, body: &mut Body<'a>) {
        let (first, depth) = (self.at, self.depth);
        let Err(fault) = self.well_formed_item(start, body) else { return };
        let is_too_deep = matches!(fault.kind, SyntaxErrorKind::NestingTooDeep { .. });
        self.errors.push(*fault);
        body.is_broken = true;
        self.newlines_count = true;
        self.depth = depth;
        self.chain.clear();
        self.items.clear();
        // What is nested too deep is not walked again: its levels would each be tried as an item.
        let unread = if is_too_deep { self.at } else { first };
        self.skip_item(first, unread);
    }

    fn well_formed_item(&mut self, start: Token, body: &mut Body<'a>) -> Outcome<()> {
        if start.kind == TokenKind::QuoteOpen {
            let fault = self.unexpected(start, ITEM);
            return Err(Box::new(fault.with_help("the name of an attribute stands without quotes")));
        }
        if start.kind != TokenKind::Identifier {
            return Err(self.unexpected(start, ITEM));
        }
        self.advance();
        let next = self.peek();
        match next.kind {
            TokenKind::Equal => {
                self.attribute(start, body)?;
                self.end_of_item("a newline behind the value")
            }
            TokenKind::QuoteOpen | TokenKind::BraceOpen | TokenKind::Identifier => self.block(start, body),
            // The name is what is out of place, unless a character that means nothing follows.
            TokenKind::Invalid | TokenKind::QuotedNewline | TokenKind::Unclosed => Err(self.unexpected(next, "`=`")),
            _ => {
                let message = format!("expected `=` or a block behind `{}`", self.source(start));
                Err(Box::new(SyntaxError::malformed(message, start.span())))
            }
        }
    }

    /// `= value`, behind a name. A broken attribute is still defined.
    fn attribute(&mut self, name: Token, body: &mut Body<'a>) -> Outcome<()> {
        self.advance();
        let is_new = body.names.insert(self.source(name));
        let value = self.conditional();
        if is_new {
            let value = value.as_ref().ok().map(|value| value.span);
            body.items.push(Item::Attribute { name: name.span(), value });
        } else {
            let message = format!("the attribute `{}` is set a second time", self.source(name));
            self.errors.push(SyntaxError::malformed(message, name.span()));
        }
        value.map(|_| ())
    }

    fn end_of_item(&mut self, expected: &str) -> Outcome<()> {
        let token = self.peek();
        match token.kind {
            TokenKind::Newline => self.advance(),
            TokenKind::End => {}
            _ => return Err(self.unexpected(token, expected)),
        }
        Ok(())
    }

    /// A block; one with a broken header is still there.
    fn block(&mut self, kind: Token, body: &mut Body<'a>) -> Outcome<()> {
        let mut labels = Vec::new();
        let open = self.block_header(&mut labels);
        let mut inner = Body::default();
        let brace = open.as_ref().map_or(kind.span(), |open| open.span());
        let closed = match open {
            Ok(open) => self.block_content(open, &mut inner),
            Err(fault) => Err(fault),
        };
        if inner.is_open {
            body.escaped = self.escaped_items(kind, &mut inner);
        }
        let is_broken = inner.is_broken || closed.is_err();
        let (kind, open) = (kind.span(), brace);
        let span = kind.to(self.previous().span());
        body.items.push(Item::Block { kind, labels, items: inner.items, open, span, is_broken });
        closed?;
        self.end_of_item("a newline behind the block")
    }

    /// The labels and the opening brace.
    fn block_header(&mut self, labels: &mut Vec<Label>) -> Outcome<Token> {
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Identifier => {
                    self.advance();
                    labels.push(Label { span: token.span(), is_quoted: false });
                }
                TokenKind::QuoteOpen => labels.push(self.quoted_label(token)?),
                TokenKind::BraceOpen => return Ok(token),
                _ => return Err(self.unexpected(token, "a label or `{`")),
            }
        }
    }

    fn block_content(&mut self, open: Token, body: &mut Body<'a>) -> Outcome<()> {
        self.descend()?;
        self.advance();
        match self.peek().kind {
            TokenKind::Newline | TokenKind::BraceClose | TokenKind::End => self.block_body(open, body),
            _ => self.single_attribute(open, body)?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn block_body(&mut self, open: Token, body: &mut Body<'a>) {
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::BraceClose => return self.advance(),
                TokenKind::End => {
                    (body.is_broken, body.is_open) = (true, true);
                    return self.errors.push(never_closed(open));
                }
                TokenKind::Newline => self.advance(),
                _ => self.item(token, body),
            }
        }
    }

    /// `{ name = value }` on one line.
    fn single_attribute(&mut self, open: Token, body: &mut Body<'a>) -> Outcome<()> {
        let name = self.expect(TokenKind::Identifier, "`name = value` or a newline")?;
        let next = self.peek();
        if next.kind != TokenKind::Equal {
            let message = "a block on one line holds nothing but one `name = value`";
            return Err(Box::new(SyntaxError::malformed(message, name.span())));
        }
        self.attribute(name, body)?;
        let close = self.peek();
        match close.kind {
            TokenKind::BraceClose => self.advance(),
            TokenKind::End => return Err(Box::new(never_closed(open))),
            _ => {
                let fault = self.unexpected(close, "`}`");
                return Err(Box::new(fault.with_help("a block on one line holds nothing but one attribute")));
            }
        }
        Ok(())
    }

    fn quoted_label(&mut self, open: Token) -> Outcome<Label> {
        self.advance();
        loop {
            let token = self.tokens[self.at];
            self.advance();
            match token.kind {
                TokenKind::QuotedText => self.check_escapes(token)?,
                TokenKind::QuoteClose => {
                    return Ok(Label { span: Span { start: open.start, end: token.end }, is_quoted: true });
                }
                TokenKind::Interpolation | TokenKind::Directive => {
                    let message = "a label holds plain text, no template sequence";
                    return Err(Box::new(SyntaxError::malformed(message, token.span())));
                }
                TokenKind::End => return Err(self.open_ended(open, "a quote")),
                _ => return Err(self.unexpected(token, "text")),
            }
        }
    }

    /// The items of an open block from the first on that stands no further right than the block: they belong to what is
    /// around it. They go up as one, so that many open blocks take no more time than one.
    fn escaped_items(&self, block: Token, body: &mut Body<'a>) -> Vec<Item> {
        let column = self.column(block.start);
        let escapes = |item: &Item| self.column(item.start()) <= column;
        if let Some(first) = body.items.iter().position(escapes) {
            let mut escaped = body.items.split_off(first);
            escaped.append(&mut body.escaped);
            return escaped;
        }
        let escaped = std::mem::take(&mut body.escaped);
        if escaped.first().is_some_and(escapes) {
            return escaped;
        }
        body.items.extend(escaped);
        Vec::new()
    }

    /// How many bytes stand before a place on its line.
    fn column(&self, place: u32) -> usize {
        let before = &self.text.as_bytes()[..place as usize];
        before.iter().rev().take_while(|&&byte| byte != b'\n').count()
    }

    /// Goes on behind the item that starts with a token: behind the newline that ends it, or before the brace that closes
    /// the block around it. If its brackets do not fit, or if it has a heredoc that is never closed, it ends before the
    /// first line that looks like an item and is not indented deeper than it.
    ///
    /// Before the first unread token no item starts.
    fn skip_item(&mut self, first: usize, unread: usize) {
        let column = self.column(self.tokens[first].start);
        let mut open: Vec<TokenKind> = Vec::new();
        let mut candidate = None;
        let (mut is_unclosed, mut at) = (false, first);
        loop {
            let token = self.tokens[at];
            is_unclosed |= token.kind == TokenKind::Unclosed;
            if let Some(closer) = closer(token.kind) {
                open.push(closer);
            } else if is_closer(token.kind) {
                if open.pop() != Some(token.kind) {
                    // A closing bracket that fits nothing is part of the item, unless it closes the block around it.
                    if candidate.is_some() || (token.kind == TokenKind::BraceClose && self.depth > 0) {
                        break;
                    }
                }
            } else if self.ends_line(token) && open.is_empty() && !is_unclosed {
                self.at = at + 1;
                return;
            } else if token.kind == TokenKind::End {
                break;
            } else if candidate.is_none() && at > unread && self.looks_like_item(at, column) {
                candidate = Some(at);
            }
            let is_hopeless = is_unclosed || unread > first;
            if candidate.is_some_and(|candidate| is_hopeless || at > candidate + LOOKAHEAD) {
                break;
            }
            at += 1;
        }
        self.at = candidate.unwrap_or(at);
    }

    fn ends_line(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Newline => true,
            TokenKind::Comment => self.source(token).ends_with('\n'),
            _ => false,
        }
    }

    /// Holds for a token that starts a line, not right of a column, and looks like the start of an item.
    fn looks_like_item(&self, at: usize, column: usize) -> bool {
        let token = self.tokens[at];
        token.kind == TokenKind::Identifier
            && self.ends_line(self.tokens[at - 1])
            && self.is_header(at)
            && self.column(token.start) <= column
    }

    fn is_header(&self, first: usize) -> bool {
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
}

fn never_closed(open: Token) -> SyntaxError {
    SyntaxError::malformed("this block is never closed by `}`", open.span())
}

/// The token that closes what a token opens.
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

fn is_closer(kind: TokenKind) -> bool {
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
