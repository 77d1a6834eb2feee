//! Sessions of an editor: steps, separated by lines `---`. The first line of a step has its kind, a file, and byte offsets:
//! `open main.pp`, `edit main.pp 10 25`, `ask main.pp 17`, `close main.pp`.

use super::parts;

/// A step of a session.
#[derive(Clone, Copy, Debug)]
pub struct Step<'t> {
    /// The kind of the step.
    pub word: &'t str,
    /// The file.
    pub name: &'t str,
    /// The byte offsets.
    numbers: [Option<usize>; 2],
    /// The text below the first line.
    pub text: &'t str,
}

/// The steps of a session.
pub fn steps(text: &str) -> impl Iterator<Item = Step<'_>> {
    parts(text).into_iter().map(step)
}

fn step(text: &str) -> Step<'_> {
    let (first, text) = text.split_once('\n').unwrap_or((text, ""));
    let mut words = first.split(' ');
    let (word, name) = (words.next().unwrap_or(""), words.next().filter(is_name).unwrap_or("main.hcl"));
    let mut numbers = words.filter_map(|word| word.parse().ok());
    Step { word, name, numbers: [numbers.next(), numbers.next()], text }
}

/// Holds for relative paths without `..`.
fn is_name(name: &&str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-/".contains(letter);
    let (is_relative, is_file) = (!name.starts_with('/'), name.rsplit('/').next().is_some_and(|file| !file.is_empty()));
    is_relative && is_file && !name.contains("..") && name.chars().all(is_letter)
}

impl Step<'_> {
    /// The bytes between the two offsets of the step, or the whole text if it has none. An offset beyond the text wraps around.
    pub fn range(&self, text: &str) -> (usize, usize) {
        let at = |number: usize| boundary(text, number % (text.len() + 1));
        match self.numbers {
            [None, _] => (0, text.len()),
            [Some(one), other] => {
                let (one, other) = (at(one), at(other.unwrap_or(one)));
                (one.min(other), one.max(other))
            }
        }
    }
}

/// The last character boundary at or before a byte. `\r\n` counts as one character.
fn boundary(text: &str, at: usize) -> usize {
    let is_between =
        |&at: &usize| text.is_char_boundary(at) && !(text[..at].ends_with('\r') && text[at..].starts_with('\n'));
    (0..=at).rev().find(is_between).unwrap_or(0)
}
