//! Explanations of rows: the rule that derived a row, and the rows that meet its premises.
//!
//! A run records only where each batch of rows begins. A row is explained by evaluating the body of a rule again with the row's
//! cells bound, over rows of earlier batches: so no row is among its own reasons.

use rustc_hash::FxHashMap;
use typed_index_collections::ti_vec;

use typelog_evaluator::Indices;
use typelog_interpreter::value::Value;

use super::book_builtins::JudgmentCall;
use super::builtins::{Function, Predicate};
use super::compiled::{Compiled, Condition, Expr, Operand, Rule, Slot};
use super::conditions::{Evaluate, EvaluationContext, Interrupt, Machine, values};
use super::plan::{Planner, Step};
use crate::relations::{Cell, Database, RelationId};
use crate::source::Span;

/// The history of a run: for each relation, the first row of each batch, with the number of the batch.
#[derive(Clone, Debug, Default)]
pub struct History {
    batches: FxHashMap<RelationId, Vec<(u32, u32)>>,
    count: u32,
}

/// A row of a relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The relation.
    pub relation: RelationId,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// A row, present or absent, that meets a premise of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A present row.
    Row(Row),
    /// No row matches these cells; `None` is a wildcard.
    Absent(RelationId, Vec<Option<Cell>>),
    /// A judgment about types answers this question.
    Answer(String, Vec<Value>),
}

/// The derivation step of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons {
    /// The rule, by its span.
    pub rule: Span,
    /// The rows, present or absent, and the answers that meet its premises, in written order, and then the answers in its
    /// conclusion. Comparisons are left out.
    pub reasons: Vec<Reason>,
}

impl History {
    /// Starts a new batch of a relation at this row.
    pub(super) fn begin(&mut self, relation: RelationId, first: u32) {
        self.count += 1;
        self.batches.entry(relation).or_default().push((first, self.count));
    }

    /// Returns the batch of a row; 0 for given rows.
    fn batch(&self, relation: RelationId, at: u32) -> u32 {
        let Some(batches) = self.batches.get(&relation) else { return 0 };
        let behind = batches.partition_point(|&(first, _)| first <= at);
        behind.checked_sub(1).map_or(0, |before| batches[before].1)
    }
}

/// The explanations of derived rows.
#[derive(Debug)]
pub struct RowExplainer<'a> {
    compiled: &'a Compiled,
    history: &'a History,
    indices: Indices,
}

impl<'a> RowExplainer<'a> {
    /// Creates explanations for rules that have been run.
    pub fn new(compiled: &'a Compiled, history: &'a History) -> Self {
        Self { compiled, history, indices: Indices::default() }
    }

    /// Returns the derivation step of a row; `None` for given rows and rows that do not exist. Costs an index lookup for each
    /// premise, or a scan of a relation for a premise with unbound columns.
    pub fn reasons(&mut self, database: &mut Database, row: &Row) -> Option<Reasons> {
        let at = database.relation(row.relation).table.position(&row.cells)?;
        let batch = self.history.batch(row.relation, at);
        let mut rules = self.compiled.rules.iter().filter(|rule| rule.head == row.relation);
        rules.find_map(|rule| self.reasons_by(database, rule, row, batch))
    }

    fn reasons_by(&mut self, database: &mut Database, rule: &Rule, row: &Row, batch: u32) -> Option<Reasons> {
        let given = rule.given(row.cells.iter().copied().map(Some))?;
        let steps = self.plan(database, rule, &given);
        let (symbols, relations, types) = database.parts_mut();
        self.indices.refresh(relations);
        let first = match steps.first() {
            Some(Step::Scan { relation, .. }) => relations[*relation].table.len() as u32,
            _ => 1,
        };
        let context = EvaluationContext { symbols, types, steps_left: u64::MAX, most_text: usize::MAX };
        let mut machine = Machine::new(context, relations, &self.indices, rule.slots, 0..first);
        for &(slot, cell) in &given {
            machine.give(slot, cell);
        }
        let mut found = None;
        let outcome = machine.run(&steps, &mut |machine| {
            for (column, &cell) in rule.columns.iter().zip(&row.cells) {
                if machine.value(column)? != Some(cell) {
                    return Ok(());
                }
            }
            found = self.older(machine, rule, batch);
            if found.is_some() { Err(Interrupt::Enough) } else { Ok(()) }
        });
        debug_assert!(outcome.is_ok() == found.is_none());
        Some(Reasons { rule: rule.span, reasons: found? })
    }

    fn plan(&mut self, database: &mut Database, rule: &Rule, given: &[(Slot, Cell)]) -> Vec<Step> {
        let mut bound = ti_vec![false; rule.slots];
        for &(slot, _) in given {
            bound[slot] = true;
        }
        let (_, relations, _) = database.parts_mut();
        let mut planner = Planner { relations, indices: &mut self.indices };
        let steps = planner.plan(&rule.body, bound);
        planner.look_up_all(&rule.columns);
        steps
    }

    /// Returns the rows that meet the premises of a rule, if they all precede a batch.
    fn older(&self, machine: &mut Machine<'_>, rule: &Rule, batch: u32) -> Option<Vec<Reason>> {
        let mut reasons = Vec::new();
        for condition in &rule.body {
            match condition {
                Condition::Holds(relation, operands) => {
                    let cells = cells(operands, machine);
                    let table = machine.table(*relation);
                    let is_older = |&at: &u32| self.history.batch(*relation, at) < batch;
                    let at = match cells.iter().copied().collect::<Option<Vec<Cell>>>() {
                        Some(row) => table.position(&row).filter(is_older)?,
                        None => (0..table.len() as u32).find(|at| fits(table.row(*at), &cells) && is_older(at))?,
                    };
                    reasons.push(Reason::Row(Row { relation: *relation, cells: table.row(at).to_vec() }));
                }
                Condition::Absent(relation, operands) => {
                    reasons.push(Reason::Absent(*relation, cells(operands, machine)));
                }
                Condition::Compare { left, right, .. } => {
                    add_answers(&[left, right], machine, &mut reasons);
                }
                Condition::Test { predicate, arguments, .. } => {
                    add_answers(&arguments.iter().collect::<Vec<_>>(), machine, &mut reasons);
                    if let Predicate::Ask(asked) = predicate {
                        add_answer(asked, arguments, machine, &mut reasons);
                    }
                }
                Condition::Each { arguments, .. } => {
                    add_answers(&arguments.iter().collect::<Vec<_>>(), machine, &mut reasons);
                }
                Condition::Aggregate(_) => {}
            }
        }
        add_answers(&rule.columns.iter().collect::<Vec<_>>(), machine, &mut reasons);
        Some(reasons)
    }
}

/// Adds the answers of judgments that expressions ask.
fn add_answers(exprs: &[&Expr], machine: &mut Machine<'_>, reasons: &mut Vec<Reason>) {
    for expr in exprs {
        match expr {
            Expr::Slot(_) | Expr::Constant(_) => {}
            Expr::Arithmetic(_, left, right) => add_answers(&[left, right], machine, reasons),
            Expr::Call(function, arguments) => {
                add_answers(&arguments.iter().collect::<Vec<_>>(), machine, reasons);
                if let Function::Ask(asked) = function {
                    add_answer(asked, arguments, machine, reasons);
                }
            }
        }
    }
}

fn add_answer(asked: &JudgmentCall, arguments: &[Expr], machine: &mut Machine<'_>, reasons: &mut Vec<Reason>) {
    let Ok(Some(arguments)) = values(machine, arguments) else { return };
    let EvaluationContext { types: Some(types), symbols, .. } = &mut machine.host else { return };
    let Some((judgment, question)) = asked.question(types, symbols, &arguments) else { return };
    let reason = Reason::Answer(judgment, question);
    if !reasons.contains(&reason) {
        reasons.push(reason);
    }
}

/// Returns the pattern that a row has to match; `None` is a wildcard.
fn cells(operands: &[Operand], machine: &Machine<'_>) -> Vec<Option<Cell>> {
    let cell = |operand: &Operand| match *operand {
        Operand::Slot(slot) => Some(machine.slot(slot)),
        Operand::Constant(cell) => Some(cell),
        Operand::Any => None,
    };
    operands.iter().map(cell).collect()
}

fn fits(row: &[Cell], cells: &[Option<Cell>]) -> bool {
    row.iter().zip(cells).all(|(found, wanted)| wanted.is_none_or(|wanted| wanted == *found))
}
