//! Questions: rule bodies that are evaluated for the values of their variables.

use rustc_hash::FxHashSet;

use super::names::names_of;
use super::syntax::{Fault, Rule, rules};
use super::unused::each_variable;
use super::{RuleFile, RuleSources, read_with_included};
use crate::source::Source;

/// A question as a rule of its own: `has_type(e, t)` is `answer(e, t) :- has_type(e, t).`
#[derive(Clone, Debug)]
pub struct Question {
    /// The rule.
    pub file: RuleFile,
    /// The text of the rule.
    pub sources: RuleSources,
    /// The relation that it concludes.
    pub relation: String,
}

/// Parses a question. The relation of the answers has the given name, and a column for each variable whose name does not begin
/// with `_`, in order of first occurrence.
///
/// # Errors
/// The faults, with the sources that their spans refer to.
pub fn read_question(text: &str, relation: &str) -> Result<Question, (RuleSources, Vec<Fault>)> {
    let text = text.trim().trim_end_matches('.');
    let whole = |variables: &[&str]| format!("{relation}({}) :- {text}\n.", variables.join(", "));
    let first = whole(&[]);
    let (statements, mut faults) = typelog_reader::parse::parse(&first);
    let ways = rules(statements, &mut faults);
    let variables = variables(&ways);
    let mut load = |_: &str, _: &str| Err("a question includes no files".to_owned());
    let source = Source::new("question", whole(&variables));
    let (file, sources, faults) = read_with_included(source, &mut load);
    if faults.is_empty() {
        Ok(Question { file, sources, relation: relation.to_owned() })
    } else {
        Err((sources, faults))
    }
}

/// Returns the variables of all alternatives of a body, outside of aggregates.
fn variables(ways: &[Rule]) -> Vec<&str> {
    let mut known: Option<FxHashSet<&str>> = None;
    for rule in ways {
        let mut names = FxHashSet::default();
        names_of(&rule.body, &mut names);
        known = Some(match known {
            Some(before) => before.intersection(&names).copied().collect(),
            None => names,
        });
    }
    let known = known.unwrap_or_default();
    let mut variables: Vec<&str> = Vec::new();
    for rule in ways {
        each_variable(&rule.body, &mut |name, _| {
            if known.contains(name) && !name.starts_with('_') && !variables.contains(&name) {
                variables.push(name);
            }
        });
    }
    variables
}
