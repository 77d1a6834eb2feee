//! Tokens.

use crate::source::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum TokenKind {
    Identifier,
    Number,
    /// A comment, with the newline that ends it if it is `# …` or `// …`.
    Comment,
    Newline,
    /// `"` before a text
    QuoteOpen,
    /// `"` after a text; empty if a newline ended the text.
    QuoteClose,
    /// `<<MARKER` or `<<-MARKER`, with its newline
    HeredocOpen,
    /// The line of the marker that closes a heredoc, without its newline.
    HeredocClose,
    /// A literal piece of a quoted text.
    QuotedText,
    /// A literal piece of a heredoc or bare template: at most one line, with its newline.
    PlainText,
    /// `${` or `${~`
    Interpolation,
    /// `%{` or `%{~`
    Directive,
    /// `}` or `~}` at the end of one of these
    SequenceClose,
    BraceOpen,
    BraceClose,
    BracketOpen,
    BracketClose,
    ParenthesisOpen,
    ParenthesisClose,
    Dot,
    Comma,
    Star,
    Minus,
    Bang,
    /// An operator that occurs only between operands.
    Operator,
    Equal,
    Colon,
    Question,
    Ellipsis,
    /// `=>`
    Arrow,
    /// `::`
    DoubleColon,
    /// A character that is not part of the grammar.
    Invalid,
    /// The newline at which an unclosed quoted text ends.
    QuotedNewline,
    /// The opening of a heredoc, or of a block comment, that is never closed.
    Unclosed,
    End,
}

/// A token and its span.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Token {
    pub(in super::super) kind: TokenKind,
    pub(in super::super) start: u32,
    pub(in super::super) end: u32,
}

impl Token {
    pub(in super::super) fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }
}
