//! Code lenses: the number of rows of each relation that rules derive, and why there are any.

use std::fmt::Write as _;

use gen_lsp_types::{CodeLens, Command};
use serde::Deserialize;
use serde_json::json;

use super::{RulesView, counted};
use crate::query::{describe, rows_like, shown_with_place};

/// The rows that are like a text.
pub const ROWS: &str = "typelog.rows";
/// Why there are such rows.
pub const WHY: &str = "typelog.why";

/// How many rows an editor shows.
const MOST_ROWS: usize = 1_000;

/// The rows that a command is about.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    /// The file of rules.
    pub uri: String,
    /// A row, with `_` for anything: `reaches("a", _)`.
    pub row: String,
}

/// The lenses of a file, above the first rule of each relation. There are none without a program.
pub fn lenses(view: &RulesView<'_>) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    for &id in view.derived.iter().flat_map(|(compiled, _)| &compiled.derived) {
        let relation = view.database.relation(id);
        let name = &relation.schema.name;
        let Some(head) = view.heads().find(|head| head.name == *name) else { continue };
        let range = view.range(head.name_span);
        let lens = |title: String, command: &str, row: &str| {
            let arguments = Some(vec![json!({ "uri": view.uri, "row": row })]);
            let command = Command { title, command: command.to_owned(), arguments, ..Command::default() };
            CodeLens { range, command: Some(command), data: None }
        };
        let any = format!("{name}({})", vec!["_"; relation.schema.arity()].join(", "));
        lenses.push(lens(counted(relation.table.len()), "typelog.showRows", &any));
        if let Some(first) = view.database.ordered_rows(id).first() {
            let row = describe(&view.database, &relation.schema, first);
            lenses.push(lens("Why the first row?".to_owned(), "typelog.showWhy", &row));
        }
    }
    lenses
}

/// The rows that are like a text, a line each.
///
/// # Errors
/// What is wrong with the text.
pub fn rows(view: &RulesView<'_>, row: &str) -> Result<String, String> {
    let (id, rows) = rows_like(&view.database, row)?;
    let columns = &view.database.relation(id).schema.columns;
    let mut text = columns.iter().map(|column| &column.name[..]).collect::<Vec<_>>().join("\t");
    text.push('\n');
    for row in rows.iter().take(MOST_ROWS) {
        let cells = row.iter().zip(columns).map(|(&cell, column)| shown_with_place(&view.database, column.ty, cell));
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("\t"));
    }
    if rows.len() > MOST_ROWS {
        let _ = writeln!(text, "... {} more", rows.len() - MOST_ROWS);
    }
    Ok(text)
}
