//! Tables as texts: rows of fields that are separated by commas.

use super::computed::text_value;
use super::known::text;
use super::{STRING, Ty};
use crate::session::types_mut;

/// Returns the list type of objects for a constant text that is a table with a header.
pub(super) fn decoded_table(v: Ty) -> Option<Ty> {
    let columns = columns_of(&text_value(v)?).ok()?;
    Some(types_mut(|types| {
        let properties = columns.iter().map(|column| (types.name(column), STRING)).collect();
        let row = types.object(properties);
        types.list(row)
    }))
}

/// Returns what is wrong with a constant text that is not a table with a header.
pub(super) fn fault_of_table(v: Ty) -> Option<Ty> {
    columns_of(&text_value(v)?).err().map(|fault| text(&fault))
}

/// Returns the names of the columns of a table, all of whose rows have as many fields.
fn columns_of(of: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader { rest: of, line: 0 };
    let columns = reader.row()?.ok_or("there is no line with the names of the columns")?;
    if let Some(i) = (1..columns.len()).find(|&i| columns[..i].contains(&columns[i])) {
        return Err(format!("there are two columns `{}`", columns[i]));
    }
    while let Some(row) = reader.row()? {
        if row.len() != columns.len() {
            let (line, found, wanted) = (reader.line, row.len(), columns.len());
            let fields = if found == 1 { "field" } else { "fields" };
            let columns = if wanted == 1 { "column" } else { "columns" };
            return Err(format!("line {line} has {found} {fields}, but there are {wanted} {columns}"));
        }
    }
    Ok(columns)
}

/// The unread rest of a table, and the number of its lines that have been read.
struct Reader<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Reader<'t> {
    /// Takes the next line, without its end.
    fn take_line(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += 1;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Returns the fields of the next row. Empty lines are none.
    fn row(&mut self) -> Result<Option<Vec<String>>, String> {
        let mut line = "";
        while line.is_empty() {
            let Some(next) = self.take_line() else { return Ok(None) };
            line = next;
        }
        let mut fields = Vec::new();
        loop {
            let (field, behind) = if let Some(quoted) = line.strip_prefix('"') {
                self.quoted(quoted)?
            } else {
                let end = line.find(',').unwrap_or(line.len());
                if line[..end].contains('"') {
                    return Err(format!("line {} has a quote in a field without quotes", self.line));
                }
                (line[..end].to_owned(), &line[end..])
            };
            fields.push(field);
            match behind.strip_prefix(',') {
                Some(next) => line = next,
                None => return Ok(Some(fields)),
            }
        }
    }

    /// Returns the rest of a field in quotes, which may have several lines, and what is behind it in its last line.
    fn quoted(&mut self, mut line: &'t str) -> Result<(String, &'t str), String> {
        let mut field = String::new();
        loop {
            let Some((part, behind)) = line.split_once('"') else {
                field.push_str(line);
                field.push('\n');
                line = self.take_line().ok_or_else(|| format!("line {} has no closing quote", self.line))?;
                continue;
            };
            field.push_str(part);
            match behind.strip_prefix('"') {
                Some(next) => {
                    field.push('"');
                    line = next;
                }
                None if behind.is_empty() || behind.starts_with(',') => return Ok((field, behind)),
                None => return Err(format!("line {} has a text behind a closing quote", self.line)),
            }
        }
    }
}
