//! The layout of texts in native syntax, as `terraform fmt` and the reference's formatter write it.
//!
//! Formatting changes the spaces between the tokens of a text, and nothing else: lines stay lines, and comments stay where they are.
//! In modules of Terraform, old forms of expressions, of types and of labels are rewritten first (`terraform`).

mod layout;
mod spaces;
mod terraform;

use super::scan::{TokenKind, scan};

/// A token with its text, which need not be a part of the formatted text, and the spaces before it.
#[derive(Clone, Copy, Debug)]
struct Piece<'t> {
    kind: TokenKind,
    text: &'t str,
    spaces: usize,
}

/// Returns a text without syntax errors in the standard layout. Old forms are rewritten in modules of Terraform. Linear in the text.
pub fn format(text: &str, is_terraform: bool) -> String {
    let tokens = scan(text);
    let pieces = tokens.iter().filter(|token| token.kind != TokenKind::End);
    let piece = |kind, text| Piece { kind, text, spaces: 0 };
    let pieces: Vec<Piece<'_>> = pieces.map(|token| piece(token.kind, &text[token.span().range()])).collect();
    let mut pieces = if is_terraform { terraform::modernized(&pieces) } else { pieces };
    layout::lay_out(&mut pieces);
    let mut formatted = String::with_capacity(text.len());
    for Piece { text, spaces, .. } in pieces {
        formatted.extend(std::iter::repeat_n(' ', spaces));
        formatted.push_str(text);
    }
    formatted
}

impl Piece<'_> {
    /// Returns the change of the number of open brackets.
    fn bracket_change(&self) -> isize {
        match self.kind {
            TokenKind::BraceOpen
            | TokenKind::BracketOpen
            | TokenKind::ParenthesisOpen
            | TokenKind::Interpolation
            | TokenKind::Directive => 1,
            TokenKind::BraceClose
            | TokenKind::BracketClose
            | TokenKind::ParenthesisClose
            | TokenKind::SequenceClose => -1,
            _ => 0,
        }
    }

    /// Holds for tokens that end a line.
    fn ends_line(&self) -> bool {
        self.kind == TokenKind::Newline || self.kind == TokenKind::Comment && self.text.ends_with('\n')
    }
}
