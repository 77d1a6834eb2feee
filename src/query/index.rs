//! Indices: the rows of a relation by the cells of some columns.

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use crate::relations::{Cell, Relation, RelationId, Table, hash_cells};

/// Stands behind the last row of a chain.
const END: u32 = u32::MAX;

/// The rows of a relation by the cells of some columns: a chain of rows for each key, the newest first.
#[derive(Debug)]
pub(super) struct Index {
    relation: RelationId,
    columns: Vec<usize>,
    heads: HashTable<u32>,
    /// The row behind each row of a chain.
    next: Vec<u32>,
}

/// A handle to an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexId(u32);

/// The indices that rules need.
#[derive(Debug, Default)]
pub(super) struct Indices {
    all: Vec<Index>,
    known: FxHashMap<(RelationId, Vec<usize>), IndexId>,
}

impl Indices {
    /// The index of a relation by some columns, which is filled by [`Indices::refresh`].
    pub fn get(&mut self, relation: RelationId, columns: Vec<usize>) -> IndexId {
        let all = &mut self.all;
        *self.known.entry((relation, columns)).or_insert_with_key(|(relation, columns)| {
            let (relation, columns) = (*relation, columns.clone());
            all.push(Index { relation, columns, heads: HashTable::new(), next: Vec::new() });
            IndexId(all.len() as u32 - 1)
        })
    }

    /// The index of a relation by its first column, if it is known.
    pub fn by_first(&self, relation: RelationId) -> Option<IndexId> {
        self.known.get(&(relation, vec![0])).copied()
    }

    /// Takes in the rows that are new. Linear in these.
    pub fn refresh(&mut self, relations: &[Relation]) {
        for index in &mut self.all {
            index.refresh(&relations[index.relation.0 as usize].table);
        }
    }

    /// The first row of those with a key.
    #[inline]
    pub fn first(&self, id: IndexId, table: &Table, key: &[Cell]) -> Option<u32> {
        let index = &self.all[id.0 as usize];
        let hash = hash_cells(key.iter().copied());
        index.heads.find(hash, |&at| index.is_at(table, at, key)).copied()
    }

    /// The row behind a row with the same key.
    #[inline]
    pub fn next(&self, id: IndexId, at: u32) -> Option<u32> {
        let next = self.all[id.0 as usize].next[at as usize];
        (next != END).then_some(next)
    }
}

impl Index {
    fn is_at(&self, table: &Table, at: u32, key: &[Cell]) -> bool {
        let row = table.row(at);
        self.columns.iter().zip(key).all(|(&column, &cell)| row[column] == cell)
    }

    fn refresh(&mut self, table: &Table) {
        let columns = &self.columns;
        let hash = |row: &[Cell]| hash_cells(columns.iter().map(|&column| row[column]));
        for at in self.next.len() as u32..table.len() as u32 {
            let row = table.row(at);
            let found = self.heads.find_mut(hash(row), |&other| {
                let other = table.row(other);
                columns.iter().all(|&column| row[column] == other[column])
            });
            if let Some(head) = found {
                self.next.push(std::mem::replace(head, at));
            } else {
                self.next.push(END);
                self.heads.insert_unique(hash(row), at, |&other| hash(table.row(other)));
            }
        }
    }
}
