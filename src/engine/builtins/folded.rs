//! Constant evaluation of functions of Terraform: numbers, truth values, texts and lists of them.

use super::computed::{Folded, list_of, parsed_integer, text_value, whole_argument};
use super::formats::{formatted, formatted_list};
use super::known::{
    collected, constant_as, distinct_parts, is_wholly_known, known_parts, number, parts_list, text, whole,
};
use super::patterns::{all_matches, first_match};
use super::tables::decoded_table;
use super::terraform::{chained_list, chunked, decoded, first_filled, keys_of, length_of};
use super::yaml::decoded_yaml;
use super::{
    Constructor, CtyValue, List, Map, NONE, NUMBER, Object, STRING, Set, Standard, Step, Tuple, Ty, constant_bool,
    constructor, element,
};
use crate::session::{types, types_mut};
use rustc_hash::FxHashSet;
use typelog_types::{Constant, Number, Shape};

/// Returns the result of a function for wholly known values, if it is implemented here.
pub(super) fn outcome(name: &str, vs: &[Ty]) -> Folded {
    let first = *vs.first()?;
    match name {
        "alltrue" | "anytrue" => truths(first, name == "alltrue"),
        "max" | "min" => least(vs, name == "max"),
        "abs" | "ceil" | "floor" | "pow" => arithmetic(name, vs),
        "compact" => {
            let parts = parts_list(known_parts(first)?);
            let parts: Vec<Ty> = parts.into_iter().filter(|&part| part != NONE && part != text("")).collect();
            Some(Ok(list_of(STRING, &parts)))
        }
        // The type of null is unknown, and so is what a format makes of it.
        "format" if vs.contains(&NONE) => None,
        "format" => formatted(&text_value(first)?, &vs[1..]).map(|made| made.map(|made| text(&made))),
        "formatlist" => formatted_list(&text_value(first)?, &vs[1..]).map(|all| all.map(|all| list_of_texts(&all))),
        _ => of_text(name, &text_value(first)?, vs),
    }
}

/// Returns the result of a function of a text.
fn of_text(name: &str, of: &str, vs: &[Ty]) -> Folded {
    let second = vs.get(1).and_then(|&v| text_value(v));
    let given = match name {
        "chomp" => of.trim_end_matches(['\r', '\n']).to_owned(),
        "title" => titled(of),
        "trim" => {
            let letters: Vec<char> = second?.chars().collect();
            of.trim_matches(&letters[..]).to_owned()
        }
        "basename" | "dirname" if of.is_empty() || of.ends_with('/') || of.contains("//") => return None,
        "basename" => of.rsplit('/').next().unwrap_or(of).to_owned(),
        "dirname" => match of.rsplit_once('/') {
            None => ".".to_owned(),
            Some(("", _)) => "/".to_owned(),
            Some((before, _)) if before.starts_with("./") || before.contains("/.") => return None,
            Some((before, _)) => before.to_owned(),
        },
        "substr" if whole_argument(vs, 1).or_else(|| whole_argument(vs, 2)).is_some() => {
            return whole_argument(vs, 1).or_else(|| whole_argument(vs, 2)).map(Err);
        }
        "substr" => {
            let (start, count) = (whole(*vs.get(1)?)?, whole(*vs.get(2)?)?);
            let letters: Vec<char> = of.chars().collect();
            let from_end = usize::try_from(start.unsigned_abs()).ok()?;
            let start = if start < 0 { letters.len().saturating_sub(from_end) } else { from_end };
            let count = usize::try_from(count).unwrap_or(letters.len());
            letters.into_iter().skip(start).take(count).collect()
        }
        "urlencode" => of.bytes().map(url_letter).collect(),
        _ => return None,
    };
    Some(Ok(text(&given)))
}

/// Returns a text whose words begin with a capital letter.
fn titled(of: &str) -> String {
    let mut is_start = true;
    let mut title = |letter: char| {
        let capital = if is_start { letter.to_uppercase().next().unwrap_or(letter) } else { letter };
        is_start = !(letter.is_alphanumeric() || letter == '_' || letter == '\'');
        capital
    };
    of.chars().map(&mut title).collect()
}

fn url_letter(byte: u8) -> String {
    match byte {
        b' ' => "+".to_owned(),
        _ if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}

fn texts(v: Ty) -> Option<Vec<String>> {
    parts_list(known_parts(v)?).into_iter().map(text_value).collect()
}

fn list_of_texts(all: &[String]) -> Ty {
    let all: Vec<Ty> = all.iter().map(|part| text(part)).collect();
    list_of(STRING, &all)
}

/// Returns true if all truth values are true, or if one is.
fn truths(v: Ty, all: bool) -> Folded {
    let parts: Vec<Option<bool>> = parts_list(known_parts(v)?).into_iter().map(super::truth).collect();
    let is_true = |part: &Option<bool>| *part == Some(true);
    Some(Ok(constant_bool(if all { parts.iter().all(is_true) } else { parts.iter().any(is_true) })))
}

/// Holds if a number may be that of a block's instances: it is whole and not negative, or unknown.
pub fn may_count(v: CtyValue) -> bool {
    number_value(v).is_none_or(|number| number.is_integer() && !number.to_string().starts_with('-'))
}

/// Holds if the step `k` is a number, and not below the constant number `v`.
pub fn is_beyond(k: Step, v: CtyValue) -> bool {
    let Step::Number(id) = k else { return false };
    number_value(v).is_some_and(|count| types(|types| *types.number_of(id) >= count))
}

pub(super) fn number_value(v: Ty) -> Option<Number> {
    types(|types| match types.shape(v) {
        Shape::Constant(_, Constant::Number(id)) => Some(types.number_of(id).clone()),
        _ => None,
    })
}

pub(super) fn number_constant(value: Number) -> Ty {
    types_mut(|types| {
        let id = types.number(value);
        types.constant(NUMBER, Constant::Number(id))
    })
}

fn least(vs: &[Ty], greatest: bool) -> Folded {
    let all: Option<Vec<Number>> = vs.iter().map(|&v| number_value(v)).collect();
    let all = all?.into_iter();
    let chosen = if greatest { all.max() } else { all.min() };
    chosen.map(|chosen| Ok(number_constant(chosen)))
}

fn arithmetic(name: &str, vs: &[Ty]) -> Folded {
    let first = number_value(*vs.first()?)?;
    let zero = Number::new(0.into(), 0);
    let one = Number::new(1.into(), 0);
    if name == "pow" {
        let power = whole(*vs.get(1)?).filter(|power| (0..=64).contains(power))?;
        let product = (0..power).try_fold(one, |product, _| product.times(&first).ok())?;
        return Some(Ok(number_constant(product)));
    }
    let result = match name {
        "abs" if first < zero => first.negated(),
        "abs" => first,
        _ => {
            let rest = first.remainder(&one)?;
            let towards_zero = first.plus(&rest.negated()).ok()?;
            match (name, rest.is_zero()) {
                ("ceil", false) if rest > zero => towards_zero.plus(&one).ok()?,
                ("floor", false) if rest < zero => towards_zero.plus(&one.negated()).ok()?,
                _ => towards_zero,
            }
        }
    };
    Some(Ok(number_constant(result)))
}

/// Returns the value that a function computes of the given values as far as they are known, and otherwise the type `r` of its
/// result.
pub fn computed_value(f: Standard, ws: CtyValue, r: CtyValue) -> CtyValue {
    let parts = parts_list(ws);
    let value = parts.first().copied().and_then(|first| match f {
        Standard::Chunklist => chunked(ws),
        Standard::CoalesceList => first_filled(ws),
        Standard::Concat => chained_list(ws, r),
        Standard::Decode => decoded(first),
        Standard::DecodeTable => decoded_table(first),
        Standard::DecodeYaml => decoded_yaml(first),
        Standard::Keys => keys_of(first),
        Standard::Length => length_of(first),
        Standard::ParseInt => parsed_integer(first, *parts.get(1)?),
        Standard::Regex => first_match(ws, r),
        Standard::RegexAll => all_matches(ws, element(r)),
        Standard::SetProduct => combined(&parts, r),
        _ => folded(f, first, &parts),
    });
    value.unwrap_or(r)
}

/// Returns the value of a function of sequences, the first of which is given, for known arguments.
fn folded(f: Standard, first: Ty, ws: &[Ty]) -> Option<Ty> {
    let are_constants = |parts: &[Ty]| parts.iter().all(|&part| constructor(part) == Constructor::Constant);
    match f {
        Standard::Distinct if is_wholly_known(first) => {
            Some(collected(List, element(first), distinct_parts(known_parts(first)?)))
        }
        Standard::Sort => {
            let mut all = texts(first)?;
            all.sort_unstable();
            Some(list_of_texts(&all))
        }
        Standard::SetUnion => {
            let parts: Option<Vec<Ty>> = ws.iter().map(|&w| known_parts(w)).collect();
            let parts: Vec<Ty> = parts?.into_iter().flat_map(parts_list).collect();
            Some(set_of(first, &parts))
        }
        Standard::SetIntersection | Standard::SetSubtract => {
            let sets: Option<Vec<Vec<Ty>>> = ws.iter().map(|&w| known_parts(w).map(parts_list)).collect();
            let (sets, is_kept) = (sets?, f == Standard::SetIntersection);
            let (own, others) = sets.split_first().filter(|_| sets.iter().all(|set| are_constants(set)))?;
            let others: Vec<FxHashSet<Ty>> = others.iter().map(|other| other.iter().copied().collect()).collect();
            let is_in = |part: &Ty| others.iter().all(|other| other.contains(part) == is_kept);
            let kept: Vec<Ty> = own.iter().copied().filter(is_in).collect();
            Some(set_of(first, &kept))
        }
        Standard::Contains | Standard::Index => {
            let (parts, sought) = (parts_list(known_parts(first)?), *ws.get(1)?);
            let place = parts.iter().position(|&part| part == sought);
            (are_constants(&parts) && are_constants(&[sought])).then_some(())?;
            if f == Standard::Contains {
                return Some(constant_bool(place.is_some()));
            }
            i64::try_from(place?).ok().map(number)
        }
        Standard::Sum => {
            let parts = parts_list(known_parts(first)?).into_iter();
            let numbers: Option<Vec<Number>> =
                parts.map(|part| constant_as(part, NUMBER).and_then(number_value)).collect();
            let zero = Number::new(0.into(), 0);
            numbers?.iter().try_fold(zero, |sum, value| sum.plus(value).ok()).map(number_constant)
        }
        Standard::Matchkeys => {
            let &[values, keys, sought] = ws else { return None };
            let (keys, sought) = (parts_list(known_parts(keys)?), parts_list(known_parts(sought)?));
            (are_constants(&keys) && are_constants(&sought)).then_some(())?;
            let sought: FxHashSet<Ty> = sought.into_iter().collect();
            let pairs = parts_list(known_parts(values)?).into_iter().zip(keys);
            let chosen: Vec<Ty> = pairs.filter(|(_, key)| sought.contains(key)).map(|pair| pair.0).collect();
            Some(list_of(element(values), &chosen))
        }
        _ => None,
    }
}

fn set_of(like: Ty, parts: &[Ty]) -> Ty {
    let parts = types_mut(|types| types.tuple(parts));
    collected(Set, element(like), parts)
}

/// The maximal number of combinations that are enumerated.
const MOST_COMBINATIONS: usize = 1024;

/// Returns all combinations of the elements of known sequences, as a collection of the type `t`.
fn combined(ws: &[Ty], t: Ty) -> Option<Ty> {
    let factors: Option<Vec<Vec<Ty>>> = ws.iter().map(|&w| known_parts(w).map(parts_list)).collect();
    let factors = factors?;
    let count = factors.iter().try_fold(1_usize, |count, factor| count.checked_mul(factor.len()));
    count.filter(|&count| count <= MOST_COMBINATIONS)?;
    let mut rows: Vec<Vec<Ty>> = vec![Vec::new()];
    for factor in &factors {
        let longer = |row: &Vec<Ty>| factor.iter().map(|&part| [&row[..], &[part]].concat()).collect::<Vec<_>>();
        rows = rows.iter().flat_map(longer).collect();
    }
    let tuples: Vec<Ty> = rows.iter().map(|row| super::known(types_mut(|types| types.tuple(row)))).collect();
    let parts = types_mut(|types| types.tuple(&tuples));
    Some(collected(constructor(t), element(t), parts))
}

/// Holds if there may be as many keys as values in a selection by keys.
pub fn may_match(vs: CtyValue) -> bool {
    let length = |i| super::member(vs, i).and_then(known_parts).map(super::arity);
    length(0).zip(length(1)).is_none_or(|(values, keys)| values == keys)
}

/// Holds unless a sequence surely lacks the value that is sought: each of its parts differs from it.
pub fn may_contain(of: CtyValue, sought: CtyValue) -> bool {
    let Some(parts) = known_parts(of).map(parts_list) else { return true };
    parts.iter().any(|&part| part == sought || !differ(part, sought) && !differ(sought, part))
}

/// Holds if a constant differs from all values of another type: other constants, and what has parts.
fn differ(constant: Ty, value: Ty) -> bool {
    constructor(constant) == Constructor::Constant
        && matches!(constructor(value), Constructor::Constant | Tuple | Object | List | Map | Set)
}
