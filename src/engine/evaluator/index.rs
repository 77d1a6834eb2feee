//! Indices: the rows of a relation, keyed by the cells of some columns.

use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use typed_index_collections::{TiSlice, TiVec};

use crate::{Cell, RelationId, Stored, Table, hash_cells};

/// The end of a chain.
const END: u32 = u32::MAX;

/// An index: the rows of a relation, keyed by the cells of some columns. The rows of a key form a chain, the newest first.
#[derive(Clone, Debug)]
struct Index {
    relation: RelationId,
    columns: Arc<[usize]>,
    heads: HashTable<u32>,
    /// The next row of the chain, for each row.
    next: Vec<u32>,
}

/// A handle to an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexId(u32);

typelog_types::indices!(IndexId);

/// The indices that rules need. Without rows, a copy only costs the number of indices.
#[derive(Clone, Debug, Default)]
pub struct Indices {
    all: TiVec<IndexId, Index>,
    /// The indices of each relation, with their columns.
    known: Arc<FxHashMap<RelationId, Vec<Known>>>,
}

/// The columns of an index, and its handle.
type Known = (Arc<[usize]>, IndexId);

impl Indices {
    /// Returns the index of a relation by some columns, which is filled by [`Indices::refresh`].
    pub fn get(&mut self, relation: RelationId, columns: Vec<usize>) -> IndexId {
        if let Some(known) = self.find(relation, &columns) {
            return known;
        }
        let columns = Arc::<[usize]>::from(columns);
        let index = Index { relation, columns: columns.clone(), heads: HashTable::new(), next: Vec::new() };
        let id = self.all.push_and_get_key(index);
        Arc::make_mut(&mut self.known).entry(relation).or_default().push((columns, id));
        id
    }

    /// Returns the index of a relation by its first column, if it exists.
    pub fn by_first(&self, relation: RelationId) -> Option<IndexId> {
        self.find(relation, &[0])
    }

    fn find(&self, relation: RelationId, columns: &[usize]) -> Option<IndexId> {
        let known = self.known.get(&relation)?;
        known.iter().find(|(of, _)| **of == *columns).map(|(_, id)| *id)
    }

    /// Adds the rows that are new since the last call. Linear in these rows.
    pub fn refresh<R: Stored>(&mut self, relations: &TiSlice<RelationId, R>) {
        for index in &mut self.all {
            index.refresh(relations[index.relation].table());
        }
    }

    /// Adds the new rows to some of the indices.
    pub fn refresh_some<R: Stored>(&mut self, indices: &[IndexId], relations: &TiSlice<RelationId, R>) {
        for &id in indices {
            let index = &mut self.all[id];
            index.refresh(relations[index.relation].table());
        }
    }

    /// Returns the first row with a key.
    #[inline]
    pub fn first(&self, id: IndexId, table: &Table, key: &[Cell]) -> Option<u32> {
        let index = &self.all[id];
        let hash = hash_cells(key.iter().copied());
        index.heads.find(hash, |&at| index.is_at(table, at, key)).copied()
    }

    /// Returns the next row with the same key.
    #[inline]
    pub fn next(&self, id: IndexId, at: u32) -> Option<u32> {
        let next = self.all[id].next[at as usize];
        (next != END).then_some(next)
    }
}

impl Index {
    fn is_at(&self, table: &Table, at: u32, key: &[Cell]) -> bool {
        let row = table.row(at);
        self.columns.iter().zip(key).all(|(&column, &cell)| row[column] == cell)
    }

    fn refresh(&mut self, table: &Table) {
        if self.next.len() == table.len() {
            return;
        }
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
