//! Why a row is not there: of the rules that conclude its relation the one that comes nearest, and its first premise that
//! cannot be met.
//!
//! Premises about the row's own cells are met first.

use typelog_evaluator::Indices;

use super::compiled::{Compiled, Condition, Operand, Rule, Slot};
use super::conditions::{Interrupt, Machine, Meanings};
use super::lint::shown;
use super::plan::{Planner, Step};
use crate::relations::{Cell, ColumnType, Database, RelationId, Schema};
use crate::source::Span;

/// A row that is looked for; nothing where it may have any cell.
pub type Wanted = Vec<Option<Cell>>;

/// Why no rule concludes a row.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The relation.
    pub relation: String,
    /// The rule that comes nearest.
    pub rule: Span,
    /// The premises that are met, in words or by their places.
    pub met: Vec<Premise>,
    /// The first one that is not; nothing if the rule concludes other rows only.
    pub fails: Option<Premise>,
    /// The values of variables in a condition that fails.
    pub values: Vec<(String, String)>,
    /// The row that comes nearest to a missing one, or the one that must not be there.
    pub nearest: Option<String>,
    /// Why the row is missing that the premise is about, if rules derive it.
    pub because: Option<Box<Missing>>,
}

/// A premise of a rule.
#[derive(Clone, Debug)]
pub enum Premise {
    /// A row, as far as it is known.
    Row(String),
    /// A condition, by its place.
    Condition(Span),
}

/// How many relations deep the reasons are followed.
const DEEPEST: usize = 8;

/// How many rows are met to find out whether a premise can be met.
const MOST_STEPS: u64 = 20_000_000;

/// Why a row is not there. Nothing if no rule concludes its relation.
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
    Some(attempt.told(compiled, database, depth))
}

/// How far a rule gets.
struct Attempt<'a> {
    rule: &'a Rule,
    /// The premises in the order in which they are met.
    order: Vec<usize>,
    /// The number of them that can be met together.
    met: usize,
    /// The variables that have values then.
    bound: Vec<bool>,
    /// Their values.
    slots: Vec<Cell>,
    /// Holds if the head has no such cells.
    is_other: bool,
}

impl<'a> Attempt<'a> {
    fn of(rule: &'a Rule, database: &mut Database, wanted: &[Option<Cell>]) -> Self {
        let none = |is_other| Self {
            rule,
            order: Vec::new(),
            met: 0,
            bound: vec![false; rule.slots],
            slots: vec![0; rule.slots],
            is_other,
        };
        let Some(given) = rule.given(wanted.iter().copied()) else { return none(true) };
        let mut found = none(false);
        for &(slot, cell) in &given {
            found.bound[slot.0 as usize] = true;
            found.slots[slot.0 as usize] = cell;
        }
        let mut indices = Indices::default();
        let (symbols, relations, types) = database.parts_mut();
        let mut planner = Planner { relations, indices: &mut indices };
        let (steps, order) = planner.in_order(&rule.body, found.bound.clone(), None, rule.is_written);
        planner.look_up_all(&rule.columns);
        indices.refresh(relations);
        let first = match steps.first() {
            Some(Step::Scan { relation, .. }) => relations[relation.0 as usize].table.len() as u32,
            _ => 1,
        };
        let meanings = Meanings { symbols, types, steps_left: MOST_STEPS, most_text: usize::MAX };
        let mut machine = Machine::new(meanings, relations, &indices, rule.slots, 0..first);
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

    /// The number of premises that are not met.
    fn left(&self) -> usize {
        if self.is_other { usize::MAX } else { self.rule.body.len() - self.met }
    }

    fn told(&self, compiled: &Compiled, database: &mut Database, depth: usize) -> Missing {
        let mut order: Vec<usize> = self.order[..self.met].to_vec();
        order.sort_unstable();
        // A part of a body may be several conditions.
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
                    if let Some((_, name, ty)) = name.filter(|_| self.bound[slot.0 as usize]) {
                        let cell = self.slots[slot.0 as usize];
                        let value = ty.map_or_else(|| cell.to_string(), |ty| quoted(database, ty, cell));
                        missing.values.push((name.clone(), value));
                    }
                });
                missing.values.dedup();
            }
        }
        missing
    }

    fn cells(&self, operands: &[Operand]) -> Wanted {
        let cell = |operand: &Operand| match *operand {
            Operand::Slot(slot) => self.bound[slot.0 as usize].then(|| self.slots[slot.0 as usize]),
            Operand::Constant(cell) => Some(cell),
            Operand::Any => None,
        };
        operands.iter().map(cell).collect()
    }

    /// A premise with the values that are known. Variables without a value have their names.
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

/// The row that has the most of some cells, at least one.
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

/// Relations of more columns are written by the names of those that count.
const WIDE: usize = 4;

/// A row with the cells that are known.
fn atom(schema: &Schema, cells: &[Option<String>]) -> String {
    let is_wide = schema.arity() > WIDE;
    let cells = cells.iter().zip(&schema.columns).filter_map(|(cell, column)| match cell {
        Some(cell) if is_wide => Some(format!("{}: {cell}", column.name)),
        Some(cell) => Some(cell.clone()),
        None => (!is_wide).then(|| "_".to_owned()),
    });
    format!("{}({})", schema.name, cells.collect::<Vec<_>>().join(", "))
}

/// A cell as it would be written.
fn quoted(database: &Database, ty: ColumnType, cell: Cell) -> String {
    match ty {
        ColumnType::Number => cell.to_string(),
        ty => format!("{:?}", shown(database, ty, cell)),
    }
}
