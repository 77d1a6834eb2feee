//! Tab-separated values for Soufflé: one file for each relation, one line for each row, one field for each cell. Soufflé has no
//! escapes, so that it keeps `\t`, `\n`, `\r` and `\\` in a field as they are; a reader that undoes them gets the original text.
//!
//! Source: Soufflé's documentation of fact files and of `.decl`, `.type`, `.input`.

use std::io::{self, Write};

use super::{ColumnType, Database, RelationId, Schema};

/// Writes the rows of a relation.
///
/// # Errors
/// The errors of `out`.
pub fn tsv(database: &Database, id: RelationId, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let columns = &database.relation(id).schema.columns;
    let mut line = String::new();
    for row in database.ordered_rows(id) {
        line.clear();
        for (at, (&cell, column)) in row.iter().zip(columns).enumerate() {
            if at > 0 {
                line.push('\t');
            }
            match column.ty {
                ColumnType::Symbol => escape(database.symbols.text(cell), &mut line),
                ColumnType::Number | ColumnType::Id(_) => line.push_str(&cell.to_string()),
            }
        }
        // Soufflé reads a row without columns as a pair of parentheses.
        line.push_str(if columns.is_empty() { "()\n" } else { "\n" });
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// Appends a text as a field, escaping line breaks and tabs.
fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            other => out.push(other),
        }
    }
}

/// Writes the declarations of all relations.
///
/// # Errors
/// The errors of `out`.
pub(super) fn declarations(database: &Database, out: &mut (dyn Write + Send)) -> io::Result<()> {
    writeln!(
        out,
        "// The relations of an export of typelog. Run `souffle -F DIRECTORY RULES.dl`, where RULES.dl includes"
    )?;
    writeln!(
        out,
        "// this file. In texts `\\t`, `\\n`, `\\r` and `\\\\` stand for a tab, line breaks and a backslash."
    )?;
    writeln!(out)?;
    let mut domains: Vec<&str> = database
        .relations()
        .flat_map(|(_, relation)| &relation.schema.columns)
        .filter_map(|column| if let ColumnType::Id(domain) = column.ty { Some(domain) } else { None })
        .collect();
    domains.sort_unstable();
    domains.dedup();
    for domain in domains {
        writeln!(out, ".type {} <: number", type_name(domain))?;
    }
    for (_, relation) in database.relations() {
        writeln!(out)?;
        declaration(&relation.schema, out)?;
    }
    Ok(())
}

fn declaration(schema: &Schema, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let columns: Vec<String> = schema
        .columns
        .iter()
        .map(|column| match column.ty {
            ColumnType::Number => format!("{}: number", column.name),
            ColumnType::Symbol => format!("{}: symbol", column.name),
            ColumnType::Id(domain) => format!("{}: {}", column.name, type_name(domain)),
        })
        .collect();
    writeln!(out, "// {}: {}", schema.origin.word(), schema.doc)?;
    writeln!(out, ".decl {}({})", schema.name, columns.join(", "))?;
    writeln!(out, ".input {}", schema.name)
}

/// Returns the type name of a domain. It is capitalized, so that it differs from all relation names.
fn type_name(domain: &str) -> String {
    let capital = domain.chars().take(1).flat_map(char::to_uppercase);
    capital.chain(domain.chars().skip(1)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::sample::{Row, Value, rows_of, sample};
    use super::super::{Format, export};
    use crate::citation::Citation;

    /// The columns of a relation with their types.
    type Columns = Vec<(String, String)>;

    /// Reads declarations: the columns of each relation, and the base of each type.
    fn read_declarations(text: &str) -> (BTreeMap<String, Columns>, BTreeMap<String, String>) {
        let (mut relations, mut types) = (BTreeMap::new(), BTreeMap::new());
        for line in text.lines() {
            if let Some(declaration) = line.strip_prefix(".decl ") {
                let (name, columns) = declaration.trim_end_matches(')').split_once('(').expect("columns");
                let columns = columns.split(", ").filter(|column| !column.is_empty());
                let column = |column: &str| {
                    let (name, ty) = column.split_once(": ").expect("a type");
                    (name.to_owned(), ty.to_owned())
                };
                relations.insert(name.to_owned(), columns.map(column).collect());
            } else if let Some(ty) = line.strip_prefix(".type ") {
                let (name, base) = ty.split_once(" <: ").expect("a base");
                types.insert(name.to_owned(), base.to_owned());
            } else {
                assert!(line.is_empty() || line.starts_with("//") || line.starts_with(".input "), "{line}");
            }
        }
        (relations, types)
    }

    /// Reads fields like Soufflé: lines end with `\n`, a preceding `\r` is dropped, and fields end with tabs.
    fn read_rows(text: &str, columns: &[(String, String)]) -> Vec<Row> {
        let line_of = |line: &str| -> Row {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), columns.len().max(1));
            let cell = |(field, (_, ty)): (&&str, &(String, String))| match ty.as_str() {
                "symbol" => Value::Text(undo_escapes(field)),
                _ => Value::Number(field.parse().expect("a number")),
            };
            fields.iter().zip(columns).map(cell).collect()
        };
        text.lines().map(line_of).collect()
    }

    fn undo_escapes(field: &str) -> String {
        let mut characters = field.chars();
        let mut text = String::new();
        while let Some(character) = characters.next() {
            text.push(match character {
                '\\' => match characters.next() {
                    Some('t') => '\t',
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('\\') => '\\',
                    other => panic!("unknown escape {other:?}"),
                },
                other => other,
            });
        }
        text
    }

    #[test]
    fn what_is_written_is_read_back_by_the_declarations() {
        let database = sample();
        let files: BTreeMap<String, String> = export(&database, Format::Tsv, &Citation::default())
            .iter()
            .map(|file| {
                let mut bytes = Vec::new();
                file.write(&mut bytes).expect("memory takes all");
                (file.path.clone(), String::from_utf8(bytes).expect("text"))
            })
            .collect();
        let (relations, types) = read_declarations(&files["relations.dl"]);
        assert_eq!(relations.len(), database.relations().count());
        for (id, relation) in database.relations() {
            let name = &relation.schema.name;
            let columns = &relations[name];
            assert!(columns.iter().all(|(_, ty)| ["symbol", "number"].contains(&ty.as_str()) || types[ty] == "number"));
            assert_eq!(read_rows(&files[&format!("{name}.facts")], columns), rows_of(&database, id), "{name}");
        }
    }
}
