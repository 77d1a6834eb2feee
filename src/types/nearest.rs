//! Suggestions: the known name nearest to an unknown one.
//!
//! Names are compared without case and without the marks between words. A name is near if a slip of the pen turns it into the
//! other, if one contains the other, or if both end with the same word: `memory` is near `memorySize`, `roleArn` near `arn`.

use std::cmp::Reverse;

/// The maximum length, in bytes, of names that are compared.
const LONGEST: usize = 64;

/// The maximum number of names that are searched. With more names, searching them for each of many unknown names takes longer
/// than all else.
pub const MOST: usize = 2_000;

/// The least number of letters of a name that is near another one: two letters are near to too many.
const SHORTEST: usize = 3;

/// The least number of letters with which a name that is contained in another one ends it, but begins within a word.
const SHORTEST_END: usize = 4;

/// The thousandths that the last word counts for more than others: it says what a thing is.
const LAST_WORD: usize = 200;

/// Returns the known name nearest to an unknown one, if it is near enough to be meant.
///
/// Of equally near names the first in byte order is chosen, so that the answer does not depend on the order of names. There is no
/// answer for very long names, or for more than [`MOST`] known ones.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if unknown.len() > LONGEST {
        return None;
    }
    let known: Vec<&str> = known.into_iter().take(MOST + 1).collect();
    if known.len() > MOST {
        return None;
    }
    let unknown_words = Words::of(unknown);
    let others = known.into_iter().filter(|name| name.len() <= LONGEST && *name != unknown);
    let near = others.filter_map(|name| Some((nearness(&unknown_words, &Words::of(name))?, name)));
    near.min().map(|(_, name)| name.to_owned())
}

/// Returns the known name that is the unknown one in other case, or with other marks between its words.
pub fn same_letters<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = Words::of(unknown).letters;
    known.into_iter().filter(|name| name.len() <= LONGEST).find(|name| Words::of(name).letters == folded)
}

/// The kinds of nearness, the nearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// The letters are the same.
    Same,
    /// So many edits turn one name into the other, and they are few for its length.
    Slip(usize),
    /// The names share words, or one contains the other: the thousandths that they share, and the edits.
    Shared(Reverse<usize>, usize),
    /// So many edits turn one name into the other.
    Edits(usize),
}

fn nearness(unknown: &Words, known: &Words) -> Option<Nearness> {
    if unknown.letters == known.letters {
        return Some(Nearness::Same);
    }
    let length = unknown.letters.len();
    if length < SHORTEST {
        return None;
    }
    let edits = unknown.edits_within(known, length / 3);
    if let Some(edits) = edits.filter(|&edits| edits <= (length / 5).max(1)) {
        return Some(Nearness::Slip(edits));
    }
    match unknown.shared(known) {
        0 => edits.map(Nearness::Edits),
        shared => Some(Nearness::Shared(Reverse(shared), unknown.edits(known))),
    }
}

/// A name as small letters, with the places where its words begin.
struct Words {
    letters: Vec<char>,
    starts: Vec<usize>,
    set: u64,
}

impl Words {
    /// Splits a name at capital letters, and at marks. Digits belong to the word before them.
    fn of(name: &str) -> Self {
        let (mut letters, mut starts) = (Vec::with_capacity(name.len()), Vec::new());
        let all: Vec<char> = name.chars().collect();
        let is_upper = |at: usize| all.get(at).is_some_and(|letter| letter.is_uppercase());
        for (at, &letter) in all.iter().enumerate().filter(|(_, letter)| letter.is_alphanumeric()) {
            let follows_word = at > 0 && all[at - 1].is_alphanumeric();
            let is_last_capital = is_upper(at) && all.get(at + 1).is_some_and(|next| next.is_lowercase());
            if !follows_word || is_upper(at) && (!is_upper(at - 1) || is_last_capital) {
                starts.push(letters.len());
            }
            letters.extend(letter.to_lowercase());
        }
        let set = letters.iter().fold(0, |set, &letter| set | 1 << (u32::from(letter) % 64));
        Self { letters, starts, set }
    }

    fn words(&self) -> impl DoubleEndedIterator<Item = &[char]> {
        let ends = self.starts.iter().skip(1).copied().chain([self.letters.len()]);
        self.starts.iter().zip(ends).map(|(&start, end)| &self.letters[start..end]).collect::<Vec<_>>().into_iter()
    }

    /// Returns the number of edits that turn one name into the other.
    fn edits(&self, other: &Self) -> usize {
        let text = |words: &Self| words.letters.iter().collect::<String>();
        strsim::osa_distance(&text(self), &text(other))
    }

    /// Returns the number of edits that turn one name into the other, if there are at most `most`, or one. An edit adds one letter
    /// at most, and removes one at most. In the shortest names, the first letter is taken as written.
    fn edits_within(&self, other: &Self, most: usize) -> Option<usize> {
        let most = most.max(1);
        let is_far = self.letters.len().abs_diff(other.letters.len()) > most
            || (self.set ^ other.set).count_ones() as usize > 2 * most
            || (self.letters.len() <= SHORTEST && self.letters.first() != other.letters.first());
        let edits = (!is_far).then(|| self.edits(other))?;
        (edits <= most).then_some(edits)
    }

    /// Returns the thousandths of both names that they share; 0 if they do not share enough.
    fn shared(&self, other: &Self) -> usize {
        let (short, long) = if self.letters.len() <= other.letters.len() { (self, other) } else { (other, self) };
        let (letters, all) = (short.letters.len(), short.letters.len() + long.letters.len());
        let by_letters = if long.contains(short) { 2_000 * letters / all } else { 0 };
        let by_words = self.shared_words(other);
        // Several last words in their order say more than the same words apart.
        let is_end = by_words > 0 && short.starts.len() > 1 && long.letters.ends_with(&short.letters);
        let by_end = if is_end { LAST_WORD } else { 0 };
        by_letters.max(by_words + by_end)
    }

    /// Holds if a name stands in this one, from the beginning of a word, or at the end.
    fn contains(&self, part: &Self) -> bool {
        let length = part.letters.len();
        let from = |start: usize| self.letters.get(start..start + length) == Some(&part.letters[..]);
        (length >= SHORTEST && self.starts.iter().any(|&start| from(start)))
            || (length >= SHORTEST_END && self.letters.ends_with(&part.letters))
    }

    /// Returns the thousandths of the words of both names that are in the other one; 0 if the names end with different words, or
    /// share too few.
    fn shared_words(&self, other: &Self) -> usize {
        let (few, many) = if self.starts.len() <= other.starts.len() { (self, other) } else { (other, self) };
        let mut rest: Vec<&[char]> = many.words().collect();
        let mut shared = 0;
        for word in few.words() {
            if let Some(at) = rest.iter().position(|other| are_one_word(word, other)) {
                rest.remove(at);
                shared += 1;
            }
        }
        let (own, others) = (self.starts.len(), other.starts.len());
        let is_whole = shared == own.min(others);
        let ends_alike = match (self.words().next_back(), other.words().next_back()) {
            (Some(a), Some(b)) => a.len() >= SHORTEST && are_one_word(a, b) || a == b && is_whole,
            _ => false,
        };
        let thousandths = 2_000 * shared / (own + others).max(1);
        if own == others && is_whole && own > 1 {
            return thousandths;
        }
        if ends_alike && (is_whole || thousandths >= 500) { thousandths + LAST_WORD } else { 0 }
    }
}

/// Holds for equal words, and for two forms of one: `expire` and `expiration`, `max` and `maximum`.
fn are_one_word(a: &[char], b: &[char]) -> bool {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    a == b || (common >= SHORTEST && common + 1 >= a.len().min(b.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let known = ["region", "regions", "name", "strategy"];
        assert_eq!(nearest("regoin", known).as_deref(), Some("region"));
        assert_eq!(nearest("NAME", known).as_deref(), Some("name"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("größe", ["grösse", "große"]).as_deref(), Some("große"));
        assert_eq!(nearest("tagz", ["tags", "tagsAll"]).as_deref(), Some("tags"));
    }

    #[test]
    fn two_letters_are_near_to_nothing_but_themselves() {
        assert_eq!(nearest("ip", ["id", "ipv4Address", "publicIp"]), None);
        assert_eq!(nearest("x", ["y", "b"]), None);
        assert_eq!(nearest("ID", ["id", "ids"]).as_deref(), Some("id"));
        assert_eq!(nearest("arn", ["urn", "id"]), None);
    }

    #[test]
    fn case_and_marks_between_words_do_not_count() {
        let known = ["ipv4Address", "ipv6Address", "memorySize"];
        assert_eq!(nearest("ipv4address", known).as_deref(), Some("ipv4Address"));
        assert_eq!(nearest("ipv4_address", known).as_deref(), Some("ipv4Address"));
        assert_eq!(nearest("memory-size", known).as_deref(), Some("memorySize"));
        assert_eq!(same_letters("memory_size", known), Some("memorySize"));
    }

    #[test]
    fn names_that_share_words_are_near() {
        let known =
            ["arn", "functionName", "ipv4Address", "ipv6Address", "kmsKeyArn", "memorySize", "environment", "id"];
        let near = |unknown| nearest(unknown, known);
        assert_eq!(near("roleArn").as_deref(), Some("arn"));
        assert_eq!(near("functionArn").as_deref(), Some("arn"));
        assert_eq!(near("kmsArn").as_deref(), Some("kmsKeyArn"));
        assert_eq!(near("publicIpv4Address").as_deref(), Some("ipv4Address"));
        assert_eq!(near("ipAddress").as_deref(), Some("ipv4Address"));
        assert_eq!(near("memory").as_deref(), Some("memorySize"));
        assert_eq!(near("env").as_deref(), Some("environment"));
        assert_eq!(near("zoneId").as_deref(), Some("id"));
        assert_eq!(nearest("zoneId", ["zone", "id"]).as_deref(), Some("id"));
        assert_eq!(nearest("bucketDomainName", ["bucketName", "domainName"]).as_deref(), Some("domainName"));
        assert_eq!(nearest("upperMin", ["upper", "minUpper"]).as_deref(), Some("minUpper"));
        assert_eq!(nearest("s3bucketName", ["s3Bucket", "s3Key"]).as_deref(), Some("s3Bucket"));
        assert_eq!(nearest("expireInDays", ["expirationInDays", "enabled"]).as_deref(), Some("expirationInDays"));
        assert_eq!(nearest("port", ["supportedTypes", "reports"]), None);
    }

    #[test]
    fn among_very_many_names_none_is_sought() {
        let names: Vec<String> = (0..=MOST).map(|number| format!("name{number}")).collect();
        assert_eq!(nearest("nane7", names.iter().map(String::as_str)), None);
        assert_eq!(nearest("nane7", names[..MOST].iter().map(String::as_str)).as_deref(), Some("name7"));
        let long = "n".repeat(100_000);
        assert_eq!(nearest(&long, [&long[1..], "name"]), None);
    }
}
