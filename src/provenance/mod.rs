//! Provenance: why a fact holds.
//!
//! The engine can record every conclusion with its premises ([`crate::terms::trace`]). From such a record the proof of
//! a row is put together here: the lowest one, whose leaves are facts of the program and rows of tables. Questions
//! (`*_demanded`) are no premises of a proof, and rules without a name, which only prepare, give way to their premises.

mod derivations;
mod explanation;
mod judgment;
mod problems;
mod reasons;
mod rerun;
mod rule_book;
mod sentences;
mod table_rows;
mod why_not;

pub use derivations::{Derivations, Proof};
pub use explanation::{Explainable, Explained, Explainer, Ground, Origin, component_source};
pub use judgment::{Words, row_about_types};
pub use problems::{Subject, problem_relations, relations_of, subject};
pub use reasons::{Reason, RowCounts, RowText, fired, reasons, row_counts};
pub use rerun::{Rerun, conversion_proof, rerun, rerun_assignments};
pub use rule_book::{Rule, rules, rules_of};
pub use table_rows::{Tables, tables};
pub use why_not::{Failure as RuleFailure, Wanted, WhyNot, still_fails, why_not};
