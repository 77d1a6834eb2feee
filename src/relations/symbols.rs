//! The symbol table: texts interned as numbers, so that rows contain only numbers.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::Cell;

/// The symbol table of a database. Numbers follow the order of insertion, and are valid only in their database; rows are sorted
/// by text, not by number.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// The texts, concatenated.
    text: String,
    /// The end of each text.
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl Symbols {
    /// Interns a text.
    pub fn intern(&mut self, text: &str) -> Cell {
        let hash = FxBuildHasher.hash_one(text);
        let (all, ends) = (&self.text, &self.ends);
        if let Some(&found) = self.table.find(hash, |&number| slice(all, ends, number) == text) {
            return Cell::from(found);
        }
        let new = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(self.text.len());
        let (all, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, new, |&number| FxBuildHasher.hash_one(slice(all, ends, number)));
        Cell::from(new)
    }

    /// Returns the total size of the texts, in bytes.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Returns the number of a text that has been interned.
    pub fn find(&self, text: &str) -> Option<Cell> {
        let hash = FxBuildHasher.hash_one(text);
        self.table.find(hash, |&number| slice(&self.text, &self.ends, number) == text).map(|&found| Cell::from(found))
    }

    /// Returns the text with a number.
    pub fn text(&self, symbol: Cell) -> &str {
        u32::try_from(symbol).map_or("", |number| slice(&self.text, &self.ends, number))
    }
}

fn slice<'a>(text: &'a str, ends: &[usize], number: u32) -> &'a str {
    let at = number as usize;
    let start = if at == 0 { 0 } else { ends[at - 1] };
    &text[start..ends[at]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_number() {
        let mut symbols = Symbols::default();
        let (a, empty, again) = (symbols.intern("a"), symbols.intern(""), symbols.intern("a"));
        assert_eq!(a, again);
        assert_ne!(a, empty);
        assert_eq!((symbols.text(a), symbols.text(empty)), ("a", ""));
        assert_eq!((symbols.find("a"), symbols.find("b")), (Some(a), None));
    }
}
