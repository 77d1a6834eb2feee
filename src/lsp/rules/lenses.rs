//! Code lenses: the number of rows of each relation that rules derive, and why there are any.

use std::fmt::Write as _;

use gen_lsp_types::{CodeLens, Command};
use serde::Deserialize;
use serde_json::json;

use super::{RulesView, counted};
use crate::query::{describe, rows_like, shown_with_place};
use crate::render::{ProofFormat, proof};
use crate::results::row_proofs::row_proofs;
use crate::source::Source;

/// The rows that are like a text.
pub const ROWS: &str = "typelog.rows";
/// Why there are such rows.
pub const WHY: &str = "typelog.why";

/// How many rows, or proofs of rows, an editor shows.
const MOST_ROWS: usize = 1_000;
const MOST_PROOFS: usize = 20;

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
    for &id in view.derived.iter().flat_map(|derived| &derived.compiled.derived) {
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

/// The answer to a command, as a text.
///
/// # Errors
/// What is wrong with the rules or with what is asked.
pub fn answer(view: &mut RulesView<'_>, command: &str, row: &str) -> Result<String, String> {
    let Some(derived) = &view.derived else {
        let reason = view.faults.first().map_or("no program is open", |fault| &fault.message);
        return Err(reason.to_owned());
    };
    if command == WHY {
        let name = view.uri.rsplit('/').next().unwrap_or(view.uri).to_owned();
        let source = Source::new(name, view.text.to_owned());
        let proofs = row_proofs(row, &source, derived, &mut view.database)?;
        return Ok(proofs.iter().take(MOST_PROOFS).map(|node| proof(node, ProofFormat::Tree)).collect());
    }
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
