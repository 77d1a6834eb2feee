//! Semi-naive evaluation, stratum by stratum.
//!
//! In each round, a rule runs once for each premise whose relation its own stratum derives: with the rows that the previous round
//! added to that relation, and all rows of the others.

use std::ops::Range;

use rustc_hash::FxHashMap;
use typed_index_collections::ti_vec;
use typelog_evaluator::{Batches, Group, Indices, PlanEvaluator, fixpoint, store};

use super::compiled::{Compiled, Condition, Rule};
use super::conditions::{Evaluate, EvaluationContext, Interrupt, Machine};
use super::limit::Limit;
use super::plan::{Planner, Step};
use super::profile::{Clock, Profile, tallies};
use super::syntax::Fault;
use super::why::History;
use crate::relations::{Cell, Database, RelationId};
use crate::source::Span;

/// Runs rules over the database for which they were compiled. Returns the history that explains rows.
///
/// # Errors
/// A rule that exceeds a limit, or computes a number of more than 64 bits.
pub fn run(compiled: &Compiled, database: &mut Database, limit: Limit) -> Result<History, Fault> {
    run_with_progress(compiled, database, limit, &|_| ())
}

/// As [`run`]; calls `tell` with the span of each rule that starts to run.
///
/// # Errors
/// As [`run`].
pub fn run_with_progress(
    compiled: &Compiled,
    database: &mut Database,
    limit: Limit,
    tell: &dyn Fn(Span),
) -> Result<History, Fault> {
    run_with(compiled, database, limit, None, tell).0
}

/// As [`run`], with the cost of each rule and premise.
pub fn run_profiled(compiled: &Compiled, database: &mut Database, limit: Limit) -> (Result<History, Fault>, Profile) {
    let clock = Clock::start(true);
    let profile = Profile::new(compiled, database);
    let (outcome, profile) = run_with(compiled, database, limit, Some(profile), &|_| ());
    let mut profile = profile.unwrap_or_default();
    profile.total = clock.elapsed();
    profile.name_waste(compiled, database, limit);
    (outcome, profile)
}

fn run_with(
    compiled: &Compiled,
    database: &mut Database,
    limit: Limit,
    profile: Option<Profile>,
    tell: &dyn Fn(Span),
) -> (Result<History, Fault>, Option<Profile>) {
    let (left, bytes_left, steps_left) = (limit.rows, limit.bytes, limit.steps);
    let (indices, history) = (Indices::default(), History::default());
    let mut runner =
        Runner { compiled, database, indices, left, bytes_left, steps_left, limit, history, profile, tell };
    let clock = Clock::start(runner.profile.is_some());
    let outcome = compiled.strata.iter().try_for_each(|group| runner.group(group));
    if let Some(profile) = &mut runner.profile {
        profile.preparation = clock.elapsed().saturating_sub(profile.of_rules());
    }
    let (history, profile) = (runner.history, runner.profile);
    list_new_types(database);
    (outcome.map(|()| history), profile)
}

/// Adds rows to `type` for the types that the rules have built, so that their ids have a meaning.
fn list_new_types(database: &mut Database) {
    let rows = database.types.as_ref().map(|types| types.new_rows().to_vec()).unwrap_or_default();
    if let Some(relation) = database.find("type") {
        for row in &rows {
            database.table_mut(relation).insert(row);
        }
    }
}

struct Runner<'a> {
    compiled: &'a Compiled,
    database: &'a mut Database,
    indices: Indices,
    /// The number of rows that may still be added.
    left: usize,
    /// The number of bytes that may still be added.
    bytes_left: usize,
    /// The number of rows that may still be visited.
    steps_left: u64,
    limit: Limit,
    /// The batches of derived rows.
    history: History,
    /// The profile, if it was requested.
    profile: Option<Profile>,
    /// The callback for a rule that starts to run.
    tell: &'a dyn Fn(Span),
}

/// A rule with a plan.
struct Planned<'a> {
    rule: &'a Rule,
    /// The index of the rule.
    number: usize,
    /// The condition of each step.
    order: Vec<usize>,
    /// The relation whose new rows are scanned first, if any, by its index in the stratum.
    delta: Option<usize>,
    steps: Vec<Step>,
}

impl<'c> PlanEvaluator for Runner<'c> {
    type Plan = Planned<'c>;
    type Stop = Fault;

    fn len(&self, relation: RelationId) -> u32 {
        self.database.relation(relation).table.len() as u32
    }

    fn delta(plan: &Planned<'c>) -> Option<usize> {
        plan.delta
    }

    fn round(
        &mut self,
        plans: &[Planned<'c>],
        new_rows: &dyn Fn(&Planned<'c>) -> Option<Range<u32>>,
    ) -> Result<(), Fault> {
        let (_, relations, _) = self.database.parts_mut();
        self.indices.refresh(relations);
        let mut rows = Vec::new();
        for planned in plans {
            (self.tell)(planned.rule.span);
            let clock = Clock::start(self.profile.is_some());
            let mut batches = Batches::new(&planned.steps, new_rows(planned), |relation| self.len(relation));
            let mut found = 0;
            while let Some(range) = batches.next(found) {
                found = self.batch(planned, range, &mut rows)?;
            }
            if let Some(profile) = &mut self.profile {
                let of_rule = &mut profile.rules[planned.number];
                of_rule.time += clock.elapsed();
                of_rule.rounds += 1;
            }
        }
        Ok(())
    }
}

impl<'c> Runner<'c> {
    fn group(&mut self, group: &Group) -> Result<(), Fault> {
        let compiled = self.compiled;
        let rules = || group.rules.iter().map(|&at| (at, &compiled.rules[at]));
        let mut heads: Vec<RelationId> = Vec::new();
        let mut places: FxHashMap<RelationId, usize> = FxHashMap::default();
        for (_, rule) in rules() {
            places.entry(rule.head).or_insert_with(|| {
                heads.push(rule.head);
                heads.len() - 1
            });
        }
        let recursive = |condition: &Condition| match condition {
            Condition::Holds(relation, _) => places.get(relation).copied(),
            _ => None,
        };
        let is_recursive = |rule: &Rule| rule.body.iter().any(|condition| recursive(condition).is_some());
        let once: Vec<Planned<'_>> =
            rules().filter(|(_, rule)| !is_recursive(rule)).map(|rule| self.plan(rule, None)).collect();
        self.round(&once, &|_| None)?;
        drop(once);
        let mut again: Vec<Planned<'_>> = Vec::new();
        for (number, rule) in rules() {
            for (at, condition) in rule.body.iter().enumerate() {
                if let Some(delta) = recursive(condition) {
                    again.push(Planned { delta: Some(delta), ..self.plan((number, rule), Some(at)) });
                }
            }
        }
        fixpoint(self, &heads, &again)
    }

    fn plan(&mut self, (number, rule): (usize, &'c Rule), first: Option<usize>) -> Planned<'c> {
        let (_, relations, _) = self.database.parts_mut();
        let mut planner = Planner { relations, indices: &mut self.indices };
        let (steps, order) = planner.in_order(&rule.body, ti_vec![false; rule.slots], first, rule.is_written);
        planner.look_up_all(&rule.columns);
        Planned { rule, number, order, delta: None, steps }
    }

    /// Executes a plan over a range of its first relation, stores the conclusions, and counts them.
    fn batch(&mut self, planned: &Planned<'_>, range: Range<u32>, rows: &mut Vec<Cell>) -> Result<usize, Fault> {
        let (rule, arity) = (planned.rule, planned.rule.columns.len());
        rows.clear();
        let mut found = 0_usize;
        let (symbols, relations, types) = self.database.parts_mut();
        let context = EvaluationContext { symbols, types, steps_left: self.steps_left, most_text: self.limit.text };
        let mut machine = Machine::new(context, relations, &self.indices, rule.slots, range);
        let size = arity.max(1) * size_of::<Cell>();
        let (left, most) = (self.left, self.bytes_left / size);
        let limit = Batches::most(left.min(most));
        machine.tally(tallies(&planned.steps, self.profile.is_some()));
        let outcome = machine.run(&planned.steps, &mut |machine| {
            found += 1;
            let start = rows.len();
            for column in &rule.columns {
                let Some(cell) = machine.value(column)? else {
                    rows.truncate(start);
                    found -= 1;
                    return Ok(());
                };
                rows.push(cell);
            }
            match found > limit {
                true if most < left => Err(Interrupt::TooLarge),
                true => Err(Interrupt::TooMany),
                false => Ok(()),
            }
        });
        self.steps_left = machine.host.steps_left;
        let tallies = machine.take_tallies();
        if let Some(profile) = &mut self.profile {
            profile.add(planned.number, &planned.order, &tallies);
        }
        outcome.map_err(|interrupt| self.fault(rule, interrupt))?;
        let table = self.database.table_mut(rule.head);
        let before = table.len();
        let added = store(table, rows, found);
        if added > 0 {
            self.history.begin(rule.head, before as u32);
        }
        if let Some(profile) = &mut self.profile {
            profile.rules[planned.number].rows += added as u64;
        }
        self.left = self.left.checked_sub(added).ok_or_else(|| self.fault(rule, Interrupt::TooMany))?;
        let bytes = self.bytes_left.checked_sub(added * size);
        self.bytes_left = bytes.ok_or_else(|| self.fault(rule, Interrupt::TooLarge))?;
        Ok(found)
    }

    fn fault(&self, rule: &Rule, interrupt: Interrupt) -> Fault {
        match interrupt {
            Interrupt::TooMany => {
                let message = format!("the rules derive more than {} rows", self.limit.rows);
                Fault::new("too-many-rows", rule.span, message).help(Some(endless("--max-rows")))
            }
            Interrupt::TooLong => {
                let message = format!("the rules visit more than {} rows", self.limit.steps);
                let help = "premises without a common variable form a cross product";
                Fault::new("too-many-steps", rule.span, message)
                    .help(Some(format!("{help}; `--max-steps` allows more")))
            }
            Interrupt::TooLarge => {
                let message = format!("the derived rows exceed {} bytes", self.limit.bytes);
                Fault::new("too-many-rows", rule.span, message).help(Some(endless("--max-row-bytes")))
            }
            Interrupt::TooMuchText => {
                let message = format!("the texts of the programs and rules exceed {} bytes", self.limit.text);
                Fault::new("too-much-text", rule.span, message).help(Some(endless("--max-text")))
            }
            Interrupt::Overflow => Fault::new("overflow", rule.span, "a number needs more than 64 bits"),
            Interrupt::NoTypes | Interrupt::Enough => {
                let message = "judgments about types cannot be asked over programs with different settings";
                let help = "run the rules over the programs of one `typelog.toml` at a time".to_owned();
                Fault::new("no-types", rule.span, message).help(Some(help))
            }
            Interrupt::DivisionByZero => Fault::new("division-by-zero", rule.span, "division by zero"),
        }
    }
}

fn endless(option: &str) -> String {
    format!("a rule that computes new numbers or texts from its own results may not terminate; `{option}` allows more")
}
