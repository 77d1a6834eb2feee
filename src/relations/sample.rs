//! A small database with texts that are hard to encode, for the tests of the formats.

use super::{Database, Declaration, Origin, RelationId, id, key, number, symbol};

/// A cell as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    Number(i64),
    Text(String),
}

pub(crate) type Row = Vec<Value>;

const DECLARATIONS: &[Declaration] = &[
    Declaration {
        name: "file",
        origin: Origin::Extensional,
        is_per_program: true,
        doc: "The program has the file.",
        columns: &[key("file", "file"), id("program", "program"), symbol("name")],
    },
    Declaration {
        name: "expression",
        origin: Origin::Extensional,
        is_per_program: true,
        doc: "There is an expression.",
        columns: &[
            key("expression", "expression"),
            id("file", "file"),
            number("start"),
            number("end"),
            number("line"),
            number("column"),
            symbol("text"),
        ],
    },
    Declaration {
        name: "has_type",
        origin: Origin::Derived,
        is_per_program: true,
        doc: "The expression has the type.",
        columns: &[key("expression", "expression"), id("type", "type")],
    },
    Declaration {
        name: "type",
        origin: Origin::Derived,
        is_per_program: false,
        doc: "There is a type.",
        columns: &[key("type", "type"), symbol("text")],
    },
    Declaration {
        name: "order",
        origin: Origin::Derived,
        is_per_program: false,
        doc: "Names like those of SQL's \"words\" are no harm.",
        columns: &[number("select"), symbol("from")],
    },
    Declaration { name: "holds", origin: Origin::Derived, is_per_program: false, doc: "It holds.", columns: &[] },
];

const TEXTS: &[&str] =
    &["", "a", "tab\there", "two\nlines", "back\\slash \\t", "\"quoted\"", "\r\n", "ö ✓", "'; --", "\\"];

/// Creates a database of two programs.
pub(crate) fn sample() -> Database {
    let mut database = Database::new(DECLARATIONS);
    let names = ["file", "expression", "has_type", "type", "order", "holds"];
    let [file, expression, has_type, ty, order, holds] = names.map(|name| database.find(name).expect("declared"));
    for program in 0..2 {
        let name = database.symbols.intern(&format!("main{program}.pp"));
        database.table_mut(file).insert(&[program, program, name]);
        for (at, text) in (0..).zip(TEXTS).take(if program == 0 { TEXTS.len() } else { 3 }) {
            let text = database.symbols.intern(text);
            let number = program * 100 + at;
            database.table_mut(expression).insert(&[number, program, at * 10, at * 10 + 5, at + 1, 1, text]);
            database.table_mut(has_type).insert(&[number, at % 2]);
        }
        database.end_program();
    }
    for (at, text) in [(1, "string"), (0, "int")] {
        let text = database.symbols.intern(text);
        database.table_mut(ty).insert(&[at, text]);
    }
    for (number, text) in [i64::MIN, -1, 0, i64::MAX].into_iter().zip(TEXTS) {
        let text = database.symbols.intern(text);
        database.table_mut(order).insert(&[number, text]);
    }
    database.table_mut(holds).insert(&[]);
    database
}

/// Returns the rows of a relation in order, in the form that a reader should return.
pub(crate) fn rows_of(database: &Database, id: RelationId) -> Vec<Row> {
    let columns = &database.relation(id).schema.columns;
    let cell = |(&cell, column): (&i64, &super::Column)| match column.ty {
        super::ColumnType::Symbol => Value::Text(database.symbols.text(cell).to_owned()),
        _ => Value::Number(cell),
    };
    database.ordered_rows(id).iter().map(|row| row.iter().zip(columns).map(cell).collect()).collect()
}
