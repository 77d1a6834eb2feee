//! Code lenses: the number of rows of each derived relation, and links to explanations.

use std::fmt::Write as _;

use gen_lsp_types::{CodeLens, Command};
use serde::Deserialize;
use serde_json::json;

use super::RulesView;
use crate::counts::counted;
use crate::query::{describe, matching_rows, shown_with_place};

/// The command that shows the rows that match a pattern.
pub const ROWS: &str = "typelog.rows";
/// The command that explains the rows that match a pattern.
pub const WHY: &str = "typelog.why";

/// The maximal number of rows shown in an editor.
const MOST_ROWS: usize = 1_000;

/// The rows that a command refers to.
#[derive(Debug, Deserialize)]
pub struct RowPattern {
    /// The URI of the rule file.
    pub uri: String,
    /// A row pattern, with `_` for any cell: `reaches("a", _)`.
    pub row: String,
}

/// Returns the lenses of a file, above the first rule of each relation; none without a program.
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
        lenses.push(lens(counted(relation.table.len(), "row"), "typelog.showRows", &any));
        if let Some(first) = view.database.ordered_rows(id).first() {
            let row = describe(&view.database, &relation.schema, first);
            lenses.push(lens("Why the first row?".to_owned(), "typelog.showWhy", &row));
        }
    }
    lenses
}

/// Renders the rows that match a pattern, one on each line.
///
/// # Errors
/// The pattern is malformed, or names no relation.
pub fn rows(view: &RulesView<'_>, row: &str) -> Result<String, String> {
    let (id, rows) = matching_rows(&view.database, row)?;
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
