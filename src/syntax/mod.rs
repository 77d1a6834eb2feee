//! From text to [`tree::Tree`]. The only place that knows the parser.

mod native;
mod print;
pub mod tree;

pub use native::{parse_body, parse_expression};
pub use print::{print_body, print_expression};

use crate::source::Span;

/// Something wrong with a text, and where.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// Where.
    pub span: Span,
}

/// What is wrong with a text.
#[derive(Clone, Debug)]
pub enum SyntaxErrorKind {
    /// The text is no HCL; the message says what was expected.
    Malformed(String),
    /// A number has an exponent beyond [`crate::value::MAX_EXPONENT`].
    ImpreciseNumber,
}

impl SyntaxError {
    /// The parser's error, with its place moved onto a character.
    fn from_parser(text: &str, error: &hcl_edit::parser::Error) -> Self {
        let mut start = error.location().offset().min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let end = text[start..].chars().next().map_or(start, |character| start + character.len_utf8());
        Self { kind: SyntaxErrorKind::Malformed(error.message().to_owned()), span: Span::new(start..end) }
    }
}
