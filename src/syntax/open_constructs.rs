//! Incomplete texts in an editor: the constructs that are open at the cursor, and the text that closes them.

use super::scan::{Token, TokenKind, is_name_part, scan};
use crate::source::Span;

/// The open constructs at a position of a text in native syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenConstructs {
    /// The word before or around the position; in a quoted text without interpolations, all of the text.
    pub word: Span,
    /// Holds if the position is in a quoted text.
    pub is_text: bool,
    /// The start of the top-level item around the position.
    pub item: u32,
    /// The text that closes the open expressions, innermost first.
    pub closers: String,
    /// The number of open blocks.
    pub blocks: usize,
}

/// An open construct.
#[derive(Clone, Copy)]
enum Open {
    Block,
    Closed(&'static str),
    Quoted(u32),
    Heredoc(Span),
}

/// Finds the open constructs at a position of a text. Linear in the text.
pub fn open_constructs(text: &str, at: u32) -> OpenConstructs {
    let tokens = scan(text);
    let before = tokens.into_iter().take_while(|token| token.start < at && token.kind != TokenKind::End);
    // A construct that closes after the position is open there.
    let is_open =
        |token: &Token| token.end > at && matches!(token.kind, TokenKind::QuoteClose | TokenKind::HeredocClose);
    let mut walk = Walk { text, open: Vec::new(), item: 0, has_equal: false, is_new: true };
    before.filter(|token| !is_open(token)).for_each(|token| walk.take(token));
    let (word, is_text) = match walk.open.last() {
        Some(&Open::Quoted(start)) => (quoted_word(text, start, at), true),
        _ => (word_at(text, at), false),
    };
    let mut closers = String::new();
    let expression = walk.open.iter().rev().take_while(|open| !matches!(open, Open::Block));
    for open in expression {
        match *open {
            Open::Closed(closer) => closers.push_str(closer),
            Open::Quoted(_) => closers.push('"'),
            Open::Heredoc(opening) => {
                let marker = text[opening.range()].trim_start_matches(['<', '-']).trim();
                closers.push('\n');
                closers.push_str(marker);
                closers.push('\n');
            }
            Open::Block => {}
        }
    }
    let blocks = walk.open.iter().filter(|open| matches!(open, Open::Block)).count();
    OpenConstructs { word, is_text, item: walk.item, closers, blocks }
}

struct Walk<'a> {
    text: &'a str,
    open: Vec<Open>,
    item: u32,
    /// Holds if the item has an equals sign: later braces belong to objects.
    has_equal: bool,
    /// Holds if an item begins with the next token.
    is_new: bool,
}

impl Walk<'_> {
    fn take(&mut self, token: Token) {
        let is_body = self.open.last().is_none_or(|open| matches!(open, Open::Block));
        if is_body && self.is_new && !matches!(token.kind, TokenKind::Newline | TokenKind::Comment) {
            (self.has_equal, self.is_new) = (false, false);
            if self.open.is_empty() {
                self.item = token.start;
            }
        }
        match token.kind {
            TokenKind::Newline | TokenKind::QuotedNewline if is_body => self.is_new = true,
            TokenKind::Comment if is_body => self.is_new |= self.text[token.span().range()].ends_with('\n'),
            TokenKind::Equal if is_body => self.has_equal = true,
            TokenKind::BraceOpen if is_body && !self.has_equal => {
                self.open.push(Open::Block);
                self.is_new = true;
            }
            TokenKind::BraceOpen | TokenKind::Interpolation | TokenKind::Directive => {
                self.open.push(Open::Closed("}"));
            }
            TokenKind::BracketOpen => self.open.push(Open::Closed("]")),
            TokenKind::ParenthesisOpen => self.open.push(Open::Closed(")")),
            TokenKind::QuoteOpen => self.open.push(Open::Quoted(token.end)),
            TokenKind::HeredocOpen => self.open.push(Open::Heredoc(token.span())),
            TokenKind::BraceClose
            | TokenKind::BracketClose
            | TokenKind::ParenthesisClose
            | TokenKind::SequenceClose
            | TokenKind::QuoteClose
            | TokenKind::HeredocClose => _ = self.open.pop(),
            _ => {}
        }
    }
}

/// Returns the span of the name around a position.
fn word_at(text: &str, at: u32) -> Span {
    let at = at as usize;
    let start = text[..at].char_indices().rev().take_while(|&(_, letter)| is_name_part(letter)).last();
    let end = text[at..].char_indices().find(|&(_, letter)| !is_name_part(letter));
    Span::new(start.map_or(at, |(start, _)| start)..end.map_or(text.len(), |(end, _)| at + end))
}

/// Returns the span of a quoted text, up to its end or the end of the line.
fn quoted_word(text: &str, start: u32, at: u32) -> Span {
    let rest = &text[at as usize..];
    let end = rest.find(['"', '\n', '\r']).map_or(text.len(), |end| at as usize + end);
    Span::new(start as usize..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_bar(text: &str) -> (String, bool, String, usize) {
        let at = text.find('|').expect("a bar");
        let text = text.replacen('|', "", 1);
        let found = open_constructs(&text, at as u32);
        (text[found.word.range()].to_owned(), found.is_text, found.closers, found.blocks)
    }

    fn is(word: &str, is_text: bool, closers: &str, blocks: usize) -> (String, bool, String, usize) {
        (word.to_owned(), is_text, closers.to_owned(), blocks)
    }

    #[test]
    fn what_is_open_is_closed_from_inside_out() {
        assert_eq!(at_bar("x = fo|o\ny = 1\n"), is("foo", false, "", 0));
        assert_eq!(at_bar("x = f([a, { b = c.|\ny = 1\n"), is("", false, "}])", 0));
        assert_eq!(at_bar("r \"a\" \"b\" {\n  o {\n    ci|\n"), is("ci", false, "", 2));
        assert_eq!(at_bar("r \"a\" \"b:|c\" {\n}\n"), is("b:c", true, "\"", 0));
        assert_eq!(at_bar("x = \"a ${b.|\ny = 1\n"), is("", false, "}\"", 0));
        assert_eq!(at_bar("x = { a = 1 }\nb {\n c = \"\"\n  d|\n}\n"), is("d", false, "", 1));
        assert_eq!(at_bar("x = <<EOT\n a ${b|}\nEOT\n"), is("b", false, "}\nEOT\n", 0));
    }
}
