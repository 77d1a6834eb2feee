//! The new and removed facts of a version. Rows are compared as texts: ids by description, and without places.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::query::shown;
use crate::relations::{Cell, Column, ColumnType, Database, Relation};
use crate::render::difference::RelationChange;
use crate::visible::shortened;

/// The names of the columns with places.
const PLACES: [&str; 5] = ["start", "end", "line", "column", "bytes"];

/// The domain of programs.
const PROGRAM: &str = "program";

/// The most characters of a cell that are shown. A row of each property of a wide type would show the whole type again.
const MOST_SHOWN: usize = 200;

/// Returns the changes of all changed relations. Both databases must have the same relations.
pub fn changes(before: &Database, after: &Database) -> Vec<RelationChange> {
    let (mut texts, mut known) = (Texts::default(), [Known::default(), Known::default()]);
    let relations = before.relations().filter(|(_, relation)| relation.schema.name != PROGRAM);
    let mut changes = Vec::new();
    for (id, relation) in relations {
        let mut counts: FxHashMap<Row, isize> = FxHashMap::default();
        for ((database, known), count) in [before, after].into_iter().zip(&mut known).zip([-1, 1]) {
            for row in rows(database, database.relation(id), known, &mut texts) {
                *counts.entry(row).or_default() += count;
            }
        }
        let (gone, new) = (texts.surplus(&counts, -1), texts.surplus(&counts, 1));
        if !gone.is_empty() || !new.is_empty() {
            let columns = relation.schema.columns.iter().filter(|column| is_compared(column, &relation.schema.name));
            let columns = columns.map(|column| column.name.clone()).collect();
            changes.push(RelationChange { relation: relation.schema.name.clone(), columns, gone, new });
        }
    }
    changes
}

/// The numbers of the texts of a row.
type Row = Box<[u32]>;

/// The numbers of the texts of cells. A text is made once for all rows that have it: that of a wide type is long, and each property
/// of the type has a row.
type Known = FxHashMap<(ColumnType, Cell), u32>;

/// The texts of cells, each once.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Texts {
    fn number(&mut self, text: String) -> u32 {
        let next = self.all.len() as u32;
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.all.push(text.clone());
            next
        })
    }

    fn text(&self, number: u32) -> &str {
        &self.all[number as usize]
    }

    /// Returns the rows of which one version has more, whose counts have this sign, in the order of their texts.
    fn surplus(&self, counts: &FxHashMap<Row, isize>, sign: isize) -> Vec<Vec<String>> {
        let mut rows: Vec<(&Row, usize)> = counts
            .iter()
            .filter(|(_, count)| count.signum() == sign)
            .map(|(row, count)| (row, count.unsigned_abs()))
            .collect();
        rows.sort_unstable_by(|a, b| self.compare(a.0, b.0));
        let shown =
            |row: &Row| row.iter().map(|&number| shortened(self.text(number), MOST_SHOWN).into_owned()).collect();
        rows.into_iter().flat_map(|(row, count)| std::iter::repeat_n(shown(row), count)).collect()
    }

    fn compare(&self, a: &[u32], b: &[u32]) -> Ordering {
        let differing = a.iter().zip(b).find(|(a, b)| a != b);
        differing.map_or(Ordering::Equal, |(&a, &b)| self.text(a).cmp(self.text(b)))
    }
}

/// Holds for columns that are compared: not places, and not the relation's own ids.
fn is_compared(column: &Column, relation: &str) -> bool {
    match column.ty {
        ColumnType::Id(domain) => domain != relation && domain != PROGRAM,
        ColumnType::Number => !PLACES.contains(&&column.name[..]),
        ColumnType::Symbol => true,
    }
}

/// Returns the rows of a relation.
fn rows(database: &Database, relation: &Relation, known: &mut Known, texts: &mut Texts) -> Vec<Row> {
    let schema = &relation.schema;
    let compared = |column: &Column| is_compared(column, &schema.name);
    let number = |(column, &cell): (&Column, &Cell), known: &mut Known, texts: &mut Texts| {
        *known.entry((column.ty, cell)).or_insert_with(|| texts.number(shown(database, column.ty, cell)))
    };
    let row = |cells: &[Cell]| {
        let cells = schema.columns.iter().zip(cells).filter(|(column, _)| compared(column));
        cells.map(|cell| number(cell, known, texts)).collect()
    };
    relation.table.rows().map(row).collect()
}
