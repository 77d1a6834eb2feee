//! Spaces between two tokens of a line.

use super::Piece;
use crate::syntax::scan::TokenKind as Kind;

/// Holds if a space follows a token, given the tokens before and after it.
pub(super) fn has_space_after(subject: &Piece<'_>, before: Option<&Piece<'_>>, after: &Piece<'_>) -> bool {
    let (own, next) = (subject.kind, after.kind);
    match (own, next) {
        _ if is_joined(own, next) => false,
        (Kind::Comma, _) => true,
        _ if is_in_template(own, next) => false,
        // `[for x in [1] : x]`: the brackets are no index.
        (Kind::Identifier, _) if subject.text == "in" && before.is_some_and(|of| of.kind == Kind::Identifier) => true,
        (_, Kind::BracketOpen) if is_indexed(subject) => false,
        (Kind::Bang, _) => false,
        (Kind::Minus, _) => !is_negation(before),
        (Kind::BraceOpen, _) | (_, Kind::BraceClose) => (own, next) != (Kind::BraceOpen, Kind::BraceClose),
        _ => subject.bracket_change() <= 0 && after.bracket_change() >= 0,
    }
}

/// Holds for tokens that are never apart: the name of a function and its arguments, a dot and what is around it, and what ends an item
/// and the item.
fn is_joined(own: Kind, next: Kind) -> bool {
    match next {
        // A number with a dot behind it would be another number.
        Kind::Dot => own != Kind::Number,
        Kind::Newline | Kind::Comma | Kind::Ellipsis => true,
        Kind::ParenthesisOpen | Kind::DoubleColon => own == Kind::Identifier || own == Kind::Dot,
        Kind::Identifier => own == Kind::DoubleColon || own == Kind::Dot,
        _ => own == Kind::Dot,
    }
}

/// Holds for the end of what an index may follow.
fn is_indexed(piece: &Piece<'_>) -> bool {
    matches!(piece.kind, Kind::Identifier | Kind::Number) || piece.bracket_change() < 0
}

/// Holds between the parts of a quoted text or a heredoc.
fn is_in_template(own: Kind, next: Kind) -> bool {
    matches!(own, Kind::QuotedText | Kind::PlainText | Kind::QuoteOpen | Kind::HeredocOpen)
        || matches!(next, Kind::QuotedText | Kind::PlainText | Kind::QuoteClose | Kind::HeredocClose)
        || own == Kind::SequenceClose && matches!(next, Kind::Interpolation | Kind::Directive)
}

/// Holds for a minus that no operand precedes.
fn is_negation(before: Option<&Piece<'_>>) -> bool {
    before.is_none_or(|before| {
        matches!(
            before.kind,
            Kind::ParenthesisOpen
                | Kind::BraceOpen
                | Kind::BracketOpen
                | Kind::Equal
                | Kind::Colon
                | Kind::Comma
                | Kind::Question
                | Kind::Star
                | Kind::Minus
                | Kind::Bang
                | Kind::Operator
        )
    })
}
