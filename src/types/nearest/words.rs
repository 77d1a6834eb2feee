//! Names as letters and words, and how near two of them are.

use std::cmp::Reverse;

use super::{ALIGNED, LAST_WORD, LONGEST, SHORTEST, SHORTEST_END};

/// The kinds of nearness, the nearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nearness {
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

pub(super) fn nearness(unknown: &Words, known: &Words) -> Option<Nearness> {
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
pub(super) struct Words {
    pub(super) letters: Vec<char>,
    starts: Vec<usize>,
    /// A set of letters of which at least those of the name are members, as bits.
    pub(super) set: u64,
}

impl Words {
    /// Splits a name at capital letters, and at marks. Digits belong to the word before them.
    pub(super) fn of(name: &str) -> Self {
        let mut words = Self { letters: Vec::with_capacity(name.len()), ..Self::default() };
        words.read(name);
        words
    }

    /// As [`Self::of`], in the place of another name.
    pub(super) fn read(&mut self, name: &str) {
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

    pub(super) fn words(&self) -> impl DoubleEndedIterator<Item = &[char]> {
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
    pub(super) fn abbreviates(&self, other: &Self) -> bool {
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
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
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

/// Holds if a name may stand for one that must be given: `are_near` says that it is near to it.
pub(super) fn may_stand_for(a: &Words, b: &Words, are_near: bool) -> bool {
    are_near || a.starts.len() == b.starts.len() && begin_with_one_word(a, b) || a.abbreviates(b)
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
pub(super) fn begin_with_one_word(a: &Words, b: &Words) -> bool {
    match (a.words().next(), b.words().next()) {
        (Some(a), Some(b)) => a.len().min(b.len()) >= SHORTEST_END && are_one_word(a, b),
        _ => false,
    }
}

/// Holds for equal words, and for two forms of one: `expire` and `expiration`, `max` and `maximum`.
fn are_one_word(a: &[char], b: &[char]) -> bool {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let shorter = a.len().min(b.len());
    // Three letters and another one begin too many words: `lane` is no form of `language`.
    a == b || common >= SHORTEST && (common == shorter || common > SHORTEST && common + 1 >= shorter)
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
