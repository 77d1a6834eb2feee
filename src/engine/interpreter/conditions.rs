//! The evaluation of premises and terms with bound variables.

use typelog_builtins::session;
use typelog_builtins::trace::{Value as Traced, is_recording, record};
use typelog_evaluator::{Cell, Host, Sink, Table, count};
use typelog_reader::syntax::Comparison;
use typelog_types::{Piece, RunFault};

use crate::limit::Limit;
use crate::program::{Ask, Clause, Expr, Pattern, Step};
use crate::value::{Numbered, Value, compares};

/// The reason for stopping a run, such as a premise that cannot be evaluated.
#[derive(Debug)]
pub struct Stop(pub Box<RunFault>);

impl Stop {
    /// Stops a run for a reason without a place.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(RunFault::new(code, vec![Piece::Text(message.into())])))
    }
}

pub type Outcome = Result<(), Stop>;

/// The values of the cells of a run: those of its program, and new ones.
#[derive(Debug)]
pub struct Values<'a> {
    pub known: &'a Numbered,
    pub own: Numbered,
}

impl Values<'_> {
    pub fn value(&self, cell: Cell) -> &Value {
        // A cell is the number of a value.
        let (at, known) = (usize::try_from(cell).unwrap_or_default(), self.known.values());
        known.get(at).unwrap_or_else(|| &self.own.values()[at - known.len()])
    }

    pub fn cell(&mut self, value: Value) -> Cell {
        let number = self.known.find(&value);
        count(number.unwrap_or_else(|| self.known.values().len() + self.own.number(value)))
    }
}

/// The machine that executes the plans of clauses.
pub type Machine<'m, 'v> = typelog_evaluator::Machine<'m, CellHost<'m, 'v>>;

/// The host of the machine, which interprets cells.
pub struct CellHost<'m, 'v> {
    pub values: &'m mut Values<'v>,
    pub left: &'m mut Left,
}

/// The steps and bytes that a run may still use.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    pub limit: Limit,
    pub steps: u64,
    pub bytes: u64,
}

/// The approximate size of a new value with its number, in bytes.
const VALUE: usize = 128;

impl Left {
    pub fn new(limit: Limit) -> Self {
        Self { limit, steps: limit.steps, bytes: limit.bytes }
    }

    /// Consumes bytes for rows of a relation, or for their values.
    ///
    /// # Errors
    /// The limit of bytes is exceeded.
    pub fn take(&mut self, bytes: usize) -> Outcome {
        let message =
            || Stop::new("exceeded-limit", format!("the derived rows and values exceed {} bytes", self.limit.bytes));
        self.bytes = self.bytes.checked_sub(bytes as u64).ok_or_else(message)?;
        Ok(())
    }
}

impl Host for CellHost<'_, '_> {
    type Step = Ask;
    type Relation = Table;
    type Interrupt = Stop;

    #[inline]
    fn visit(&mut self) -> Outcome {
        let message =
            || Stop::new("exceeded-limit", format!("the rules visit more than {} rows", self.left.limit.steps));
        self.left.steps = self.left.steps.checked_sub(1).ok_or_else(message)?;
        Ok(())
    }

    fn meet<'m>(
        machine: &mut typelog_evaluator::Machine<'m, Self>,
        step: &Ask,
        rest: &[Step],
        sink: &mut Sink<'_, 'm, Self>,
    ) -> Outcome {
        let is_met = match step {
            Ask::Let { pattern, value, is_partial } => match (is_partial, machine.value(value)?) {
                (true, Value::Nothing) => false,
                (true, Value::Some(value)) => machine.fits(pattern, &value)?,
                (_, value) => machine.fits(pattern, &value)?,
            },
            Ask::For { pattern, values, is_numbered } => {
                let Value::Several(values) = machine.value(values)? else {
                    return Err(Stop::new("wrong-value", "expected several values after `in`"));
                };
                for (number, value) in (0_u32..).zip(values.iter()) {
                    let numbered = is_numbered.then(|| Value::Tuple([Value::Number(number), value.clone()].into()));
                    let is_kept = machine.fits(pattern, numbered.as_ref().unwrap_or(value))?;
                    machine.go_on(is_kept, rest, sink)?;
                }
                return Ok(());
            }
            Ask::Test(condition) => machine.holds(condition)?,
        };
        machine.go_on(is_met, rest, sink)
    }
}

/// The evaluation of terms with bound variables.
pub trait Evaluate {
    /// Returns the cell of a term's value.
    fn cell(&mut self, expr: &Expr) -> Result<Cell, Stop>;
    /// Returns the value of a term.
    fn value(&self, expr: &Expr) -> Result<Value, Stop>;
    /// Holds for a condition that is true, and for a builtin that has a value.
    fn holds(&self, expr: &Expr) -> Result<bool, Stop>;
    /// Matches a value with a pattern, and binds the pattern's variables to its parts.
    fn fits(&mut self, pattern: &Pattern, value: &Value) -> Result<bool, Stop>;
    /// Records a conclusion with its premises.
    fn record(&self, clause: &Clause) -> Outcome;
}

/// Returns the number of a value. Types that nest too deeply are refused, because rules that build ever deeper types do not
/// terminate.
fn numbered(meanings: &mut CellHost<'_, '_>, value: Value) -> Result<Cell, Stop> {
    let CellHost { values, left } = meanings;
    let before = values.own.values().len();
    let ty = if let Value::Ty(ty) = value { Some(ty) } else { None };
    let cell = values.cell(value);
    if values.own.values().len() > before {
        left.take(VALUE)?;
        if ty.is_some_and(|ty| session::types(|types| types.depth(ty)) > left.limit.depth) {
            return Err(Stop::new(
                "exceeded-limit",
                format!("the rules build types that nest deeper than {}", left.limit.depth),
            ));
        }
    }
    Ok(cell)
}

impl Evaluate for typelog_evaluator::Machine<'_, CellHost<'_, '_>> {
    fn cell(&mut self, expr: &Expr) -> Result<Cell, Stop> {
        Ok(match expr {
            Expr::Slot(slot) => self.slot(*slot),
            expr => {
                let value = self.value(expr)?;
                numbered(&mut self.host, value)?
            }
        })
    }

    fn record(&self, clause: &Clause) -> Outcome {
        if let Some((clause, cells)) = clause.record.as_ref().filter(|_| is_recording()) {
            let mut traced = Vec::with_capacity(cells.len());
            for cell in cells {
                traced.push(match cell {
                    Some(cell) => self.value(cell)?.traced(),
                    None => Traced::Hidden,
                });
            }
            record(clause, &traced);
        }
        Ok(())
    }

    fn fits(&mut self, pattern: &Pattern, value: &Value) -> Result<bool, Stop> {
        Ok(match pattern {
            Pattern::Any => true,
            Pattern::Bind(slot) => {
                let cell = numbered(&mut self.host, value.clone())?;
                self.give(*slot, cell);
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

    fn holds(&self, expr: &Expr) -> Result<bool, Stop> {
        Ok(match self.value(expr)? {
            Value::Flag(flag) => flag,
            Value::Some(_) => true,
            Value::Nothing => false,
            other => return Err(Stop::new("wrong-value", format!("`{other:?}` is not a condition"))),
        })
    }

    fn value(&self, expr: &Expr) -> Result<Value, Stop> {
        Ok(match expr {
            Expr::Slot(slot) => self.host.values.value(self.slot(*slot)).clone(),
            Expr::Value(value) => value.clone(),
            Expr::Call(name, builtin, arguments) => {
                let arguments = values(self, arguments)?;
                builtin(&arguments)
                    .ok_or_else(|| Stop::new("wrong-value", format!("`{name}` does not take {arguments:?}")))?
            }
            Expr::Each(name, builtin, place, arguments) => {
                let mut arguments = values(self, arguments)?;
                let mut values = Vec::new();
                for number in 0_u32.. {
                    arguments[*place] = Value::Number(number);
                    let value = builtin(&arguments)
                        .ok_or_else(|| Stop::new("wrong-value", format!("`{name}` does not take {arguments:?}")))?;
                    match value {
                        Value::Some(value) => values.push(*value),
                        _ => break,
                    }
                }
                Value::Several(values.into())
            }
            Expr::Some(inner) => Value::Some(Box::new(self.value(inner)?)),
            Expr::Tuple(parts) => Value::Tuple(values(self, parts)?.into()),
            Expr::List(parts) => Value::Several(values(self, parts)?.into()),
            Expr::Add(left, right) => number(self, left, right, u32::checked_add)?,
            Expr::Subtract(left, right) => number(self, left, right, u32::checked_sub)?,
            Expr::Least(left, right) => chosen(self, left, right, true)?,
            Expr::Greatest(left, right) => chosen(self, left, right, false)?,
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
            Expr::Compare(comparison, left, right) => Value::Flag(compare(self, *comparison, left, right)?),
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
}

fn values<M: Evaluate>(machine: &M, exprs: &[Expr]) -> Result<Vec<Value>, Stop> {
    exprs.iter().map(|expr| machine.value(expr)).collect()
}

fn number<M: Evaluate>(
    machine: &M,
    left: &Expr,
    right: &Expr,
    operate: fn(u32, u32) -> Option<u32>,
) -> Result<Value, Stop> {
    match (machine.value(left)?, machine.value(right)?) {
        (Value::Number(a), Value::Number(b)) => {
            operate(a, b).map(Value::Number).ok_or_else(|| Stop::new("wrong-value", "a number is out of range"))
        }
        _ => Err(Stop::new("wrong-value", "an operand of `+` or `-` is not a number")),
    }
}

fn chosen<M: Evaluate>(machine: &M, left: &Expr, right: &Expr, is_least: bool) -> Result<Value, Stop> {
    let (left, right) = (machine.value(left)?, machine.value(right)?);
    let order = left
        .compare(&right)
        .ok_or_else(|| Stop::new("wrong-value", format!("{left:?} and {right:?} cannot be compared")))?;
    Ok(if order.is_le() == is_least { left } else { right })
}

fn compare<M: Evaluate>(machine: &M, comparison: Comparison, left: &Expr, right: &Expr) -> Result<bool, Stop> {
    let (left, right) = (machine.value(left)?, machine.value(right)?);
    compares(comparison, &left, &right)
        .ok_or_else(|| Stop::new("wrong-value", format!("{left:?} and {right:?} cannot be compared")))
}
