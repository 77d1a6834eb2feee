//! The facts at the cursor: the rows about the expression or definition at a place.

use serde::Serialize;

use crate::query::{piece, shown};
use crate::relations::{Cell, ColumnType, Database, Relation};

/// The rows about the subject at a place.
#[derive(Debug, Serialize)]
pub struct FactsAt {
    /// The text of the subject.
    pub subject: String,
    /// The relations with such rows, in the order of the database.
    pub relations: Vec<RowsAt>,
}

/// The rows of one relation about the subject.
#[derive(Debug, Serialize)]
pub struct RowsAt {
    /// The name of the relation.
    pub relation: String,
    /// The meaning of a row.
    pub meaning: String,
    /// The rows, each with its cells labelled by column.
    pub rows: Vec<String>,
}

/// The maximal number of listed rows of a relation.
const MOST_ROWS: usize = 50;

/// Returns the rows about the narrowest expression or definition around an offset of a file, which is given by its name in the
/// program. Scans all rows.
pub fn facts_at(database: &Database, file: &str, offset: u32) -> Option<FactsAt> {
    let (domain, id) = narrowest(database, file, Cell::from(offset))?;
    let relations = database.relations().filter_map(|(_, relation)| rows_at(database, relation, domain, id));
    Some(FactsAt { subject: shown(database, ColumnType::Id(domain), id), relations: relations.collect() })
}

/// Returns the id with the shortest span around an offset, and its domain. Of equal spans the expression is chosen, which comes
/// first.
fn narrowest(database: &Database, file: &str, offset: Cell) -> Option<(&'static str, Cell)> {
    let mut found: Option<(Cell, &'static str, Cell)> = None;
    let files = database.relation(database.find("file")?);
    let name = files.schema.column("name")?;
    let file = files.table.rows().find(|row| database.symbols.text(row[name]) == file)?[0];
    for domain in ["expression", "definition"] {
        let ty = ColumnType::Id(domain);
        let Some(listing) = database.find(domain) else { continue };
        for row in database.relation(listing).table.rows() {
            let Some([of, start, end]) = piece(database, ty, row[0]) else { continue };
            let is_around = of == file && start <= offset && offset <= end;
            if is_around && found.is_none_or(|(length, _, _)| end - start < length) {
                found = Some((end - start, domain, row[0]));
            }
        }
    }
    found.map(|(_, domain, id)| (domain, id))
}

fn rows_at(database: &Database, relation: &Relation, domain: &str, id: Cell) -> Option<RowsAt> {
    let schema = &relation.schema;
    let is_of_domain = |ty: ColumnType| matches!(ty, ColumnType::Id(own) if own == domain);
    let columns: Vec<usize> = (0..schema.arity()).filter(|&at| is_of_domain(schema.columns[at].ty)).collect();
    let is_about = |row: &&[Cell]| columns.iter().any(|&at| row[at] == id);
    let text = |row: &[Cell]| {
        let cells = row.iter().zip(&schema.columns);
        let cells = cells.map(|(&cell, column)| format!("{}: {}", column.name, shown(database, column.ty, cell)));
        cells.collect::<Vec<_>>().join(", ")
    };
    let rows: Vec<String> = relation.table.rows().filter(is_about).take(MOST_ROWS).map(text).collect();
    (!rows.is_empty()).then(|| RowsAt { relation: schema.name.clone(), meaning: schema.doc.clone(), rows })
}
