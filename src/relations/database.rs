//! A database: the relations of some programs.

use std::ops::Range;

use rustc_hash::FxHashMap;
use typed_index_collections::{TiSlice, TiVec};
use typelog_evaluator::Stored;

use crate::types::BookHandle;

use super::{Cell, ColumnType, Declaration, RelationId, Schema, Symbols, Table, TypeIds};

/// The relations by name, and the texts in them.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// The texts.
    pub symbols: Symbols,
    relations: TiVec<RelationId, Relation>,
    names: FxHashMap<String, RelationId>,
    /// The number of programs added so far.
    programs: usize,
    /// The first id of each program in the domains whose ids are in the order of the programs.
    starts: Vec<FxHashMap<&'static str, Cell>>,
    /// The types behind ids of types, if they were kept.
    pub types: Option<TypeIds>,
    /// The book of rules that rules over these relations may ask.
    pub book: BookHandle,
}

/// A relation: its schema and its rows.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its schema.
    pub schema: Schema,
    /// Its rows.
    pub table: Table,
    /// The end of each program's rows.
    ends: Vec<u32>,
}

impl Stored for Relation {
    #[inline]
    fn table(&self) -> &Table {
        &self.table
    }
}

/// The columns that describe the ids of a domain, in the relation that lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Describer {
    /// The relation that lists the domain. Its first column is the id.
    pub relation: RelationId,
    /// The column with the text of the id.
    pub text: usize,
    /// The columns with the position of the id: the file's id, the first byte, and the end (exclusive).
    pub place: Option<[usize; 3]>,
}

impl Database {
    /// Creates a database with empty relations.
    pub fn new<'a>(declarations: impl IntoIterator<Item = &'a Declaration>) -> Self {
        let mut database = Self::default();
        for declaration in declarations {
            database.add(Schema::from(declaration));
        }
        database
    }

    /// Adds a relation. It hides an earlier one with the same name.
    pub fn add(&mut self, schema: Schema) -> RelationId {
        let id = self.relations.next_key();
        self.names.insert(schema.name.clone(), id);
        let table = Table::new(schema.arity());
        self.relations.push(Relation { schema, table, ends: vec![0; self.programs] });
        id
    }

    /// Returns the relation with a name.
    pub fn find(&self, name: &str) -> Option<RelationId> {
        self.names.get(name).copied()
    }

    /// Returns a relation.
    #[inline]
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id]
    }

    /// Declares the texts that a column may contain.
    pub(crate) fn close(&mut self, id: RelationId, column: &str, values: &'static [&'static str]) {
        let mut columns = self.relations[id].schema.columns.iter_mut();
        if let Some(column) = columns.find(|known| known.name == column) {
            column.values = values;
        }
    }

    /// Returns the table of a relation, for insertions.
    #[inline]
    pub fn table_mut(&mut self, id: RelationId) -> &mut Table {
        &mut self.relations[id].table
    }

    /// Maps the cells of all rows of a relation. The mapping must be injective on rows. Rows of shared relations are sorted by
    /// their cells.
    pub(crate) fn map_rows(&mut self, id: RelationId, change: impl Fn(&mut [Cell])) {
        let relation = &mut self.relations[id];
        let mut rows: Vec<Vec<Cell>> = relation.table.rows().map(<[Cell]>::to_vec).collect();
        for row in &mut rows {
            change(row);
        }
        if !relation.schema.is_per_program {
            rows.sort_unstable();
        }
        let mut changed = Table::new(relation.table.arity());
        for row in rows {
            changed.insert(&row);
        }
        relation.table = changed;
    }

    /// Returns the symbols, all relations, and the types behind ids.
    pub(crate) fn parts_mut(&mut self) -> (&mut Symbols, &mut TiSlice<RelationId, Relation>, Option<&mut TypeIds>) {
        (&mut self.symbols, &mut self.relations, self.types.as_mut())
    }

    /// Returns the relations in the order in which they were added.
    pub fn relations(&self) -> impl Iterator<Item = (RelationId, &Relation)> {
        self.relations.iter_enumerated()
    }

    /// Begins a program, with its first ids in the domains whose ids are in the order of the programs.
    pub(crate) fn begin_program(&mut self, starts: FxHashMap<&'static str, Cell>) {
        self.starts.push(starts);
    }

    /// Returns the number of an id among those of its program, if the ids of its domain are in the order of the programs.
    pub fn number_in_program(&self, ty: ColumnType, id: Cell) -> Option<usize> {
        let ColumnType::Id(domain) = ty else { return None };
        let start = |starts: &FxHashMap<&'static str, Cell>| starts.get(domain).copied();
        let behind = self.starts.partition_point(|starts| start(starts).is_some_and(|start| start <= id));
        let first = start(self.starts.get(behind.checked_sub(1)?)?)?;
        usize::try_from(id - first).ok()
    }

    /// Ends a program: the rows added since the previous call belong to it.
    pub fn end_program(&mut self) {
        self.programs += 1;
        for relation in &mut self.relations {
            relation.ends.push(relation.table.len() as u32);
        }
    }

    /// Returns the rows of a relation, program after program, each program's sorted by cells from left to right, with texts in
    /// byte order.
    pub fn ordered_rows(&self, id: RelationId) -> Vec<&[Cell]> {
        self.ordered_rows_where(id, |_| true)
    }

    /// As [`Self::ordered_rows`], for matching rows only. Only these are sorted.
    pub fn ordered_rows_where(&self, id: RelationId, is_wanted: impl Fn(&[Cell]) -> bool) -> Vec<&[Cell]> {
        let relation = self.relation(id);
        let rows = |range: Range<u32>| range.map(|at| relation.table.row(at)).filter(|row| is_wanted(row)).collect();
        let parts = relation.partitions().into_iter();
        parts.flat_map(|range| self.in_order(id, rows(range))).collect()
    }

    /// Returns a range of a relation's rows, sorted by cells.
    pub fn ordered_part(&self, id: RelationId, range: Range<u32>) -> Vec<&[Cell]> {
        self.in_order(id, range.map(|at| self.relation(id).table.row(at)).collect())
    }

    fn in_order<'a>(&self, id: RelationId, mut rows: Vec<&'a [Cell]>) -> Vec<&'a [Cell]> {
        let relation = self.relation(id);
        rows.sort_unstable_by(|a, b| {
            let cells = a.iter().zip(*b).zip(&relation.schema.columns);
            let mut orders = cells.map(|((a, b), column)| match column.ty {
                ColumnType::Symbol if a != b => self.symbols.text(*a).cmp(self.symbols.text(*b)),
                _ => a.cmp(b),
            });
            orders.find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        rows
    }

    /// Returns the describer of a domain: the relation with the domain's name, if its key is such an id and it has a text.
    pub fn describer(&self, domain: &str) -> Option<Describer> {
        let relation = self.find(domain)?;
        let schema = &self.relation(relation).schema;
        if !matches!(schema.columns.first()?.ty, ColumnType::Id(own) if own == domain) {
            return None;
        }
        let text = schema.column("text").or_else(|| schema.column("name"))?;
        let place = match ["file", "start", "end"].map(|name| schema.column(name)) {
            [Some(file), Some(start), Some(end)] if file > 0 => Some([file, start, end]),
            _ => None,
        };
        Some(Describer { relation, text, place })
    }
}

impl Relation {
    /// Returns the range of rows of each program; one range if programs share the relation.
    pub fn partitions(&self) -> Vec<Range<u32>> {
        let len = self.table.len() as u32;
        if !self.schema.is_per_program {
            return std::iter::once(0..len).collect();
        }
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ends = self.ends.iter().copied();
        // Rows after the last end form the last part.
        let behind = (self.ends.last() != Some(&len)).then_some(len);
        starts.zip(ends.chain(behind)).map(|(start, end)| start..end).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_numbers_in_their_programs() {
        let mut database = Database::default();
        for first in [0, 3, 3, 5] {
            database.begin_program([("expression", first)].into_iter().collect());
        }
        let number = |id| database.number_in_program(ColumnType::Id("expression"), id);
        // The second program has no expressions.
        assert_eq!([0, 2, 3, 4, 5, 9].map(number), [0, 2, 0, 1, 0, 4].map(Some));
        assert_eq!(database.number_in_program(ColumnType::Id("type"), 0), None);
        assert_eq!(database.number_in_program(ColumnType::Number, 0), None);
    }
}
