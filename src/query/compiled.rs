//! Compiled rules: relations are handles, variables are numbers.

use typed_index_collections::TiSlice;

use typelog_evaluator::Group;
pub(super) use typelog_evaluator::Slot;

use crate::relations::{Cell, ColumnType, RelationId};
use crate::source::Span;

use super::book_builtins::JudgmentCall;
use super::builtins::{Function, Predicate};
use super::syntax::{Comparison, Operator};

/// The operand in a column of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Slot(Slot),
    Constant(Cell),
    Any,
}

/// An expression. It has a value only if its variables are bound.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Slot(Slot),
    Constant(Cell),
    Arithmetic(Operator, Box<Expr>, Box<Expr>),
    Call(Function, Vec<Expr>),
}

/// A condition of a rule's body.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// The relation has a matching row.
    Holds(RelationId, Vec<Operand>),
    /// The relation has no matching row.
    Absent(RelationId, Vec<Operand>),
    /// A comparison, as texts or as numbers.
    Compare { comparison: Comparison, left: Expr, right: Expr, is_text: bool },
    /// The variable is one of the values that a builtin returns.
    Each { element: Slot, asked: Box<JudgmentCall>, arguments: Vec<Expr> },
    /// The predicate holds, or does not.
    Test { predicate: Predicate, arguments: Vec<Expr>, is_negated: bool },
    /// The variable equals an aggregate.
    Aggregate(Box<Aggregate>),
}

/// An aggregate over the values of a body.
#[derive(Clone, Debug)]
pub(super) struct Aggregate {
    pub result: Slot,
    pub fold: Fold,
    pub of: Option<Expr>,
    pub is_text: bool,
    pub body: Vec<Condition>,
    /// The variables that are bound outside.
    pub outer: Vec<Slot>,
    /// The named variables that are local to the body.
    pub local: Vec<Slot>,
}

/// The aggregate functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// The number of values.
    Count,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The sum of the values.
    Sum,
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub head: RelationId,
    pub columns: Vec<Expr>,
    pub body: Vec<Condition>,
    /// The span of each condition.
    pub places: Vec<Span>,
    /// The number of variables.
    pub slots: usize,
    /// The named variables, with the types of their values.
    pub names: Vec<(Slot, String, Option<ColumnType>)>,
    pub span: Span,
    /// Holds if the conditions are evaluated in written order.
    pub is_written: bool,
}

/// Rules that are ready to run over the database for which they were compiled.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    pub(super) rules: Vec<Rule>,
    /// The rules in evaluation order. The rules of one group are mutually recursive.
    pub(super) strata: Vec<Group>,
    /// The derived relations, in the order of the file.
    pub derived: Vec<RelationId>,
}

impl Expr {
    /// Calls `visit` with each variable.
    pub fn each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Self::Slot(slot) => visit(*slot),
            Self::Constant(_) => {}
            Self::Arithmetic(_, left, right) => {
                left.each_slot(visit);
                right.each_slot(visit);
            }
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| argument.each_slot(visit)),
        }
    }

    /// Holds if all variables are bound.
    pub fn is_ready(&self, bound: &TiSlice<Slot, bool>) -> bool {
        let mut ready = true;
        self.each_slot(&mut |slot| ready &= bound[slot]);
        ready
    }
}

impl Condition {
    /// Calls `visit` with each variable, including those of inner aggregates that are bound outside.
    pub fn each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Self::Holds(_, operands) | Self::Absent(_, operands) => {
                for operand in operands {
                    if let Operand::Slot(slot) = operand {
                        visit(*slot);
                    }
                }
            }
            Self::Compare { left, right, .. } => {
                left.each_slot(visit);
                right.each_slot(visit);
            }
            Self::Each { element, arguments, .. } => {
                visit(*element);
                for argument in arguments {
                    argument.each_slot(visit);
                }
            }
            Self::Test { arguments, .. } => arguments.iter().for_each(|argument| argument.each_slot(visit)),
            Self::Aggregate(aggregate) => {
                visit(aggregate.result);
                aggregate.outer.iter().for_each(|&slot| visit(slot));
            }
        }
    }

    /// Holds if the condition can be evaluated when these variables are bound.
    pub fn is_ready(&self, bound: &TiSlice<Slot, bool>) -> bool {
        match self {
            Self::Holds(..) => true,
            Self::Absent(_, operands) => operands.iter().all(|operand| operand.is_ready(bound)),
            Self::Each { arguments, .. } | Self::Test { arguments, .. } => {
                arguments.iter().all(|argument| argument.is_ready(bound))
            }
            Self::Compare { left, right, .. } => {
                let (is_left, is_right) = (left.is_ready(bound), right.is_ready(bound));
                (is_left && is_right) || (self.assigned(bound).is_some())
            }
            Self::Aggregate(aggregate) => aggregate.outer.iter().all(|&slot| bound[slot]),
        }
    }

    /// Returns the variable that the condition binds, and its value, if it is an equation with one known side.
    pub fn assigned(&self, bound: &TiSlice<Slot, bool>) -> Option<(Slot, &Expr)> {
        let Self::Compare { comparison: Comparison::Equal, left, right, .. } = self else { return None };
        [(left, right), (right, left)].into_iter().find_map(|(variable, value)| match variable {
            Expr::Slot(slot) if !bound[*slot] && value.is_ready(bound) => Some((*slot, value)),
            _ => None,
        })
    }

    /// Marks the variables that are bound after the condition.
    pub fn bind(&self, bound: &mut TiSlice<Slot, bool>) {
        match self {
            Self::Holds(_, operands) => {
                for operand in operands {
                    if let Operand::Slot(slot) = *operand {
                        bound[slot] = true;
                    }
                }
            }
            Self::Each { element, .. } => bound[*element] = true,
            Self::Aggregate(aggregate) => bound[aggregate.result] = true,
            Self::Compare { .. } => {
                if let Some((slot, _)) = self.assigned(bound) {
                    bound[slot] = true;
                }
            }
            Self::Absent(..) | Self::Test { .. } => {}
        }
    }
}

impl Operand {
    /// Holds unless the operand is an unbound variable.
    pub fn is_ready(self, bound: &TiSlice<Slot, bool>) -> bool {
        match self {
            Self::Slot(slot) => bound[slot],
            Self::Constant(_) | Self::Any => true,
        }
    }
}

impl Rule {
    /// Returns the variables that a row pattern binds; `None` if the rule cannot conclude a matching row.
    pub fn given(&self, wanted: impl IntoIterator<Item = Option<Cell>>) -> Option<Vec<(Slot, Cell)>> {
        let mut given: Vec<(Slot, Cell)> = Vec::new();
        for (column, cell) in self.columns.iter().zip(wanted) {
            let Some(cell) = cell else { continue };
            match column {
                Expr::Slot(slot) => match given.iter().find(|known| known.0 == *slot) {
                    Some(&(_, known)) if known != cell => return None,
                    Some(_) => {}
                    None => given.push((*slot, cell)),
                },
                Expr::Constant(constant) if *constant != cell => return None,
                // Computed columns are checked once all premises are met.
                Expr::Constant(_) | Expr::Arithmetic(..) | Expr::Call(..) => {}
            }
        }
        Some(given)
    }
}
