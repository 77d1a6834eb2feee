//! The relations of some programs, together.

use std::ops::Range;

use rustc_hash::FxHashMap;
use typelog_evaluator::Stored;

use super::{Cell, ColumnType, Declaration, RelationId, Schema, Symbols, Table, TypeIds};

/// Relations by their names, and the texts in them.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// The texts.
    pub symbols: Symbols,
    relations: Vec<Relation>,
    names: FxHashMap<String, RelationId>,
    /// The number of programs that have been added.
    programs: usize,
    /// The types behind the ids of types, if they are at hand.
    pub types: Option<TypeIds>,
}

/// A relation: its schema and its rows.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its schema.
    pub schema: Schema,
    /// Its rows.
    pub table: Table,
    /// Behind which row each program ends.
    ends: Vec<u32>,
}

impl Stored for Relation {
    #[inline]
    fn table(&self) -> &Table {
        &self.table
    }
}

/// The columns of the relation that lists a domain which say what an id means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Describer {
    /// The relation that lists the domain. Its first column is the id.
    pub relation: RelationId,
    /// The column with the text that stands for it.
    pub text: usize,
    /// The columns that say where it stands: the file's id, the first byte and the byte behind the last.
    pub place: Option<[usize; 3]>,
}

impl Database {
    /// A database with relations that are declared, all empty.
    pub fn new<'a>(declarations: impl IntoIterator<Item = &'a Declaration>) -> Self {
        let mut database = Self::default();
        for declaration in declarations {
            database.add(Schema::from(declaration));
        }
        database
    }

    /// A new relation. If there is one of the name, the new one hides it.
    pub fn add(&mut self, schema: Schema) -> RelationId {
        let id = RelationId(self.relations.len() as u32);
        self.names.insert(schema.name.clone(), id);
        let table = Table::new(schema.arity());
        self.relations.push(Relation { schema, table, ends: vec![0; self.programs] });
        id
    }

    /// The relation of a name.
    pub fn find(&self, name: &str) -> Option<RelationId> {
        self.names.get(name).copied()
    }

    /// A relation.
    #[inline]
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.0 as usize]
    }

    /// Says which texts a column may have.
    pub(crate) fn close(&mut self, id: RelationId, column: &str, values: &'static [&'static str]) {
        let mut columns = self.relations[id.0 as usize].schema.columns.iter_mut();
        if let Some(column) = columns.find(|known| known.name == column) {
            column.values = values;
        }
    }

    /// The rows of a relation, to add some.
    #[inline]
    pub fn table_mut(&mut self, id: RelationId) -> &mut Table {
        &mut self.relations[id.0 as usize].table
    }

    /// Changes the cells of all rows of a relation, so that different rows stay different. Rows that belong to no program
    /// come to stand in the order of their cells.
    pub(crate) fn map_rows(&mut self, id: RelationId, change: impl Fn(&mut [Cell])) {
        let relation = &mut self.relations[id.0 as usize];
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

    /// The texts, the rows of all relations, and the types behind ids.
    pub(crate) fn parts_mut(&mut self) -> (&mut Symbols, &mut [Relation], Option<&mut TypeIds>) {
        (&mut self.symbols, &mut self.relations, self.types.as_mut())
    }

    /// The relations, in the order in which they were added.
    pub fn relations(&self) -> impl Iterator<Item = (RelationId, &Relation)> {
        (0..).map(RelationId).zip(&self.relations)
    }

    /// Ends a program: the rows that have been added since the last end belong to it.
    pub fn end_program(&mut self) {
        self.programs += 1;
        for relation in &mut self.relations {
            relation.ends.push(relation.table.len() as u32);
        }
    }

    /// The rows of a relation in order: first those of the first program, each program's ordered by their cells from
    /// left to right, texts in byte order.
    pub fn ordered_rows(&self, id: RelationId) -> Vec<&[Cell]> {
        self.ordered_rows_where(id, |_| true)
    }

    /// The rows that are wanted, in the same order. Only these are put in order.
    pub fn ordered_rows_where(&self, id: RelationId, is_wanted: impl Fn(&[Cell]) -> bool) -> Vec<&[Cell]> {
        let relation = self.relation(id);
        let rows = |range: Range<u32>| range.map(|at| relation.table.row(at)).filter(|row| is_wanted(row)).collect();
        let parts = relation.partitions().into_iter();
        parts.flat_map(|range| self.in_order(id, rows(range))).collect()
    }

    /// The rows of a range of a relation, ordered by their cells.
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

    /// The relation that describes the ids of a domain: that of the domain's name, if its key is such an id and it has a
    /// text.
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
    /// The ranges of rows that belong to each program; one range for all, if programs share the relation.
    pub fn partitions(&self) -> Vec<Range<u32>> {
        let len = self.table.len() as u32;
        if !self.schema.is_per_program {
            return std::iter::once(0..len).collect();
        }
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ends = self.ends.iter().copied();
        // Rows behind the last end are the last part.
        let behind = (self.ends.last() != Some(&len)).then_some(len);
        starts.zip(ends.chain(behind)).map(|(start, end)| start..end).collect()
    }
}
