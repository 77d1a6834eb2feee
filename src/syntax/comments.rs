//! The comments of a text in native syntax.

use super::scan::{Token, TokenKind, scan};
use crate::source::Span;

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its span, with the comment markers.
    pub span: Span,
    /// A position on the line that it is about: on its own line, or, if it stands there alone, on the next line with code.
    pub about: u32,
}

/// Returns the comments of a text, in order. Linear in the text.
pub fn comments(text: &str) -> Vec<Comment> {
    let tokens = scan(text);
    let mut comments = Vec::new();
    let (mut is_alone, mut next_code) = (true, 0);
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == TokenKind::Comment {
            // Consecutive comments are followed by the same code.
            next_code = next_code.max(at);
            while !is_code(tokens[next_code]) && next_code + 1 < tokens.len() {
                next_code += 1;
            }
            let has_code_behind = is_alone && tokens[next_code].kind != TokenKind::End;
            let about = if has_code_behind { tokens[next_code].start } else { token.start };
            comments.push(Comment { span: token.span(), about });
        }
        let ends_line = text[..token.end as usize].ends_with('\n');
        is_alone = ends_line || is_alone && token.kind == TokenKind::Comment;
    }
    comments
}

fn is_code(token: Token) -> bool {
    !matches!(token.kind, TokenKind::Comment | TokenKind::Newline)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_about_its_line_or_the_next_one_with_code() {
        let text = "# one\n\n// two\na = \"# none\" # three\nb = [ /* four */\n  1 ]\n# five\n";
        let found = comments(text);
        let words: Vec<&str> = found.iter().map(|comment| text[comment.span.range()].trim_end()).collect();
        assert_eq!(words, ["# one", "// two", "# three", "/* four */", "# five"]);
        let lines: Vec<usize> =
            found.iter().map(|comment| text[..comment.about as usize].matches('\n').count() + 1).collect();
        assert_eq!(lines, [4, 4, 4, 5, 7]);
    }
}
