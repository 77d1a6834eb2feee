//! The messages of syntax errors.

use super::super::SyntaxError;
use super::super::scan::{Token, TokenKind};
use super::Validator;
use crate::source::Span;

impl Validator<'_> {
    /// Something else was expected where a token stands.
    pub(super) fn unexpected(&self, token: Token, expected: &str) -> SyntaxError {
        match token.kind {
            TokenKind::Invalid => self.invalid(token),
            TokenKind::QuotedNewline => cut_off(token.span()),
            TokenKind::Unclosed => self.unclosed(token),
            _ => SyntaxError::malformed(format!("expected {expected}, found {}", self.name(token)), token.span()),
        }
    }

    /// Something that starts at a place is not closed before the end of the file.
    pub(super) fn open_ended(&self, start: Token, closer: &str) -> SyntaxError {
        let message = format!("{} is never closed by {closer}", self.name(start));
        SyntaxError::malformed(message, start.span())
    }

    fn name(&self, token: Token) -> String {
        match token.kind {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Newline => "a newline".to_owned(),
            TokenKind::QuoteOpen => "a quoted text".to_owned(),
            TokenKind::QuoteClose => "the end of the quoted text".to_owned(),
            TokenKind::HeredocOpen => "a heredoc".to_owned(),
            TokenKind::HeredocClose => "the end of the heredoc".to_owned(),
            _ => format!("`{}`", self.source(token)),
        }
    }

    fn invalid(&self, token: Token) -> SyntaxError {
        let character = self.source(token);
        let message = match character.chars().next() {
            Some(control) if control.is_control() => {
                format!("the character U+{:04X} stands for nothing", control as u32)
            }
            _ => format!("`{character}` stands for nothing"),
        };
        let error = SyntaxError::malformed(message, token.span());
        match character {
            "'" | "`" | "“" | "”" => error.with_help("texts stand in straight double quotes"),
            "&" => error.with_help("the operator for *and* is `&&`"),
            "|" => error.with_help("the operator for *or* is `||`"),
            ";" => error.with_help("items end with a newline, elements with a comma"),
            _ => error,
        }
    }

    fn unclosed(&self, token: Token) -> SyntaxError {
        let (message, help) = if self.source(token) == "/*" {
            ("this comment is never closed", "a comment ends with `*/`")
        } else {
            ("this heredoc is never closed", "a heredoc ends with a line that holds nothing but its marker")
        };
        SyntaxError::malformed(message, token.span()).with_help(help)
    }
}

fn cut_off(span: Span) -> SyntaxError {
    SyntaxError::malformed("expected the closing quote of this text, found a newline", span)
        .with_help("in a quoted text a newline is written `\\n`; a heredoc may have several lines")
}
