//! Spaces between two tokens of a line.

use super::Piece;
use crate::syntax::scan::TokenKind as Kind;

/// Holds if a space follows a token, given the tokens before and after it.
pub(super) fn has_space_after(subject: &Piece<'_>, before: Option<&Piece<'_>>, after: &Piece<'_>) -> bool {
    let (own, next) = (subject.kind, after.kind);
    match (own, next) {
        (_, Kind::Newline)
        | (Kind::Identifier, Kind::ParenthesisOpen | Kind::DoubleColon)
        | (Kind::DoubleColon, Kind::Identifier)
        | (Kind::Dot, _)
        | (_, Kind::Dot | Kind::Comma | Kind::Ellipsis) => false,
        (Kind::Comma, _) => true,
        _ if is_in_template(own, next) => false,
        // `[for x in [1] : x]`: the brackets are no index.
        (Kind::Identifier, _) if subject.text == "in" && before.is_some_and(|of| of.kind == Kind::Identifier) => true,
        (Kind::Identifier | Kind::Number, Kind::BracketOpen) => false,
        (_, Kind::BracketOpen) if subject.bracket_change() < 0 => false,
        (Kind::Bang, _) => false,
        (Kind::Minus, _) => !is_negation(before),
        (Kind::BraceOpen, Kind::BraceClose) => false,
        (Kind::BraceOpen, _) | (_, Kind::BraceClose) => true,
        _ => subject.bracket_change() <= 0 && after.bracket_change() >= 0,
    }
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
