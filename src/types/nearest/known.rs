//! Known names that are compared with many unknown ones: an index finds those that may be near.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::words::Words;
use super::{LONGEST, MOST, SHORTEST, Spelling, is_slip, only_lengthened};

/// Known names that are compared with many unknown ones. Each is split into words once, and only those are compared that have about
/// as many letters as an unknown one, and the same, or share a word, a beginning or an end with it. The answers are those of
/// [`nearest`](super::nearest()).
#[derive(Debug)]
pub struct KnownNames<N> {
    names: Vec<N>,
    index: OnceLock<Index>,
}

impl<N> Default for KnownNames<N> {
    fn default() -> Self {
        Self { names: Vec::new(), index: OnceLock::new() }
    }
}

impl<N: AsRef<str>> FromIterator<N> for KnownNames<N> {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        Self { names: names.into_iter().collect(), index: OnceLock::new() }
    }
}

impl<N: AsRef<str>> KnownNames<N> {
    /// Adds a name.
    pub fn push(&mut self, name: N) {
        self.names.push(name);
        self.index = OnceLock::new();
    }

    /// The names.
    pub fn names(&self) -> &[N] {
        &self.names
    }

    /// As [`nearest`](super::nearest()), among those of the names that may be meant. There is no answer for more than [`MOST`] names.
    pub fn nearest(&self, unknown: &str, may_be_meant: impl Fn(&str) -> bool) -> Option<String> {
        self.nearest_at(unknown, |at| may_be_meant(self.names[at].as_ref()))
            .map(|at| self.names[at].as_ref().to_owned())
    }

    /// As [`Self::nearest`], by the places of the names.
    pub fn nearest_at(&self, unknown: &str, may_be_meant: impl Fn(usize) -> bool) -> Option<usize> {
        if unknown.len() > LONGEST || self.names.len() > MOST {
            return None;
        }
        let (index, spelling) = (self.index(), Spelling::of(unknown));
        let near = index.candidates(&spelling.words).filter_map(|at| {
            let name = self.names[at].as_ref();
            let nearness = spelling.nearness(&index.spellings[at], name != unknown).filter(|_| may_be_meant(at))?;
            Some((nearness, name, at))
        });
        near.min().map(|(_, _, at)| at)
    }

    /// As [`slip`](super::slip()).
    pub fn slip(&self, unknown: &str) -> Option<String> {
        self.slip_at(unknown, |_| true).map(|at| self.names[at].as_ref().to_owned())
    }

    /// As [`Self::slip`], by the places of the names that may be meant.
    pub fn slip_at(&self, unknown: &str, may_be_meant: impl Fn(usize) -> bool) -> Option<usize> {
        self.nearest_at(unknown, may_be_meant).filter(|&at| is_slip(unknown, self.names[at].as_ref()))
    }

    /// Returns the first name that is an unknown one in other case, or with other marks between its words.
    pub fn same_letters(&self, unknown: &str) -> Option<&str> {
        if self.names.len() > MOST {
            return None;
        }
        let (index, words) = (self.index(), Words::of(unknown));
        let same = index
            .candidates(&words)
            .find(|&at| index.spellings[at].is_short && index.spellings[at].words.letters == words.letters);
        same.map(|at| self.names[at].as_ref())
    }

    /// Returns the place of the only one of the names that may be meant that an unknown one abbreviates: `img` means `image`.
    pub fn abbreviated(&self, unknown: &str, may_be_meant: impl Fn(usize) -> bool) -> Option<usize> {
        if unknown.len() > LONGEST || self.names.len() > MOST {
            return None;
        }
        let (index, words) = (self.index(), Words::of(unknown));
        let candidates = index.candidates(&words).filter(|&at| may_be_meant(at));
        let mut long =
            candidates.filter(|&at| index.spellings[at].is_short && words.abbreviates(&index.spellings[at].words));
        let found = long.next()?;
        long.next().is_none().then_some(found)
    }

    /// As [`lengthened`](super::lengthened()), by the places of the names that may be meant.
    pub fn lengthened(&self, unknown: &str, may_be_meant: impl Fn(usize) -> bool) -> Option<usize> {
        let few = self.names.iter().enumerate().filter(|_| self.names.len() <= MOST);
        only_lengthened(unknown, few.map(|(at, name)| (at, name.as_ref())), may_be_meant)
    }

    /// Returns the places of the names for which an unknown one [may stand](super::may_stand_for()), in order.
    pub fn meant_by(&self, unknown: &str) -> Vec<usize> {
        let (index, spelling) = (self.index(), Spelling::of(unknown));
        let is_meant = |&at: &usize| spelling.may_stand_for(&index.spellings[at], self.names[at].as_ref() != unknown);
        index.candidates(&spelling.words).filter(is_meant).collect()
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self.names.iter().map(AsRef::as_ref)))
    }
}

/// The words of names, and the places of names that share something.
#[derive(Debug)]
struct Index {
    spellings: Vec<Spelling>,
    /// Of each name, the number and the set of its letters, and the first letter if it is one word.
    outlines: Vec<(usize, u64, Option<char>)>,
    sharing: FxHashMap<Part, Vec<u32>>,
}

/// A part of a name that it shares with those of the same words, the same beginning or the same end.
type Part = (Place, [char; SHORTEST]);

/// The place of a part in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Place {
    Word,
    Beginning,
    End,
}

impl Index {
    fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let spellings: Vec<Spelling> = names.map(Spelling::of).collect();
        let outline = |words: &Words| {
            let first = words.letters.first().filter(|_| words.words().count() == 1);
            (words.letters.len(), words.set, first.copied())
        };
        let mut sharing = FxHashMap::<Part, Vec<u32>>::default();
        for (at, of) in (0..).zip(&spellings) {
            for part in parts(&of.words) {
                sharing.entry(part).or_default().push(at);
            }
        }
        Self { outlines: spellings.iter().map(|of| outline(&of.words)).collect(), spellings, sharing }
    }

    /// Returns the places of all names to which an unknown one may be near, or for which it may stand, and of some others, in order.
    fn candidates(&self, unknown: &Words) -> impl Iterator<Item = usize> + use<> {
        let (length, set, first) = (unknown.letters.len(), unknown.set, unknown.letters.first().copied());
        let most = (length / 3).max(1);
        // An edit adds one letter at most, and removes one at most. What abbreviates a word begins as it, and has no other letters.
        let alike = self.outlines.iter().map(|&(other_length, other_set, only_word)| {
            other_length.abs_diff(length) <= most && (other_set ^ set).count_ones() as usize <= 2 * most
                || only_word.is_some() && only_word == first && set & !other_set == 0
        });
        // Many names may share several parts: a flag for each name is less than a list of places.
        let mut are_candidates: Vec<bool> = alike.collect();
        let sharing = parts(unknown).into_iter().filter_map(|part| self.sharing.get(&part));
        sharing.flatten().for_each(|&at| are_candidates[at as usize] = true);
        are_candidates.into_iter().enumerate().filter(|of| of.1).map(|of| of.0)
    }
}

/// Returns the first letters of each word, and the first and the last letters of a name. Words that are forms of one have the same
/// first letters, or are the same.
fn parts(words: &Words) -> Vec<Part> {
    let part = |letters: &[char]| {
        let mut part = ['\0'; SHORTEST];
        part.iter_mut().zip(letters).for_each(|(place, &letter)| *place = letter);
        part
    };
    let letters = &words.letters[..];
    let mut found: Vec<Part> = words.words().map(|word| (Place::Word, part(word))).collect();
    found.extend(letters.first_chunk::<SHORTEST>().map(|first| (Place::Beginning, *first)));
    found.extend(letters.last_chunk::<SHORTEST>().map(|last| (Place::End, *last)));
    found.sort_unstable();
    found.dedup();
    found
}
