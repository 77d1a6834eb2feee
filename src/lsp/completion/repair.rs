//! Repair of unfinished texts for completion: a mark replaces the word at the cursor, and open brackets are closed. The rules
//! then type the text like any other.

use std::ops::Range;

use super::mark::{MARK, find};
use crate::source::Span;
use crate::syntax::json::{BlockShape, parse_body as parse_json};
use crate::syntax::tree::Tree;
use crate::syntax::{open_constructs, parse_body};
use crate::types::Interner;

/// A repaired text.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The text.
    pub text: String,
    /// The span of the word at the cursor, in the original text.
    pub word: Span,
    /// The part of the word before the cursor.
    pub written: String,
    /// Holds if the cursor is in a quoted text.
    pub is_text: bool,
    /// Holds if a value, a body, labels or arguments follow the word.
    pub goes_on: bool,
}

/// The endings that complete an unfinished for-expression or conditional.
const ENDS: [&str; 5] = ["", " : null", " => null", " : null => null", " = null"];

/// Repairs a text around an offset. Returns `None` if no repair has the mark in its tree.
pub fn repaired(text: &str, at: u32) -> Option<Repaired> {
    let found = open_constructs(text, at);
    let (start, end) = (found.word.start as usize, found.word.end as usize);
    let line_end = text[end..].find('\n').map_or(text.len(), |length| end + length);
    let braces = "\n}".repeat(found.blocks);
    let written = text[start..at as usize].to_owned();
    let mut candidates: Vec<(String, Range<usize>)> = Vec::new();
    for tail in ["", " = null"] {
        candidates.push((format!("{MARK}{tail}"), start..end));
    }
    for close_blocks in ["", &braces] {
        for tail in ENDS {
            candidates.push((format!("{MARK}{tail}{}{close_blocks}", found.closers), start..line_end));
        }
    }
    let item = found.item as usize;
    let behind = behind_item(text, line_end);
    let mut names = Interner::default();
    let holds = |(new, place): &(String, Range<usize>)| {
        let piece = format!("{}{new}{}", &text[item..place.start], &text[place.end..behind.max(place.end)]);
        has_mark(&parse_body(&piece, &mut names).0, &names)
    };
    let (new, place) = candidates.into_iter().find({
        let mut holds = holds;
        move |candidate| holds(candidate)
    })?;
    let goes_on = goes_on(&text[end..]);
    let text = format!("{}{new}{}", &text[..place.start], &text[place.end..]);
    Some(Repaired { text, word: found.word, written, is_text: found.is_text, goes_on })
}

/// As [`repaired`], for a text in JSON syntax with these blocks: a mark replaces the word in a text at an offset.
pub fn repaired_json(text: &str, at: u32, shapes: &[BlockShape]) -> Option<Repaired> {
    let at = at as usize;
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let start = text.get(..at)?.trim_end_matches(is_part).len();
    let end = text.len() - text[at..].trim_start_matches(is_part).len();
    // All of a text that is a path.
    let quote = text[..start].rfind('"').map_or(0, |quote| quote + 1);
    let closing = text[end..].find('"').map_or(text.len(), |closing| end + closing);
    let whole = &text[quote..closing];
    let is_whole = !whole.contains(['$', '%', '\n', '\\']);
    let (start, end) = if is_whole { (quote, closing) } else { (start, end) };
    let key = format!("{MARK}\": null");
    let after_quote = (end + 1).min(text.len());
    let candidates = [(MARK, end), (&key[..], after_quote)];
    let mut names = Interner::default();
    let found = candidates.into_iter().find_map(|(mark, end)| {
        let new = format!("{}{mark}{}", &text[..start], text.get(end..)?);
        has_mark(&parse_json(&new, shapes, &mut names).0, &names).then_some(new)
    })?;
    let (word, written) = (Span { start: start as u32, end: end as u32 }, text[start..at].to_owned());
    Some(Repaired { text: found, word, written, is_text: is_whole, goes_on: true })
}

/// Holds if a text continues what a word begins: a value, a body, labels or arguments follow.
fn goes_on(behind: &str) -> bool {
    let behind = behind.trim_start_matches([' ', '\t']);
    behind.starts_with(['=', '{', '(', '"']) && !behind.starts_with("==")
}

/// Returns the end of the item around an offset: the next line that begins with a name.
fn behind_item(text: &str, at: usize) -> usize {
    let mut lines = text[at..].match_indices('\n').map(|(line, _)| at + line + 1);
    let is_start = |&start: &usize| text[start..].starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    lines.find(is_start).unwrap_or(text.len())
}

/// Holds if the mark is in a tree.
fn has_mark(tree: &Tree, names: &Interner) -> bool {
    find(tree, names).is_some()
}
