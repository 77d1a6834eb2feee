//! The program that a row is about.

use rustc_hash::FxHashSet;

use super::lint::piece;
use super::why::{Reason, Row, Why};
use crate::relations::{Cell, ColumnType, Database, RelationId};

/// The name of the program that a row is about: that of the first thing in it which stands in one. A row of texts and numbers
/// alone is about the program of the rows that it was derived from first.
pub fn program_of<'d>(database: &'d mut Database, why: &mut Why<'_>, row: &Row) -> Option<&'d str> {
    let program = program_behind(database, why, row, &mut FxHashSet::default())?;
    name_of(database, program)
}

/// The name of the program that an id of this type stands in.
pub fn program_of_cell(database: &Database, ty: ColumnType, cell: Cell) -> Option<&str> {
    name_of(database, id_behind(database, ty, cell)?)
}

fn name_of(database: &Database, program: Cell) -> Option<&str> {
    let relation = database.relation(database.find("program")?);
    let name = relation.schema.column("name")?;
    let found = relation.table.rows().find(|row| row[0] == program)?;
    Some(database.symbols.text(found[name]))
}

fn program_behind(database: &mut Database, why: &mut Why<'_>, row: &Row, seen: &mut FxHashSet<Row>) -> Option<Cell> {
    let columns = &database.relation(row.relation).schema.columns;
    let mut cells = columns.iter().zip(&row.cells);
    if let Some(program) = cells.find_map(|(column, &cell)| id_behind(database, column.ty, cell)) {
        return Some(program);
    }
    if !seen.insert(row.clone()) {
        return None;
    }
    match why.reasons(database, row) {
        Some(reasons) => reasons.reasons.iter().find_map(|reason| match reason {
            Reason::Row(row) => program_behind(database, why, row, seen),
            Reason::Absent(..) => None,
        }),
        None => program_of_given(database, row),
    }
}

/// The program that an id of this type stands in.
fn id_behind(database: &Database, ty: ColumnType, cell: Cell) -> Option<Cell> {
    let file = match ty {
        ColumnType::Id("program") => return Some(cell),
        ColumnType::Id("file") => cell,
        _ => piece(database, ty, cell)?[0],
    };
    let files = database.relation(database.find("file")?);
    let program = files.schema.column("program")?;
    files.table.rows().find(|row| row[0] == file).map(|row| row[program])
}

/// The program that a row of a relation of programs was added with.
fn program_of_given(database: &Database, row: &Row) -> Option<Cell> {
    let programs = database.relation(database.find("program")?);
    let relation = database.relation(row.relation);
    let at = relation.table.position(&row.cells).filter(|_| relation.schema.is_per_program)?;
    let part = relation.partitions().iter().position(|range| range.contains(&at))?;
    (part < programs.table.len()).then(|| programs.table.row(part as u32)[0])
}

/// Holds if a database has several programs.
pub fn has_several_programs(database: &Database) -> bool {
    database.find("program").is_some_and(|id: RelationId| database.relation(id).table.len() > 1)
}
