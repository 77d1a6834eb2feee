//! Running an engine: semi-naive, group by group.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use typelog_reader::syntax::Comparison;
use typelog_terms::trace::{Value as Traced, is_watched, record_cells};

use crate::program::{Expr, Pattern, Plan, Program, Step};
use crate::value::{Columns, Value, compares};

type Row = Arc<[Value]>;

/// The rows of a relation.
#[derive(Debug, Default)]
struct Table {
    rows: Vec<Row>,
    known: FxHashSet<Row>,
    /// The rows by their questions, where each has one answer.
    answers: FxHashMap<Vec<Value>, Row>,
}

/// An index: rows by some of their columns, up to a row.
#[derive(Debug, Default)]
struct Index {
    rows: FxHashMap<Vec<Value>, Vec<u32>>,
    until: usize,
}

/// One run of an engine.
#[derive(Debug)]
pub struct Run<'a> {
    program: &'a Program,
    tables: Vec<Table>,
    indices: Vec<Index>,
    /// What went wrong first.
    fault: Option<String>,
}

/// The most rows that a run derives.
const MOST_ROWS: usize = 50_000_000;

/// A premise that cannot be computed.
struct Stop(String);

type Outcome = Result<(), Stop>;

impl<'a> Run<'a> {
    /// A run that has no rows yet.
    pub fn new(program: &'a Program) -> Self {
        let tables = program.relations.iter().map(|_| Table::default()).collect();
        let indices = program.indices.iter().map(|_| Index::default()).collect();
        Self { program, tables, indices, fault: None }
    }

    /// Gives a relation rows.
    pub fn load<C: Columns>(&mut self, relation: &str, rows: &[C]) {
        if let Some(&at) = self.program.names.get(relation) {
            for row in rows {
                self.insert(at, row.row().into());
            }
        }
    }

    /// The rows of a relation.
    pub fn rows<C: Columns>(&mut self, relation: &str) -> Vec<C> {
        let Some(&at) = self.program.names.get(relation) else { return Vec::new() };
        self.tables[at].rows.iter().filter_map(|row| C::of_row(row)).collect()
    }

    /// Gives a relation a row of values.
    pub fn load_row(&mut self, relation: &str, row: &[Value]) {
        if let Some(&at) = self.program.names.get(relation) {
            self.insert(at, row.into());
        }
    }

    /// The rows of a relation as values; nothing if the engine has no such relation.
    pub fn row_values(&self, relation: &str) -> Option<impl Iterator<Item = &[Value]>> {
        let &at = self.program.names.get(relation)?;
        Some(self.tables[at].rows.iter().map(|row| &row[..]))
    }

    /// What went wrong, if anything did.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Derives all rows that there are.
    pub fn run(&mut self) {
        if let Err(Stop(fault)) = self.strata() {
            crate::report(&fault);
            self.fault = Some(fault);
        }
    }

    fn strata(&mut self) -> Outcome {
        let program = self.program;
        for stratum in &program.strata {
            for plan in &stratum.once {
                self.plan(plan, 0..0)?;
            }
            let len = |run: &Self, at: usize| run.tables[at].rows.len();
            let mut lows: FxHashMap<usize, usize> = stratum.relations.iter().map(|&at| (at, 0)).collect();
            loop {
                let highs: FxHashMap<usize, usize> = stratum.relations.iter().map(|&at| (at, len(self, at))).collect();
                if stratum.again.is_empty() || highs == lows {
                    break;
                }
                for plan in &stratum.again {
                    let at = plan.delta.unwrap_or_default();
                    let range = lows.get(&at).copied().unwrap_or(0)..highs.get(&at).copied().unwrap_or(0);
                    if !range.is_empty() {
                        self.plan(plan, range)?;
                    }
                }
                lows = highs;
            }
        }
        Ok(())
    }

    fn plan(&mut self, plan: &Plan, delta: Range<usize>) -> Outcome {
        for step in &plan.steps {
            if let Step::Row { index: Some(index), .. } | Step::NoRow { index: Some(index), .. } = step {
                self.refresh(*index);
            }
        }
        let mut met = Met { run: self, plan, delta, slots: vec![Value::Nothing; plan.slots], found: Vec::new() };
        met.go(0)?;
        let found = met.found;
        for (relation, row) in found {
            self.insert(relation, row);
        }
        if let Some(fault) = self.fault.take() {
            return Err(Stop(fault));
        }
        Ok(())
    }

    /// Adds the new rows of a relation to an index.
    fn refresh(&mut self, at: usize) {
        let (relation, columns) = &self.program.indices[at];
        let (table, index) = (&self.tables[*relation], &mut self.indices[at]);
        for (place, row) in table.rows.iter().enumerate().skip(index.until) {
            let key: Vec<Value> = columns.iter().map(|&column| row[column].clone()).collect();
            index.rows.entry(key).or_default().push(place as u32);
        }
        index.until = table.rows.len();
    }

    fn insert(&mut self, relation: usize, row: Row) {
        let info = &self.program.relations[relation];
        let table = &mut self.tables[relation];
        if let Some(questions) = info.questions {
            let key = row[..questions].to_vec();
            match table.answers.get(&key) {
                Some(known) if *known == row => return,
                Some(_) => {
                    // Compiled engines keep the first answer; the checks of a book tell of the second.
                    return;
                }
                None => {
                    table.answers.insert(key, row.clone());
                }
            }
        } else if !table.known.insert(row.clone()) {
            return;
        }
        table.rows.push(row);
        if table.rows.len() > MOST_ROWS {
            self.fault = Some(format!("`{}` has more than {MOST_ROWS} rows", info.name));
        }
    }
}

/// A plan that is being met.
struct Met<'r, 'a> {
    run: &'r Run<'a>,
    plan: &'r Plan,
    delta: Range<usize>,
    slots: Vec<Value>,
    found: Vec<(usize, Row)>,
}

impl Met<'_, '_> {
    fn go(&mut self, at: usize) -> Outcome {
        let plan = self.plan;
        let Some(step) = plan.steps.get(at) else { return self.conclude() };
        match step {
            Step::Row { relation, index, key, rest, is_delta } => {
                let run = self.run;
                let table = &run.tables[*relation];
                if let Some(index) = index {
                    let key = self.values(key)?;
                    let Some(places) = run.indices[*index].rows.get(&key) else { return Ok(()) };
                    for &place in places {
                        let is_new = !*is_delta || self.delta.contains(&(place as usize));
                        if is_new && self.row(&table.rows[place as usize], rest)? {
                            self.go(at + 1)?;
                        }
                    }
                } else {
                    for place in if *is_delta { self.delta.clone() } else { 0..table.rows.len() } {
                        if self.row(&table.rows[place], rest)? {
                            self.go(at + 1)?;
                        }
                    }
                }
                Ok(())
            }
            Step::NoRow { relation, index, key } => {
                let is_there = match index {
                    Some(index) => {
                        let key = self.values(key)?;
                        self.run.indices[*index].rows.contains_key(&key)
                    }
                    None => !self.run.tables[*relation].rows.is_empty(),
                };
                if is_there { Ok(()) } else { self.go(at + 1) }
            }
            Step::Let { pattern, value, is_partial } => {
                let value = self.value(value)?;
                let value = match (is_partial, value) {
                    (true, Value::Nothing) => return Ok(()),
                    (true, Value::Some(value)) => *value,
                    (_, value) => value,
                };
                if self.fits(pattern, &value)? { self.go(at + 1) } else { Ok(()) }
            }
            Step::For { pattern, values, is_numbered } => {
                let Value::Several(values) = self.value(values)? else {
                    return Err(Stop("`in` goes over several values".to_owned()));
                };
                for (number, value) in (0_u32..).zip(values.iter()) {
                    let numbered = is_numbered.then(|| Value::Tuple([Value::Number(number), value.clone()].into()));
                    if self.fits(pattern, numbered.as_ref().unwrap_or(value))? {
                        self.go(at + 1)?;
                    }
                }
                Ok(())
            }
            Step::Test(condition) => {
                if self.holds(condition)? {
                    self.go(at + 1)
                } else {
                    Ok(())
                }
            }
        }
    }

    fn conclude(&mut self) -> Outcome {
        let plan = self.plan;
        for (relation, columns) in &plan.heads {
            let row: Row = self.values(columns)?.into();
            self.found.push((*relation, row));
        }
        if let Some((clause, cells)) = plan.record.as_ref().filter(|_| is_watched()) {
            let mut traced = Vec::with_capacity(cells.len());
            for cell in cells {
                traced.push(match cell {
                    Some(cell) => self.value(cell)?.traced(),
                    None => Traced::Hidden,
                });
            }
            record_cells(clause, &traced);
        }
        Ok(())
    }

    fn row(&mut self, row: &Row, rest: &[(usize, Pattern)]) -> Result<bool, Stop> {
        for (column, pattern) in rest {
            if !self.fits(pattern, &row[*column])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fits(&mut self, pattern: &Pattern, value: &Value) -> Result<bool, Stop> {
        Ok(match pattern {
            Pattern::Any => true,
            Pattern::Bind(slot) => {
                self.slots[*slot] = value.clone();
                true
            }
            Pattern::Is(expr) => self.value(expr)? == *value,
            Pattern::Tuple(patterns) => {
                let Value::Tuple(values) = value else { return Ok(false) };
                for (pattern, value) in patterns.iter().zip(values.iter()) {
                    if !self.fits(pattern, value)? {
                        return Ok(false);
                    }
                }
                true
            }
            Pattern::Some(inner) => match value {
                Value::Some(value) => self.fits(inner, value)?,
                _ => false,
            },
            Pattern::Parts(take, patterns) => {
                let Some(values) = take(value) else { return Ok(false) };
                for (pattern, value) in patterns.iter().zip(&values) {
                    if !self.fits(pattern, value)? {
                        return Ok(false);
                    }
                }
                true
            }
        })
    }

    fn values(&self, exprs: &[Expr]) -> Result<Vec<Value>, Stop> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    /// Holds for a condition, and for a word that has a value.
    fn holds(&self, expr: &Expr) -> Result<bool, Stop> {
        Ok(match self.value(expr)? {
            Value::Flag(flag) => flag,
            Value::Some(_) => true,
            Value::Nothing => false,
            other => return Err(Stop(format!("`{other:?}` is no condition"))),
        })
    }

    fn value(&self, expr: &Expr) -> Result<Value, Stop> {
        Ok(match expr {
            Expr::Slot(slot) => self.slots[*slot].clone(),
            Expr::Value(value) => value.clone(),
            Expr::Call(name, word, arguments) => {
                let arguments = self.values(arguments)?;
                word(&arguments).ok_or_else(|| Stop(format!("`{name}` does not take {arguments:?}")))?
            }
            Expr::Each(name, word, place, arguments) => {
                let mut arguments = self.values(arguments)?;
                let mut values = Vec::new();
                for number in 0_u32.. {
                    arguments[*place] = Value::Number(number);
                    let value =
                        word(&arguments).ok_or_else(|| Stop(format!("`{name}` does not take {arguments:?}")))?;
                    match value {
                        Value::Some(value) => values.push(*value),
                        _ => break,
                    }
                }
                Value::Several(values.into())
            }
            Expr::Some(inner) => Value::Some(Box::new(self.value(inner)?)),
            Expr::Tuple(parts) => Value::Tuple(self.values(parts)?.into()),
            Expr::List(parts) => Value::Several(self.values(parts)?.into()),
            Expr::Add(left, right) => self.number(left, right, u32::checked_add)?,
            Expr::Subtract(left, right) => self.number(left, right, u32::checked_sub)?,
            Expr::Least(left, right) => self.chosen(left, right, true)?,
            Expr::Greatest(left, right) => self.chosen(left, right, false)?,
            Expr::Otherwise(value, other) => match self.value(value)? {
                Value::Some(value) => *value,
                _ => self.value(other)?,
            },
            Expr::If(condition, yes, no) => {
                if self.holds(condition)? {
                    self.value(yes)?
                } else {
                    self.value(no)?
                }
            }
            Expr::Compare(comparison, left, right) => Value::Flag(self.compare(*comparison, left, right)?),
            Expr::All(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(Value::Flag(false));
                    }
                }
                Value::Flag(true)
            }
            Expr::AnyOf(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Ok(Value::Flag(true));
                    }
                }
                Value::Flag(false)
            }
            Expr::Not(inner) => Value::Flag(!self.holds(inner)?),
        })
    }

    fn number(&self, left: &Expr, right: &Expr, operate: fn(u32, u32) -> Option<u32>) -> Result<Value, Stop> {
        match (self.value(left)?, self.value(right)?) {
            (Value::Number(a), Value::Number(b)) => {
                operate(a, b).map(Value::Number).ok_or_else(|| Stop("a number is out of range".to_owned()))
            }
            _ => Err(Stop("numbers are added and subtracted".to_owned())),
        }
    }

    fn chosen(&self, left: &Expr, right: &Expr, is_least: bool) -> Result<Value, Stop> {
        let (left, right) = (self.value(left)?, self.value(right)?);
        let order = left.compare(&right).ok_or_else(|| Stop(format!("{left:?} and {right:?} do not compare")))?;
        Ok(if order.is_le() == is_least { left } else { right })
    }

    fn compare(&self, comparison: Comparison, left: &Expr, right: &Expr) -> Result<bool, Stop> {
        let (left, right) = (self.value(left)?, self.value(right)?);
        compares(comparison, &left, &right).ok_or_else(|| Stop(format!("{left:?} and {right:?} do not compare")))
    }
}
