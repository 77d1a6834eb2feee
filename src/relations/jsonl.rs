//! JSON lines: one object for each row, with the columns in order.

use std::io::{self, Write};

use super::{ColumnType, Database, RelationId};

/// Writes the rows of a relation. Numbers and ids are JSON numbers, texts are strings.
///
/// # Errors
/// The errors of `out`.
pub fn jsonl(database: &Database, id: RelationId, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let columns = &database.relation(id).schema.columns;
    let mut line = Vec::new();
    for row in database.ordered_rows(id) {
        line.clear();
        line.push(b'{');
        for (at, (&cell, column)) in row.iter().zip(columns).enumerate() {
            if at > 0 {
                line.push(b',');
            }
            serde_json::to_writer(&mut line, &column.name)?;
            line.push(b':');
            match column.ty {
                ColumnType::Symbol => serde_json::to_writer(&mut line, database.symbols.text(cell))?,
                ColumnType::Number | ColumnType::Id(_) => write!(line, "{cell}")?,
            }
        }
        line.extend(b"}\n");
        out.write_all(&line)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::sample::{Row, Value, rows_of, sample};
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let database = sample();
        for (id, relation) in database.relations() {
            let mut bytes = Vec::new();
            jsonl(&database, id, &mut bytes).expect("memory takes all");
            let read = |line: &str| -> Row {
                let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).expect("JSON");
                assert_eq!(object.len(), relation.schema.arity());
                let cell = |column: &super::super::Column| match &object[&column.name] {
                    serde_json::Value::String(text) => Value::Text(text.clone()),
                    number => Value::Number(number.as_i64().expect("a number")),
                };
                relation.schema.columns.iter().map(cell).collect()
            };
            let text = String::from_utf8(bytes).expect("text");
            assert_eq!(text.lines().map(read).collect::<Vec<_>>(), rows_of(&database, id));
        }
    }
}
