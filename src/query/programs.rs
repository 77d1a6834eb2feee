//! The mapping from a row to the program that it belongs to.

use rustc_hash::FxHashSet;

use super::lint::piece;
use super::why::{Reason, Row, RowExplainer};
use crate::relations::{Cell, ColumnType, Database, RelationId};

/// Returns the name of the program that a row belongs to: the program of its first cell that is an id with a place. If all cells
/// are texts and numbers, the rows that it was derived from are searched in order.
pub fn program_of<'d>(database: &'d mut Database, why: &mut RowExplainer<'_>, row: &Row) -> Option<&'d str> {
    let program = program_behind(database, why, row, &mut FxHashSet::default())?;
    name_of(database, program)
}

/// Returns the name of the program that contains an id of this type.
pub fn program_of_cell(database: &Database, ty: ColumnType, cell: Cell) -> Option<&str> {
    name_of(database, id_behind(database, ty, cell)?)
}

fn name_of(database: &Database, program: Cell) -> Option<&str> {
    let relation = database.relation(database.find("program")?);
    let name = relation.schema.column("name")?;
    let found = relation.table.rows().find(|row| row[0] == program)?;
    Some(database.symbols.text(found[name]))
}

fn program_behind(
    database: &mut Database,
    why: &mut RowExplainer<'_>,
    row: &Row,
    seen: &mut FxHashSet<Row>,
) -> Option<Cell> {
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
            Reason::Absent(..) | Reason::Answer(..) => None,
        }),
        None => program_of_given(database, row),
    }
}

/// Returns the program that contains an id of this type.
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

/// Returns the program with which a row was added, if its relation is partitioned by program.
fn program_of_given(database: &Database, row: &Row) -> Option<Cell> {
    let programs = database.relation(database.find("program")?);
    let relation = database.relation(row.relation);
    let at = relation.table.position(&row.cells).filter(|_| relation.schema.is_per_program)?;
    let part = relation.partitions().iter().position(|range| range.contains(&at))?;
    (part < programs.table.len()).then(|| programs.table.row(part as u32)[0])
}

/// Holds if a database contains several programs.
pub fn has_several_programs(database: &Database) -> bool {
    database.find("program").is_some_and(|id: RelationId| database.relation(id).table.len() > 1)
}
