//! The new and removed facts of a version. Rows are compared as texts: ids by description, and without places.

use std::collections::BTreeMap;

use crate::query::shown;
use crate::relations::{Column, ColumnType, Database, RelationId};
use crate::render::difference::RelationChange;

/// The names of the columns with places.
const PLACES: [&str; 5] = ["start", "end", "line", "column", "bytes"];

/// The domain of programs.
const PROGRAM: &str = "program";

/// Returns the changes of all changed relations. Both databases must have the same relations.
pub fn changes(before: &Database, after: &Database) -> Vec<RelationChange> {
    let relations = before.relations().filter(|(_, relation)| relation.schema.name != PROGRAM);
    let change = |(id, relation): (RelationId, &crate::relations::Relation)| {
        let (old, new) = (rows(before, id), rows(after, id));
        let columns = relation.schema.columns.iter().filter(|column| counts(column, &relation.schema.name));
        let change = RelationChange {
            relation: relation.schema.name.clone(),
            columns: columns.map(|column| column.name.clone()).collect(),
            gone: surplus(&old, &new),
            new: surplus(&new, &old),
        };
        (!change.gone.is_empty() || !change.new.is_empty()).then_some(change)
    };
    relations.filter_map(change).collect()
}

/// Holds for columns that are compared: not places, and not the relation's own ids.
fn counts(column: &Column, relation: &str) -> bool {
    match column.ty {
        ColumnType::Id(domain) => domain != relation && domain != PROGRAM,
        ColumnType::Number => !PLACES.contains(&&column.name[..]),
        ColumnType::Symbol => true,
    }
}

/// Returns the rows as texts, with their multiplicities.
fn rows(database: &Database, id: RelationId) -> BTreeMap<Vec<String>, usize> {
    let schema = &database.relation(id).schema;
    let mut rows = BTreeMap::new();
    for row in database.relation(id).table.rows() {
        let cells = schema.columns.iter().zip(row).filter(|(column, _)| counts(column, &schema.name));
        let words = cells.map(|(column, &cell)| shown(database, column.ty, cell)).collect();
        *rows.entry(words).or_insert(0) += 1;
    }
    rows
}

/// Returns the rows with greater multiplicity than in the other relation.
fn surplus(rows: &BTreeMap<Vec<String>, usize>, others: &BTreeMap<Vec<String>, usize>) -> Vec<Vec<String>> {
    let more = |(row, &count): (&Vec<String>, &usize)| {
        let other = others.get(row).copied().unwrap_or(0);
        std::iter::repeat_n(row.clone(), count.saturating_sub(other))
    };
    rows.iter().flat_map(more).collect()
}
