//! Provenance: the proofs of facts.
//!
//! An engine can record every conclusion with its premises ([`crate::builtins::trace`]). This module extracts minimal proofs from
//! such a record; their leaves are facts of the program and rows of tables. Questions (`*_demanded`) are no premises of a proof.
//! Steps of rules without a name, which are auxiliary, are replaced by their premises.

mod derivations;
mod explanation;
mod judgment;
mod problems;
mod reasons;
mod rerun;
mod rule_book;
mod table_rows;
mod why_not;

pub use derivations::{Derivations, Proof};
pub use explanation::{Explainable, Explained, Explainer, Ground, Origin, component_source};
pub use judgment::{RowRenderer, row_about_types};
pub use problems::definition_of;
pub use reasons::{Reason, RowCounts, RowText, fired, reasons, row_counts};
pub use rerun::{Rerun, conversion_proof, rerun, rerun_assignments};
pub use rule_book::{Rule, read_book, rules};
pub use table_rows::{Tables, tables, value as constant_of};
pub use why_not::{
    Failure as RuleFailure, Premises, RowPattern, WhyNot, answered_row, still_fails, why_not, with_premises,
};
