//! A tokenizer for the names in rule files.

use crate::source::Span;

/// A name outside of comments and quoted texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name: `converts`, `Role::Then`.
    pub text: &'a str,
    /// The span of the name.
    pub span: Span,
    /// Holds if arguments follow, as after the names of relations and builtins.
    pub is_called: bool,
}

/// Returns the names in a text. Linear in the text.
pub fn names(text: &str) -> impl Iterator<Item = Name<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(letter) = text[at..].chars().next() {
            let start = at;
            at += letter.len_utf8();
            match letter {
                '#' => at = end_of_line(text, at),
                '/' if text[at..].starts_with('/') => at = end_of_line(text, at),
                '"' => at = end_of_text(text, at),
                _ if is_letter(letter) && !letter.is_numeric() => {
                    at = end_of_name(text, start);
                    let span = Span { start: start as u32, end: at as u32 };
                    return Some(Name { text: &text[start..at], span, is_called: is_called(text, start, at) });
                }
                // A name does not begin with a digit.
                _ if letter.is_numeric() => at = end_of_name(text, start),
                _ => {}
            }
        }
        None
    })
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn end_of_line(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |length| from + length)
}

/// Returns the end of a quoted text; an unclosed one ends with its line.
fn end_of_text(text: &str, from: usize) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text[from..].char_indices() {
        match letter {
            '\n' => return from + at,
            '"' if !is_escaped => return from + at + 1,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    text.len()
}

/// Returns the end of a name, which may be a path.
fn end_of_name(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = &text[at..];
        at += rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
        match text[at..].strip_prefix("::") {
            Some(rest) if rest.starts_with(is_letter) => at += 2,
            _ => return at,
        }
    }
}

/// Holds if arguments follow a name, or if it is the builtin in `@known(...)`.
fn is_called(text: &str, start: usize, end: usize) -> bool {
    text[end..].starts_with(['(']) || text[end..].starts_with("?(") || text[..start].ends_with("@known(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_outside_of_comments_and_texts() {
        let text = "// a comment\nknown(x, Role::Then) :- f?(x), y = \"no \\\" name\", b1(2y). # no\n@known(g) z";
        let found: Vec<(&str, bool)> = names(text).map(|name| (name.text, name.is_called)).collect();
        let expected = [
            ("known", true),
            ("x", false),
            ("Role::Then", false),
            ("f", true),
            ("x", false),
            ("y", false),
            ("b1", true),
            ("known", true),
            ("g", true),
            ("z", false),
        ];
        assert_eq!(found, expected);
        for name in names(text) {
            assert_eq!(&text[name.span.range()], name.text);
        }
    }
}
