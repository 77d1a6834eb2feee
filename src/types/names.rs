//! Interned texts: names of properties, types, functions and definitions, and text constants.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A handle to an interned text. Two names of one interner are equal if and only if the texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

/// The table of texts behind [`Name`]: one string and its boundaries.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Name {
    /// Returns its index in the table.
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

impl Names {
    pub(super) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Returns the text with this index in the table.
    pub(super) fn at(&self, number: u32) -> &str {
        self.get(Name(number))
    }

    /// Gives back the room that is not used.
    pub(super) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    pub(super) fn intern(&mut self, text: &str) -> Name {
        let bytes = text.as_bytes();
        let hash = FxBuildHasher.hash_one(bytes);
        if let Some(&found) = self.table.find(hash, |&at| self.text.as_bytes()[range(&self.ends, at)] == *bytes) {
            return Name(found);
        }
        let new = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        let (all, ends) = (self.text.as_bytes(), &self.ends);
        self.table.insert_unique(hash, new, |&at| FxBuildHasher.hash_one(&all[range(ends, at)]));
        Name(new)
    }

    pub(super) fn get(&self, name: Name) -> &str {
        &self.text[range(&self.ends, name.0)]
    }
}

fn range(ends: &[u32], at: u32) -> std::ops::Range<usize> {
    let start = at.checked_sub(1).map_or(0, |before| ends[before as usize]);
    start as usize..ends[at as usize] as usize
}
