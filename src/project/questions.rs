//! Questions about the relations of a program: the values of their variables, and the proofs of the matching rows.

use super::book_proofs::BookProofs;
use super::error::{Error, Result};
use super::row_proofs::{Layer, bindings, row_proof};
use super::rule_files::{RuleRun, derive, faults_in};
use crate::diagnostics::Severity;
use crate::query::{Row, read_question};
use crate::relations::Database;
use crate::relations::RelationId;
use crate::render::ProofNode;
use crate::types::nearest::nearest;

/// The name of the relation of answers.
pub const ANSWER: &str = "answer";

/// Passes at most `most` answers to a question about the relations of a database to `take`, each with the values of its variables
/// and its proof. Returns the number of all answers.
///
/// # Errors
/// If the text is not a question.
pub fn answers<E: From<Error>>(
    text: &str,
    most: usize,
    database: &mut Database,
    run: &RuleRun,
    book: &mut BookProofs<'_>,
    take: &mut dyn FnMut(ProofNode) -> std::result::Result<(), E>,
) -> std::result::Result<usize, E> {
    let question = read_question(text, ANSWER).map_err(|(sources, faults)| {
        let faults = faults_in(&sources, &faults, Severity::Error);
        Error::new(format!("`{text}` is not understood")).because_of(vec![faults])
    })?;
    let run = RuleRun { limit: run.question_limit, ..run.clone() };
    let derived = derive(&question.sources, &question.file, database, &run)?;
    let relation = relation_of(database, ANSWER)?;
    let rows = database.ordered_rows(relation);
    let count = rows.len();
    let rows = rows.into_iter().take(most).map(|cells| Row { relation, cells: cells.to_vec() });
    let rows: Vec<Row> = rows.collect();
    let layers = [Layer { sources: &question.sources, derived: &derived }];
    for row in &rows {
        let conclusion = bindings(database, row);
        take(ProofNode { conclusion, ..row_proof(row, &layers, Some(book), database) })?;
    }
    Ok(count)
}

/// Finds a relation by name.
///
/// # Errors
/// If there is none.
pub fn relation_of(database: &Database, name: &str) -> Result<RelationId> {
    database.find(name).ok_or_else(|| {
        let names = database.relations().map(|(_, relation)| relation.schema.name.as_str());
        let help = nearest(name, names).map_or_else(String::new, |name| format!("; there is `{name}`"));
        Error::new(format!("there is no relation `{name}`{help}"))
    })
}
