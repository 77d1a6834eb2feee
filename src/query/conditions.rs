//! The evaluation of expressions, builtins, comparisons and aggregates in rules.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use typelog_evaluator::{Host, Sink};

use super::book_builtins::JudgmentCall;
use super::builtins::{Function, Predicate};
use super::compiled::{Aggregate, Expr, Fold};
use super::plan::{Action, Step};
use super::syntax::{Comparison, Operator};
use crate::relations::{Cell, Relation, RelationId, Symbols, TypeIds, count};

/// The length of text, in bytes, that costs about as much to read as visiting one row.
const BYTES_A_STEP: usize = 16;

/// The reason why the evaluation of a plan stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// The row limit is exceeded.
    TooMany,
    /// The step limit is exceeded.
    TooLong,
    /// The limit on the total size of rows is exceeded.
    TooLarge,
    /// The limit on the total size of texts is exceeded.
    TooMuchText,
    /// A number overflows.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// The database was built without types, and a rule asks about them.
    NoTypes,
    /// The caller has found enough.
    Enough,
}

/// The machine that executes plans of user rules.
pub(super) type Machine<'a> = typelog_evaluator::Machine<'a, EvaluationContext<'a>>;

/// The symbols and types behind cells, and the remaining budget.
pub(super) struct EvaluationContext<'a> {
    pub symbols: &'a mut Symbols,
    pub types: Option<&'a mut TypeIds>,
    /// The number of rows that may still be visited.
    pub steps_left: u64,
    /// The largest total size of texts, in bytes.
    pub most_text: usize,
}

impl EvaluationContext<'_> {
    /// Charges the step budget for text that is read or built, in bytes.
    fn read(&mut self, bytes: usize) -> Result<(), Interrupt> {
        self.steps_left = self.steps_left.checked_sub((bytes / BYTES_A_STEP) as u64).ok_or(Interrupt::TooLong)?;
        Ok(())
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
}

impl Host for EvaluationContext<'_> {
    type Step = Action;
    type Relation = Relation;
    type Interrupt = Interrupt;

    #[inline]
    fn visit(&mut self) -> Result<(), Interrupt> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Interrupt::TooLong)?;
        Ok(())
    }

    fn meet<'a>(
        machine: &mut typelog_evaluator::Machine<'a, Self>,
        step: &Action,
        rest: &[Step],
        sink: &mut Sink<'_, 'a, Self>,
    ) -> Result<(), Interrupt> {
        let is_met = match step {
            Action::Assign(slot, value) => match machine.value(value)? {
                Some(cell) => {
                    machine.give(*slot, cell);
                    true
                }
                None => false,
            },
            Action::Compare { comparison, left, right, is_text } => match (machine.value(left)?, machine.value(right)?)
            {
                (Some(left), Some(right)) => machine.host.compares(*comparison, left, right, *is_text),
                _ => false,
            },
            Action::Each { element, asked, arguments, is_bound } => {
                for cell in machine.each(asked, arguments)? {
                    machine.host.visit()?;
                    let is_kept = !*is_bound || machine.slot(*element) == cell;
                    if is_kept {
                        machine.give(*element, cell);
                    }
                    machine.go_on(is_kept, rest, sink)?;
                }
                return Ok(());
            }
            Action::Test { predicate, arguments, is_negated } => {
                machine.test(predicate, arguments)?.is_some_and(|holds| holds != *is_negated)
            }
            Action::Aggregate { aggregate, steps, is_bound } => machine.aggregate(aggregate, steps, *is_bound)?,
        };
        machine.go_on(is_met, rest, sink)
    }
}

/// The evaluation of expressions and conditions whose variables have values.
pub(super) trait Evaluate {
    /// Evaluates an expression; `None` if it has no value.
    fn value(&mut self, expr: &Expr) -> Result<Option<Cell>, Interrupt>;
    /// Returns the values of a builtin that returns several.
    fn each(&mut self, asked: &JudgmentCall, arguments: &[Expr]) -> Result<Vec<Cell>, Interrupt>;
    /// Evaluates a predicate; `None` if one of its arguments has no value.
    fn test(&mut self, predicate: &Predicate, arguments: &[Expr]) -> Result<Option<bool>, Interrupt>;
    /// Binds the result of an aggregate, or compares it if it is bound. Holds if the aggregate has a value, and the comparison
    /// succeeds.
    fn aggregate(&mut self, aggregate: &Aggregate, steps: &[Step], is_bound: bool) -> Result<bool, Interrupt>;
}

impl Evaluate for typelog_evaluator::Machine<'_, EvaluationContext<'_>> {
    fn value(&mut self, expr: &Expr) -> Result<Option<Cell>, Interrupt> {
        match expr {
            Expr::Slot(slot) => Ok(Some(self.slot(*slot))),
            Expr::Constant(cell) => Ok(Some(*cell)),
            Expr::Arithmetic(operator, left, right) => match (self.value(left)?, self.value(right)?) {
                (Some(left), Some(right)) => arithmetic(*operator, left, right).map(Some),
                _ => Ok(None),
            },
            Expr::Call(function, arguments) => {
                let Some(arguments) = values(self, arguments)? else { return Ok(None) };
                if let Function::Lookup(relation, column) = function {
                    return Ok(look_up(self, *relation, *column, arguments[0]));
                }
                let value = if let Function::Ask(asked) = function {
                    self.host.visit()?;
                    let types = self.host.types.as_deref_mut().ok_or(Interrupt::NoTypes)?;
                    asked.value(types, self.host.symbols, &arguments)
                } else {
                    let work = function.work(self.host.symbols, &arguments);
                    self.host.read(work)?;
                    let is_made = !matches!(function, Function::Length | Function::ToNumber);
                    if is_made && work > self.host.most_text.saturating_sub(self.host.symbols.bytes()) {
                        return Err(Interrupt::TooMuchText);
                    }
                    function.apply(self.host.symbols, &arguments)
                };
                if self.host.symbols.bytes() > self.host.most_text { Err(Interrupt::TooMuchText) } else { Ok(value) }
            }
        }
    }

    fn each(&mut self, asked: &JudgmentCall, arguments: &[Expr]) -> Result<Vec<Cell>, Interrupt> {
        let Some(arguments) = values(self, arguments)? else { return Ok(Vec::new()) };
        let types = self.host.types.as_deref_mut().ok_or(Interrupt::NoTypes)?;
        Ok(asked.values(types, self.host.symbols, &arguments))
    }

    fn test(&mut self, predicate: &Predicate, arguments: &[Expr]) -> Result<Option<bool>, Interrupt> {
        let Some(mut arguments) = values(self, arguments)? else { return Ok(None) };
        if let Predicate::Ask(asked) = predicate {
            self.host.visit()?;
            let types = self.host.types.as_deref_mut().ok_or(Interrupt::NoTypes)?;
            return Ok(asked.holds(types, self.host.symbols, &arguments));
        }
        if let Predicate::Is(relation, column, _) = predicate {
            match look_up(self, *relation, *column, arguments[0]) {
                Some(found) => arguments[0] = found,
                None => return Ok(None),
            }
        }
        self.host.read(predicate.work(self.host.symbols, &arguments))?;
        Ok(Some(predicate.holds(self.host.symbols, &arguments)))
    }

    fn aggregate(&mut self, aggregate: &Aggregate, steps: &[Step], is_bound: bool) -> Result<bool, Interrupt> {
        let mut seen: FxHashSet<Vec<Cell>> = FxHashSet::default();
        let mut values: BTreeSet<Cell> = BTreeSet::new();
        let mut sum: Cell = 0;
        let outside = self.slots.clone();
        self.run_inside(steps, &mut |machine| {
            let value = match &aggregate.of {
                Some(of) => machine.value(of)?,
                None => Some(0),
            };
            let Some(value) = value else { return Ok(()) };
            let ways = || aggregate.local.iter().map(|&slot| machine.slots[slot]).collect();
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
        self.slots = outside;
        let is_text = aggregate.is_text;
        let result = match (aggregate.fold, &aggregate.of) {
            (Fold::Count, None) => Some(count(seen.len())),
            (Fold::Count, Some(_)) => Some(count(values.len())),
            (Fold::Sum, _) => Some(sum),
            (Fold::Min, _) => values.into_iter().min_by(|&a, &b| self.host.order(a, b, is_text)),
            (Fold::Max, _) => values.into_iter().max_by(|&a, &b| self.host.order(a, b, is_text)),
        };
        let Some(result) = result else { return Ok(false) };
        let slot = aggregate.result;
        if is_bound {
            return Ok(self.slots[slot] == result);
        }
        self.slots[slot] = result;
        Ok(true)
    }
}

pub(super) fn values<M: Evaluate>(machine: &mut M, exprs: &[Expr]) -> Result<Option<Vec<Cell>>, Interrupt> {
    let mut values = Vec::with_capacity(exprs.len());
    for expr in exprs {
        match machine.value(expr)? {
            Some(value) => values.push(value),
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

fn look_up(
    machine: &typelog_evaluator::Machine<'_, EvaluationContext<'_>>,
    relation: RelationId,
    column: usize,
    id: Cell,
) -> Option<Cell> {
    let table = machine.table(relation);
    let Some(at) = machine.indices.first(machine.indices.by_first(relation)?, table, &[id]) else {
        // Types that rules have built have no rows yet. Only `type` is looked up by ids that may be new.
        return machine.host.types.as_deref()?.new_row(id)?.get(column).copied();
    };
    Some(table.row(at)[column])
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
