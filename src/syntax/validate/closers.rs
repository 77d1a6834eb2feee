//! Braces that close a block before its last lines: a brace too many.

use super::Validator;
use super::body::{Body, Item};
use super::fault::blanks;
use crate::syntax::error::SyntaxError;
use crate::syntax::scan::{Token, TokenKind};

/// The longest header of a block that a message shows, in bytes.
const LONGEST_HEADER: usize = 80;

impl Validator<'_> {
    /// Skips the brace that closes a block.
    pub(super) fn close_block(&mut self, open: Token, close: Token) {
        if self.begins_line(close) && self.indentation(close.start) > self.indentation(open.start) {
            self.deep_closer = Some((open, close));
        }
        self.advance();
    }

    /// Returns the error of a token that begins no item. If it is a brace that closes nothing, and the lines before it are indented as
    /// those of a block that a deeper brace has closed, that one is too many, and the items between belong to the block.
    pub(super) fn closed_early(&mut self, token: Token, error: SyntaxError, body: &mut Body<'_>) -> SyntaxError {
        let Some((open, early)) = self.block_closed_before(token) else { return error };
        let first = body.items.iter().position(|item| item.start() > early.start).unwrap_or(body.items.len());
        let inside = body.items.split_off(first);
        if let Some(Item::Block { items, is_broken, .. }) = body.items.last_mut() {
            items.extend(inside);
            *is_broken = true;
        }
        SyntaxError::malformed(
            format!("unexpected `}}`: it closes {} before its last lines", self.header(open)),
            early.span(),
        )
        .related_to(token.span(), "closes nothing then")
        .met_as(&error)
    }

    /// Returns the braces of a block whose lines seem to go on up to another brace. The lines are read once for each such block.
    fn block_closed_before(&mut self, token: Token) -> Option<(Token, Token)> {
        let is_closer = token.kind == TokenKind::BraceClose && self.begins_line(token);
        let outer = self.indentation(token.start);
        let is_outer = is_closer && self.deep_closer.is_some_and(|(open, _)| self.indentation(open.start) == outer);
        let (open, early) = if is_outer { self.deep_closer.take()? } else { return None };
        let between = self.text.get(early.end as usize..token.start as usize)?;
        let mut lines = between.lines().filter(|line| !line.trim().is_empty()).peekable();
        (lines.peek().is_some() && lines.all(|line| blanks(line) > outer)).then_some((open, early))
    }

    /// Returns the phrase for a block by its type and labels, if they are short.
    fn header(&self, open: Token) -> String {
        let header = self.text[self.line_start(open.start)..open.start as usize].trim();
        let is_short = !header.is_empty() && header.len() <= LONGEST_HEADER;
        if is_short { format!("`{header}`") } else { "the block".to_owned() }
    }
}
