//! Profiles: the cost of each rule and of each of its premises.

use std::time::{Duration, Instant};

use typed_index_collections::ti_vec;

use typelog_evaluator::{Indices, Tally};

use super::compiled::{Compiled, Condition, Rule};
use super::conditions::{EvaluationContext, Machine};
use super::limit::Limit;
use super::plan::{Planner, Step};
use crate::relations::Database;
use crate::source::Span;

/// The profile of a run.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The profile of each rule, in the order of the file.
    pub rules: Vec<RuleProfile>,
    /// The time outside of rules: rounds, planning, and building indices for joins.
    pub preparation: Duration,
    /// The time of the whole run.
    pub total: Duration,
}

/// The profile of a rule.
#[derive(Clone, Debug)]
pub struct RuleProfile {
    /// The rule, by its place.
    pub rule: Span,
    /// The relation that it concludes.
    pub relation: String,
    /// The number of its runs: a recursive rule is run again while there are new rows.
    pub rounds: u32,
    /// The number of new rows that it derived.
    pub rows: u64,
    /// The time.
    pub time: Duration,
    /// Its premises, in the order in which they are written.
    pub premises: Vec<PremiseProfile>,
    /// A join that discards nearly all of its rows.
    pub waste: Option<Waste>,
}

/// The profile of a premise.
#[derive(Clone, Copy, Debug)]
pub struct PremiseProfile {
    /// Its place.
    pub span: Span,
    /// For a join, the number of rows visited; for a condition, the number of evaluations.
    pub tried: u64,
    /// The number of those for which the premise holds.
    pub kept: u64,
    /// For a join, the number of rows that also pass the conditions after it.
    left: u64,
    /// Holds if the premise is a join over a relation's rows.
    is_join: bool,
}

/// A join that keeps fewer than one row in [`FEW`].
#[derive(Clone, Debug)]
pub struct Waste {
    /// The index of the premise.
    pub premise: usize,
    /// The number of rows visited.
    pub tried: u64,
    /// The number of rows that pass the join and the conditions after it.
    pub kept: u64,
    /// A cheaper order of the premises, with the number of rows it visits, if one was found.
    pub better: Option<(Vec<usize>, u64)>,
}

/// The selectivity below which a join is reported: one row kept in so many.
pub const FEW: u64 = 50;

/// Joins that visit fewer rows are never reported.
const LEAST: u64 = 1_000;

impl Profile {
    /// Creates the profile of rules that have not been run.
    pub(super) fn new(compiled: &Compiled, database: &Database) -> Self {
        let rule = |rule: &Rule| RuleProfile {
            rule: rule.span,
            relation: database.relation(rule.head).schema.name.clone(),
            rounds: 0,
            rows: 0,
            time: Duration::ZERO,
            premises: rule
                .places
                .iter()
                .zip(&rule.body)
                .map(|(&span, condition)| PremiseProfile {
                    span,
                    tried: 0,
                    kept: 0,
                    left: 0,
                    is_join: matches!(condition, Condition::Holds(..) | Condition::Each { .. }),
                })
                .collect(),
            waste: None,
        };
        Self { rules: compiled.rules.iter().map(rule).collect(), ..Self::default() }
    }

    /// Returns the total time of all rules.
    pub fn of_rules(&self) -> Duration {
        self.rules.iter().map(|rule| rule.time).sum()
    }

    /// Adds the tallies of a plan; `order` maps its steps to premises.
    pub(super) fn add(&mut self, rule: usize, order: &[usize], tallies: &[Tally]) {
        let premises = &mut self.rules[rule].premises;
        let mut join = None;
        for (at, (&premise, tally)) in order.iter().zip(tallies).enumerate() {
            premises[premise].tried += tally.tried;
            premises[premise].kept += tally.kept;
            if premises[premise].is_join {
                join = Some(premise);
            }
            // Conditions come directly after the join that they filter.
            let is_last = order.get(at + 1).is_none_or(|&next| premises[next].is_join);
            if let Some(join) = join.filter(|_| is_last) {
                premises[join].left += tally.kept;
            }
        }
    }

    /// Finds the joins that keep few rows, and searches for cheaper orders over the current rows.
    pub(super) fn name_waste(&mut self, compiled: &Compiled, database: &mut Database, limit: Limit) {
        for (profile, rule) in self.rules.iter_mut().zip(&compiled.rules) {
            let joins = profile.premises.iter().enumerate().filter(|(_, premise)| premise.is_join);
            let wasted = joins.filter(|(_, premise)| premise.tried >= LEAST && premise.left * FEW < premise.tried);
            let Some((premise, found)) = wasted.max_by_key(|(_, premise)| premise.tried) else { continue };
            let (tried, kept) = (found.tried, found.left);
            let all: u64 = profile.premises.iter().filter(|premise| premise.is_join).map(|premise| premise.tried).sum();
            let better = better_order(rule, all / 2, database, limit);
            profile.waste = Some(Waste { premise, tried, kept, better });
        }
    }
}

/// Returns the premise order that visits the fewest rows, if these are fewer than `below`. It tries each premise as the first.
fn better_order(rule: &Rule, below: u64, database: &mut Database, limit: Limit) -> Option<(Vec<usize>, u64)> {
    let (mut best, mut below) = (None, below);
    for (first, condition) in rule.body.iter().enumerate() {
        let Condition::Holds(relation, _) = condition else { continue };
        let mut indices = Indices::default();
        let (symbols, relations, types) = database.parts_mut();
        let mut planner = Planner { relations, indices: &mut indices };
        let (steps, order) = planner.in_order(&rule.body, ti_vec![false; rule.slots], Some(first), false);
        planner.look_up_all(&rule.columns);
        indices.refresh(relations);
        let len = relations[*relation].table.len() as u32;
        let context = EvaluationContext { symbols, types, steps_left: below, most_text: limit.text };
        let mut machine = Machine::new(context, relations, &indices, rule.slots, 0..len);
        if machine.run(&steps, &mut |_| Ok(())).is_ok() {
            let met = below - machine.host.steps_left;
            best = Some((order, met));
            below = met;
        }
    }
    best
}

/// A clock that runs only while profiling.
pub(super) struct Clock(Option<Instant>);

impl Clock {
    pub fn start(is_wanted: bool) -> Self {
        Self(is_wanted.then(Instant::now))
    }

    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// Returns zeroed tallies for the steps of a plan; none without profiling.
pub(super) fn tallies(steps: &[Step], is_wanted: bool) -> Vec<Tally> {
    vec![Tally::default(); if is_wanted { steps.len() } else { 0 }]
}
