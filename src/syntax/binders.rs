//! The spans of the variables that for-expressions bind, which trees do not contain.

use super::scan::{TokenKind, scan};
use crate::source::Span;

/// Returns the spans of the variables in the text of a for-expression, from its start to its collection: of the key, if there is
/// one, and of the value.
pub fn for_variables(text: &str) -> Vec<Span> {
    let tokens = scan(text);
    let word = |span: Span| text.get(span.range()).unwrap_or("");
    let names = tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(|token| token.span());
    names.skip_while(|&span| word(span) != "for").skip(1).take_while(|&span| word(span) != "in").take(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_stand_between_two_words() {
        let found = |text: &str| for_variables(text).into_iter().map(|span| text[span.range()].to_owned()).collect();
        let found: Vec<Vec<String>> =
            ["[for x in ", "{ for /* in */ k, v in ", "%{~ for a,\n  b in ", "\"%{for c in ", "["].map(found).into();
        assert_eq!(found, [vec!["x"], vec!["k", "v"], vec!["a", "b"], vec!["c"], vec![]]);
    }
}
