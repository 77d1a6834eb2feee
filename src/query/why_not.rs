//! Explanations of missing rows: the rule of the relation that comes nearest, and its first premise that fails.
//!
//! Premises about the row's own cells are evaluated first.

use typed_index_collections::{TiVec, ti_vec};

use typelog_evaluator::Indices;

use super::compiled::{Compiled, Condition, Operand, Rule, Slot};
use super::conditions::{EvaluationContext, Interrupt, Machine};
use super::lint::shown;
use super::plan::{Planner, Step};
use crate::relations::{Cell, ColumnType, Database, RelationId, Schema};
use crate::source::Span;
use crate::visible::in_quotes;

/// A row pattern; `None` is a wildcard.
pub type RowPattern = Vec<Option<Cell>>;

/// The reason why no rule concludes a row.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The relation.
    pub relation: String,
    /// The rule that comes nearest.
    pub rule: Span,
    /// The premises that hold, rendered or by span.
    pub met: Vec<Premise>,
    /// The first premise that fails; `None` if the rule only concludes other rows.
    pub fails: Option<Premise>,
    /// The values of the variables in a failing condition.
    pub values: Vec<(String, String)>,
    /// The existing row nearest to a missing one, or the row that refutes a negated premise.
    pub nearest: Option<String>,
    /// The explanation of the row that the failing premise lacks, if rules derive its relation.
    pub because: Option<Box<Missing>>,
}

/// A premise of a rule.
#[derive(Clone, Debug)]
pub enum Premise {
    /// A row pattern with the known values.
    Row(String),
    /// A condition, by its span.
    Condition(Span),
}

/// The maximal number of nested explanations.
const DEEPEST: usize = 8;

/// The maximal number of rows visited to evaluate a premise.
const MOST_STEPS: u64 = 20_000_000;

/// Explains why a row is missing. Returns `None` if no rule concludes its relation.
pub fn why_missing(
    compiled: &Compiled,
    database: &mut Database,
    relation: RelationId,
    wanted: &[Option<Cell>],
) -> Option<Missing> {
    missing(compiled, database, relation, wanted, DEEPEST)
}

fn missing(
    compiled: &Compiled,
    database: &mut Database,
    relation: RelationId,
    wanted: &[Option<Cell>],
    depth: usize,
) -> Option<Missing> {
    let mut best: Option<(usize, Attempt<'_>)> = None;
    for rule in compiled.rules.iter().filter(|rule| rule.head == relation) {
        let attempt = Attempt::of(rule, database, wanted);
        let is_nearer = |known: &(usize, Attempt<'_>)| (attempt.met, known.1.left()) > (known.0, attempt.left());
        if best.as_ref().is_none_or(is_nearer) {
            best = Some((attempt.met, attempt));
        }
    }
    let (_, attempt) = best?;
    Some(attempt.to_missing(compiled, database, depth))
}

/// The progress of a rule towards a row.
struct Attempt<'a> {
    rule: &'a Rule,
    /// The premises in the order of the plan.
    order: Vec<usize>,
    /// The length of the longest prefix of `order` that holds.
    met: usize,
    /// The variables that this prefix binds.
    bound: TiVec<Slot, bool>,
    /// The values of these variables.
    slots: TiVec<Slot, Cell>,
    /// Holds if the rule cannot conclude the row, or all its premises hold with another conclusion.
    is_other: bool,
}

impl<'a> Attempt<'a> {
    fn of(rule: &'a Rule, database: &mut Database, wanted: &[Option<Cell>]) -> Self {
        let none = |is_other| Self {
            rule,
            order: Vec::new(),
            met: 0,
            bound: ti_vec![false; rule.slots],
            slots: ti_vec![0; rule.slots],
            is_other,
        };
        let Some(given) = rule.given(wanted.iter().copied()) else { return none(true) };
        let mut found = none(false);
        for &(slot, cell) in &given {
            found.bound[slot] = true;
            found.slots[slot] = cell;
        }
        let mut indices = Indices::default();
        let (symbols, relations, types) = database.parts_mut();
        let mut planner = Planner { relations, indices: &mut indices };
        let (steps, order) = planner.in_order(&rule.body, found.bound.clone(), None, rule.is_written);
        planner.look_up_all(&rule.columns);
        indices.refresh(relations);
        let first = match steps.first() {
            Some(Step::Scan { relation, .. }) => relations[*relation].table.len() as u32,
            _ => 1,
        };
        let context = EvaluationContext { symbols, types, steps_left: MOST_STEPS, most_text: usize::MAX };
        let mut machine = Machine::new(context, relations, &indices, rule.slots, 0..first);
        while found.met < steps.len() {
            for &(slot, cell) in &given {
                machine.give(slot, cell);
            }
            let mut slots = None;
            let outcome = machine.run(&steps[..=found.met], &mut |machine| {
                slots = Some((0..rule.slots as u32).map(|slot| machine.slot(Slot(slot))).collect());
                Err(Interrupt::Enough)
            });
            let Some(slots) = slots.filter(|_| outcome == Err(Interrupt::Enough)) else { break };
            found.slots = slots;
            rule.body[order[found.met]].bind(&mut found.bound);
            found.met += 1;
        }
        found.is_other = found.met == steps.len();
        Self { order, ..found }
    }

    /// Returns the number of premises that fail.
    fn left(&self) -> usize {
        if self.is_other { usize::MAX } else { self.rule.body.len() - self.met }
    }

    fn to_missing(&self, compiled: &Compiled, database: &mut Database, depth: usize) -> Missing {
        let mut order: Vec<usize> = self.order[..self.met].to_vec();
        order.sort_unstable();
        // One literal of a body may be lowered to several conditions.
        order.dedup_by_key(|at| self.rule.places[*at]);
        order.retain(|&at| self.order.get(self.met).is_none_or(|&next| self.rule.places[at] != self.rule.places[next]));
        let met = order.into_iter().map(|at| self.premise(database, at)).collect();
        let relation = database.relation(self.rule.head).schema.name.clone();
        let mut missing = Missing {
            relation,
            rule: self.rule.span,
            met,
            fails: None,
            values: Vec::new(),
            nearest: None,
            because: None,
        };
        let Some(&failing) = self.order.get(self.met) else { return missing };
        missing.fails = Some(self.premise(database, failing));
        match &self.rule.body[failing] {
            Condition::Holds(relation, operands) => {
                let wanted = self.cells(operands);
                missing.nearest = nearest_row(database, *relation, &wanted);
                if depth > 0 {
                    missing.because = missing_row(compiled, database, *relation, &wanted, depth - 1);
                }
            }
            Condition::Absent(relation, operands) => {
                missing.nearest = nearest_row(database, *relation, &self.cells(operands));
            }
            condition => {
                condition.each_slot(&mut |slot| {
                    let name = self.rule.names.iter().find(|(known, _, _)| *known == slot);
                    if let Some((_, name, ty)) = name.filter(|_| self.bound[slot]) {
                        let cell = self.slots[slot];
                        let value = ty.map_or_else(|| cell.to_string(), |ty| quoted(database, ty, cell));
                        missing.values.push((name.clone(), value));
                    }
                });
                missing.values.dedup();
            }
        }
        missing
    }

    fn cells(&self, operands: &[Operand]) -> RowPattern {
        let cell = |operand: &Operand| match *operand {
            Operand::Slot(slot) => self.bound[slot].then(|| self.slots[slot]),
            Operand::Constant(cell) => Some(cell),
            Operand::Any => None,
        };
        operands.iter().map(cell).collect()
    }

    /// Returns a premise with the known values. Unbound variables are written by name.
    fn premise(&self, database: &Database, at: usize) -> Premise {
        let (relation, operands, sign) = match &self.rule.body[at] {
            Condition::Holds(relation, operands) => (relation, operands, ""),
            Condition::Absent(relation, operands) => (relation, operands, "!"),
            _ => return Premise::Condition(self.rule.places[at]),
        };
        let schema = &database.relation(*relation).schema;
        let name = |operand: &Operand| match operand {
            Operand::Slot(slot) => {
                self.rule.names.iter().find(|(known, _, _)| known == slot).map(|(_, name, _)| &name[..])
            }
            _ => None,
        };
        let known = self.cells(operands).into_iter().zip(operands).zip(&schema.columns);
        let cells: Vec<Option<String>> = known
            .map(|((cell, operand), column)| match cell {
                Some(cell) => Some(quoted(database, column.ty, cell)),
                None => name(operand).map(str::to_owned),
            })
            .collect();
        Premise::Row(format!("{sign}{}", atom(schema, &cells)))
    }
}

fn missing_row(
    compiled: &Compiled,
    database: &mut Database,
    relation: RelationId,
    wanted: &[Option<Cell>],
    depth: usize,
) -> Option<Box<Missing>> {
    missing(compiled, database, relation, wanted, depth).map(Box::new)
}

/// Returns the row that agrees with `wanted` in the most cells, at least one.
fn nearest_row(database: &Database, relation: RelationId, wanted: &[Option<Cell>]) -> Option<String> {
    let relation = database.relation(relation);
    let shared = |row: &[Cell]| row.iter().zip(wanted).filter(|(cell, wanted)| Some(**cell) == **wanted).count();
    let mut best: Option<(usize, &[Cell])> = None;
    for row in relation.table.rows() {
        let count = shared(row);
        if count > best.map_or(0, |best| best.0) {
            best = Some((count, row));
        }
    }
    let (_, row) = best?;
    let is_wide = relation.schema.arity() > WIDE;
    let cells = row.iter().zip(wanted).zip(&relation.schema.columns);
    let cells = cells.map(|((&cell, wanted), column)| {
        let key = relation.schema.columns.first().is_some_and(|first| first.name == column.name && column.is_key);
        (!is_wide || wanted.is_some() || key).then(|| quoted(database, column.ty, cell))
    });
    Some(atom(&relation.schema, &cells.collect::<Vec<_>>()))
}

/// Rows of relations with more columns are written with named columns, and only the cells that matter.
const WIDE: usize = 4;

/// Renders a row with the known cells.
fn atom(schema: &Schema, cells: &[Option<String>]) -> String {
    let is_wide = schema.arity() > WIDE;
    let cells = cells.iter().zip(&schema.columns).filter_map(|(cell, column)| match cell {
        Some(cell) if is_wide => Some(format!("{}: {cell}", column.name)),
        Some(cell) => Some(cell.clone()),
        None => (!is_wide).then(|| "_".to_owned()),
    });
    format!("{}({})", schema.name, cells.collect::<Vec<_>>().join(", "))
}

/// Renders a cell as a rule would write it.
fn quoted(database: &Database, ty: ColumnType, cell: Cell) -> String {
    match ty {
        ColumnType::Number => cell.to_string(),
        ty => in_quotes(&shown(database, ty, cell)),
    }
}
