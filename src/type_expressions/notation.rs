//! The notation of unions and refinements in the specification of declared types: `"foo" | "bar"`, `{ int | x >= 0 }`.
//!
//! HCL's expressions have no such operators, so a text is first rewritten to an expression without them: `union("foo", "bar")`,
//! `refined(int, x >= 0)`, and `const("foo")` for `'foo'`. Spans refer to the original text.

use std::ops::Range;

use crate::source::Span;
use crate::syntax::tree::{NodeId, Tree};
use crate::syntax::{MAX_NESTING, SyntaxError, parse_expression};
use crate::types::Interner;

/// Parses a type expression in which unions and refinements may be written with `|`. Linear in the text, except for nested
/// refinements.
///
/// # Errors
/// The syntax errors of the expression.
pub fn parse_type(text: &str, types: &mut Interner) -> Result<(Tree, NodeId), Vec<SyntaxError>> {
    if !is_notation(text) {
        return parse_expression(text, types);
    }
    let mut writer = Writer { text, at: 0, depth: 0 };
    let pieces = writer.items(None);
    if writer.at < text.len() {
        // A closing bracket is unmatched, or brackets nest too deeply.
        return parse_expression(text, types);
    }
    let written = Written::new(text, pieces);
    match parse_expression(&written.text, types) {
        Ok((mut tree, root)) => {
            tree.move_all(|span| written.origin(span));
            Ok((tree, root))
        }
        Err(errors) => {
            let moved = errors.into_iter().map(|error| SyntaxError { span: written.origin(error.span), ..error });
            Err(moved.collect())
        }
    }
}

/// Holds if a text may use forms that HCL's expressions lack.
pub fn is_notation(text: &str) -> bool {
    text.contains(['|', '\''])
}

/// A part of the rewritten expression.
enum Piece {
    /// An unchanged part of the text.
    Given(Range<usize>),
    /// A replacement for a part of the text.
    Made(String, Range<usize>),
}

/// A rewriter of a text to an expression.
struct Writer<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

impl Writer<'_> {
    /// Rewrites the items up to a closing mark, or to the end. Items with alternatives become unions.
    fn items(&mut self, closer: Option<u8>) -> Vec<Piece> {
        let (mut pieces, mut item) = (Vec::new(), Item::default());
        self.depth += 1;
        while let Some(byte) = self.byte().filter(|&byte| Some(byte) != closer && self.depth <= MAX_NESTING) {
            match byte {
                b'"' => self.give(self.after_quoted(self.at, b'"'), &mut pieces),
                b'\'' => self.literal(&mut pieces),
                b'(' | b'[' => self.bracketed(if byte == b'(' { b')' } else { b']' }, &mut pieces),
                b'{' if self.is_refinement() => self.refinement(&mut pieces),
                b'{' => self.bracketed(b'}', &mut pieces),
                b'|' if self.pair() != *b"||" => {
                    pieces.push(Piece::Made(",".to_owned(), self.at..self.at + 1));
                    item.alternatives += 1;
                    self.at += 1;
                }
                b'=' if self.pair() == *b"==" => self.give(self.at + 2, &mut pieces),
                b',' | b'=' | b':' => self.separate(&mut item, &mut pieces),
                b'\n' if closer == Some(b'}') && !self.goes_on() => self.separate(&mut item, &mut pieces),
                b')' | b']' | b'}' => break,
                _ => self.give(self.after_plain(), &mut pieces),
            }
        }
        item.finish(self.at, &mut pieces);
        self.depth -= 1;
        pieces
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn pair(&self) -> [u8; 2] {
        let byte = |at: usize| self.text.as_bytes().get(at).copied().unwrap_or(0);
        [byte(self.at), byte(self.at + 1)]
    }

    /// Copies the text up to a place.
    fn give(&mut self, end: usize, pieces: &mut Vec<Piece>) {
        pieces.push(Piece::Given(self.at..end));
        self.at = end;
    }

    fn separate(&mut self, item: &mut Item, pieces: &mut Vec<Piece>) {
        item.finish(self.at, pieces);
        self.give(self.at + 1, pieces);
        *item = Item { first: pieces.len(), start: self.at, alternatives: 0 };
    }

    fn bracketed(&mut self, closer: u8, pieces: &mut Vec<Piece>) {
        self.give(self.at + 1, pieces);
        let inside = self.items(Some(closer));
        pieces.extend(inside);
        if self.byte() == Some(closer) {
            self.give(self.at + 1, pieces);
        }
    }

    /// Holds if an item continues on the next line with an alternative.
    fn goes_on(&self) -> bool {
        self.text[self.at..].trim_start().starts_with('|')
    }

    /// Returns the position of the next significant character, at least one character ahead.
    fn after_plain(&self) -> usize {
        let rest = &self.text[self.at..];
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let len = rest[first..].find(['"', '\'', '(', '[', '{', '|', '=', ',', ':', '\n', ')', ']', '}']);
        len.map_or(self.text.len(), |len| self.at + first + len)
    }

    /// Returns the position after the quotes that open at a place, or the end if they are not closed.
    fn after_quoted(&self, start: usize, quote: u8) -> usize {
        let mut is_escaped = false;
        for (at, &byte) in self.text.as_bytes().iter().enumerate().skip(start + 1) {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                _ if byte == quote => return at + 1,
                _ => {}
            }
        }
        self.text.len()
    }

    /// `'text'`: the type of this text.
    fn literal(&mut self, pieces: &mut Vec<Piece>) {
        let end = self.after_quoted(self.at, b'\'');
        let quoted = self.text[self.at..end].strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        let Some(inside) = quoted else { return self.give(end, pieces) };
        let inside = inside.replace("\\'", "'").replace("\\$", "$$").replace('"', "\\\"");
        pieces.push(Piece::Made(format!("const(\"{inside}\")"), self.at..end));
        self.at = end;
    }

    /// Holds if an opening brace begins a refinement: the first significant mark in it, outside of brackets and quotes, is a bar.
    fn is_refinement(&self) -> bool {
        let (bytes, mut at, mut depth) = (self.text.as_bytes(), self.at + 1, 0_u32);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' | b'\'' => {
                    at = self.after_quoted(at, byte);
                    continue;
                }
                b'(' | b'[' | b'{' => depth += 1,
                b'}' | b',' | b'=' | b':' if depth == 0 => return false,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                b'|' if depth == 0 => return bytes.get(at + 1) != Some(&b'|'),
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// `{ base | predicate }`
    fn refinement(&mut self, pieces: &mut Vec<Piece>) {
        pieces.push(Piece::Made("refined(".to_owned(), self.at..self.at + 1));
        self.at += 1;
        let base = self.items(Some(b'|'));
        pieces.extend(base);
        if self.byte() != Some(b'|') {
            return;
        }
        pieces.push(Piece::Made(",".to_owned(), self.at..self.at + 1));
        self.at += 1;
        let (mut end, mut depth) = (self.at, 0_u32);
        while let Some(&byte) = self.text.as_bytes().get(end) {
            match byte {
                b'"' => {
                    end = self.after_quoted(end, byte);
                    continue;
                }
                b'{' => depth += 1,
                b'}' if depth == 0 => break,
                b'}' => depth -= 1,
                _ => {}
            }
            end += 1;
        }
        self.give(end, pieces);
        if self.byte().is_some() {
            pieces.push(Piece::Made(")".to_owned(), end..end + 1));
            self.at += 1;
        }
    }
}

/// The item that is being rewritten.
#[derive(Default)]
struct Item {
    /// The index of its first piece.
    first: usize,
    /// Its start in the text.
    start: usize,
    /// The number of bars in it.
    alternatives: u32,
}

impl Item {
    fn finish(&self, end: usize, pieces: &mut Vec<Piece>) {
        if self.alternatives > 0 {
            pieces.insert(self.first, Piece::Made("union(".to_owned(), self.start..self.start));
            pieces.push(Piece::Made(")".to_owned(), end..end));
        }
    }
}

/// A rewritten expression, with the origin of each part in the original text.
struct Written {
    text: String,
    /// The pieces: their start in the expression, their range in the original text, and `true` if they are unchanged.
    origins: Vec<(usize, Range<usize>, bool)>,
}

impl Written {
    fn new(given: &str, pieces: Vec<Piece>) -> Self {
        let mut written = Self { text: String::with_capacity(given.len()), origins: Vec::with_capacity(pieces.len()) };
        for piece in pieces {
            let start = written.text.len();
            match piece {
                Piece::Given(range) => {
                    written.text.push_str(&given[range.clone()]);
                    written.origins.push((start, range, true));
                }
                Piece::Made(text, range) => {
                    written.text.push_str(&text);
                    written.origins.push((start, range, false));
                }
            }
        }
        written
    }

    fn origin(&self, span: Span) -> Span {
        Span { start: self.place(span.start as usize, false), end: self.place(span.end as usize, true) }
    }

    /// Maps a position in the expression, at which something starts or ends, to the original text.
    fn place(&self, at: usize, is_end: bool) -> u32 {
        let before = self.origins.partition_point(|(start, ..)| if is_end { *start < at } else { *start <= at });
        let Some((start, range, is_given)) = before.checked_sub(1).and_then(|piece| self.origins.get(piece)) else {
            return 0;
        };
        let place = match (is_given, is_end) {
            (true, _) => (range.start + (at - start)).min(range.end),
            (false, true) => range.end,
            (false, false) => range.start,
        };
        place as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut writer = Writer { text, at: 0, depth: 0 };
        let pieces = writer.items(None);
        Written::new(text, pieces).text
    }

    #[test]
    fn unions_and_refinements_become_calls() {
        for (given, expected) in [
            ("\"foo\" | \"bar\"", "union(\"foo\" , \"bar\")"),
            ("'it\\'s' | 1", "union(const(\"it's\") , 1)"),
            ("list(string | int)", "list(union(string , int))"),
            ("object({a = string | int, b = bool})", "object({a =union( string , int), b = bool})"),
            (
                "object({\n  a = \"x\"\n    | \"y\"\n  b = int\n})",
                "object({\n  a =union( \"x\"\n    , \"y\")\n  b = int\n})",
            ),
            ("{ int | x >= 0 && x <= 10 }", "refined( int , x >= 0 && x <= 10 )"),
            ("{ int | x > 0 } | \"a|b\"", "union(refined( int , x > 0 ) , \"a|b\")"),
            ("(int | bool) | string", "union((union(int , bool)) , string)"),
        ] {
            assert_eq!(written(given), expected);
        }
    }

    #[test]
    fn places_are_those_of_the_given_text() {
        let mut types = Interner::default();
        for text in ["string | 'a' | sting", "{ sting | x >= 0 }", "tuple([int | 'b', sting])", "'a' | sting"] {
            let (tree, _) = parse_type(text, &mut types).expect("it is an expression");
            let is_wrong = |node: &NodeId| &text[tree.span(*node).range()] == "sting";
            assert!((0..tree.len() as u32).map(NodeId).any(|node| is_wrong(&node)), "{text}");
        }
    }

    #[test]
    fn broken_texts_are_refused() {
        let mut types = Interner::default();
        let deep = "(".repeat(100) + "|";
        let texts =
            ["|", "a |", "| a", "{ | }", "{ int | ", "'", "'a", "a | )", "(|", "{|", "\"|", "{ int | x }}", "é|ß"];
        for text in texts.into_iter().chain([&deep[..]]) {
            // An expression may be no type all the same.
            let _ = parse_type(text, &mut types);
        }
        assert!(parse_type("a | )", &mut types).is_err());
        assert!(parse_type(&deep, &mut types).is_err());
    }
}
