//! `SQLite`: one table for each relation, with its key and indices on its ids, and views that join ids to their texts.
//!
//! The view `NAME_shown` has the columns of `NAME`, a column `c_text` for each id `c`, and the columns `place_file`, `place_line`
//! and `place_column` of the first id with a place. The table `citation` has one row: the version, the book and the command.

use std::fmt::Write as _;
use std::iter::once;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Result, ToSql, params_from_iter};
use rustc_hash::FxHashSet;
use typed_index_collections::{TiSlice, TiVec};

use super::parquet::ONLY_COLUMN;
use super::{Cell, ColumnType, Database, RelationId, Schema};
use crate::citation::Citation;
use crate::visible::visible;

/// Returns the bytes of a database file.
///
/// # Errors
/// A relation has more columns than `SQLite` allows; or an error of the library, which is not expected.
pub(super) fn sqlite(database: &Database, citation: &Citation) -> Result<Vec<u8>> {
    let mut connection = Connection::open_in_memory()?;
    let mut names = Names::default();
    let tables: TiVec<RelationId, Table<'_>> =
        database.relations().map(|(_, relation)| names.table(&relation.schema)).collect();
    let mut script = String::from("BEGIN;\n");
    for table in &tables {
        create_table(table, &mut script);
    }
    connection.execute_batch(&script)?;
    for ((id, _), table) in database.relations().zip(&tables) {
        fill(database, id, table, &connection)?;
    }
    cite(citation, &mut names, &connection)?;
    let mut script = String::new();
    for table in &tables {
        create_indices(table, &mut names, &mut script);
        create_view(database, table, &tables, &mut names, &mut script);
    }
    script.push_str("COMMIT;\nVACUUM;");
    connection.execute_batch(&script)?;
    Ok(connection.serialize("main")?.to_vec())
}

/// A relation with the quoted names of its table and columns. They differ from the relation's own names only if `SQLite` reserves
/// these, or would confuse them with others.
struct Table<'a> {
    schema: &'a Schema,
    name: String,
    columns: Vec<String>,
}

/// The names in use, in lower case, because `SQLite` ignores case.
#[derive(Default)]
struct Names(FxHashSet<String>);

impl Names {
    fn table<'a>(&mut self, schema: &'a Schema) -> Table<'a> {
        let mut of_columns = Self::default();
        let columns = schema.columns.iter().map(|column| of_columns.quoted(&column.name)).collect();
        Table { schema, name: self.quoted(&schema.name), columns }
    }

    /// Returns a unique quoted name.
    fn quoted(&mut self, name: &str) -> String {
        let is_reserved = name.to_ascii_lowercase().starts_with("sqlite_");
        let base = if is_reserved { format!("_{name}") } else { name.to_owned() };
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let mut all = once(base.clone()).chain(numbered);
        let free = all.find(|name| self.0.insert(name.to_ascii_lowercase()));
        quoted(&free.unwrap_or(base))
    }
}

/// Appends a line to a script. Writing to memory does not fail.
macro_rules! add {
    ($script:expr, $($rest:tt)*) => {{ let _ = writeln!($script, $($rest)*); }};
}

fn create_table(table: &Table<'_>, script: &mut String) {
    let Table { schema, name, columns } = table;
    let definitions = columns.iter().zip(&schema.columns).map(|(name, column)| {
        let ty = if column.ty == ColumnType::Symbol { "TEXT" } else { "INTEGER" };
        format!("{name} {ty} NOT NULL")
    });
    let mut parts: Vec<String> = definitions.collect();
    if parts.is_empty() {
        parts.push(format!("{} INTEGER NOT NULL", quoted(ONLY_COLUMN)));
    }
    let keys = columns.iter().zip(&schema.columns).filter(|(_, column)| column.is_key);
    let keys: Vec<&str> = keys.map(|(name, _)| &name[..]).collect();
    if !keys.is_empty() {
        parts.push(format!("PRIMARY KEY ({})", keys.join(", ")));
    }
    add!(script, "CREATE TABLE {name} ( -- {}: {}", schema.origin.word(), visible(&schema.doc));
    add!(script, "  {}\n) STRICT;", parts.join(",\n  "));
}

/// Creates the table with the citation. The command is a list of texts in JSON.
fn cite(citation: &Citation, names: &mut Names, connection: &Connection) -> Result<()> {
    let Citation { version, commit, book, book_digest, command } = citation;
    let name = names.quoted("citation");
    let columns =
        "version TEXT NOT NULL, \"commit\" TEXT, book TEXT NOT NULL, book_digest TEXT NOT NULL, command TEXT NOT NULL";
    connection.execute_batch(&format!("CREATE TABLE {name} ({columns}) STRICT;"))?;
    // Lists of texts are encoded without failure.
    let command = serde_json::to_string(command).unwrap_or_default();
    let insert = format!("INSERT INTO {name} VALUES (?, ?, ?, ?, ?)");
    connection.execute(&insert, (version, commit, book, book_digest, command))?;
    Ok(())
}

fn fill(database: &Database, id: RelationId, table: &Table<'_>, connection: &Connection) -> Result<()> {
    let schema = table.schema;
    let holes = vec!["?"; schema.arity().max(1)].join(", ");
    let mut insert = connection.prepare(&format!("INSERT INTO {} VALUES ({holes})", table.name))?;
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

/// Creates an index on each id that is not the first column of the key.
fn create_indices(table: &Table<'_>, names: &mut Names, script: &mut String) {
    for (at, column) in table.schema.columns.iter().enumerate() {
        if matches!(column.ty, ColumnType::Id(_)) && !(at == 0 && column.is_key) {
            let name = names.quoted(&format!("{}_by_{}", table.schema.name, column.name));
            add!(script, "CREATE INDEX {name} ON {} ({});", table.name, table.columns[at]);
        }
    }
}

/// The maximal number of tables that a view joins, below `SQLite`'s own limit.
const MOST_JOINS: usize = 60;

/// Creates the view that shows the texts of a relation's ids, for as many ids as `SQLite` can join.
fn create_view(
    database: &Database,
    table: &Table<'_>,
    tables: &TiSlice<RelationId, Table<'_>>,
    names: &mut Names,
    script: &mut String,
) {
    let schema = table.schema;
    let (mut shown, mut joins, mut has_place) = (vec!["r.*".to_owned()], String::new(), false);
    let described = schema.columns.iter().enumerate().filter_map(|(at, column)| {
        let ColumnType::Id(domain) = column.ty else { return None };
        Some((at, column, database.describer(domain)?))
    });
    for (at, column, describer) in described.take(MOST_JOINS) {
        let described = &tables[describer.relation];
        let other = format!("t{at}");
        let (id, text) = (&described.columns[0], &described.columns[describer.text]);
        add!(joins, " LEFT JOIN {} {other} ON {other}.{id} = r.{}", described.name, table.columns[at]);
        shown.push(format!("{other}.{text} AS {}", quoted(&format!("{}_text", column.name))));
        if let (Some([file, _, _]), Some(files), false) = (describer.place, database.describer("file"), has_place) {
            has_place = true;
            let files_table = &tables[files.relation];
            let (files_name, file_id) = (&files_table.name, &files_table.columns[0]);
            add!(joins, " LEFT JOIN {files_name} f ON f.{file_id} = {other}.{}", described.columns[file]);
            shown.push(format!("f.{} AS place_file", files_table.columns[files.text]));
            for part in ["line", "column"] {
                if described.schema.column(part).is_some() {
                    shown.push(format!("{other}.{} AS place_{part}", quoted(part)));
                }
            }
        }
    }
    if shown.len() > 1 {
        let view = names.quoted(&format!("{}_shown", schema.name));
        add!(script, "CREATE VIEW {view} AS SELECT {} FROM {} r\n{joins};", shown.join(", "), table.name);
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
        let citation = Citation { version: "1.2", command: vec!["facts".to_owned()], ..Citation::default() };
        let bytes = sqlite(database, &citation).expect("a database");
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
    fn the_citation_is_a_row() {
        let connection = reopened(&sample());
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(rows(&connection, "SELECT version, command FROM citation"), [[text("1.2"), text("[\"facts\"]")]]);
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
