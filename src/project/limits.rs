//! The limits of types and of user rules, by their names.

use std::collections::BTreeMap;

use crate::query;
use crate::types::Limits;
use crate::types::nearest::nearest;

/// The greatest depth that can be set for types, since traversals of types are recursive.
pub const DEEPEST: i64 = 4_000;

/// The maximum nesting depth of the type of a definition.
pub const TYPE_DEPTH: &str = "max-type-depth";
/// The maximum total number of unlike members of two types whose common type is computed.
pub const ALTERNATIVES: &str = "max-alternatives";
/// The maximum total number of parts of two types whose common type is computed.
pub const TYPE_PARTS: &str = "max-type-parts";
/// The maximum number of pairs of members of two unions, one of which is converted to the other.
pub const PAIRS: &str = "max-pairs";
/// The maximum number of bytes of a type that are shown.
pub const TYPE_BYTES: &str = "max-type-bytes";
/// The maximum number of parts of a known value of Terraform.
pub const KNOWN_PARTS: &str = "max-known-parts";
/// The maximum number of bytes of a known text of Terraform.
pub const KNOWN_BYTES: &str = "max-known-bytes";
/// The maximum number of rows that user rules derive.
pub const ROWS: &str = "max-rows";
/// The maximum number of rows that user rules visit in joins.
pub const STEPS: &str = "max-steps";
/// The maximum total size of the rows that user rules derive, in bytes.
pub const ROW_BYTES: &str = "max-row-bytes";
/// The maximum total size of texts if user rules create texts, in bytes.
pub const TEXT: &str = "max-text";

/// Limits that somebody sets, by their names.
pub type GivenLimits = BTreeMap<String, u64>;

/// Returns the names of all limits, with their defaults.
pub fn defaults() -> BTreeMap<&'static str, u64> {
    let (types, rules) = (Limits::default(), query::Limit::default());
    BTreeMap::from([
        (TYPE_DEPTH, types.depth.into()),
        (ALTERNATIVES, types.alternatives.into()),
        (TYPE_PARTS, types.parts.into()),
        (PAIRS, types.pairs.into()),
        (TYPE_BYTES, types.shown as u64),
        (KNOWN_PARTS, types.known_parts.into()),
        (KNOWN_BYTES, types.known_bytes.into()),
        (ROWS, rules.rows as u64),
        (STEPS, rules.steps),
        (ROW_BYTES, rules.bytes as u64),
        (TEXT, rules.text as u64),
    ])
}

/// Returns the greatest number that can be set for a limit.
pub fn greatest(name: &str) -> u64 {
    match name {
        TYPE_DEPTH => DEEPEST.unsigned_abs(),
        ALTERNATIVES | TYPE_PARTS | PAIRS | KNOWN_PARTS | KNOWN_BYTES => u32::MAX.into(),
        _ => i64::MAX.unsigned_abs(),
    }
}

/// Checks a limit that somebody sets.
///
/// # Errors
/// If there is no such limit, or the number is out of range.
pub fn check_limit(name: &str, number: u64) -> Result<(), String> {
    if !defaults().contains_key(name) {
        let help =
            nearest(name, defaults().into_keys()).map_or_else(String::new, |name| format!("; there is `{name}`"));
        return Err(format!("there is no limit `{name}`{help}"));
    }
    if (1..=greatest(name)).contains(&number) {
        return Ok(());
    }
    Err(format!("`{name}` is a number from 1 to {}", greatest(name)))
}

/// Returns the limits of types. The first of `given` that sets a limit decides.
pub fn of_types(given: &[&GivenLimits]) -> Limits {
    let default = Limits::default();
    Limits {
        depth: chosen(given, TYPE_DEPTH, default.depth),
        alternatives: chosen(given, ALTERNATIVES, default.alternatives),
        parts: chosen(given, TYPE_PARTS, default.parts),
        pairs: chosen(given, PAIRS, default.pairs),
        known_parts: chosen(given, KNOWN_PARTS, default.known_parts),
        known_bytes: chosen(given, KNOWN_BYTES, default.known_bytes),
        shown: chosen(given, TYPE_BYTES, default.shown),
    }
}

/// Returns the limits of user rules. The first of `given` that sets a limit decides.
pub fn of_rules(given: &[&GivenLimits]) -> query::Limit {
    within(given, query::Limit::default())
}

/// The maximum number of answers to a question. A hundred are shown, and the others are counted.
const MOST_ANSWERS: usize = 500_000;

/// Returns the limits of questions, as [`of_rules`].
pub fn of_questions(given: &[&GivenLimits]) -> query::Limit {
    within(given, query::Limit { rows: MOST_ANSWERS, ..query::Limit::default() })
}

fn within(given: &[&GivenLimits], default: query::Limit) -> query::Limit {
    query::Limit {
        rows: chosen(given, ROWS, default.rows),
        steps: chosen(given, STEPS, default.steps),
        bytes: chosen(given, ROW_BYTES, default.bytes),
        text: chosen(given, TEXT, default.text),
    }
}

fn chosen<N: TryFrom<u64>>(given: &[&GivenLimits], name: &str, default: N) -> N {
    let number = given.iter().find_map(|limits| limits.get(name));
    number.and_then(|&number| N::try_from(number).ok()).unwrap_or(default)
}
