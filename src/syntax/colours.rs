//! Syntax highlighting of texts in native syntax.

use super::scan::{Token, TokenKind, scan};
use crate::source::Span;

/// A highlighting category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A comment.
    Comment,
    /// A literal piece of a quoted text or a heredoc, and its delimiters.
    Text,
    /// A number.
    Number,
    /// A keyword, like `for` and `null`.
    Keyword,
    /// The name of a function.
    Function,
    /// The name of an attribute or a block.
    Name,
}

/// The keywords, sorted.
const KEYWORDS: [&str; 9] = ["else", "endfor", "endif", "false", "for", "if", "in", "null", "true"];

/// Returns the highlighted pieces of a text in native syntax, in order. Linear in the text.
pub fn colours(text: &str) -> Vec<(Span, Colour)> {
    let tokens = scan(text);
    let next = |at: usize| tokens.get(at + 1).map_or(TokenKind::End, |token| token.kind);
    let mut starts_line = true;
    let mut pieces: Vec<(Span, Colour)> = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        if let Some(colour) = colour(text, token, next(at), starts_line) {
            match pieces.last_mut() {
                // A text and its delimiters are one piece.
                Some((before, last)) if *last == colour && before.end == token.start => before.end = token.end,
                _ => pieces.push((token.span(), colour)),
            }
        }
        starts_line = match token.kind {
            TokenKind::Newline | TokenKind::BraceOpen | TokenKind::Comma => true,
            TokenKind::Comment => starts_line || text[..token.end as usize].ends_with('\n'),
            _ => false,
        };
    }
    pieces
}

/// Returns the colour of a token, if it has one, given the kind of the next token.
fn colour(text: &str, token: Token, next: TokenKind, starts_line: bool) -> Option<Colour> {
    match token.kind {
        TokenKind::Comment => Some(Colour::Comment),
        TokenKind::QuoteOpen
        | TokenKind::QuoteClose
        | TokenKind::HeredocOpen
        | TokenKind::HeredocClose
        | TokenKind::QuotedText
        | TokenKind::PlainText => Some(Colour::Text),
        TokenKind::Number => Some(Colour::Number),
        TokenKind::Identifier if next == TokenKind::ParenthesisOpen => Some(Colour::Function),
        TokenKind::Identifier => keyword(text, token).or_else(|| {
            let names =
                [TokenKind::Equal, TokenKind::Colon, TokenKind::BraceOpen, TokenKind::QuoteOpen, TokenKind::Identifier];
            (starts_line && names.contains(&next)).then_some(Colour::Name)
        }),
        _ => None,
    }
}

fn keyword(text: &str, token: Token) -> Option<Colour> {
    let word = &text[token.span().range()];
    KEYWORDS.binary_search(&word).ok().map(|_| Colour::Keyword)
}

#[cfg(test)]
mod tests {
    use super::Colour::{Comment, Function, Keyword, Name, Number, Text};
    use super::*;

    #[test]
    fn words_have_their_kinds() {
        let text = "# note\nname \"a\" {\n  port = max(80, x) # so\n  all = { for k in xs : k => null }\n}\n";
        let found: Vec<(&str, Colour)> =
            colours(text).into_iter().map(|(span, colour)| (text[span.range()].trim_end(), colour)).collect();
        assert_eq!(
            found,
            [
                ("# note", Comment),
                ("name", Name),
                ("\"a\"", Text),
                ("port", Name),
                ("max", Function),
                ("80", Number),
                ("# so", Comment),
                ("all", Name),
                ("for", Keyword),
                ("in", Keyword),
                ("null", Keyword),
            ]
        );
    }
}
