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
            TokenKind::QuoteOpen => "a string".to_owned(),
            TokenKind::QuoteClose => "the end of the string".to_owned(),
            TokenKind::HeredocOpen => "a heredoc".to_owned(),
            TokenKind::HeredocClose => "the end of the heredoc".to_owned(),
            _ => format!("`{}`", self.source(token)),
        }
    }

    fn invalid(&self, token: Token) -> SyntaxError {
        let character = self.source(token);
        let message = match character.chars().next() {
            Some(control) if control.is_control() => {
                format!("invalid character U+{:04X}", control as u32)
            }
            _ => format!("invalid character `{character}`"),
        };
        let error = SyntaxError::malformed(message, token.span());
        match character {
            "'" | "`" | "“" | "”" => error.with_help("strings are written in straight double quotes"),
            "&" => error.with_help("the operator for *and* is `&&`"),
            "|" => error.with_help("the operator for *or* is `||`"),
            ";" => error.with_help("items end with a newline, elements with a comma"),
            _ => error,
        }
    }

    fn unclosed(&self, token: Token) -> SyntaxError {
        let (message, help) = if self.source(token) == "/*" {
            ("unclosed comment", "a comment ends with `*/`")
        } else {
            ("unclosed heredoc", "a heredoc ends with a line that contains only its marker")
        };
        SyntaxError::malformed(message, token.span()).with_help(help)
    }
}

fn cut_off(span: Span) -> SyntaxError {
    SyntaxError::malformed("unclosed string: expected `\"`, found a newline", span)
        .with_help("a newline in a string is written `\\n`; a heredoc may have several lines")
}
