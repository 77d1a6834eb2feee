//! Rules that are read when they are run: a small Datalog over the relations of a [database](crate::relations).
//!
//! Their language is described in `language.md`, which `typelog help rules-language` prints. Lints and tests are declared in
//! comments: see [`Lint`] and [`Test`].

mod ask;
mod builtins;
mod comments;
mod compile;
mod compiled;
mod index;
mod inline_tests;
mod known;
mod lint;
mod lower;
mod machine;
mod plan;
mod run;
mod strata;
mod syntax;
mod terms;
mod types;
mod why;
mod words;

pub use comments::Test;
pub use compiled::Compiled;
pub use inline_tests::{describe, rows_like, run_test};
pub use lint::{Finding, Lint, piece, position, shown, shown_with_place};
pub use run::{Limit, run, run_telling};
pub use syntax::Fault;
pub use why::{History, Reason, Reasons, Row, Why};

use crate::relations::Database;

/// The reference of the language. A test runs each of its examples.
pub const LANGUAGE: &str = include_str!("language.md");

/// A file of rules.
#[derive(Clone, Debug, Default)]
pub struct RuleFile {
    rules: Vec<syntax::Rule>,
    /// The relations whose rows are reported.
    pub lints: Vec<Lint>,
    /// The tests of the rules.
    pub tests: Vec<Test>,
}

impl RuleFile {
    /// Holds if rules may ask something about types: then the types behind ids have to be at hand.
    pub fn asks(&self) -> bool {
        self.rules.iter().any(ask::asks)
    }
}

/// Parses a file of rules, with its faults. Statements without syntax errors are kept in any case.
pub fn read(text: &str) -> (RuleFile, Vec<Fault>) {
    let (statements, mut faults) = typelog_reader::parse::parse(text);
    let rules = syntax::rules(statements, &mut faults);
    let (lints, tests) = comments::read(text, &rules, &mut faults);
    (RuleFile { rules, lints, tests }, faults)
}

/// Compiles rules for a database, which gets the relations that they derive, all empty.
///
/// # Errors
/// All that is wrong with the rules, in the order of places.
pub fn compile(file: &RuleFile, database: &mut Database) -> Result<Compiled, Vec<Fault>> {
    let compiled = compile::compile(&file.rules, database);
    let mut faults: Vec<Fault> = file.lints.iter().flat_map(|lint| lint.faults(database)).collect();
    match compiled {
        Ok(compiled) if faults.is_empty() => return Ok(compiled),
        Ok(_) => {}
        Err(found) => faults.extend(found),
    }
    faults.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    faults.dedup();
    Err(faults)
}

#[cfg(test)]
mod tests;
