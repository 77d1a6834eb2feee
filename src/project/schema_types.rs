//! Types of schemas in judgments that a user writes: `converts(data:index:Login, string)`.

use super::error::{Error, Result};
use crate::program::environment::Environment;
use crate::schema::Schemas;
use crate::types::Interner;

/// Replaces each token of a schema in a text by a fresh name, which is declared in the environment.
///
/// # Errors
/// If no schema has a token.
pub fn with_schema_types(
    text: &str,
    environment: &mut Environment,
    schemas: &mut Schemas,
    types: &mut Interner,
) -> Result<String> {
    let (mut written, mut rest, mut count) = (String::new(), text, 0);
    while let Some(first) = rest.chars().next() {
        let word = word_at(rest);
        // Declared types may have such names as well.
        // The colon behind `s <k:` is notation.
        let is_token = word.trim_end_matches(':').contains(':') && environment.types.get(&types.name(word)).is_none();
        let taken = if first == '"' {
            quoted_at(rest)
        } else if word.is_empty() {
            &rest[..first.len_utf8()]
        } else {
            word
        };
        if is_token {
            let ty = schemas.named_type(word, types);
            let ty = ty.ok_or_else(|| Error::new(format!("no schema has `{word}`")))?.map_err(Error::new)?;
            let name = format!("schema_type_{count}");
            environment.types.declare(types.name(&name), ty);
            written.push_str(&name);
            count += 1;
        } else {
            written.push_str(taken);
        }
        rest = &rest[taken.len()..];
    }
    Ok(written)
}

/// Returns the word or the token at the start of a text.
fn word_at(text: &str) -> &str {
    let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ':' | '/' | '.');
    let begins = text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    let end = text.find(|letter: char| !is_of_word(letter)).unwrap_or(text.len());
    if begins { &text[..end] } else { "" }
}

/// Returns the quoted text at the start of a text.
fn quoted_at(text: &str) -> &str {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, letter)| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text, |(at, _)| &text[..=at])
}
