//! Questions about declared types in the notation of the rules, one a line, each with its answer.
//!
//! | line | holds if |
//! |---|---|
//! | `s <: t` | `s` is assignable to `t` |
//! | `s <?: t` | it is not, but a value of `s` may turn out to be one of `t` |
//! | `not s <: t` | none does |
//! | `s in t : contained` | the values of `s` are contained in the refinement `t`; `overlapping`, `disjoint`, `unknown` |
//! | `f(s, t) = u` | a call of `f` with such arguments gives a `u` |
//! | `f(s, t) ?= u` | it does if its arguments turn out to fit |
//! | `not f(s, t)` | it fits no signature; behind ` -- ` stands why, signature by signature |

use typelog::terms::operates;
use typelog::type_rules::model::{call, call_misses, containment, fit};
use typelog::type_rules::with_types;
use typelog::types::Ty;
use typelog::types::vocabulary::{BinaryOperator, Containment, Conversion, Miss, Operation, UnaryOperator};

use super::questions::split;
use super::session::Session;

/// The line with the answer that the rules give, whatever answer it has.
///
/// # Errors
/// Why the line is no question.
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

/// How one type fits another.
///
/// # Errors
/// Why the texts are no types.
pub fn fitted(session: &mut Session, s: &str, t: &str) -> Result<Conversion, String> {
    let (from, to) = (session.read_type(s)?, session.read_type(t)?);
    Ok(fit(&mut session.types, &[(from, to)])[0])
}

/// The result of an operator between operands, or before one, if the right one is empty.
///
/// # Errors
/// Why the texts are no operator and types.
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

/// A call with what it gives, or why it fits no signature.
///
/// # Errors
/// Why the text is no call.
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
