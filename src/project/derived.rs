//! Facts that user rules have derived from those about a program.

use std::path::PathBuf;
use std::sync::Arc;

use super::Project;
use super::book_proofs::BookProofs;
use super::error::{Error, Result};
use super::input::Input;
use super::row_proofs::{Derived, Layer, nodes_like};
use super::row_refusals::refusal;
use super::session::Session;
use crate::diagnostics::Diagnostic;
use crate::query::RuleSources;
use crate::relations::{Database, RelationId};
use crate::render::ProofNode;

/// User rules.
#[derive(Clone, Debug)]
pub enum RuleText {
    /// In a file.
    File(PathBuf),
    /// As a text. Its includes are relative to the working directory.
    Text(String),
}

/// The rows that user rules have derived.
pub struct DerivedFacts {
    pub(super) project: Arc<Project>,
    pub(super) session: Session,
    pub(super) input: Input,
    pub(super) sources: RuleSources,
    pub(super) derived: Derived,
    pub(super) database: Database,
    /// The number of relations before those of the rules.
    pub(super) first: usize,
    pub(super) found: Vec<Diagnostic>,
}

impl DerivedFacts {
    /// Returns all facts, with those that the rules have derived.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Returns the relations that the rules derive.
    pub fn relations(&self) -> impl Iterator<Item = RelationId> {
        self.database.relations().map(|(id, _)| id).skip(self.first)
    }

    /// Returns the findings of the lints among the rules.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Returns the proofs of the rows that match a pattern, such as `unused("a", _)`, at most `most` of them. They continue
    /// through the rules of the book for rows that these have derived.
    ///
    /// # Errors
    /// If the text is not a row, or no row matches it.
    pub fn why(&mut self, row: &str, most: Option<usize>) -> Result<Vec<ProofNode>> {
        let Self { project, session, input, sources, derived, database, .. } = self;
        let mut book = BookProofs::of_program(project, session, input);
        let most = most.unwrap_or(usize::MAX);
        let (nodes, _) = nodes_like(row, most, Layer { sources, derived }, Some(&mut book), database)?;
        Error::if_any(&session.faults().take())?;
        Ok(nodes)
    }

    /// Explains why no row matches a pattern: the nearest rule, and its failing premise.
    ///
    /// # Errors
    /// If the text is not a row, or the rules do not derive its relation.
    pub fn why_not(&mut self, row: &str) -> Result<String> {
        let Self { sources, derived, database, .. } = self;
        refusal(row, sources, derived, database)
    }
}
