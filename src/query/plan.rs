//! Query plans: the join order of a rule's conditions, and how the rows of each relation are accessed.

use typed_index_collections::{TiSlice, TiVec};

use typelog_evaluator::{Indices, Match, Slot, Source};

use super::book_builtins::JudgmentCall;
use super::builtins::{Function, Predicate};
use super::compiled::{Aggregate, Condition, Expr, Operand};
use super::syntax::Comparison;
use crate::relations::{Relation, RelationId};

/// One step of a plan.
pub(super) type Step = typelog_evaluator::Step<Action>;

/// A step that reads no relation.
#[derive(Debug)]
pub(super) enum Action {
    /// Binds a variable to a value.
    Assign(Slot, Expr),
    /// Compares two values.
    Compare { comparison: Comparison, left: Expr, right: Expr, is_text: bool },
    /// Binds a variable to each value of a builtin, or checks that it is one of them.
    Each { element: Slot, asked: Box<JudgmentCall>, arguments: Vec<Expr>, is_bound: bool },
    /// Tests a predicate.
    Test { predicate: Predicate, arguments: Vec<Expr>, is_negated: bool },
    /// Binds a variable to the result of an aggregate over the inner plan, or compares it.
    Aggregate { aggregate: Box<Aggregate>, steps: Vec<Step>, is_bound: bool },
}

/// The planner. It uses the current sizes of the relations.
pub(super) struct Planner<'a> {
    pub relations: &'a TiSlice<RelationId, Relation>,
    pub indices: &'a mut Indices,
}

impl Planner<'_> {
    /// Returns the plan for a body in which some variables are bound.
    pub fn plan(&mut self, body: &[Condition], bound: TiVec<Slot, bool>) -> Vec<Step> {
        self.ordered(body, bound, None, false).0
    }

    /// As [`Self::plan`], with the condition of each step. A condition in `first` comes first. An initial scan covers the
    /// machine's row range. In written order, the next condition is the first that is ready.
    pub fn in_order(
        &mut self,
        body: &[Condition],
        bound: TiVec<Slot, bool>,
        first: Option<usize>,
        is_written: bool,
    ) -> (Vec<Step>, Vec<usize>) {
        let (mut steps, order) = self.ordered(body, bound, first, is_written);
        if let Some(Step::Scan { is_ranged, .. }) = steps.first_mut() {
            *is_ranged = true;
        }
        (steps, order)
    }

    fn ordered(
        &mut self,
        body: &[Condition],
        mut bound: TiVec<Slot, bool>,
        first: Option<usize>,
        is_written: bool,
    ) -> (Vec<Step>, Vec<usize>) {
        let mut waiting: Vec<(usize, &Condition)> = body.iter().enumerate().collect();
        let (mut steps, mut order) = (Vec::with_capacity(body.len()), Vec::with_capacity(body.len()));
        if let Some(first) = first
            && let (at, Condition::Holds(relation, operands)) = waiting.remove(first)
        {
            let matches = matches(operands, &mut bound, |_| true);
            steps.push(Step::Scan { relation: *relation, matches, is_ranged: false });
            order.push(at);
        }
        while let Some(next) = if is_written { next_ready(&waiting, &bound) } else { self.choose(&waiting, &bound) } {
            let (at, condition) = waiting.remove(next);
            steps.push(self.step(condition, &mut bound));
            order.push(at);
        }
        debug_assert!(waiting.is_empty(), "compiling lets no condition wait for ever");
        (steps, order)
    }

    /// Returns the next condition: filters first, then the relation with the fewest expected rows. Conditions that are not ready
    /// wait; the compiler has checked that none waits forever.
    fn choose(&self, waiting: &[(usize, &Condition)], bound: &TiSlice<Slot, bool>) -> Option<usize> {
        let cost = |condition: &Condition| match condition {
            Condition::Holds(relation, operands) => self.expected_rows(*relation, operands, bound),
            // An aggregate is one row, at the cost of a plan: selective conditions come before it.
            Condition::Aggregate(_) => 1_000.0,
            Condition::Each { .. } => 10.0,
            Condition::Absent(..) | Condition::Compare { .. } | Condition::Test { .. } => 0.0,
        };
        let ready = waiting.iter().enumerate().filter(|(_, (_, condition))| condition.is_ready(bound));
        let costs = ready.map(|(at, (_, condition))| (at, cost(condition)));
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    }

    /// Estimates the number of matching rows.
    fn expected_rows(&self, relation: RelationId, operands: &[Operand], bound: &TiSlice<Slot, bool>) -> f64 {
        let relation = &self.relations[relation];
        let len = f64::from(relation.table.len() as u32) + 1.0;
        let is_known = |operand: &Operand| !matches!(operand, Operand::Any) && operand.is_ready(bound);
        let known = operands.iter().filter(|operand| is_known(operand)).count();
        let mut keys = relation.schema.columns.iter().zip(operands).filter(|(column, _)| column.is_key).peekable();
        if keys.peek().is_some() && keys.all(|(_, operand)| is_known(operand)) {
            return 1.0;
        }
        if known == operands.len() {
            return 0.5;
        }
        // Each bound column is assumed to be equally selective.
        let narrowing = f64::from(known as u32) / f64::from(operands.len() as u32);
        if known == 0 { len * 1_000_000.0 } else { 1.0 + len.powf(1.0 - narrowing) }
    }

    fn step(&mut self, condition: &Condition, bound: &mut TiSlice<Slot, bool>) -> Step {
        match condition {
            Condition::Holds(relation, operands) => self.holds(*relation, operands, bound),
            Condition::Absent(relation, operands) => self.absent(*relation, operands),
            Condition::Compare { comparison, left, right, is_text } => {
                if let Some((slot, value)) = condition.assigned(bound) {
                    let value = value.clone();
                    self.look_up(&value);
                    bound[slot] = true;
                    return Step::Own(Action::Assign(slot, value));
                }
                self.look_up(left);
                self.look_up(right);
                let (comparison, is_text) = (*comparison, *is_text);
                Step::Own(Action::Compare { comparison, left: left.clone(), right: right.clone(), is_text })
            }
            Condition::Each { element, asked, arguments } => {
                self.look_up_all(arguments);
                let is_bound = std::mem::replace(&mut bound[*element], true);
                let (element, asked, arguments) = (*element, asked.clone(), arguments.clone());
                Step::Own(Action::Each { element, asked, arguments, is_bound })
            }
            Condition::Test { predicate, arguments, is_negated } => {
                if let Predicate::Is(relation, ..) = predicate {
                    self.indices.get(*relation, vec![0]);
                }
                self.look_up_all(arguments);
                let (predicate, arguments) = (predicate.clone(), arguments.clone());
                Step::Own(Action::Test { predicate, arguments, is_negated: *is_negated })
            }
            Condition::Aggregate(aggregate) => {
                let mut inside = bound.to_owned();
                aggregate.local.iter().for_each(|&slot| inside[slot] = false);
                let steps = self.plan(&aggregate.body, inside);
                self.look_up_all(aggregate.of.as_slice());
                let is_bound = std::mem::replace(&mut bound[aggregate.result], true);
                Step::Own(Action::Aggregate { aggregate: aggregate.clone(), steps, is_bound })
            }
        }
    }

    fn holds(&mut self, relation: RelationId, operands: &[Operand], bound: &mut TiSlice<Slot, bool>) -> Step {
        let is_known = |operand: &Operand| source(operand).is_some() && operand.is_ready(bound);
        let columns: Vec<usize> = (0..operands.len()).filter(|&at| is_known(&operands[at])).collect();
        let key: Vec<Source> = columns.iter().filter_map(|&at| source(&operands[at])).collect();
        if columns.len() == operands.len() {
            return Step::Contains(relation, key);
        }
        let matches = matches(operands, bound, |at| !columns.contains(&at));
        if columns.is_empty() {
            return Step::Scan { relation, matches, is_ranged: false };
        }
        Step::Probe { relation, index: self.indices.get(relation, columns), key, matches, is_ranged: false }
    }

    fn absent(&mut self, relation: RelationId, operands: &[Operand]) -> Step {
        let columns: Vec<usize> = (0..operands.len()).filter(|&at| source(&operands[at]).is_some()).collect();
        let key: Vec<Source> = columns.iter().filter_map(|&at| source(&operands[at])).collect();
        if columns.len() == operands.len() {
            Step::Lacks(relation, key)
        } else if columns.is_empty() {
            Step::IsEmpty(relation)
        } else {
            Step::LacksKey { relation, index: self.indices.get(relation, columns), key }
        }
    }

    /// Creates the indices for the lookups of an expression.
    fn look_up(&mut self, expr: &Expr) {
        match expr {
            Expr::Slot(_) | Expr::Constant(_) => {}
            Expr::Arithmetic(_, left, right) => {
                self.look_up(left);
                self.look_up(right);
            }
            Expr::Call(function, arguments) => {
                if let Function::Lookup(relation, _) = function {
                    self.indices.get(*relation, vec![0]);
                }
                self.look_up_all(arguments);
            }
        }
    }

    /// Creates the indices for the lookups of expressions.
    pub fn look_up_all(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.look_up(expr);
        }
    }
}

/// Returns the first condition that is ready.
fn next_ready(waiting: &[(usize, &Condition)], bound: &TiSlice<Slot, bool>) -> Option<usize> {
    waiting.iter().position(|(_, condition)| condition.is_ready(bound))
}

fn source(operand: &Operand) -> Option<Source> {
    match *operand {
        Operand::Slot(slot) => Some(Source::Slot(slot)),
        Operand::Constant(cell) => Some(Source::Constant(cell)),
        Operand::Any => None,
    }
}

/// Returns the uses of the cells in the selected columns, from left to right.
fn matches(
    operands: &[Operand],
    bound: &mut TiSlice<Slot, bool>,
    counts: impl Fn(usize) -> bool,
) -> Vec<(usize, Match)> {
    let mut matches = Vec::new();
    for (at, operand) in operands.iter().enumerate().filter(|&(at, _)| counts(at)) {
        match *operand {
            Operand::Slot(slot) if std::mem::replace(&mut bound[slot], true) => {
                matches.push((at, Match::Same(slot)));
            }
            Operand::Slot(slot) => matches.push((at, Match::Bind(slot))),
            Operand::Constant(cell) => matches.push((at, Match::Constant(cell))),
            Operand::Any => {}
        }
    }
    matches
}
