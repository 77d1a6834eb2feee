//! The rows of a relation.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A number, a symbol or an id, depending on the column.
pub type Cell = i64;

/// Returns a count as a cell.
pub fn count(number: usize) -> Cell {
    Cell::try_from(number).unwrap_or(Cell::MAX)
}

/// A set of rows in insertion order. At most 2^32 rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    arity: usize,
    /// The number of columns that distinguish rows.
    key: usize,
    /// The number of rows, which the cells do not give for a relation without columns.
    len: u32,
    cells: Vec<Cell>,
    set: HashTable<u32>,
}

impl Table {
    /// Creates a table of rows with `arity` cells.
    pub fn new(arity: usize) -> Self {
        Self { arity, key: arity, ..Self::default() }
    }

    /// Creates a table whose first columns are a question that has one answer. Of two rows with the same question, the first is
    /// kept.
    pub fn of_answers(arity: usize, questions: usize) -> Self {
        Self { arity, key: questions, ..Self::default() }
    }

    /// Returns the number of cells of a row.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Holds if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns a row.
    #[inline]
    pub fn row(&self, at: u32) -> &[Cell] {
        let start = at as usize * self.arity;
        &self.cells[start..start + self.arity]
    }

    /// Returns all rows, in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Cell]> + Clone {
        (0..self.len).map(|at| self.row(at))
    }

    /// Adds a row unless it exists. Returns true if it is new. Amortised constant time.
    #[inline]
    pub fn insert(&mut self, row: &[Cell]) -> bool {
        debug_assert_eq!(row.len(), self.arity);
        let key = &row[..self.key];
        let hash = hash_cells(key.iter().copied());
        if self.find(hash, key).is_some() {
            return false;
        }
        self.cells.extend_from_slice(row);
        let (cells, arity, width) = (&self.cells, self.arity, self.key);
        self.set.insert_unique(hash, self.len, |&at| hash_cells(cells_of(cells, arity, at)[..width].iter().copied()));
        self.len += 1;
        true
    }

    /// Returns the position of a row, if it exists.
    #[inline]
    pub fn position(&self, row: &[Cell]) -> Option<u32> {
        let at = self.position_of_answer(row)?;
        (self.key == self.arity || self.row(at) == row).then_some(at)
    }

    /// Returns the position of the row with the same question, if there is one.
    #[inline]
    pub fn position_of_answer(&self, row: &[Cell]) -> Option<u32> {
        let key = &row[..self.key];
        self.find(hash_cells(key.iter().copied()), key)
    }

    /// Holds if the row exists.
    #[inline]
    pub fn contains(&self, row: &[Cell]) -> bool {
        self.position(row).is_some()
    }

    #[inline]
    fn find(&self, hash: u64, key: &[Cell]) -> Option<u32> {
        let (cells, arity) = (&self.cells, self.arity);
        self.set.find(hash, |&at| &cells_of(cells, arity, at)[..key.len()] == key).copied()
    }
}

#[inline]
fn cells_of(cells: &[Cell], arity: usize, at: u32) -> &[Cell] {
    &cells[at as usize * arity..(at as usize + 1) * arity]
}

/// Returns the hash of some cells.
#[inline]
pub fn hash_cells(cells: impl Iterator<Item = Cell>) -> u64 {
    let mut hasher = FxHasher::default();
    for cell in cells {
        hasher.write_i64(cell);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_a_set_in_order_of_arrival() {
        let mut table = Table::new(2);
        assert!(table.insert(&[2, 1]) && table.insert(&[1, 2]) && !table.insert(&[2, 1]));
        assert_eq!(table.rows().collect::<Vec<_>>(), [[2, 1], [1, 2]]);
        assert!(table.contains(&[1, 2]) && !table.contains(&[1, 1]));
    }

    #[test]
    fn the_first_answer_to_a_question_stays() {
        let mut table = Table::of_answers(2, 1);
        assert!(table.insert(&[1, 2]) && !table.insert(&[1, 3]) && table.insert(&[2, 3]));
        assert!(table.contains(&[1, 2]) && !table.contains(&[1, 3]));
    }

    #[test]
    fn a_relation_without_columns_has_one_row_or_none() {
        let mut table = Table::new(0);
        assert!(table.is_empty() && !table.contains(&[]));
        assert!(table.insert(&[]) && !table.insert(&[]));
        assert_eq!(table.rows().len(), 1);
    }
}
