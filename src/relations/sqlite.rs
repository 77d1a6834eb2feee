//! `SQLite`: one table for each relation, with its key and indices on its ids, and views that join ids to their texts.
//!
//! The view `NAME_shown` has the columns of `NAME`; for each id `c` the text `c_text`; and, from the first id that has a
//! place, `place_file`, `place_line`, `place_column`.

use std::fmt::Write as _;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Result, ToSql, params_from_iter};

use super::parquet::ONLY_COLUMN;
use super::{Cell, Column, ColumnType, Database, RelationId, Schema};

/// The bytes of a database file.
///
/// # Errors
/// Those of the library, which are not expected.
pub(super) fn sqlite(database: &Database) -> Result<Vec<u8>> {
    let mut connection = Connection::open_in_memory()?;
    let mut script = String::from("BEGIN;\n");
    for (_, relation) in database.relations() {
        create_table(&relation.schema, &mut script);
    }
    connection.execute_batch(&script)?;
    for (id, _) in database.relations() {
        fill(database, id, &connection)?;
    }
    let mut script = String::new();
    for (_, relation) in database.relations() {
        create_indices(&relation.schema, &mut script);
        create_view(database, &relation.schema, &mut script);
    }
    script.push_str("COMMIT;\nVACUUM;");
    connection.execute_batch(&script)?;
    Ok(connection.serialize("main")?.to_vec())
}

/// Appends to a script. Writing into memory does not fail.
macro_rules! add {
    ($script:expr, $($rest:tt)*) => {{ let _ = writeln!($script, $($rest)*); }};
}

fn create_table(schema: &Schema, script: &mut String) {
    let mut parts: Vec<String> = schema.columns.iter().map(column_definition).collect();
    if parts.is_empty() {
        parts.push(format!("{} INTEGER NOT NULL", quoted(ONLY_COLUMN)));
    }
    let keys: Vec<String> =
        schema.columns.iter().filter(|column| column.is_key).map(|column| quoted(&column.name)).collect();
    if !keys.is_empty() {
        parts.push(format!("PRIMARY KEY ({})", keys.join(", ")));
    }
    add!(script, "CREATE TABLE {} ( -- {}: {}", quoted(&schema.name), schema.origin.word(), schema.doc);
    add!(script, "  {}\n) STRICT;", parts.join(",\n  "));
}

fn column_definition(column: &Column) -> String {
    let ty = if column.ty == ColumnType::Symbol { "TEXT" } else { "INTEGER" };
    format!("{} {ty} NOT NULL", quoted(&column.name))
}

fn fill(database: &Database, id: RelationId, connection: &Connection) -> Result<()> {
    let schema = &database.relation(id).schema;
    let holes = vec!["?"; schema.arity().max(1)].join(", ");
    let mut insert = connection.prepare(&format!("INSERT INTO {} VALUES ({holes})", quoted(&schema.name)))?;
    for row in database.ordered_rows(id) {
        let values = row.iter().zip(&schema.columns).map(|(&cell, column)| value(database, cell, column.ty));
        let only = schema.columns.is_empty().then_some(SqlValue::Number(1));
        insert.execute(params_from_iter(values.chain(only)))?;
    }
    Ok(())
}

enum SqlValue<'a> {
    Number(i64),
    Text(&'a str),
}

impl ToSql for SqlValue<'_> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        match self {
            Self::Number(number) => number.to_sql(),
            Self::Text(text) => text.to_sql(),
        }
    }
}

fn value(database: &Database, cell: Cell, ty: ColumnType) -> SqlValue<'_> {
    match ty {
        ColumnType::Symbol => SqlValue::Text(database.symbols.text(cell)),
        ColumnType::Number | ColumnType::Id(_) => SqlValue::Number(cell),
    }
}

/// An index on each id that is not found by the key.
fn create_indices(schema: &Schema, script: &mut String) {
    for (at, column) in schema.columns.iter().enumerate() {
        if matches!(column.ty, ColumnType::Id(_)) && !(at == 0 && column.is_key) {
            let name = quoted(&format!("{}_by_{}", schema.name, column.name));
            add!(script, "CREATE INDEX {name} ON {} ({});", quoted(&schema.name), quoted(&column.name));
        }
    }
}

/// The view that shows what the ids of a relation mean.
fn create_view(database: &Database, schema: &Schema, script: &mut String) {
    let (mut shown, mut joins, mut has_place) = (vec!["r.*".to_owned()], String::new(), false);
    for (at, column) in schema.columns.iter().enumerate() {
        let ColumnType::Id(domain) = column.ty else { continue };
        let Some(describer) = database.describer(domain) else { continue };
        let described = &database.relation(describer.relation).schema;
        let name_of = |at: usize| quoted(&described.columns[at].name);
        let other = format!("t{at}");
        add!(joins, " LEFT JOIN {} {other} ON {other}.{} = r.{}", quoted(domain), name_of(0), quoted(&column.name));
        shown.push(format!("{other}.{} AS {}", name_of(describer.text), quoted(&format!("{}_text", column.name))));
        if let (Some([file, _, _]), Some(files), false) = (describer.place, database.describer("file"), has_place) {
            has_place = true;
            let files_schema = &database.relation(files.relation).schema;
            add!(joins, " LEFT JOIN \"file\" f ON f.\"file\" = {other}.{}", name_of(file));
            shown.push(format!("f.{} AS place_file", quoted(&files_schema.columns[files.text].name)));
            for part in ["line", "column"] {
                if described.column(part).is_some() {
                    shown.push(format!("{other}.{} AS place_{part}", quoted(part)));
                }
            }
        }
    }
    if shown.len() > 1 {
        let view = quoted(&format!("{}_shown", schema.name));
        add!(script, "CREATE VIEW {view} AS SELECT {} FROM {} r\n{joins};", shown.join(", "), quoted(&schema.name));
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use rusqlite::types::ValueRef;

    use super::super::sample::{Row, Value, rows_of, sample};
    use super::*;

    fn reopened(database: &Database) -> Connection {
        let bytes = sqlite(database).expect("a database");
        let mut connection = Connection::open_in_memory().expect("memory");
        let len = bytes.len();
        connection.deserialize_read_exact("main", Cursor::new(bytes), len, true).expect("a database file");
        connection
    }

    fn rows(connection: &Connection, query: &str) -> Vec<Row> {
        let mut statement = connection.prepare(query).expect("a query");
        let columns = statement.column_count();
        let row_of = |row: &rusqlite::Row<'_>| -> Result<Row> {
            (0..columns)
                .map(|at| match row.get_ref(at)? {
                    ValueRef::Integer(number) => Ok(Value::Number(number)),
                    ValueRef::Text(text) => Ok(Value::Text(String::from_utf8_lossy(text).into_owned())),
                    other => panic!("a cell of {other:?}"),
                })
                .collect()
        };
        statement.query_map([], row_of).expect("rows").map(|row| row.expect("a row")).collect()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let database = sample();
        let connection = reopened(&database);
        for (id, relation) in database.relations() {
            let name = &relation.schema.name;
            if name == "holds" {
                assert_eq!(rows(&connection, "SELECT * FROM holds"), [[Value::Number(1)]]);
                continue;
            }
            let columns: Vec<String> = relation.schema.columns.iter().map(|column| quoted(&column.name)).collect();
            let query = format!("SELECT {} FROM {}", columns.join(", "), quoted(name));
            let (mut found, mut expected) = (rows(&connection, &query), rows_of(&database, id));
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn views_show_texts_and_places() {
        let connection = reopened(&sample());
        let query = "SELECT expression_text, type_text, place_file, place_line FROM has_type_shown \
                     WHERE expression = 101";
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(rows(&connection, query), [[text("a"), text("string"), text("main1.pp"), Value::Number(2)]]);
    }

    #[test]
    fn keys_and_ids_are_indexed() {
        let connection = reopened(&sample());
        let plan = rows(&connection, "EXPLAIN QUERY PLAN SELECT * FROM has_type WHERE type = 1");
        assert!(format!("{plan:?}").contains("has_type_by_type"), "{plan:?}");
    }
}
