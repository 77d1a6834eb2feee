//! Facts that rules of one's own have derived from those about a program.

use std::path::PathBuf;
use std::sync::Arc;

use super::checked::proofs;
use super::{Error, said};
use crate::cli::input::Input;
use crate::cli::program_options::ProgramOptions;
use crate::cli::row_proofs::{Derived, Layer, nodes_like};
use crate::cli::row_refusals::refusal;
use crate::cli::session::Session;
use crate::diagnostics::Diagnostic;
use crate::query::RuleSources;
use crate::relations::{Database, RelationId};
use crate::render::ProofNode;

/// Rules of one's own.
#[derive(Clone, Debug)]
pub enum RuleText {
    /// In a file.
    File(PathBuf),
    /// As a text. What it includes are paths from the working directory.
    Text(String),
}

/// The rows that rules have derived.
pub struct DerivedFacts {
    pub(super) options: Arc<ProgramOptions>,
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
    /// All facts, with those that the rules have derived.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The relations that the rules derive.
    pub fn relations(&self) -> impl Iterator<Item = RelationId> {
        self.database.relations().map(|(id, _)| id).skip(self.first)
    }

    /// The findings of the lints among the rules.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Why rows are there, `unused("a", _)`: the proof of each, or of the first ones, through the rules of the book where these have concluded it.
    ///
    /// # Errors
    /// A text that is no row, or like which there is none.
    pub fn why(&mut self, row: &str, most: Option<usize>) -> Result<Vec<ProofNode>, Error> {
        let Self { options, session, input, sources, derived, database, .. } = self;
        said(|| {
            let mut book = proofs(options, session, input, &[]);
            let most = most.unwrap_or(usize::MAX);
            let (nodes, _) = nodes_like(row, most, Layer { sources, derived }, Some(&mut book), database)?;
            Ok(nodes)
        })
    }

    /// Why there is no row like a text: the rule that comes nearest, and the premise by which it fails.
    ///
    /// # Errors
    /// A text that is no row, or a relation that the rules do not derive.
    pub fn why_not(&mut self, row: &str) -> Result<String, Error> {
        let Self { sources, derived, database, .. } = self;
        said(|| refusal(row, sources, derived, database))
    }
}
