//! Rules that are read when they are run: a small Datalog over the relations of a [database](crate::relations).
//!
//! ```text
//! reaches(a, b) :- depends_on(a, b).
//! reaches(a, c) :- reaches(a, b), depends_on(b, c).
//! unused(d, name) :- definition(d, kind: "local", name: name), !depends_on(_, d).
//! busy(d, n) :- definition(definition: d), n = count { depends_on(x, d) }, n > 3.
//! ```
//!
//! - A rule is `head :- body.`; a head without a body always holds. Comments start with `#` or `//`.
//! - Arguments stand by position, or by name: then columns that are not named may be anything. `_` is anything, too.
//! - A body holds if all its parts do: atoms; `!atom`, if the relation has no such row; comparisons (`=`, `!=`, `<`,
//!   `<=`, `>`, `>=`) of variables, texts in quotes, numbers, arithmetic (`+`, `-`, `*`, `/`, `%`) and functions.
//! - `count { body }`, `count x { body }`, `sum x { body }`, `min x { body }`, `max x { body }` are numbers (or the first
//!   and last text). Variables that stand outside as well have their value from there; over the others it is folded:
//!   `count` counts the different ways to meet the body, or the different `x`; `sum` adds up `x` over the ways.
//! - Predicates: `contains(s, part)`, `starts_with(s, t)`, `ends_with(s, t)`, `matches(s, "pattern")`, and of types
//!   `is_any(t)`, `is_output(t)`, `is_promise(t)`, `is_eventual(t)` (an output or promise occurs), `is_union(t)`,
//!   `is_object(t)`. Functions: `text(x)` (of an id of any kind), `type_name(t)`, `type_kind(t)`, `length`, `lower`,
//!   `upper`, `concat`, `replace(s, from, to)`, `to_number`, `to_text`.
//! - Columns have types, which are found out for the relations that rules derive. Ids of different things do not mix.
//! - A relation is complete before its absence counts and before its rows are folded.
//!
//! Lints and tests are declared in comments: see [`Lint`] and [`Test`].

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

pub use comments::Test;
pub use compiled::Compiled;
pub use inline_tests::run_test;
pub use lint::{Finding, Lint, piece, position, shown, shown_with_place};
pub use run::{Limit, run};
pub use syntax::Fault;

use crate::relations::Database;

/// A file of rules.
#[derive(Clone, Debug, Default)]
pub struct RuleFile {
    rules: Vec<syntax::Rule>,
    /// The relations whose rows are reported.
    pub lints: Vec<Lint>,
    /// The tests of the rules.
    pub tests: Vec<Test>,
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
