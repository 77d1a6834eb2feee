//! Operators on constants. Operands are converted to the types of the operator; results are exact.

use super::convert;
use super::evaluate::Evaluator;
use crate::types::vocabulary::BinaryOperator;
use crate::types::{BOOL, Content, NUMBER, Number, Value};

/// A value, or the reason why the operands have none.
type Result<T> = std::result::Result<T, String>;

/// Evaluates a binary operator.
pub(super) fn binary(
    context: &mut Evaluator<'_>,
    operator: BinaryOperator,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    match operator {
        BinaryOperator::Equal => Ok(bool_value(are_equal(context, left, right))),
        BinaryOperator::NotEqual => Ok(bool_value(!are_equal(context, left, right))),
        BinaryOperator::And => Ok(bool_value(truth(context, left)? & truth(context, right)?)),
        BinaryOperator::Or => Ok(bool_value(truth(context, left)? | truth(context, right)?)),
        _ => {
            let (left, right) = (number(context, left)?, number(context, right)?);
            if let Some(answer) = comparison(operator, &left, &right) {
                return Ok(bool_value(answer));
            }
            let result = calculation(operator, &left, &right)?;
            Ok(number_value(context, result))
        }
    }
}

/// `-operand`
pub(super) fn negated(context: &mut Evaluator<'_>, operand: &Value) -> Result<Value> {
    let result = number(context, operand)?.negated();
    Ok(number_value(context, result))
}

/// `!operand`
pub(super) fn opposite(context: &mut Evaluator<'_>, operand: &Value) -> Result<Value> {
    Ok(bool_value(!truth(context, operand)?))
}

/// Converts a value to a truth value.
pub(super) fn truth(context: &mut Evaluator<'_>, value: &Value) -> Result<bool> {
    match convert(value, BOOL, context.types) {
        Ok(Value { content: Content::Bool(value), .. }) => Ok(value),
        Ok(_) => Err("the operand is null".to_owned()),
        Err(error) => Err(error.display(context.types)),
    }
}

/// Converts a value to a number.
pub(super) fn number(context: &mut Evaluator<'_>, value: &Value) -> Result<Number> {
    match convert(value, NUMBER, context.types) {
        Ok(Value { content: Content::Number(id), .. }) => Ok(context.types.number_of(id).clone()),
        Ok(_) => Err("the operand is null".to_owned()),
        Err(error) => Err(error.display(context.types)),
    }
}

/// Values of different types differ, except that all numeric types are compared by value.
fn are_equal(context: &Evaluator<'_>, left: &Value, right: &Value) -> bool {
    left.content.compare(&right.content, context.types).is_eq()
}

fn comparison(operator: BinaryOperator, left: &Number, right: &Number) -> Option<bool> {
    match operator {
        BinaryOperator::Greater => Some(left > right),
        BinaryOperator::GreaterEqual => Some(left >= right),
        BinaryOperator::Less => Some(left < right),
        BinaryOperator::LessEqual => Some(left <= right),
        _ => None,
    }
}

fn calculation(operator: BinaryOperator, left: &Number, right: &Number) -> Result<Number> {
    let too_long = |_| "the result has too many digits".to_owned();
    match operator {
        BinaryOperator::Add => left.plus(right).map_err(too_long),
        BinaryOperator::Subtract => left.plus(&right.negated()).map_err(too_long),
        BinaryOperator::Multiply => left.times(right).map_err(too_long),
        _ if right.is_zero() => Err("division by zero".to_owned()),
        BinaryOperator::Divide => {
            left.divided_by(right).ok_or_else(|| "the quotient has no exact decimal form".to_owned())
        }
        _ => left.remainder(right).ok_or_else(|| "division by zero".to_owned()),
    }
}

fn bool_value(value: bool) -> Value {
    Value { ty: BOOL, content: Content::Bool(value) }
}

fn number_value(context: &mut Evaluator<'_>, number: Number) -> Value {
    let id = context.types.number(number);
    context.number(id)
}
