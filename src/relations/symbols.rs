//! Texts as numbers, so that rows are numbers only.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::Cell;

/// All texts of a database: each has one number. Numbers come in the order in which texts are first met, so that they
/// are valid only in their database; rows are ordered by the texts themselves.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// The texts, one behind the other.
    text: String,
    /// Where each ends.
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl Symbols {
    /// The number of a text.
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

    /// The total size of the texts, in bytes.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The number of a text that is known.
    pub fn find(&self, text: &str) -> Option<Cell> {
        let hash = FxBuildHasher.hash_one(text);
        self.table.find(hash, |&number| slice(&self.text, &self.ends, number) == text).map(|&found| Cell::from(found))
    }

    /// The text of a number.
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
