//! User rules, compiled at run time: a small Datalog over the relations of a [database](crate::relations).
//!
//! `language.md` describes the language; `typelog help rules-language` prints it. Lints and tests are declared in comments: see
//! [`Lint`] and [`Test`].

mod ask;
mod book_builtins;
mod builtins;
mod closed;
mod comments;
mod compile;
mod compiled;
mod conditions;
mod include;
mod inline_tests;
mod known;
mod limit;
mod lint;
mod lower;
mod names;
mod plan;
mod profile;
mod programs;
mod question;
mod run;
mod strata;
mod syntax;
mod terms;
mod types;
mod unused;
mod why;
mod why_not;

pub use book_builtins::{names as builtin_names, value_of, values_of};
pub use comments::Test;
pub use compiled::Compiled;
pub use include::{Load, RuleSources};
pub use inline_tests::{describe, matching_rows, parse_row_pattern, run_test};
pub use limit::Limit;
pub use lint::{Finding, Lint, piece, position, shown, shown_with_place};
pub use profile::{FEW, PremiseProfile, Profile, RuleProfile, Waste};
pub use programs::{has_several_programs, program_of, program_of_cell};
pub use question::{Question, read_question};
pub use run::{run, run_profiled, run_with_progress};
pub use syntax::Fault;
pub use why::{History, Reason, Reasons, Row, RowExplainer};
pub use why_not::{Missing, Premise, RowPattern, why_missing};

use crate::relations::Database;
use crate::source::Source;

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
    /// Warnings about suspicious rules.
    pub warnings: Vec<Fault>,
}

impl RuleFile {
    /// Holds if a rule asks about types. The database must then have the types behind ids.
    pub fn asks(&self) -> bool {
        self.rules.iter().any(ask::asks)
    }
}

/// Parses a file of rules without includes. Returns it with its faults; statements without syntax errors are kept in any case.
pub fn read(text: &str) -> (RuleFile, Vec<Fault>) {
    let mut load = |_: &str, name: &str| Err(format!("there is no file `{name}` here"));
    let (file, _, faults) = read_with_included(Source::new("", text), &mut load);
    (file, faults)
}

/// Parses a file of rules and the files that it includes, with their faults. Their lints are kept, their tests are not.
pub fn read_with_included(main: Source, load: &mut Load<'_>) -> (RuleFile, RuleSources, Vec<Fault>) {
    let (mut file, mut faults) = (RuleFile::default(), Vec::new());
    let sources = RuleSources::with_included(main, load, &mut faults);
    for (at, text) in sources.texts().enumerate() {
        let (statements, found) = typelog_reader::parse::parse(&text);
        faults.extend(found);
        let mut rules = syntax::rules(statements, &mut faults);
        let (lints, tests) = comments::read(&text, &mut rules, &mut faults);
        file.warnings.extend(unused::warnings(&rules));
        file.rules.extend(rules);
        file.lints.extend(lints);
        file.tests.extend(tests.into_iter().filter(|_| at == 0));
    }
    (file, sources, faults)
}

/// Compiles rules for a database, and adds the relations that they derive, all empty.
///
/// # Errors
/// All faults of the rules, by span.
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
