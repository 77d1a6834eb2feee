//! Derivations as data: each conclusion about a program with its rule and its premises.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::explanation::{Explainable, Explainer, Origin};
use super::rerun::Rerun;
use crate::builtins::trace::{Row, Value};
use crate::program::{Place, Program};
use crate::types::Interner;

/// A row: its relation, and its text.
pub type RowText = (&'static str, String);

/// A conclusion of a rule, with its premises.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The conclusion.
    pub row: RowText,
    /// The first expression in the row.
    pub about: Option<Place>,
    /// The rule.
    pub rule: &'static str,
    /// The height of its minimal proof, down to the facts of all definitions.
    pub height: u32,
    /// The premises.
    pub premises: Vec<RowText>,
}

/// Returns all conclusions about a program, definition by definition, each row once, with its minimal proof. Each definition is
/// typed again.
pub fn reasons(of: Explainable<'_>, types: &mut Interner) -> Vec<Reason> {
    let mut all = Vec::new();
    let mut heights: FxHashMap<RowText, u32> = FxHashMap::default();
    for origin in origins(of) {
        let run = Explainer::new(of, types).run(origin);
        let text = |row: &Row| row_text(&run, row, of.program, types);
        let mut rows: Vec<(u32, &Row)> = run.derivations.concluded();
        rows.sort();
        for (_, row) in rows {
            let Some((found, rule, premises)) = run.derivations.step(row) else { continue };
            let own = text(found);
            if rule.is_empty() || heights.contains_key(&own) {
                continue;
            }
            let premises: BTreeSet<RowText> = premises
                .into_iter()
                .map(|premise| {
                    let (relation, said) = text(premise);
                    let is_linked = run.definition_behind(premise).is_some();
                    (if is_linked { "binds" } else { relation }, said)
                })
                .collect();
            let premises: Vec<RowText> = premises.into_iter().filter(|premise| *premise != own).collect();
            let height = 1 + premises.iter().filter_map(|premise| heights.get(premise)).max().copied().unwrap_or(0);
            heights.insert(own.clone(), height);
            all.push(Reason { row: own, about: about(&run, found), rule, height, premises });
        }
    }
    all
}

/// The number of rows concluded about a program.
#[derive(Clone, Debug, Default)]
pub struct RowCounts {
    /// The number of rows of each relation.
    pub of_relations: BTreeMap<&'static str, usize>,
    /// The number of rows whose minimal proof ends with a rule, by rule.
    pub of_rules: BTreeMap<&'static str, usize>,
}

/// Counts the distinct rows concluded about a program. Each definition is typed again.
pub fn row_counts(of: Explainable<'_>, types: &mut Interner) -> RowCounts {
    let (mut counts, mut known) = (RowCounts::default(), BTreeSet::new());
    for origin in origins(of) {
        let run = Explainer::new(of, types).run(origin);
        for (_, row) in run.derivations.concluded() {
            let Some((found, rule, _)) = run.derivations.step(row) else { continue };
            let own = row_text(&run, found, of.program, types);
            if known.contains(&own) {
                continue;
            }
            *counts.of_relations.entry(own.0).or_default() += 1;
            if !rule.is_empty() {
                *counts.of_rules.entry(rule).or_default() += 1;
            }
            known.insert(own);
        }
    }
    counts
}

/// Returns the runs of the rules over a program.
fn origins(of: Explainable<'_>) -> impl Iterator<Item = Origin> {
    let assignments = of.program.is_modelled.then_some(Origin::Assignments);
    of.inference.order().iter().map(|&id| Origin::Definition(id)).chain(assignments)
}

/// Returns the number of conclusions of each rule that proofs show.
pub fn fired(reasons: &[Reason]) -> BTreeMap<&'static str, usize> {
    let mut fired = BTreeMap::new();
    for reason in reasons {
        *fired.entry(reason.rule).or_default() += 1;
    }
    fired
}

fn about(run: &Rerun, row: &Row) -> Option<Place> {
    row.cells.iter().find_map(|cell| match cell {
        Value::Expression(e) => run.place_of(*e),
        _ => None,
    })
}

/// Renders a row as a judgment, with the place of its first expression, which distinguishes it from rows with the same text.
fn row_text(run: &Rerun, row: &Row, program: &Program, types: &Interner) -> RowText {
    let judgment = run.judgment(row, types);
    let text = match about(run, row) {
        Some(place) => {
            let file = program.file(place.file);
            let position = file.source.position(file.tree.span(place.node).start);
            format!("{judgment}   {}:{}:{}", file.source.name, position.line, position.column)
        }
        None => judgment,
    };
    (row.relation, text)
}
