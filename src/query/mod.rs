//! Rules that are read when they are run: a small Datalog over the relations of a database.

mod builtins;
mod compile;
mod compiled;
mod index;
mod known;
mod lower;
mod machine;
mod parse;
mod plan;
mod run;
mod strata;
mod syntax;
mod types;

pub use compiled::Compiled;
pub use run::{Limit, run};
pub use syntax::{Fault, Rule};

use crate::relations::Database;

/// Reads rules.
pub fn read(text: &str) -> (Vec<Rule>, Vec<Fault>) {
    parse::parse(text)
}

/// Compiles rules for a database, which gets the relations that they derive, all empty.
///
/// # Errors
/// All that is wrong with the rules, in the order of places. The database has no new relations then.
pub fn compile(rules: &[Rule], database: &mut Database) -> Result<Compiled, Vec<Fault>> {
    compile::compile(rules, database)
}

#[cfg(test)]
mod tests;
