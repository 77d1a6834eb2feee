//! Arithmetic on the types of literals and of bounded numbers.

use std::cmp::Ordering;

use super::refinements::meant;
use super::{BOOL, BinaryOperator, CtyValue, INT, NONE, NUMBER, Operation, Ty, UnaryOperator};
use crate::session::types_mut;
use typelog_types::{Constant, Facets, Interner, Interval, Number, NumberId, Shape};

/// Returns the tuple of a type repeated `n` times.
pub fn repeated(t: Ty, n: u32) -> Ty {
    types_mut(|types| types.tuple(&vec![t; n as usize]))
}

/// Returns the operands of the types in a tuple, with null removed from each.
pub fn without_nulls(ts: Ty) -> Ty {
    types_mut(|types| {
        let operands: Vec<Vec<Ty>> = types.members(ts).iter().map(|&t| variants(types, t)).collect();
        let operands: Vec<Ty> = operands.into_iter().map(|variants| types.union(&variants)).collect();
        types.tuple(&operands)
    })
}

/// Returns the members of a union that are not null, and any other type itself.
fn variants(types: &Interner, t: Ty) -> Vec<Ty> {
    match types.shape(t) {
        Shape::Union(_) => types.members(t).iter().copied().filter(|&member| member != NONE).collect(),
        _ => vec![t],
    }
}

/// Returns the union of the results so far, if there are any, and one more.
pub fn either(so_far: Option<Ty>, r: Ty) -> Option<Ty> {
    Some(so_far.map_or(r, |u| types_mut(|types| types.union(&[u, r]))))
}

/// Returns the literal of type `r` that an operation computes from operands of the types `ts`, if they are literals. A single
/// literal suffices if it decides.
pub fn computed(o: Operation, ts: CtyValue, r: Ty) -> Option<CtyValue> {
    types_mut(|types| {
        let operands: Vec<Option<Constant>> = types.members(ts).iter().map(|&t| constant(types, t)).collect();
        let value = match (o, &operands[..]) {
            (Operation::Unary(UnaryOperator::Negate), &[Some(Constant::Number(id))]) => {
                Constant::Number(types.negated(id))
            }
            (Operation::Unary(UnaryOperator::Not), &[Some(Constant::Bool(value))]) => Constant::Bool(!value),
            (Operation::Binary(o), &[left, right]) => combined(o, left, right, r, types)?,
            _ => return None,
        };
        is_simple(r).then(|| types.literal_type(r, value))
    })
}

/// Returns the result type of an operation on bounded numbers: bounded numbers, or a truth value.
pub fn bounded(o: Operation, ts: Ty, r: Ty) -> Option<Ty> {
    types_mut(|types| {
        let extents: Vec<Interval> = types.members(ts).to_vec().into_iter().map(|t| extent(types, t)).collect();
        match (o, &extents[..]) {
            (Operation::Unary(UnaryOperator::Negate), &[a]) => between(negated(a, types), r, types),
            (Operation::Binary(o), &[a, b]) if r == BOOL => {
                let is_so = compared(o, a, b, types)?;
                Some(types.constant(BOOL, Constant::Bool(is_so)))
            }
            (Operation::Binary(o), &[a, b]) => {
                let extent = spanned(o, a, b, r, types)?;
                between(extent, r, types)
            }
            _ => None,
        }
    })
}

/// Holds for the result types of operators other than unions and errors.
fn is_simple(r: Ty) -> bool {
    [BOOL, INT, NUMBER].contains(&r)
}

fn constant(types: &Interner, t: Ty) -> Option<Constant> {
    match types.shape(meant(types, t)) {
        Shape::Constant(_, value) => Some(value),
        _ => None,
    }
}

fn combined(
    o: BinaryOperator,
    left: Option<Constant>,
    right: Option<Constant>,
    r: Ty,
    types: &mut Interner,
) -> Option<Constant> {
    let is_either = |value: bool| [left, right].contains(&Some(Constant::Bool(value)));
    let (a, b) = match o {
        BinaryOperator::Or if is_either(true) => return Some(Constant::Bool(true)),
        BinaryOperator::And if is_either(false) => return Some(Constant::Bool(false)),
        _ => (left?, right?),
    };
    match (o, a, b) {
        (BinaryOperator::Or | BinaryOperator::And, Constant::Bool(a), Constant::Bool(b)) => {
            Some(Constant::Bool(if o == BinaryOperator::Or { a || b } else { a && b }))
        }
        (BinaryOperator::Equal, ..) => Some(Constant::Bool(a == b)),
        (BinaryOperator::NotEqual, ..) => Some(Constant::Bool(a != b)),
        (_, Constant::Number(a), Constant::Number(b)) if r == BOOL => {
            let order = types.number_of(a).cmp(types.number_of(b));
            Some(Constant::Bool(agrees(o, order)?))
        }
        (_, Constant::Text(a), Constant::Text(b)) => {
            let order = types.text(a).cmp(types.text(b));
            Some(Constant::Bool(agrees(o, order)?))
        }
        (_, Constant::Number(a), Constant::Number(b)) => {
            let result = arithmetic(o, types.number_of(a), types.number_of(b), r == INT)?;
            Some(Constant::Number(types.number(result)))
        }
        _ => None,
    }
}

/// Returns the answer of a comparison operator for operands in this order. Returns none for other operators.
fn agrees(o: BinaryOperator, order: Ordering) -> Option<bool> {
    Some(match o {
        BinaryOperator::Greater => order.is_gt(),
        BinaryOperator::GreaterEqual => order.is_ge(),
        BinaryOperator::Less => order.is_lt(),
        BinaryOperator::LessEqual => order.is_le(),
        _ => return None,
    })
}

/// Returns the exact result, if there is one. Division of integers drops the remainder.
fn arithmetic(o: BinaryOperator, a: &Number, b: &Number, is_integral: bool) -> Option<Number> {
    match o {
        BinaryOperator::Add => a.plus(b).ok(),
        BinaryOperator::Subtract => a.plus(&b.negated()).ok(),
        BinaryOperator::Multiply => a.times(b).ok(),
        BinaryOperator::Modulo => a.remainder(b),
        BinaryOperator::Divide if is_integral => a.plus(&a.remainder(b)?.negated()).ok()?.divided_by(b),
        BinaryOperator::Divide => a.divided_by(b),
        _ => None,
    }
}

/// Returns the extent of the numbers of a type. That of a union spans its members.
fn extent(types: &Interner, t: Ty) -> Interval {
    let t = meant(types, t);
    if !matches!(types.shape(t), Shape::Union(_)) {
        return types.values(t);
    }
    let extents = types.members(t).iter().map(|&member| types.values(meant(types, member)));
    let (mut lower, mut upper): (Vec<_>, Vec<_>) = extents.map(|extent| (extent.lower(), extent.upper())).unzip();
    let by_value = |id: &Option<NumberId>| id.map(|id| types.number_of(id).clone());
    // A missing bound comes first.
    lower.sort_by_key(by_value);
    upper.sort_by_key(by_value);
    let greatest = if upper.contains(&None) { None } else { upper.last().copied().flatten() };
    Interval::between(lower.first().copied().flatten(), greatest)
}

/// Returns the type of the numbers of a type within an extent. Returns none if it is unbounded.
fn between(extent: Interval, r: Ty, types: &mut Interner) -> Option<Ty> {
    let facets = Facets { min: extent.lower(), max: extent.upper(), ..Facets::default() };
    match (facets.min, facets.max) {
        _ if r != INT && r != NUMBER => None,
        (None, None) => None,
        (Some(min), Some(max)) if min == max => Some(types.literal_type(r, Constant::Number(min))),
        _ => Some(types.refined(r, facets)),
    }
}

fn negated(extent: Interval, types: &mut Interner) -> Interval {
    let mut negate = |id: Option<NumberId>| id.map(|id| types.negated(id));
    Interval::between(negate(extent.upper()), negate(extent.lower()))
}

/// Returns the answer to a comparison if it is the same for all numbers of two extents.
fn compared(o: BinaryOperator, a: Interval, b: Interval, types: &Interner) -> Option<bool> {
    let order = |x: Option<NumberId>, y: Option<NumberId>| Some(types.number_of(x?).cmp(types.number_of(y?)));
    // The greatest number of one is compared with the least number of the other.
    let (below, above) = (order(a.upper(), b.lower()), order(a.lower(), b.upper()));
    let (is_less, is_not_less) = (below.map(Ordering::is_lt), above.map(Ordering::is_ge));
    let (is_at_most, is_greater) = (below.map(Ordering::is_le), above.map(Ordering::is_gt));
    let decided = |yes: Option<bool>, no: Option<bool>| match (yes, no) {
        (Some(true), _) => Some(true),
        (_, Some(true)) => Some(false),
        _ => None,
    };
    match o {
        BinaryOperator::Less => decided(is_less, is_not_less),
        BinaryOperator::LessEqual => decided(is_at_most, is_greater),
        BinaryOperator::Greater => decided(is_greater, is_at_most),
        BinaryOperator::GreaterEqual => decided(is_not_less, is_less),
        _ => None,
    }
}

/// Returns the extent of the results of arithmetic on the numbers of two extents, if their bounds determine it.
fn spanned(o: BinaryOperator, a: Interval, b: Interval, r: Ty, types: &mut Interner) -> Option<Interval> {
    match o {
        BinaryOperator::Add => {
            Some(Interval::between(sum(a.lower(), b.lower(), types), sum(a.upper(), b.upper(), types)))
        }
        BinaryOperator::Subtract => {
            let b = negated(b, types);
            spanned(BinaryOperator::Add, a, b, r, types)
        }
        BinaryOperator::Multiply => {
            let mut products = Vec::new();
            for x in [a.lower()?, a.upper()?] {
                for y in [b.lower()?, b.upper()?] {
                    products.push(types.number_of(x).times(types.number_of(y)).ok()?);
                }
            }
            let (least, greatest) = (products.iter().min()?.clone(), products.iter().max()?.clone());
            Some(Interval::between(Some(types.number(least)), Some(types.number(greatest))))
        }
        BinaryOperator::Modulo if r == INT => remainders(a, b, types),
        _ => None,
    }
}

fn sum(a: Option<NumberId>, b: Option<NumberId>, types: &mut Interner) -> Option<NumberId> {
    let sum = types.number_of(a?).plus(types.number_of(b?)).ok()?;
    Some(types.number(sum))
}

/// Returns the extent of remainders. A remainder has the sign of the dividend, and is closer to zero than the divisor.
fn remainders(a: Interval, b: Interval, types: &mut Interner) -> Option<Interval> {
    let (zero, one) = (Number::from(0_usize), Number::from(1_usize));
    let magnitude = |id: NumberId| {
        let number = types.number_of(id);
        if *number < zero { number.negated() } else { number.clone() }
    };
    let divisor = magnitude(b.lower()?).max(magnitude(b.upper()?));
    let greatest = divisor.plus(&one.negated()).ok().filter(|greatest| *greatest >= zero)?;
    let is_positive = a.lower().is_some_and(|lower| *types.number_of(lower) >= zero);
    let is_negative = a.upper().is_some_and(|upper| *types.number_of(upper) <= zero);
    let lower = if is_positive { zero.clone() } else { greatest.negated() };
    let upper = if is_negative { zero } else { greatest };
    Some(Interval::between(Some(types.number(lower)), Some(types.number(upper))))
}
