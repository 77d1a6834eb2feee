//! Bodies: attributes and blocks, and recovery after malformed items.

use rustc_hash::FxHashMap;

use super::super::scan::{Token, TokenKind};
use super::super::{SyntaxError, SyntaxErrorKind};
use super::fault::Expected;
use super::skip::LOOKAHEAD;
use super::{Fault, Outcome, Validator};
use crate::source::Span;

/// An item of a body.
#[derive(Debug)]
pub(in super::super) enum Item {
    /// `name = value`; the value is `None` if it is malformed, and maybe the sign before it.
    Attribute { name: Span, has_sign: bool, value: Option<Span> },
    /// `type labels { items }`
    Block {
        kind: Span,
        labels: Vec<Label>,
        items: Vec<Item>,
        /// The span of its opening brace, or of its type if there is no brace.
        open: Span,
        /// The span of its well-formed part.
        span: Span,
        /// Holds if some of its items are malformed, and missing here.
        is_broken: bool,
    },
}

/// A label of a block.
#[derive(Debug)]
pub(in super::super) struct Label {
    /// Its span, with its quotes.
    pub(in super::super) span: Span,
    /// Holds if it is quoted.
    pub(in super::super) is_quoted: bool,
}

impl Item {
    pub(in super::super) fn start(&self) -> u32 {
        match self {
            Self::Attribute { name, .. } => name.start,
            Self::Block { kind, .. } => kind.start,
        }
    }
}

/// The items of a body read so far.
#[derive(Default)]
pub(super) struct Body<'a> {
    pub(super) items: Vec<Item>,
    names: FxHashMap<&'a str, Span>,
    is_broken: bool,
    /// Holds if the text ended before the body.
    is_open: bool,
    /// Items of open inner blocks that belong to this body or to one around it: lists of them, the last one first.
    escaped: Vec<Vec<Item>>,
}

/// The items of a file, or of the body of a block.
const ITEM: &str = "`name = value` or a block";

impl<'a> Validator<'a> {
    pub(super) fn file(&mut self) -> Vec<Item> {
        let mut body = Body::default();
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::End => {
                    for item in std::mem::take(&mut body.escaped).into_iter().rev().flatten() {
                        self.escaped_item(item, &mut body);
                    }
                    return body.items;
                }
                TokenKind::Newline => self.advance(),
                _ => self.item(token, &mut body),
            }
        }
    }

    /// Adds an item of an open block that belongs to the file. The name of an attribute may already be set.
    fn escaped_item(&mut self, item: Item, body: &mut Body<'a>) {
        if let Item::Attribute { name, has_sign, .. } = item {
            let first = *body.names.entry(&self.text[name.range()]).or_insert(name);
            if first != name {
                return self.repeated.extend(has_sign.then_some((name, first)));
            }
        }
        body.items.push(item);
    }

    /// Validates one item. If it is malformed, reports the error and skips the rest of it.
    fn item(&mut self, start: Token, body: &mut Body<'a>) {
        let (first, depth) = (self.at, self.depth);
        self.took_brace = false;
        let Err(fault) = self.well_formed_item(start, body) else { return };
        self.depth = depth;
        self.note_end(self.at);
        // An item that is nested too deep is not walked again, because each of its levels would be tried as an item.
        let is_too_deep =
            matches!(fault.kind, SyntaxErrorKind::NestingTooDeep { .. } | SyntaxErrorKind::TooManyOperators { .. });
        let unread = if is_too_deep { self.at } else { first };
        self.give_up(*fault, body);
        let reported = self.errors.last().map_or(0, |error| error.span.start);
        let cut = self.tokens.partition_point(|token| token.start < reported);
        if cut >= first && self.skip_lines_of_string(cut) {
            return;
        }
        self.skip_item(self.column(start.start), first, unread);
    }

    /// Skips the lines of a string with newlines, given the token at which its first line is cut off: up to the next line at whose end a
    /// string is open as well, if none between begins an item.
    fn skip_lines_of_string(&mut self, cut: usize) -> bool {
        if self.tokens[cut].kind != TokenKind::QuotedNewline {
            return false;
        }
        let rest = self.tokens[cut + 1..].iter().enumerate().take(LOOKAHEAD);
        let mut begins_line = false;
        for (ahead, &token) in rest {
            let at = cut + 1 + ahead;
            match token.kind {
                TokenKind::QuotedNewline => {
                    let behind = self.tokens[at..].iter().position(|&token| self.ends_line(token));
                    self.at = behind.map_or(self.tokens.len() - 1, |behind| at + behind);
                    return true;
                }
                TokenKind::End => {
                    self.note_end(at);
                    return false;
                }
                TokenKind::Identifier if begins_line && self.is_header(at) => return false,
                _ => begins_line = self.ends_line(token),
            }
        }
        false
    }

    /// Records that the meaning of an item depends on a token: if it is the end, on the text that might follow.
    pub(super) fn note_end(&mut self, at: usize) {
        self.saw_end |= self.tokens[at].kind == TokenKind::End;
    }

    /// Reports the syntax error of an item.
    fn give_up(&mut self, fault: SyntaxError, body: &mut Body<'a>) {
        if !self.goes_deeper(&fault) {
            let cause = self.cause_of(fault);
            self.errors.push(cause);
        }
        body.is_broken = true;
        self.newlines_count = true;
        self.chain.clear();
        self.items.clear();
    }

    /// Holds if the nesting is too deep inside of an earlier nesting that was too deep and is not closed yet: all its levels are
    /// one error.
    fn goes_deeper(&mut self, fault: &SyntaxError) -> bool {
        if !matches!(fault.kind, SyntaxErrorKind::NestingTooDeep { .. }) {
            return false;
        }
        let before = self.too_deep.replace(fault.span.end);
        let between = before.and_then(|end| self.text.get(end as usize..fault.span.start as usize));
        between.is_some_and(|between| !between.contains(['}', ']', ')']))
    }

    fn well_formed_item(&mut self, start: Token, body: &mut Body<'a>) -> Outcome<()> {
        if start.kind == TokenKind::QuoteOpen {
            let fault = self.unexpected(start, ITEM);
            return Err(fault.with_help("the name of an attribute is written without quotes").into());
        }
        if start.kind != TokenKind::Identifier {
            let fault = self.unexpected(start, ITEM);
            return Err(self.closed_early(start, fault, body).into());
        }
        self.advance();
        let next = self.peek();
        if next.kind == TokenKind::Identifier && self.tokens[self.at + 1].kind == TokenKind::Equal {
            // A word of another language, as `let`, or a part of a name with a blank.
            let error = self.unexpected(self.tokens[self.at + 1], "a label or `{`");
            let error = error
                .with_help("an attribute is written `name = value`, without a word before its name")
                .related_to(start.span(), "the word before the name");
            self.well_formed_item(next, body).map_err(|_| error.clone())?;
            self.errors.push(error);
            body.is_broken = true;
            return Ok(());
        }
        match next.kind {
            TokenKind::Equal => {
                let depth = self.depth;
                if let Err(fault) = self.attribute(start, body) {
                    self.skip_value_below(start, fault, body)?;
                    self.depth = depth;
                }
                self.end_of_attribute(start, body)
            }
            TokenKind::QuoteOpen | TokenKind::BraceOpen | TokenKind::Identifier => self.block(start, body),
            // The error is at the name, unless an invalid character follows.
            TokenKind::Invalid | TokenKind::QuotedNewline | TokenKind::Unclosed => {
                Err(self.unexpected(next, "`=`").into())
            }
            _ => {
                // Other languages have `:`, `=>` or `:=`, and `+=`; or the sign is missing.
                let has_equal = || self.text.get(next.span().end as usize..).is_some_and(|rest| rest.starts_with('='));
                let begins_value = matches!(
                    next.kind,
                    TokenKind::BracketOpen
                        | TokenKind::Number
                        | TokenKind::Minus
                        | TokenKind::Bang
                        | TokenKind::HeredocOpen
                );
                if begins_value || matches!(self.source(next), ":" | "=>" | "==") || has_equal() {
                    self.malformed_attribute(start, body);
                }
                let message = format!("expected `=` or a block after `{}`", self.source(start));
                let error = SyntaxError::malformed(message, start.span());
                if next.kind == TokenKind::Colon && self.skip_deeper_lines(start) {
                    self.errors.push(error.with_help("an object is written `name = { ... }`"));
                    body.is_broken = true;
                    return Ok(());
                }
                Err(error.into())
            }
        }
    }

    /// Validates `= value`, after a name. A malformed attribute is still defined.
    fn attribute(&mut self, name: Token, body: &mut Body<'a>) -> Outcome<()> {
        self.advance();
        let first = *body.names.entry(self.source(name)).or_insert(name.span());
        let is_outermost = self.depth == 0;
        let value = self.conditional();
        if first == name.span() {
            let value = value.as_ref().ok().map(|value| value.span);
            body.items.push(Item::Attribute { name: name.span(), has_sign: true, value });
        } else if is_outermost {
            self.repeated.push((name.span(), first));
        } else {
            self.errors.push(SyntaxError::repeated_attribute(self.source(name), name.span(), first));
        }
        value.map(|_| ())
    }

    /// Skips the lines below an attribute without a value, if they are probably those of an object without its opening brace.
    fn skip_value_below(&mut self, name: Token, fault: Fault, body: &mut Body<'a>) -> Outcome<()> {
        let close = self.lines_below(name).filter(|_| self.previous().kind == TokenKind::Equal);
        let Some((_, close)) = close else { return Err(fault) };
        self.give_up(*fault, body);
        self.at = close + 1;
        Ok(())
    }

    /// Skips `:` at the end of a line, and the lines below that are indented deeper than the name before it, which begin with names. Holds
    /// if there are any.
    fn skip_deeper_lines(&mut self, name: Token) -> bool {
        let column = self.column(name.start);
        let (first, mut at) = (self.at + 1, self.at + 1);
        while self.ends_line(self.tokens[at]) {
            let next = self.tokens[at + 1];
            let is_blank = self.ends_line(next);
            let begins = matches!(next.kind, TokenKind::Identifier | TokenKind::QuoteOpen | TokenKind::Minus);
            if !is_blank && (!begins || self.column(next.start) <= column) {
                self.note_end(at + 1);
                break;
            }
            let line = &self.tokens[at + 1..];
            at += 1 + line.iter().take_while(|token| !self.ends_line(**token) && token.kind != TokenKind::End).count();
        }
        self.note_end(at);
        let is_below = at > first;
        if is_below {
            self.at = at;
        }
        is_below
    }

    /// Ends an attribute. If something follows its value on the line, nothing is known of the value, unless it is another attribute,
    /// which is an item of its own.
    fn end_of_attribute(&mut self, name: Token, body: &mut Body<'a>) -> Outcome<()> {
        let Err(fault) = self.end_of_item(Expected::EndOfValue("a newline after the value")) else { return Ok(()) };
        let next = self.tokens[self.at];
        if next.kind == TokenKind::Identifier && self.tokens[self.at + 1].kind == TokenKind::Equal {
            self.give_up(*fault, body);
            return Ok(());
        }
        if let Some(Item::Attribute { name: last, value, .. }) = body.items.last_mut()
            && *last == name.span()
        {
            *value = None;
        }
        Err(fault)
    }

    /// Defines an attribute with another sign in the place of `=`, or with none. If its name is set before, this is not said as well.
    fn malformed_attribute(&self, name: Token, body: &mut Body<'a>) {
        let first = *body.names.entry(self.source(name)).or_insert(name.span());
        if first == name.span() {
            body.items.push(Item::Attribute { name: name.span(), has_sign: false, value: None });
        }
    }

    fn end_of_item(&mut self, expected: Expected<'_>) -> Outcome<()> {
        let token = self.peek();
        match token.kind {
            TokenKind::Newline => self.advance(),
            TokenKind::End => {}
            _ => return Err(self.unexpected(token, expected).into()),
        }
        Ok(())
    }

    /// Validates a block. A block with a malformed header is kept.
    fn block(&mut self, kind: Token, body: &mut Body<'a>) -> Outcome<()> {
        let mut labels = Vec::new();
        let open = self.block_header(&mut labels);
        let mut inner = Body::default();
        let brace = open.as_ref().map_or(kind.span(), |open| open.span());
        let closed = match open {
            Ok(open) => self.block_content(open, &mut inner),
            Err(fault) => self.body_below(kind, fault, &mut inner),
        };
        if inner.is_open {
            body.escaped = self.escaped_items(kind, &mut inner);
        }
        let is_broken = inner.is_broken || closed.is_err();
        let (kind, open) = (kind.span(), brace);
        let span = kind.to(self.previous().span());
        body.items.push(Item::Block { kind, labels, items: inner.items, open, span, is_broken });
        closed?;
        let behind = self.at;
        if let Err(fault) = self.end_of_item(Expected::Other("a newline after the block")) {
            self.note_end(self.at);
            // The contents have been walked. Walking them again would double the time at each level.
            self.give_up(*fault, body);
            self.skip_item(self.column(kind.start), behind, behind);
        }
        Ok(())
    }

    /// Validates the labels, and returns the opening brace.
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
                _ => {
                    let fault = self.unexpected(token, "a label or `{`");
                    let is_value = self.depth > 0
                        && matches!(labels[..], [Label { is_quoted: true, .. }])
                        && token.kind == TokenKind::Newline;
                    let fault = if is_value { fault.with_help("an attribute has `=` before its value") } else { fault };
                    return Err(fault.into());
                }
            }
        }
    }

    /// Validates the body of a block whose header lacks its brace at the end of the line.
    fn body_below(&mut self, block: Token, fault: Fault, body: &mut Body<'a>) -> Outcome<()> {
        let Some((first, _)) = self.lines_below(block) else { return Err(fault) };
        self.give_up(*fault, body);
        self.at = first;
        self.accept(TokenKind::BraceOpen);
        self.descend()?;
        self.block_body(block, body);
        self.depth -= 1;
        Ok(())
    }

    /// Returns the indices of the first token below the header of a block, and of its closing brace, if the header ends with its line,
    /// and a body follows: a brace, or items that are indented deeper, and the closing brace.
    fn lines_below(&self, block: Token) -> Option<(usize, usize)> {
        let is_cut = |token: &&Token| matches!(token.kind, TokenKind::QuotedNewline | TokenKind::QuoteClose);
        let end = self.at + self.tokens[self.at..].iter().take_while(is_cut).count();
        let blank = |token: &&Token| self.ends_line(**token) || token.kind == TokenKind::Comment;
        let first = end + self.tokens[end..].iter().take_while(blank).count();
        if !self.ends_line(self.tokens[end]) {
            return None;
        }
        let (column, below) = (self.column(block.start), self.tokens[first]);
        let is_body = below.kind == TokenKind::BraceOpen
            || below.kind == TokenKind::Identifier && self.is_header(first) && self.column(below.start) > column;
        let rest = self.tokens[first..].iter().enumerate().skip(1).take(LOOKAHEAD);
        let mut outer = rest.filter(|&(at, token)| {
            self.ends_line(self.tokens[first + at - 1]) && !blank(&token) && self.column(token.start) <= column
        });
        let (close, _) = outer.next().filter(|(_, token)| token.kind == TokenKind::BraceClose)?;
        is_body.then_some((first, first + close))
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
                TokenKind::BraceClose => return self.close_block(open, token),
                TokenKind::End => {
                    // The brace is missing because a malformed item, or a comment that does not end, has consumed it.
                    if !self.took_brace && !self.has_open_comment() {
                        let fault = self.never_closed(open);
                        self.errors.push(fault);
                    }
                    (body.is_broken, body.is_open) = (true, true);
                    self.note_end(self.at);
                    return;
                }
                TokenKind::Newline => self.advance(),
                TokenKind::ParenthesisClose | TokenKind::BracketClose if self.ends_line(self.tokens[self.at + 1]) => {
                    // It stands for the brace.
                    let fault = self.unexpected_inside(open, token, "`}`");
                    self.give_up(fault, body);
                    return self.advance();
                }
                _ => self.item(token, body),
            }
        }
    }

    /// Holds if a comment that is not closed is the rest of the text.
    fn has_open_comment(&self) -> bool {
        let last = self.tokens.iter().rev().nth(1);
        last.is_some_and(|&token| token.kind == TokenKind::Unclosed && self.source(token) == "/*")
    }

    /// `{ name = value }` on one line.
    fn single_attribute(&mut self, open: Token, body: &mut Body<'a>) -> Outcome<()> {
        let name = self.expect(TokenKind::Identifier, "`name = value` or a newline")?;
        let next = self.peek();
        if next.kind != TokenKind::Equal {
            let message = "a single-line block may contain only one `name = value`";
            return Err(SyntaxError::malformed(message, name.span()).into());
        }
        self.attribute(name, body)?;
        let close = self.peek();
        match close.kind {
            TokenKind::BraceClose => self.advance(),
            TokenKind::End => return Err(self.never_closed(open).into()),
            _ => {
                let fault = self.unexpected_inside(open, close, "`}`");
                return Err(fault.with_help("a single-line block may contain only one attribute").into());
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
                    let message = "template sequences are not allowed in a label";
                    return Err(SyntaxError::malformed(message, token.span()).into());
                }
                TokenKind::End => return Err(self.open_ended(open, "`\"`").into()),
                _ => return Err(self.unexpected(token, "text").into()),
            }
        }
    }

    /// Returns the items of an open block from the first one on that is indented no deeper than the block: they belong to an
    /// enclosing body. They are moved up as one list, so that many open blocks take no more time than one.
    fn escaped_items(&self, block: Token, body: &mut Body<'a>) -> Vec<Vec<Item>> {
        let column = self.column(block.start);
        let escapes = |item: &Item| self.column(item.start()) <= column;
        if let Some(first) = body.items.iter().position(escapes) {
            body.escaped.push(body.items.split_off(first));
            return std::mem::take(&mut body.escaped);
        }
        let escaped = std::mem::take(&mut body.escaped);
        if escaped.last().and_then(|items| items.first()).is_some_and(escapes) {
            return escaped;
        }
        body.items.extend(escaped.into_iter().rev().flatten());
        Vec::new()
    }
}
