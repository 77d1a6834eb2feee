//! Suggestions: the known name nearest to an unknown one.
//!
//! Names are compared without case and without the marks between words. A name is near if a slip of the pen turns it into the
//! other, if one begins or ends with the other, or if both end with the same word: `memory` is near `memorySize`, `roleArn` near `arn`.

use std::cmp::Reverse;
use std::sync::OnceLock;

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

/// The thousandths of names whose words begin alike, one by one: more than those of a last word alone.
const ALIGNED: usize = 900;

/// Returns the known name nearest to an unknown one, if it is near enough to be meant.
///
/// Of equally near names the first in byte order is chosen, so that the answer does not depend on the order of names. There is no
/// answer for very long names, or for more than [`MOST`] known ones.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if unknown.len() > LONGEST {
        return None;
    }
    let known = few(known)?;
    let (unknown_words, mut words) = (Words::of(unknown), Words::default());
    let others = known.into_iter().filter(|name| name.len() <= LONGEST && *name != unknown);
    let near = others.filter_map(|name| {
        words.read(name);
        Some((nearness(&unknown_words, &words)?, name))
    });
    near.min().map(|(_, name)| name.to_owned())
}

/// Known names that are compared with many unknown ones: each is split into words once.
#[derive(Debug)]
pub struct KnownNames<N> {
    names: Vec<N>,
    words: OnceLock<Vec<Words>>,
}

impl<N> Default for KnownNames<N> {
    fn default() -> Self {
        Self { names: Vec::new(), words: OnceLock::new() }
    }
}

impl<N: AsRef<str>> FromIterator<N> for KnownNames<N> {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        Self { names: names.into_iter().collect(), words: OnceLock::new() }
    }
}

impl<N: AsRef<str>> KnownNames<N> {
    /// Adds a name.
    pub fn push(&mut self, name: N) {
        self.names.push(name);
        self.words = OnceLock::new();
    }

    /// The names.
    pub fn names(&self) -> &[N] {
        &self.names
    }

    /// As [`nearest`], among those of the names that may be meant.
    pub fn nearest(&self, unknown: &str, may_be_meant: impl Fn(&str) -> bool) -> Option<String> {
        if unknown.len() > LONGEST || self.names.len() > MOST {
            return None;
        }
        let all = self.words.get_or_init(|| self.names.iter().map(|name| Words::of(name.as_ref())).collect());
        let unknown_words = Words::of(unknown);
        let others = self.names.iter().map(AsRef::as_ref).zip(all);
        let others = others.filter(|&(name, _)| name.len() <= LONGEST && name != unknown && may_be_meant(name));
        let near = others.filter_map(|(name, words)| Some((nearness(&unknown_words, words)?, name)));
        near.min().map(|(_, name)| name.to_owned())
    }

    /// As [`slip`].
    pub fn slip(&self, unknown: &str) -> Option<String> {
        self.nearest(unknown, |_| true).filter(|meant| is_slip(unknown, meant))
    }
}

/// Returns the nearest known name that a slip of the pen turns into the unknown one.
pub fn slip<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Option<String> {
    nearest(unknown, known).filter(|meant| is_slip(unknown, meant))
}

fn is_slip(unknown: &str, meant: &str) -> bool {
    let near = nearness(&Words::of(unknown), &Words::of(meant));
    matches!(near, Some(Nearness::Same | Nearness::Slip(..)))
}

/// Returns the known name that is the unknown one in other case, or with other marks between its words. There is no answer for more
/// than [`MOST`] known ones.
pub fn same_letters<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (folded, mut words) = (Words::of(unknown).letters, Words::default());
    few(known)?.into_iter().filter(|name| name.len() <= LONGEST).find(|name| {
        words.read(name);
        words.letters == folded
    })
}

/// Returns the known names, unless there are too many to be searched.
fn few<'a>(known: impl IntoIterator<Item = &'a str>) -> Option<Vec<&'a str>> {
    let known: Vec<&str> = known.into_iter().take(MOST + 1).collect();
    (known.len() <= MOST).then_some(known)
}

/// The kinds of nearness, the nearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// The letters are the same.
    Same,
    /// So many edits turn one name into the other, and they are few for its length; of equally many, those that only lengthen or
    /// shorten the name, or exchange its letters.
    Slip(usize, bool),
    /// The names share words, or one begins or ends with the other: the thousandths that they share, and the edits.
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
        let is_end = unknown.letters.starts_with(&known.letters) || known.letters.starts_with(&unknown.letters);
        return Some(Nearness::Slip(edits, !is_end && !unknown.has_letters_of(known)));
    }
    match unknown.shared(known) {
        0 => edits.map(Nearness::Edits),
        shared => Some(Nearness::Shared(Reverse(shared), unknown.edits(known))),
    }
}

/// A name as small letters, with the places where its words begin.
#[derive(Debug, Default)]
struct Words {
    letters: Vec<char>,
    starts: Vec<usize>,
    set: u64,
}

impl Words {
    /// Splits a name at capital letters, and at marks. Digits belong to the word before them.
    fn of(name: &str) -> Self {
        let mut words = Self::default();
        words.read(name);
        words
    }

    /// As [`Self::of`], in the place of another name.
    fn read(&mut self, name: &str) {
        self.letters.clear();
        self.starts.clear();
        let mut before = None;
        let mut all = name.chars().peekable();
        while let Some(letter) = all.next() {
            if letter.is_alphanumeric() {
                let is_last_capital = letter.is_uppercase() && all.peek().is_some_and(|next| next.is_lowercase());
                let begins = match before {
                    Some(before) if char::is_alphanumeric(before) => {
                        letter.is_uppercase() && (!before.is_uppercase() || is_last_capital)
                    }
                    _ => true,
                };
                if begins {
                    self.starts.push(self.letters.len());
                }
                // Most letters need no table of all of Unicode.
                if letter.is_ascii() {
                    self.letters.push(letter.to_ascii_lowercase());
                } else {
                    self.letters.extend(letter.to_lowercase());
                }
            }
            before = Some(letter);
        }
        self.set = self.letters.iter().fold(0, |set, &letter| set | 1 << (u32::from(letter) % 64));
    }

    /// Holds if both names have the same letters, perhaps in another order.
    fn has_letters_of(&self, other: &Self) -> bool {
        let sorted = |letters: &[char]| {
            let mut letters = letters.to_vec();
            letters.sort_unstable();
            letters
        };
        self.set == other.set
            && self.letters.len() == other.letters.len()
            && sorted(&self.letters) == sorted(&other.letters)
    }

    fn words(&self) -> impl DoubleEndedIterator<Item = &[char]> {
        (0..self.starts.len()).map(|at| {
            let end = self.starts.get(at + 1).copied().unwrap_or(self.letters.len());
            &self.letters[self.starts[at]..end]
        })
    }

    /// Returns the number of edits that turn one name into the other.
    fn edits(&self, other: &Self) -> usize {
        distance(&self.letters, &other.letters)
    }

    /// Returns the number of edits that turn one name into the other, if there are at most `most`, or one. An edit adds one letter
    /// at most, and removes one at most. In the shortest names, the first letter is taken as written, and another letter is a slip
    /// only from one key to the next, or from one vowel to another one: `url` is another name than `urn`.
    fn edits_within(&self, other: &Self, most: usize) -> Option<usize> {
        let most = most.max(1);
        let is_far = self.letters.len().abs_diff(other.letters.len()) > most
            || (self.set ^ other.set).count_ones() as usize > 2 * most
            || (self.letters.len() <= SHORTEST
                && (self.letters.first() != other.letters.first() || self.replaces_by_stranger(other)));
        let edits = (!is_far).then(|| self.edits(other))?;
        (edits <= most).then_some(edits)
    }

    /// Holds if a letter of one name stands in the other one for a letter that is no neighbour on the keyboard.
    fn replaces_by_stranger(&self, other: &Self) -> bool {
        let different = || self.letters.iter().zip(&other.letters).filter(|(a, b)| a != b);
        self.letters.len() == other.letters.len()
            && different().count() == 1
            && different().any(|(&a, &b)| !(are_neighbours(a, b) || is_vowel(a) && is_vowel(b)))
    }

    /// Holds if the letters of this name are some of those of the other one, which is one word, in order and from the first.
    fn abbreviates(&self, other: &Self) -> bool {
        let mut rest = other.letters.iter();
        self.letters.len() >= SHORTEST
            && other.starts.len() == 1
            && self.letters.first() == other.letters.first()
            && self.letters.iter().all(|letter| rest.any(|other| other == letter))
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

    /// Holds if this name begins or ends with another one.
    fn contains(&self, part: &Self) -> bool {
        let length = part.letters.len();
        // A name does not begin with a word and a letter of the next one.
        let is_within_word = || self.starts.iter().all(|&start| start == 0 || start >= length);
        let begins = length >= SHORTEST
            && self.letters.starts_with(&part.letters)
            && (self.starts.contains(&length) || is_within_word());
        let ends = self.letters.ends_with(&part.letters) && {
            let is_word = self.starts.contains(&(self.letters.len() - length));
            length >= if is_word { SHORTEST } else { SHORTEST_END }
        };
        begins || ends
    }

    /// Returns the thousandths of the words of both names that are in the other one; 0 if the names end with different words, or
    /// share too few.
    fn shared_words(&self, other: &Self) -> usize {
        let (few, many) = if self.starts.len() <= other.starts.len() { (self, other) } else { (other, self) };
        // The words that are shared, as bits: a name has at most as many words as letters that are compared.
        let mut taken = 0_u64;
        for word in few.words() {
            let is_free = |at: &usize| taken & 1 << at == 0;
            let mut others = many.words().enumerate().filter(|(at, _)| is_free(at));
            if let Some((at, _)) = others.find(|(_, other)| are_one_word(word, other)) {
                taken |= 1 << at;
            }
        }
        let shared = taken.count_ones() as usize;
        let (own, others) = (self.starts.len(), other.starts.len());
        let is_whole = shared == own.min(others);
        let ends_alike = match (self.words().next_back(), other.words().next_back()) {
            (Some(a), Some(b)) => a.len() >= SHORTEST && are_one_word(a, b) || a == b && is_whole,
            _ => false,
        };
        let thousandths = 2_000 * shared / (own + others).max(1);
        let is_first = few.starts.len() == 1 && begin_with_one_word(few, many);
        if own == others && is_whole && own > 1 || is_first {
            return thousandths;
        }
        if shared > 0 && are_aligned(few, many) {
            return ALIGNED;
        }
        if ends_alike && (is_whole || thousandths >= 500) { thousandths + LAST_WORD } else { 0 }
    }
}

/// Holds for the letters of vowels, one of which may be heard as another one: `kay` for `key`.
fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Holds if the keys of two letters lie side by side.
fn are_neighbours(a: char, b: char) -> bool {
    let key = |letter| {
        let mut rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].iter().enumerate();
        rows.find_map(|(row, keys)| Some((row, keys.find(letter)?)))
    };
    match (key(a), key(b)) {
        (Some((row, column)), Some((other_row, other_column))) => {
            row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1
        }
        _ => false,
    }
}

/// Returns the only known name that has one letter more than an unknown one of two letters.
pub fn lengthened<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let [first, second] = <[u8; 2]>::try_from(unknown.as_bytes()).ok()?;
    let is_longer = |name: &&str| match *name.as_bytes() {
        [a, b, c] => [(a, b), (a, c), (b, c)].contains(&(first, second)),
        _ => false,
    };
    let mut longer = known.into_iter().filter(is_longer);
    let found = longer.next()?;
    longer.all(|other| other == found).then(|| found.to_owned())
}

/// Returns the only known name that an unknown one abbreviates: `img` means `image`.
pub fn abbreviated<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let short = Words::of(unknown);
    let mut long = known.into_iter().filter(|name| name.len() <= LONGEST && short.abbreviates(&Words::of(name)));
    let found = long.next().filter(|_| unknown.len() <= LONGEST)?;
    long.next().is_none().then(|| found.to_owned())
}

/// Holds if a name may stand for one that must be given, and is not: it is near to it, has as many words and the same first one, or
/// abbreviates it, like `src` for `source`.
pub fn may_stand_for(unknown: &str, missing: &str) -> bool {
    let (a, b) = (Words::of(unknown), Words::of(missing));
    nearest(unknown, [missing]).is_some()
        || a.starts.len() == b.starts.len() && begin_with_one_word(&a, &b)
        || a.abbreviates(&b)
}

/// Holds if two names have as many words, and these begin alike, or end with one another, one by one: `minNumbers` and `minNumeric`,
/// `vpcId` and `vpcUuid`.
fn are_aligned(a: &Words, b: &Words) -> bool {
    let are_alike = |(a, b): (&[char], &[char])| {
        a.ends_with(b) || b.ends_with(a) || a.iter().zip(b).take_while(|(a, b)| a == b).count() >= SHORTEST
    };
    a.starts.len() == b.starts.len() && a.words().zip(b.words()).all(are_alike)
}

/// Holds if two names begin with forms of one word, which is long enough to say something.
fn begin_with_one_word(a: &Words, b: &Words) -> bool {
    match (a.words().next(), b.words().next()) {
        (Some(a), Some(b)) => a.len().min(b.len()) >= SHORTEST_END && are_one_word(a, b),
        _ => false,
    }
}

/// Holds for equal words, and for two forms of one: `expire` and `expiration`, `max` and `maximum`.
fn are_one_word(a: &[char], b: &[char]) -> bool {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    a == b || (common >= SHORTEST && common + 1 >= a.len().min(b.len()))
}

/// Returns the optimal string alignment distance: the number of letters that are added, removed, replaced, or swapped with the next
/// one. It allocates nothing, since names are compared by the million.
fn distance(a: &[char], b: &[char]) -> usize {
    let [a, b] = [a, b].map(|letters| &letters[..letters.len().min(LONGEST)]);
    // The distances of the beginnings of `b` from the last two beginnings of `a`, and from this one. The rows change their roles, and
    // are not moved.
    let mut rows = [[0_u8; LONGEST + 1]; 3];
    let [mut earlier, mut before, mut own] = rows.each_mut();
    before.iter_mut().zip(0..).for_each(|(cell, j)| *cell = j);
    for i in 0..a.len() {
        own[0] = i as u8 + 1;
        for j in 0..b.len() {
            let replaced = before[j] + u8::from(a[i] != b[j]);
            let mut least = replaced.min(before[j + 1] + 1).min(own[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(earlier[j - 1] + 1);
            }
            own[j + 1] = least;
        }
        (earlier, before, own) = (before, own, earlier);
    }
    before[b.len()].into()
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
        assert_eq!(nearest("instances", ["instanceSizeSlug", "instanceCount"]).as_deref(), Some("instanceCount"));
        assert!(may_stand_for("localFile", "localPath") && !may_stand_for("file", "localPath"));
        assert!(may_stand_for("src", "source") && !may_stand_for("src", "sizeReduced"));
        assert_eq!(nearest("tagz", ["tags", "tagsAll"]).as_deref(), Some("tags"));
        assert_eq!(nearest("nest", ["net", "nets"]).as_deref(), Some("nets"));
    }

    #[test]
    fn two_letters_are_near_to_nothing_but_themselves() {
        assert_eq!(nearest("ip", ["id", "ipv4Address", "publicIp"]), None);
        assert_eq!(nearest("x", ["y", "b"]), None);
        assert_eq!(nearest("ID", ["id", "ids"]).as_deref(), Some("id"));
        assert_eq!(nearest("arn", ["urn", "id"]), None);
        assert_eq!(nearest("url", ["urn", "id"]), None);
        assert_eq!(nearest("arm", ["urn", "arn"]).as_deref(), Some("arn"));
        assert_eq!(nearest("nam", ["name", "id"]).as_deref(), Some("name"));
        assert_eq!(lengthened("id", ["ids", "arn", "ids"]).as_deref(), Some("ids"));
        assert_eq!(lengthened("id", ["ids", "bid"]), None);
        assert_eq!(abbreviated("img", ["image", "imagePullPolicy", "name"]).as_deref(), Some("image"));
        assert_eq!(abbreviated("img", ["image", "imaging"]), None);
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
    fn known_names_are_compared_like_those_of_a_list() {
        let known = ["region", "regions", "ipv4Address", "memory_size", "größe", "id"];
        let names: KnownNames<&str> = known.into_iter().collect();
        for unknown in ["regoin", "region", "memory", "grösse", "ip", "ipAddress", "x", ""] {
            assert_eq!(names.nearest(unknown, |_| true), nearest(unknown, known), "{unknown}");
            assert_eq!(names.slip(unknown), slip(unknown, known), "{unknown}");
        }
        assert_eq!(names.nearest("regoin", |name| name != "region").as_deref(), Some("regions"));
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
        assert_eq!(nearest("vpcId", ["vpcUuid", "region", "ipv6"]).as_deref(), Some("vpcUuid"));
        assert_eq!(near("zoneId").as_deref(), Some("id"));
        assert_eq!(nearest("zoneId", ["zone", "id"]).as_deref(), Some("id"));
        assert_eq!(nearest("bucketDomainName", ["bucketName", "domainName"]).as_deref(), Some("domainName"));
        assert_eq!(nearest("upperMin", ["upper", "minUpper"]).as_deref(), Some("minUpper"));
        assert_eq!(nearest("s3bucketName", ["s3Bucket", "s3Key"]).as_deref(), Some("s3Bucket"));
        assert_eq!(nearest("minNumbers", ["number", "minNumeric", "minUpper"]).as_deref(), Some("minNumeric"));
        assert_eq!(nearest("expireInDays", ["expirationInDays", "enabled"]).as_deref(), Some("expirationInDays"));
        assert_eq!(nearest("port", ["supportedTypes", "reports"]), None);
    }

    #[test]
    fn among_very_many_names_none_is_sought() {
        let names: Vec<String> = (0..=MOST).map(|number| format!("name{number}")).collect();
        assert_eq!(nearest("nane7", names.iter().map(String::as_str)), None);
        assert_eq!(nearest("nane7", names[..MOST].iter().map(String::as_str)).as_deref(), Some("name7"));
        let known: KnownNames<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(known.nearest("nane7", |_| true), None);
        let long = "n".repeat(100_000);
        assert_eq!(nearest(&long, [&long[1..], "name"]), None);
    }
}
