//! The text of drawings: premises, their parts, and letters.

use std::collections::BTreeSet;

/// The letters that occur more than once in a drawing.
pub fn shared_letters(drawing: &[String]) -> BTreeSet<String> {
    let all: Vec<String> = drawing.iter().flat_map(|text| tokens(text)).filter(|token| is_letter(token)).collect();
    let is_shared = |letter: &&String| all.iter().filter(|other| other == letter).count() > 1;
    all.iter().filter(is_shared).cloned().collect()
}

/// Holds for a single letter.
pub fn is_letter(token: &str) -> bool {
    token.len() == 1 && token.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// The parts of a premise that may be separate phrases.
pub fn parts_of_premise(whole: &[String]) -> impl Iterator<Item = &[String]> {
    let cuts: Vec<usize> = (0..whole.len()).filter(|&at| is_joint(whole, at)).collect();
    let ends: Vec<usize> = cuts.iter().copied().chain([whole.len()]).collect();
    let starts = std::iter::once(0).chain(cuts.into_iter().map(|cut| cut + 1)).flat_map(|start| [start, start + 1]);
    let places = starts.flat_map(move |start| ends.clone().into_iter().map(move |end| (start, end)));
    places.filter(|(start, end)| start < end).map(|(start, end)| &whole[start..end])
}

/// Holds if a premise may be split at this token.
pub fn is_joint(tokens: &[String], at: usize) -> bool {
    let depth: i32 = tokens[..at]
        .iter()
        .map(|token| match &token[..] {
            "(" | "{" | "[" => 1,
            ")" | "}" | "]" => -1,
            _ => 0,
        })
        .sum();
    depth == 0 && matches!(&tokens[at][..], "," | "and" | "or" | "=")
}

/// The premises above the bar of a drawing, separated by wide gaps; or the conclusions below it.
pub fn chunks(drawing: &str, is_above: bool) -> Vec<String> {
    let lines: Vec<&str> = drawing.lines().map(str::trim).collect();
    let bar = lines.iter().position(|line| line.starts_with("---")).unwrap_or(lines.len());
    let lines = if is_above { &lines[..bar] } else { &lines[(bar + 1).min(lines.len())..] };
    let parts = lines.iter().flat_map(|line| line.split("   ")).map(str::trim);
    parts.filter(|part| !part.is_empty() && !["...", "or", "and", ":"].contains(part)).map(str::to_owned).collect()
}

/// A premise with one letter replaced by a letter that the drawing does not have.
pub fn with_another_letter(premise: &str, drawing: &[String]) -> Option<String> {
    let found = split(premise).into_iter().find(|token| is_letter(token) && *token == token.to_lowercase())?;
    let used: Vec<String> = drawing.iter().flat_map(|text| tokens(text)).collect();
    let other = ('a'..='z').rev().map(String::from).find(|other| !used.contains(other))?;
    let mut changed = String::new();
    let mut is_changed = false;
    for token in split(premise) {
        let replace = !is_changed && token == found;
        is_changed |= replace;
        changed += if replace { &other } else { &token };
        changed.push(' ');
    }
    Some(changed)
}

/// The tokens of a text, with indices of letters removed.
pub fn tokens(text: &str) -> Vec<String> {
    split(text).iter().map(|token| indexless(token)).filter(|token| token != "...").collect()
}

/// Names, runs of signs, and brackets.
fn split(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_alone = |letter: char| "()[]{},:\"".contains(letter);
    let mut last = ' ';
    for letter in text.chars() {
        let joins = !letter.is_whitespace()
            && !last.is_whitespace()
            && !is_alone(letter)
            && !is_alone(last)
            && is_name(letter) == is_name(last);
        match found.last_mut() {
            Some(token) if joins => token.push(letter),
            _ if letter.is_whitespace() => {}
            _ => found.push(letter.to_string()),
        }
        last = letter;
    }
    found
}

/// The letter for one element of a list, as in `t1 ... tn`: `t` for `ts`.
pub fn singular(name: &str) -> Option<String> {
    let one = name.strip_suffix('s').filter(|one| one.len() == 1)?;
    Some(one.to_owned())
}

/// A letter without its index: `t` for `t1` and `tn`.
pub fn indexless(token: &str) -> String {
    if token == "in" {
        return token.to_owned();
    }
    let mut letters = token.chars();
    match (letters.next(), letters.as_str()) {
        (Some(first), rest)
            if first.is_ascii_alphabetic()
                && !rest.is_empty()
                && (rest.chars().all(|letter| letter.is_ascii_digit()) || ["n", "i", "m", "j"].contains(&rest)) =>
        {
            first.to_string()
        }
        _ => token.to_owned(),
    }
}
