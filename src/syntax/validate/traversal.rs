//! The steps after a term: attributes, indices and splats.

use super::super::scan::{Token, TokenKind};
use super::super::{MAX_NESTING, SyntaxError};
use super::{Extents, Outcome, Validator};

impl Validator<'_> {
    /// Validates the steps after a term.
    pub(super) fn traversal(&mut self, term: Extents) -> Outcome<Extents> {
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
                    path = self.index_step(token, path, &mut levels)?;
                }
                _ => return Ok(path),
            }
            if levels > MAX_NESTING {
                return Err(self.too_deep(MAX_NESTING).into());
            }
        }
    }

    /// Validates the step after a dot, and returns its end.
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
                        let message = "a `.*` splat cannot follow another one";
                        return Err(SyntaxError::malformed(message, name.span()).into());
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
                let message = "consecutive numeric attributes read as one number";
                let error = SyntaxError::malformed(message, token.span());
                return Err(error.with_help("write the indices in brackets: `[0][1]`").into());
            }
            // hcl-edit accepts only some numbers here: no leading zeros, no exponents, and none beyond 64 bits.
            TokenKind::Number if token.end - token.start < 20 && !self.source(token).contains(['e', 'E']) => {
                self.mask.fill(token.span(), b'1');
            }
            TokenKind::Number => self.mask.replace(token.span(), "1"),
            _ => return Err(self.unexpected(token, "the name of an attribute").into()),
        }
        self.advance();
        Ok(token.end)
    }

    fn index_step(&mut self, open: Token, path: Extents, levels: &mut u32) -> Outcome<Extents> {
        if self.accept(TokenKind::Star) {
            *levels += 1;
            let close = self.expect_closer(open, TokenKind::BracketClose, "`]`")?;
            return Ok(path.up_to(close.end));
        }
        self.ignoring_newlines(|inside| {
            let (first, start) = (inside.peek(), inside.at);
            let key = inside.expression()?;
            // A number, or a quoted text, is a step like `.name`.
            let is_literal = matches!(first.kind, TokenKind::Number | TokenKind::QuoteOpen) && inside.at - start <= 3;
            *levels += u32::from(!is_literal);
            let close = inside.expect_closer(open, TokenKind::BracketClose, "`]`")?;
            Ok(path.around(key, 1).up_to(close.end))
        })
    }
}
