//! Profiles: the work of each rule and of each of its premises.

use std::time::{Duration, Instant};

use typelog_evaluator::{Indices, Tally};

use super::compiled::{Compiled, Condition, Rule};
use super::conditions::{Machine, Meanings};
use super::plan::{Planner, Step};
use super::run::Limit;
use crate::relations::Database;
use crate::source::Span;

/// The work of a run.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// That of each rule, in the order of the file.
    pub rules: Vec<RuleProfile>,
    /// The time of all else: rounds, plans, and indices for the joins.
    pub preparation: Duration,
    /// The time of the whole run.
    pub total: Duration,
}

/// The work of a rule.
#[derive(Clone, Debug)]
pub struct RuleProfile {
    /// The rule, by its place.
    pub rule: Span,
    /// The relation that it concludes.
    pub relation: String,
    /// How often it was run: a rule that depends on itself is run again while there are new rows.
    pub rounds: u32,
    /// The rows that are new by it.
    pub rows: u64,
    /// The time.
    pub time: Duration,
    /// Its premises, in the order in which they are written.
    pub premises: Vec<PremiseProfile>,
    /// A premise that hardly any row gets past.
    pub waste: Option<Waste>,
}

/// The work of a premise.
#[derive(Clone, Copy, Debug)]
pub struct PremiseProfile {
    /// Its place.
    pub span: Span,
    /// The rows that were met for it; of a condition, how often it was asked.
    pub tried: u64,
    /// Those that it holds for.
    pub kept: u64,
    /// Those that conditions which follow leave, of a join.
    left: u64,
    /// Holds if rows are met for it.
    is_join: bool,
}

/// A join of which fewer than one row in [`FEW`] is kept.
#[derive(Clone, Debug)]
pub struct Waste {
    /// The premise, by its number.
    pub premise: usize,
    /// The rows that are met for it.
    pub tried: u64,
    /// Those that are left by it and the conditions that follow it.
    pub kept: u64,
    /// An order of the premises in which fewer rows are met, and how many, if there is one.
    pub better: Option<(Vec<usize>, u64)>,
}

/// One row in how many a join should keep.
pub const FEW: u64 = 50;

/// Joins that meet fewer rows are never named.
const LEAST: u64 = 1_000;

impl Profile {
    /// The profile of rules that have not been run.
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

    /// The time of all rules.
    pub fn of_rules(&self) -> Duration {
        self.rules.iter().map(|rule| rule.time).sum()
    }

    /// Adds what a plan has met, whose steps meet these premises.
    pub(super) fn add(&mut self, rule: usize, order: &[usize], tallies: &[Tally]) {
        let premises = &mut self.rules[rule].premises;
        let mut join = None;
        for (at, (&premise, tally)) in order.iter().zip(tallies).enumerate() {
            premises[premise].tried += tally.tried;
            premises[premise].kept += tally.kept;
            if premises[premise].is_join {
                join = Some(premise);
            }
            // Conditions come right behind the join that they are about.
            let is_last = order.get(at + 1).is_none_or(|&next| premises[next].is_join);
            if let Some(join) = join.filter(|_| is_last) {
                premises[join].left += tally.kept;
            }
        }
    }

    /// Names the joins that keep few rows, and looks for better orders, over the rows that there are now.
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

/// The order of premises in which the fewest rows are met, if they are fewer than a number of rows. Each premise in turn comes
/// first.
fn better_order(rule: &Rule, below: u64, database: &mut Database, limit: Limit) -> Option<(Vec<usize>, u64)> {
    let (mut best, mut below) = (None, below);
    for (first, condition) in rule.body.iter().enumerate() {
        let Condition::Holds(relation, _) = condition else { continue };
        let mut indices = Indices::default();
        let (symbols, relations, types) = database.parts_mut();
        let mut planner = Planner { relations, indices: &mut indices };
        let (steps, order) = planner.in_order(&rule.body, vec![false; rule.slots], Some(first), false);
        planner.look_up_all(&rule.columns);
        indices.refresh(relations);
        let len = relations[relation.0 as usize].table.len() as u32;
        let meanings = Meanings { symbols, types, steps_left: below, most_text: limit.text };
        let mut machine = Machine::new(meanings, relations, &indices, rule.slots, 0..len);
        if machine.run(&steps, &mut |_| Ok(())).is_ok() {
            let met = below - machine.host.steps_left;
            best = Some((order, met));
            below = met;
        }
    }
    best
}

/// A clock that runs only where a profile is wanted.
pub(super) struct Clock(Option<Instant>);

impl Clock {
    pub fn start(is_wanted: bool) -> Self {
        Self(is_wanted.then(Instant::now))
    }

    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// The number of tallies that a plan needs.
pub(super) fn tallies(steps: &[Step], is_wanted: bool) -> Vec<Tally> {
    vec![Tally::default(); if is_wanted { steps.len() } else { 0 }]
}
