//! The predicates of refinements: `x >= 0 && x <= 10000`, `x.length > 0`.

use crate::syntax::tree::{Node, NodeId, StepKey, Tree};
use crate::types::vocabulary::BinaryOperator;
use crate::types::{Constant, Interner, Number, NumberId, Refinement};

use super::literal::literal;

/// The node and the reason for which a predicate is invalid.
pub(super) type Refusal = (NodeId, String);

/// Adds the bounds of a predicate to a refinement. Linear in the predicate.
pub(super) fn add_predicate(
    tree: &Tree,
    node: NodeId,
    refinement: &mut Refinement,
    types: &mut Interner,
) -> Result<(), Refusal> {
    match tree.node(node) {
        Node::Parenthesis(inner) => add_predicate(tree, inner, refinement, types),
        Node::Binary(BinaryOperator::And, left, right) => {
            add_predicate(tree, left, refinement, types)?;
            add_predicate(tree, right, refinement, types)
        }
        Node::Binary(operator, left, right) => {
            let comparison = comparison(tree, operator, left, right, types).ok_or_else(|| no_comparison(node))?;
            for (name, bound) in comparison.bounds(refinement, types).map_err(|message| (node, message))? {
                refinement.add(name, Constant::Number(bound), types).map_err(|message| (node, message))?;
            }
            Ok(())
        }
        _ => Err(no_comparison(node)),
    }
}

fn no_comparison(node: NodeId) -> Refusal {
    (node, "expected a comparison of `x` or `x.length` with a number, like `x >= 0`".to_owned())
}

/// The measure that a refinement compares with a number.
#[derive(Clone, Copy)]
enum Subject {
    /// `x`
    Value,
    /// `x.length`
    Length,
}

/// A comparison with a number, normalised so that the subject is on the left.
struct Comparison {
    subject: Subject,
    operator: BinaryOperator,
    number: NumberId,
}

fn comparison(
    tree: &Tree,
    operator: BinaryOperator,
    left: NodeId,
    right: NodeId,
    types: &mut Interner,
) -> Option<Comparison> {
    let mut number = |node| match literal(tree, node, types)?.1 {
        Constant::Number(id) => Some(id),
        _ => None,
    };
    if let Some(number) = number(right) {
        return Some(Comparison { subject: subject(tree, left, types)?, operator, number });
    }
    let number = number(left)?;
    Some(Comparison { subject: subject(tree, right, types)?, operator: turned(operator), number })
}

/// `x` or `x.length`
fn subject(tree: &Tree, node: NodeId, types: &Interner) -> Option<Subject> {
    let Node::Variable(name, steps) = tree.node(node) else { return None };
    let steps: Vec<StepKey> = tree.steps(steps).iter().map(|step| step.key).collect();
    match &steps[..] {
        [] if types.text(name) == "x" => Some(Subject::Value),
        [StepKey::Attribute(step)] if types.text(name) == "x" && types.text(*step) == "length" => Some(Subject::Length),
        _ => None,
    }
}

/// Returns the operator with swapped operands.
fn turned(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
        same => same,
    }
}

impl Comparison {
    /// Returns the inclusive bounds of the comparison, with their names.
    fn bounds(&self, refinement: &Refinement, types: &mut Interner) -> Result<Vec<(&'static str, NumberId)>, String> {
        let (lower, upper) = match self.subject {
            Subject::Value => ("min", "max"),
            Subject::Length => ("min_length", "max_length"),
        };
        Ok(match self.operator {
            BinaryOperator::GreaterEqual => vec![(lower, self.number)],
            BinaryOperator::LessEqual => vec![(upper, self.number)],
            BinaryOperator::Greater => vec![(lower, self.beyond(1, refinement, types)?)],
            BinaryOperator::Less => vec![(upper, self.beyond(-1, refinement, types)?)],
            BinaryOperator::Equal => vec![(lower, self.number), (upper, self.number)],
            _ => return Err("a bound is written with `<`, `<=`, `>`, `>=` or `==`".to_owned()),
        })
    }

    /// Returns the bound that excludes the number: the next integer above or below it. A number that is not an integer is its own
    /// bound, because no integer equals it.
    fn beyond(&self, by: i8, refinement: &Refinement, types: &mut Interner) -> Result<NumberId, String> {
        if matches!(self.subject, Subject::Value) && !refinement.has_integers() {
            return Err("the bounds of `number` are inclusive: write `>=` or `<=`".to_owned());
        }
        let number = types.number_of(self.number);
        if !number.is_integer() {
            return Ok(self.number);
        }
        let one = Number::from(1_usize);
        let step = if by < 0 { one.negated() } else { one };
        let beyond = number.plus(&step).map_err(|_| "the bound has too many digits".to_owned())?;
        Ok(types.number(beyond))
    }
}
