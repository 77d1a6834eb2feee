//! Questions about declared types in the notation of the rules, one a line, with their answers.
//!
//! | line | holds if |
//! |---|---|
//! | `s <: t` | `s` is assignable to `t` |
//! | `s <?: t` | it is not, but some values of `s` may belong to `t` |
//! | `not s <: t` | no value of `s` belongs to `t` |
//! | `s in t : contained` | the values of `s` lie within the refinement `t`; also `overlapping`, `disjoint`, `unknown` |
//! | `f(s, t) = u` | a call of `f` with such arguments returns a `u` |
//! | `f(s, t) ?= u` | it returns a `u` if the values of its arguments fit |
//! | `not f(s, t)` | no signature matches; ` -- ` is followed by the reason for each signature |

use crate::answers::model::{call, call_misses, containment, fit};
use crate::answers::with_types;
use crate::builtins::operates;
use crate::types::Ty;
use crate::types::vocabulary::{BinaryOperator, Containment, Conversion, Miss, Operation, UnaryOperator};

use super::checking::Session;
use super::questions::split;

/// The line with its actual answer in place of the given one.
///
/// # Errors
/// The reason why the line is not a question.
pub fn answered(session: &mut Session, line: &str) -> Result<String, String> {
    let asked = line.strip_prefix("not ").unwrap_or(line).trim();
    let asked = split(asked, " -- ").map_or(asked, |parts| parts.0);
    if let Some((s, t)) = split(asked, " <: ").or_else(|| split(asked, " <?: ")) {
        return Ok(match fitted(session, s, t)? {
            Conversion::Safe => format!("{s} <: {t}"),
            Conversion::Unsafe => format!("{s} <?: {t}"),
            Conversion::No => format!("not {s} <: {t}"),
        });
    }
    if let Some((s, rest)) = split(asked, " in ") {
        let (t, _) = split(rest, " : ").unwrap_or((rest, ""));
        let (from, to) = (session.read_type(s)?, session.read_type(t)?);
        let word = match containment(&mut session.types, from, to) {
            Containment::Contained => "contained",
            Containment::Overlapping => "overlapping",
            Containment::Disjoint => "disjoint",
            Containment::Unknown => "unknown",
        };
        return Ok(format!("{s} in {t} : {word}"));
    }
    let asked = split(asked, " = ").or_else(|| split(asked, " ?= ")).map_or(asked, |parts| parts.0);
    called(session, asked)
}

/// The kind with which one type fits another.
///
/// # Errors
/// The reason why the texts are not types.
pub fn fitted(session: &mut Session, s: &str, t: &str) -> Result<Conversion, String> {
    let (from, to) = (session.read_type(s)?, session.read_type(t)?);
    Ok(fit(&mut session.types, &[(from, to)])[0])
}

/// The result type of a binary operator, or of a unary one if the right operand is empty.
///
/// # Errors
/// The reason why the texts are not an operator and types.
pub fn operated(session: &mut Session, symbol: &str, left: &str, right: &str) -> Result<String, String> {
    let operands: Result<Vec<Ty>, String> =
        [left, right].into_iter().filter(|text| !text.is_empty()).map(|text| session.read_type(text)).collect();
    let ts = session.types.tuple(&operands?);
    let unary = [UnaryOperator::Negate, UnaryOperator::Not].map(Operation::Unary);
    let known = if right.is_empty() { unary.to_vec() } else { BINARY.map(Operation::Binary).to_vec() };
    let operation = known.into_iter().find(|operation| operation.symbol() == symbol);
    let operation = operation.ok_or_else(|| format!("there is no operator `{symbol}`"))?;
    let ty = with_types(&mut session.types, || operates(operation, ts));
    Ok(session.display(ty))
}

/// The operators between operands.
const BINARY: [BinaryOperator; 13] = [
    BinaryOperator::Or,
    BinaryOperator::And,
    BinaryOperator::Equal,
    BinaryOperator::NotEqual,
    BinaryOperator::Greater,
    BinaryOperator::GreaterEqual,
    BinaryOperator::Less,
    BinaryOperator::LessEqual,
    BinaryOperator::Add,
    BinaryOperator::Subtract,
    BinaryOperator::Multiply,
    BinaryOperator::Divide,
    BinaryOperator::Modulo,
];

/// A call with its result type, or with the reason why no signature matches.
///
/// # Errors
/// The reason why the text is not a call.
pub fn called(session: &mut Session, asked: &str) -> Result<String, String> {
    let parts = asked.split_once('(').and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)));
    let (name, arguments) = parts.ok_or_else(|| format!("`{asked}` is no question"))?;
    let mut rest = arguments;
    let mut members: Vec<Ty> = Vec::new();
    while !rest.is_empty() {
        let (argument, behind) = split(rest, ", ").unwrap_or((rest, ""));
        members.push(session.read_type(argument)?);
        rest = behind;
    }
    let ts = session.types.tuple(&members);
    let name = session.types.name(name);
    let f = session.environment().function(name).ok_or("there is no such function")?;
    let signatures = session.environment().candidates(f);
    if let Some((kind, ty)) = call(&mut session.types, signatures.clone(), f, ts) {
        let sign = if kind == Conversion::Safe { "=" } else { "?=" };
        return Ok(format!("{asked} {sign} {}", session.display(ty)));
    }
    let misses = call_misses(&mut session.types, signatures, f, ts);
    let reasons = misses.into_iter().map(|(number, miss)| match miss {
        Miss::Argument(at) => format!("{}: argument {}", number + 1, at + 1),
        Miss::Missing(at) => format!("{}: lacks argument {}", number + 1, at + 1),
        Miss::TooMany => format!("{}: too many", number + 1),
    });
    Ok(format!("not {asked} -- {}", reasons.collect::<Vec<_>>().join("; ")))
}
