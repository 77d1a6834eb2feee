//! Braces that close a block before its last lines: a brace too many.

use super::Validator;
use super::body::{Body, Item};
use crate::syntax::error::SyntaxError;
use crate::syntax::scan::{Token, TokenKind};

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
    pub(super) fn closed_early(&self, token: Token, error: SyntaxError, body: &mut Body<'_>) -> SyntaxError {
        let Some(early) = self.closer_of_block_around(token) else { return error };
        let first = body.items.iter().position(|item| item.start() > early.start).unwrap_or(body.items.len());
        let inside = body.items.split_off(first);
        if let Some(Item::Block { items, is_broken, .. }) = body.items.last_mut() {
            items.extend(inside);
            *is_broken = true;
        }
        SyntaxError::malformed("unexpected `}`: it closes the block before its last lines", early.span())
            .related_to(token.span(), "closes nothing then")
            .met_as(&error)
    }

    /// Returns the brace that has closed a block whose lines seem to go on up to another brace.
    fn closer_of_block_around(&self, token: Token) -> Option<Token> {
        let (open, early) = self.deep_closer.filter(|_| token.kind == TokenKind::BraceClose)?;
        let outer = self.indentation(open.start);
        let between = self.text.get(early.end as usize..token.start as usize)?;
        let mut lines = between.lines().filter(|line| !line.trim().is_empty()).peekable();
        let has_lines = lines.peek().is_some();
        let are_inside = lines.all(|line| line.len() - line.trim_start_matches([' ', '\t']).len() > outer);
        let is_closer = self.begins_line(token) && self.indentation(token.start) == outer;
        (has_lines && are_inside && is_closer).then_some(early)
    }

    /// Holds if only blanks stand before a token on its line.
    fn begins_line(&self, token: Token) -> bool {
        let before = &self.text[..token.start as usize];
        before[before.rfind('\n').map_or(0, |newline| newline + 1)..].trim().is_empty()
    }
}
