//! Words of other languages for types.

use std::ops::Range;

use crate::syntax::tree::{Node, NodeId, Tree};
use crate::types::nearest::nearest;

/// Words of other languages, each with one that may be meant.
const WORDS: [(&str, &str); 14] = [
    ("array", "list"),
    ("dict", "map"),
    ("dictionary", "map"),
    ("double", "number"),
    ("float", "number"),
    ("hash", "map"),
    ("int", "number"),
    ("integer", "int"),
    ("integer", "number"),
    ("record", "object"),
    ("str", "string"),
    ("struct", "object"),
    ("text", "string"),
    ("vector", "list"),
];

/// Returns what is wrong with an expression that other languages have for a type, if it is one.
pub(super) fn written_otherwise(tree: &Tree, node: NodeId) -> Option<&'static str> {
    match tree.node(node) {
        Node::Object(_) => Some("expected a type, found an object: its type is written `object({name=string})`"),
        Node::Tuple(_) => Some("expected a type, found a tuple: the type of a list is written `list(string)`"),
        Node::Index(..) => {
            Some("expected a type: the type of the elements stands in parentheses, as in `list(string)`")
        }
        _ => None,
    }
}

/// Returns a type whose text is none because other languages put brackets behind the type of the elements.
fn list_with_brackets(text: &str) -> Option<String> {
    let element = text.strip_suffix("[]")?;
    let is_plain = ["any", "bool", "int", "number", "string"].contains(&element);
    let element = if is_plain { element.to_owned() } else { list_with_brackets(element)? };
    Some(format!("list({element})"))
}

/// Returns the place of the first part of a text with brackets behind the type of the elements, and the type that it means.
pub fn part_with_brackets(text: &str) -> Option<(Range<usize>, String)> {
    let first = text.find("[]")?;
    let end = text.len() - text[first..].trim_start_matches("[]").len();
    let before = text[..first].trim_end_matches(char::is_alphanumeric);
    Some((before.len()..end, list_with_brackets(&text[before.len()..end])?))
}

/// Returns the known word for a type that an unknown one means: the same in small letters, the word for the same in another language,
/// or the nearest one.
pub(super) fn meant<'k>(unknown: &str, known: impl Iterator<Item = &'k str> + Clone) -> Option<String> {
    let small = unknown.to_ascii_lowercase();
    if known.clone().any(|known| known == small) {
        return Some(small);
    }
    let mut foreign = WORDS.iter().filter(|word| word.0 == small).map(|word| word.1);
    let found = foreign.find(|word| known.clone().any(|known| known == *word));
    found.map(str::to_owned).or_else(|| nearest(unknown, known))
}
