//! The machine that goes through a plan, one way to meet its conditions after the other.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::builtins::{Function, Predicate};
use super::compiled::{Aggregate, Expr, Fold, Slot};
use super::index::Indices;
use super::plan::{Match, Source, Step};
use super::syntax::{Comparison, Operator};
use super::words::Asked;
use crate::relations::{Cell, Relation, RelationId, Symbols, Table, TypeIds, count};

/// The length of text, in bytes, that takes about as long to read as a row to visit.
const BYTES_A_STEP: usize = 16;

/// Why a plan is not gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// There are too many rows.
    TooMany,
    /// There are too many steps.
    TooLong,
    /// The rows are too large together.
    TooLarge,
    /// There is too much text.
    TooMuchText,
    /// A number is too large.
    Overflow,
    /// A number is divided by zero.
    DivisionByZero,
    /// The types to ask about are not at hand.
    NoTypes,
    /// What was looked for has been found.
    Enough,
}

/// The continuation that is called for each way to meet the conditions.
pub(super) type Sink<'s, 'a> = dyn FnMut(&mut Machine<'a>) -> Result<(), Interrupt> + 's;

/// The variables of a rule, and the tables it reads.
pub(super) struct Machine<'a> {
    relations: &'a [Relation],
    symbols: &'a mut Symbols,
    types: Option<&'a mut TypeIds>,
    indices: &'a Indices,
    slots: Vec<Cell>,
    /// The rows that a first scan goes through.
    range: Range<u32>,
    /// Keys of the steps on the way, one behind the other.
    keys: Vec<Cell>,
    /// The number of rows that may still be visited.
    steps_left: u64,
    /// The largest total size of texts, in bytes.
    most_text: usize,
    /// The counts of each step of the plan, if they are wanted.
    tallies: Vec<Tally>,
    /// The number of aggregates on the way, whose steps are not tallied.
    inside: u32,
}

/// The counts of a step of a plan.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// The rows that were met; of a condition, how often it was asked.
    pub tried: u64,
    /// Those that went on.
    pub kept: u64,
}

impl<'a> Machine<'a> {
    pub fn new(
        (symbols, relations, types): (&'a mut Symbols, &'a [Relation], Option<&'a mut TypeIds>),
        indices: &'a Indices,
        slots: usize,
        range: Range<u32>,
        (steps_left, most_text): (u64, usize),
    ) -> Self {
        let (slots, keys) = (vec![0; slots], Vec::new());
        let (tallies, inside) = (Vec::new(), 0);
        Self { relations, symbols, types, indices, slots, range, keys, steps_left, most_text, tallies, inside }
    }

    /// Tallies what each step meets, where there are tallies for all steps of the plan.
    pub fn tally(&mut self, tallies: Vec<Tally>) {
        self.tallies = tallies;
    }

    /// The counts of each step.
    pub fn take_tallies(&mut self) -> Vec<Tally> {
        std::mem::take(&mut self.tallies)
    }

    #[inline]
    fn count(&mut self, steps: usize, is_kept: bool) {
        if self.tallies.is_empty() || self.inside > 0 {
            return;
        }
        let at = self.tallies.len().wrapping_sub(steps);
        if let Some(tally) = self.tallies.get_mut(at) {
            tally.tried += 1;
            tally.kept += u64::from(is_kept);
        }
    }

    /// The number of rows that may still be visited.
    pub fn steps_left(&self) -> u64 {
        self.steps_left
    }

    /// Counts a row that is met.
    #[inline]
    fn step(&mut self) -> Result<(), Interrupt> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Interrupt::TooLong)?;
        Ok(())
    }

    /// Counts text that is read or made, in bytes.
    fn read(&mut self, bytes: usize) -> Result<(), Interrupt> {
        self.steps_left = self.steps_left.checked_sub((bytes / BYTES_A_STEP) as u64).ok_or(Interrupt::TooLong)?;
        Ok(())
    }

    /// Gives a variable a value before the plan is gone through.
    pub fn give(&mut self, slot: Slot, cell: Cell) {
        self.slots[slot.0 as usize] = cell;
    }

    /// The value of a variable.
    pub fn slot(&self, slot: Slot) -> Cell {
        self.slots[slot.0 as usize]
    }

    /// The rows of a relation.
    pub fn table(&self, relation: RelationId) -> &'a Table {
        &self.relations[relation.0 as usize].table
    }

    /// Calls `sink` for each way to go through the steps.
    pub fn run(&mut self, steps: &[Step], is_first: bool, sink: &mut Sink<'_, 'a>) -> Result<(), Interrupt> {
        let Some((step, rest)) = steps.split_first() else { return sink(self) };
        let goes_on = match step {
            Step::Scan(relation, matches) => {
                let table = self.table(*relation);
                let range = if is_first { self.range.clone() } else { 0..table.len() as u32 };
                for at in range {
                    self.step()?;
                    let is_kept = self.matches(matches, table.row(at));
                    self.count(steps.len(), is_kept);
                    if is_kept {
                        self.run(rest, false, sink)?;
                    }
                }
                return Ok(());
            }
            Step::Probe { relation, index, key, matches } => {
                let table = self.table(*relation);
                let mut next = self.with_key(key, |machine, key| machine.indices.first(*index, table, key));
                while let Some(at) = next {
                    self.step()?;
                    let is_kept = self.matches(matches, table.row(at));
                    self.count(steps.len(), is_kept);
                    if is_kept {
                        self.run(rest, false, sink)?;
                    }
                    next = self.indices.next(*index, at);
                }
                return Ok(());
            }
            Step::Contains(relation, key) => {
                let table = self.table(*relation);
                self.with_key(key, |_, key| table.contains(key))
            }
            Step::Lacks(relation, key) => {
                let table = self.table(*relation);
                self.with_key(key, |_, key| !table.contains(key))
            }
            Step::LacksKey { relation, index, key } => {
                let table = self.table(*relation);
                self.with_key(key, |machine, key| machine.indices.first(*index, table, key).is_none())
            }
            Step::IsEmpty(relation) => self.table(*relation).is_empty(),
            Step::Assign(slot, value) => match self.value(value)? {
                Some(cell) => {
                    self.slots[slot.0 as usize] = cell;
                    true
                }
                None => false,
            },
            Step::Compare { comparison, left, right, is_text } => match (self.value(left)?, self.value(right)?) {
                (Some(left), Some(right)) => self.compares(*comparison, left, right, *is_text),
                _ => false,
            },
            Step::Each { element, asked, arguments, is_bound } => {
                for cell in self.each(asked, arguments)? {
                    self.step()?;
                    let slot = element.0 as usize;
                    let is_kept = !*is_bound || self.slots[slot] == cell;
                    self.count(steps.len(), is_kept);
                    if !is_kept {
                        continue;
                    }
                    self.slots[slot] = cell;
                    self.run(rest, false, sink)?;
                }
                return Ok(());
            }
            Step::Test { predicate, arguments, is_negated } => {
                self.test(predicate, arguments)?.is_some_and(|holds| holds != *is_negated)
            }
            Step::Aggregate { aggregate, steps, is_bound } => self.aggregate(aggregate, steps, *is_bound)?,
        };
        self.count(steps.len(), goes_on);
        if goes_on { self.run(rest, false, sink) } else { Ok(()) }
    }

    #[inline]
    fn matches(&mut self, matches: &[(usize, Match)], row: &[Cell]) -> bool {
        matches.iter().all(|&(at, found)| match found {
            Match::Bind(slot) => {
                self.slots[slot.0 as usize] = row[at];
                true
            }
            Match::Same(slot) => self.slots[slot.0 as usize] == row[at],
            Match::Constant(cell) => cell == row[at],
        })
    }

    /// Calls `use_key` with the cells of a key.
    #[inline]
    fn with_key<R>(&mut self, key: &[Source], use_key: impl FnOnce(&Self, &[Cell]) -> R) -> R {
        let mut cells = std::mem::take(&mut self.keys);
        cells.clear();
        cells.extend(key.iter().map(|source| match *source {
            Source::Slot(slot) => self.slots[slot.0 as usize],
            Source::Constant(cell) => cell,
        }));
        let result = use_key(self, &cells);
        self.keys = cells;
        result
    }

    /// The value of an expression, if it has one.
    pub fn value(&mut self, expr: &Expr) -> Result<Option<Cell>, Interrupt> {
        match expr {
            Expr::Slot(slot) => Ok(Some(self.slots[slot.0 as usize])),
            Expr::Constant(cell) => Ok(Some(*cell)),
            Expr::Arithmetic(operator, left, right) => match (self.value(left)?, self.value(right)?) {
                (Some(left), Some(right)) => arithmetic(*operator, left, right).map(Some),
                _ => Ok(None),
            },
            Expr::Call(function, arguments) => {
                let Some(arguments) = self.values(arguments)? else { return Ok(None) };
                if let Function::Lookup(relation, column) = function {
                    return Ok(self.look_up(*relation, *column, arguments[0]));
                }
                let value = if let Function::Ask(asked) = function {
                    self.step()?;
                    let types = self.types.as_deref_mut().ok_or(Interrupt::NoTypes)?;
                    asked.value(types, self.symbols, &arguments)
                } else {
                    let work = function.work(self.symbols, &arguments);
                    self.read(work)?;
                    let is_made = !matches!(function, Function::Length | Function::ToNumber);
                    if is_made && work > self.most_text.saturating_sub(self.symbols.bytes()) {
                        return Err(Interrupt::TooMuchText);
                    }
                    function.apply(self.symbols, &arguments)
                };
                if self.symbols.bytes() > self.most_text { Err(Interrupt::TooMuchText) } else { Ok(value) }
            }
        }
    }

    fn values(&mut self, exprs: &[Expr]) -> Result<Option<Vec<Cell>>, Interrupt> {
        let mut values = Vec::with_capacity(exprs.len());
        for expr in exprs {
            match self.value(expr)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// The values that a word gives.
    fn each(&mut self, asked: &Asked, arguments: &[Expr]) -> Result<Vec<Cell>, Interrupt> {
        let Some(arguments) = self.values(arguments)? else { return Ok(Vec::new()) };
        let types = self.types.as_deref_mut().ok_or(Interrupt::NoTypes)?;
        Ok(asked.values(types, self.symbols, &arguments))
    }

    fn look_up(&self, relation: RelationId, column: usize, id: Cell) -> Option<Cell> {
        let table = self.table(relation);
        let Some(at) = self.indices.first(self.indices.by_first(relation)?, table, &[id]) else {
            // The types that rules have made have no rows yet. Only `type` is looked up by ids that may be new.
            return self.types.as_deref()?.new_row(id)?.get(column).copied();
        };
        Some(table.row(at)[column])
    }

    fn test(&mut self, predicate: &Predicate, arguments: &[Expr]) -> Result<Option<bool>, Interrupt> {
        let Some(mut arguments) = self.values(arguments)? else { return Ok(None) };
        if let Predicate::Ask(asked) = predicate {
            self.step()?;
            let types = self.types.as_deref_mut().ok_or(Interrupt::NoTypes)?;
            return Ok(asked.holds(types, self.symbols, &arguments));
        }
        if let Predicate::Is(relation, column, _) = predicate {
            match self.look_up(*relation, *column, arguments[0]) {
                Some(found) => arguments[0] = found,
                None => return Ok(None),
            }
        }
        self.read(predicate.work(self.symbols, &arguments))?;
        Ok(Some(predicate.holds(self.symbols, &arguments)))
    }

    fn compares(&self, comparison: Comparison, left: Cell, right: Cell, is_text: bool) -> bool {
        match comparison {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => self.order(left, right, is_text).is_lt(),
            Comparison::LessEqual => self.order(left, right, is_text).is_le(),
            Comparison::Greater => self.order(left, right, is_text).is_gt(),
            Comparison::GreaterEqual => self.order(left, right, is_text).is_ge(),
        }
    }

    fn order(&self, left: Cell, right: Cell, is_text: bool) -> Ordering {
        if is_text { self.symbols.text(left).cmp(self.symbols.text(right)) } else { left.cmp(&right) }
    }

    /// Gives the result of an aggregate its value, or compares it. Holds if there is one, and it is the same.
    fn aggregate(&mut self, aggregate: &Aggregate, steps: &[Step], is_bound: bool) -> Result<bool, Interrupt> {
        let mut seen: FxHashSet<Vec<Cell>> = FxHashSet::default();
        let mut values: BTreeSet<Cell> = BTreeSet::new();
        let mut sum: Cell = 0;
        let outside = self.slots.clone();
        self.inside += 1;
        self.run(steps, false, &mut |machine| {
            let value = match &aggregate.of {
                Some(of) => machine.value(of)?,
                None => Some(0),
            };
            let Some(value) = value else { return Ok(()) };
            let ways = || aggregate.local.iter().map(|slot| machine.slots[slot.0 as usize]).collect();
            match (aggregate.fold, &aggregate.of) {
                (Fold::Count, None) => {
                    seen.insert(ways());
                }
                (Fold::Sum, _) => {
                    if seen.insert(ways()) {
                        sum = sum.checked_add(value).ok_or(Interrupt::Overflow)?;
                    }
                }
                (Fold::Count | Fold::Min | Fold::Max, _) => {
                    values.insert(value);
                }
            }
            Ok(())
        })?;
        self.inside -= 1;
        self.slots = outside;
        let is_text = aggregate.is_text;
        let result = match (aggregate.fold, &aggregate.of) {
            (Fold::Count, None) => Some(count(seen.len())),
            (Fold::Count, Some(_)) => Some(count(values.len())),
            (Fold::Sum, _) => Some(sum),
            (Fold::Min, _) => values.into_iter().min_by(|&a, &b| self.order(a, b, is_text)),
            (Fold::Max, _) => values.into_iter().max_by(|&a, &b| self.order(a, b, is_text)),
        };
        let Some(result) = result else { return Ok(false) };
        let slot = aggregate.result.0 as usize;
        if is_bound {
            return Ok(self.slots[slot] == result);
        }
        self.slots[slot] = result;
        Ok(true)
    }
}

fn arithmetic(operator: Operator, left: Cell, right: Cell) -> Result<Cell, Interrupt> {
    let result = match operator {
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => left.checked_mul(right),
        Operator::Divide | Operator::Modulo if right == 0 => return Err(Interrupt::DivisionByZero),
        Operator::Divide => left.checked_div(right),
        Operator::Modulo => left.checked_rem(right),
    };
    result.ok_or(Interrupt::Overflow)
}
