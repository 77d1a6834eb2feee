//! Regular expressions in Terraform's functions: their groups and matches.

use super::computed::text_value;
use super::known::{collected, known, text};
use super::pattern_syntax::{self, Pattern};
use super::{CtyValue, List, NONE, STRING, Ty, member};
use crate::session::types_mut;

fn tuple(members: &[Ty]) -> Ty {
    types_mut(|types| types.tuple(members))
}

/// Returns the type of the groups that a constant pattern captures: a text, a tuple of texts, or an object of them.
pub fn captures(pattern: CtyValue) -> Option<Ty> {
    let Pattern { unnamed, names, .. } = pattern_syntax::read(&text_value(pattern)?).ok()?;
    match (unnamed, &names[..]) {
        (0, []) => Some(STRING),
        (count, []) => Some(tuple(&vec![STRING; count])),
        (0, names) => Some(types_mut(|types| {
            let properties = names.iter().map(|name| (types.name(name), STRING)).collect();
            types.object(properties)
        })),
        _ => None,
    }
}

/// Returns what is wrong with a constant text that is not a pattern.
pub fn fault_of_pattern(pattern: CtyValue) -> CtyValue {
    let fault = text_value(pattern).and_then(|pattern| pattern_syntax::read(&pattern).err());
    text(&fault.unwrap_or_else(|| "it has groups with names and groups without".to_owned()))
}

/// Returns the compiled pattern and the text of a match, if both are constants and the pattern is supported here.
fn parts_of_match(vs: Ty) -> Option<(regex_lite::Regex, String)> {
    let (pattern, of) = (text_value(member(vs, 0)?)?, text_value(member(vs, 1)?)?);
    let is_peculiar = pattern_syntax::read(&pattern).is_ok_and(|pattern| pattern.is_peculiar);
    if is_peculiar || is_expensive(&pattern, &of) {
        return None;
    }
    let compiled = regex_lite::RegexBuilder::new(&pattern).size_limit(LARGEST_PATTERN).build().ok()?;
    Some((compiled, of))
}

/// The maximum size of a compiled pattern, in bytes.
const LARGEST_PATTERN: usize = 1 << 18;

/// The maximum number of bytes of a text in which a pattern is sought.
const LONGEST_TEXT: usize = 1 << 16;

/// The maximum product of the length of a pattern with the number of its groups, and with the length of a text.
const MOST_STEPS: usize = 1 << 22;

/// Holds if a search for a pattern takes too much time, which grows with the lengths of both, or too much memory, which grows with
/// the groups.
pub(super) fn is_expensive(pattern: &str, of: &str) -> bool {
    let groups = pattern.matches('(').count() + 1;
    of.len() > LONGEST_TEXT
        || pattern.len().saturating_mul(of.len()) > MOST_STEPS
        || pattern.len().saturating_mul(groups) > MOST_STEPS / 4
}

/// Holds if a constant pattern matches nowhere in a constant text.
pub fn matches_nowhere(vs: CtyValue) -> bool {
    parts_of_match(vs).is_some_and(|(pattern, of)| !pattern.is_match(&of))
}

/// Returns the first match of a constant pattern in a constant text, as a value of the type `t`.
pub(super) fn first_match(vs: Ty, t: Ty) -> Option<Ty> {
    let (pattern, of) = parts_of_match(vs)?;
    pattern.captures(&of).map(|found| match_value(&pattern, &found, t))
}

/// Returns the list of all matches of a constant pattern in a constant text, which are values of the type `t`.
pub(super) fn all_matches(vs: Ty, t: Ty) -> Option<Ty> {
    let (pattern, of) = parts_of_match(vs)?;
    let matches: Vec<Ty> = pattern.captures_iter(&of).map(|found| match_value(&pattern, &found, t)).collect();
    Some(collected(List, t, tuple(&matches)))
}

fn match_value(pattern: &regex_lite::Regex, found: &regex_lite::Captures<'_>, t: Ty) -> Ty {
    let group = |group: Option<regex_lite::Match<'_>>| group.map_or(NONE, |part| text(part.as_str()));
    match super::constructor(t) {
        super::Tuple => {
            let parts: Vec<Ty> = found.iter().skip(1).map(group).collect();
            known(tuple(&parts))
        }
        super::Object => {
            let names: Vec<&str> = pattern.capture_names().flatten().collect();
            let parts: Vec<Ty> = names.iter().map(|name| group(found.name(name))).collect();
            known(types_mut(|types| {
                let properties = names.iter().zip(parts).map(|(name, part)| (types.name(name), part)).collect();
                types.object(properties)
            }))
        }
        _ => group(found.get(0)),
    }
}
