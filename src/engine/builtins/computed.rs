//! Constant evaluation of functions of Terraform.

use super::encodings::{bytes_of_base_64, in_base_64, is_encoding, is_uuid};
use super::folded::{number_constant, number_value};
use super::known::{
    collected, constant_as, constant_count, exact, is_fraction, is_wholly_known, known_parts, number, parts_list, text,
    whole,
};
use super::terraform::json_of;
use super::{
    CtyValue, Dynamic, List, Map, NONE, NUMBER, Name, Object, STRING, TerraformError, Ty, constant_bool, constructor,
    type_of_value,
};
use crate::session::{types, types_mut};
use rustc_hash::FxHashMap;
use typelog_types::{Constant, Number, Shape};

/// Returns the value of a named function for constants, if it is implemented here, and otherwise the type `r` of its result.
pub fn computed_call(f: Name, vs: CtyValue, r: Ty) -> CtyValue {
    outcome(f, vs).and_then(Result::ok).unwrap_or(r)
}

/// Holds if a named function fails for these arguments.
pub fn refuses(f: Name, vs: CtyValue) -> bool {
    matches!(outcome(f, vs), Some(Err(_)))
}

/// Returns the reason why a named function fails for these arguments: the error, the number of the argument at fault, and what
/// is wrong with it or required of it, as a constant.
pub fn refusal(f: Name, vs: CtyValue) -> Option<(TerraformError, u32, CtyValue)> {
    let Refusal { flaw, argument, detail } = outcome(f, vs)?.err()?;
    Some((flaw, argument, detail))
}

/// The result of a constant evaluation: a value or a failure. It is none if the call is not evaluated.
pub(super) type Folded = Option<Result<Ty, Refusal>>;

/// The reason of a failure, with the number of the argument at fault and a constant that says more, or null.
#[derive(Clone, Copy)]
pub(super) struct Refusal {
    pub flaw: TerraformError,
    pub argument: u32,
    pub detail: Ty,
}

impl Refusal {
    /// The reason that an argument gives.
    pub(super) fn of(flaw: TerraformError, argument: u32) -> Self {
        Self { flaw, argument, detail: NONE }
    }

    /// The same with a constant that says more.
    pub(super) fn with(self, detail: Ty) -> Self {
        Self { detail, ..self }
    }
}

/// The failure that the first argument causes, if it does.
fn unless(is_right: bool, flaw: TerraformError) -> Folded {
    (!is_right).then_some(Err(Refusal::of(flaw, 0)))
}

fn outcome(f: Name, vs: Ty) -> Folded {
    let name = types(|types| types.text(f).to_owned());
    let vs = parts_list(vs);
    if !vs.iter().all(|&v| is_wholly_known(v)) {
        return of_unknown(&name, &vs).map(Err);
    }
    let texts: Vec<Option<String>> = vs.iter().map(|&v| text_value(v)).collect();
    let first = texts.first().cloned().flatten();
    let second = texts.get(1).cloned().flatten();
    match &name[..] {
        "upper" => Some(Ok(text(&first?.to_uppercase()))),
        "lower" => Some(Ok(text(&first?.to_lowercase()))),
        "trimspace" => Some(Ok(text(first?.trim()))),
        "strrev" => Some(Ok(text(&first?.chars().rev().collect::<String>()))),
        "trimprefix" => first.zip(second).map(|(of, end)| Ok(text(of.strip_prefix(&end[..]).unwrap_or(&of)))),
        "trimsuffix" => first.zip(second).map(|(of, end)| Ok(text(of.strip_suffix(&end[..]).unwrap_or(&of)))),
        "startswith" => first.zip(second).map(|(of, part)| Ok(constant_bool(of.starts_with(&part)))),
        "endswith" => first.zip(second).map(|(of, part)| Ok(constant_bool(of.ends_with(&part)))),
        "strcontains" => first.zip(second).map(|(of, part)| Ok(constant_bool(of.contains(&part)))),
        "replace" => {
            let third = texts.get(2).cloned().flatten()?;
            let pattern = second?;
            match pattern.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
                Some(pattern) => no_pattern(pattern).map(Err),
                None => Some(Ok(text(&first.unwrap_or_default().replace(&pattern, &third)))),
            }
        }
        "join" => joined(&first?, &vs[1..]),
        "split" => {
            let (separator, of) = first.zip(second)?;
            let parts: Vec<String> = if of.is_empty() && separator.is_empty() {
                Vec::new()
            } else if separator.is_empty() {
                of.chars().map(String::from).collect()
            } else {
                of.split(&separator[..]).map(str::to_owned).collect()
            };
            let parts: Vec<Ty> = parts.iter().map(|part| text(part)).collect();
            Some(Ok(list_of(STRING, &parts)))
        }
        name if name.ends_with("::encode_tfvars") => {
            unless(matches!(constructor(*vs.first()?), Object | Map), TerraformError::NoMapping)
        }
        "jsonencode" => Some(Ok(text(&json_of(*vs.first()?)?))),
        "base64encode" => Some(Ok(text(&in_base_64(first?.as_bytes())))),
        "base64decode" | "base64gunzip" | "textdecodebase64" | "textencodebase64" => {
            in_encoding(&name, &first?, second)
        }
        "rsadecrypt" => decrypted(&first?, &second?),
        "range" => range(&vs),
        "transpose" => transposed(*vs.first()?).map(Ok),
        "signum" => match whole(*vs.first()?) {
            Some(value) => Some(Ok(number(value.signum()))),
            None => unless(false, TerraformError::NoWhole),
        },
        "log" | "pow" => match not_a_number(&name, vs[0], *vs.get(1)?) {
            Some(refusal) => Some(Err(refusal)),
            None => super::folded::outcome(&name, &vs),
        },
        "cidrhost" | "cidrnetmask" | "cidrsubnet" | "cidrsubnets" | "cidrcontains" => {
            super::prefixes::outcome(&name, &vs)
        }
        "formatdate" | "timeadd" | "timecmp" => super::times::outcome(&name, &vs),
        "uuidv5" => {
            let namespace = first?;
            let is_known = ["dns", "url", "oid", "x500"].contains(&&namespace[..]) || is_uuid(&namespace);
            unless(is_known, TerraformError::NoNamespace)
        }
        "urldecode" => {
            let of = first?;
            let broken =
                of.split('%').skip(1).any(|rest| rest.get(..2).is_none_or(|hex| u8::from_str_radix(hex, 16).is_err()));
            unless(!broken, TerraformError::NoEscape)
        }
        "indent" if exact::<i64>(vs[0]).is_some_and(|count| count < 0) => unless(false, TerraformError::Negative),
        "indent" => whole_argument(&vs, 0).map(Err),
        name => super::folded::outcome(name, &vs),
    }
}

/// The reason why a function fails for arguments that are not all known: their number, their types, or one that is known.
fn of_unknown(name: &str, vs: &[Ty]) -> Option<Refusal> {
    let known = |number: usize| vs.get(number).and_then(|&v| text_value(v));
    match name {
        "format" => super::formats::formatted(&known(0)?, &vs[1..])?.err(),
        "replace" => no_pattern(known(1)?.strip_prefix('/')?.strip_suffix('/')?),
        "range" => (vs.len() > 3).then(|| Refusal::of(TerraformError::ManyArguments, 3).with(number(3))),
        "formatdate" | "timeadd" | "timecmp" => super::times::refusal(name, known(0), known(1)),
        name if name.ends_with("::encode_tfvars") => {
            let is_mapping = matches!(constructor(type_of_value(*vs.first()?)), Dynamic | Object | Map);
            (!is_mapping).then(|| Refusal::of(TerraformError::NoMapping, 0))
        }
        _ => None,
    }
}

pub(super) fn text_value(v: Ty) -> Option<String> {
    types(|types| match types.shape(v) {
        Shape::Constant(_, Constant::Text(name)) => Some(types.text(name).to_owned()),
        _ => None,
    })
}

pub(super) fn list_of(t: Ty, parts: &[Ty]) -> Ty {
    let parts = types_mut(|types| types.tuple(parts));
    collected(List, t, parts)
}

fn joined(separator: &str, lists: &[Ty]) -> Folded {
    let mut all = Vec::new();
    for &list in lists {
        for part in parts_list(known_parts(list)?) {
            all.push(text_value(constant_as(part, STRING)?)?);
        }
    }
    Some(Ok(text(&all.join(separator))))
}

/// Returns the known map from the texts in the lists of a known map to the keys of these lists.
fn transposed(v: Ty) -> Option<Ty> {
    let parts = known_parts(v)?;
    let (mut keys, mut values): (Vec<String>, Vec<Vec<Ty>>) = (Vec::new(), Vec::new());
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for (name, list) in parts_list(super::names_of(parts)).into_iter().zip(parts_list(parts)) {
        for part in parts_list(known_parts(list)?) {
            let key = text_value(part)?;
            let at = *places.entry(key).or_insert_with_key(|key| {
                keys.push(key.clone());
                values.push(Vec::new());
                keys.len() - 1
            });
            values[at].push(name);
        }
    }
    let lists: Vec<Ty> = values.iter().map(|names| list_of(STRING, names)).collect();
    let object = types_mut(|types| {
        let properties = keys.iter().zip(lists).map(|(key, list)| (types.name(key), list)).collect();
        types.object(properties)
    });
    let element = super::built(List, STRING);
    Some(collected(Map, element, object))
}

/// The refusal of a pattern that is replaced, if it is none.
fn no_pattern(pattern: &str) -> Option<Refusal> {
    let fault = super::pattern_syntax::read(pattern).err()?;
    Some(Refusal::of(TerraformError::NoPattern, 1).with(text(&fault)))
}

/// The greatest number of elements that a range may have.
const LONGEST_RANGE: u32 = 1024;

fn range(vs: &[Ty]) -> Folded {
    let numbers: Option<Vec<Number>> = vs.iter().map(|&v| number_value(v)).collect();
    let zero = Number::new(0.into(), 0);
    let unit = |is_down: bool| Number::new(if is_down { -1 } else { 1 }.into(), 0);
    let (start, end, step) = match &numbers?[..] {
        [end] => (zero.clone(), end.clone(), unit(*end < zero)),
        [start, end] => (start.clone(), end.clone(), unit(end < start)),
        [start, end, step] => (start.clone(), end.clone(), step.clone()),
        [] => return Some(Err(Refusal::of(TerraformError::FewArguments, 0).with(number(1)))),
        _ => return Some(Err(Refusal::of(TerraformError::ManyArguments, 3).with(number(3)))),
    };
    let is_down = step < zero;
    if step.is_zero() && start != end || is_down && end > start || !is_down && end < start {
        return Some(Err(Refusal::of(TerraformError::WrongDirection, 2)));
    }
    let (mut parts, mut next) = (Vec::new(), start);
    while if is_down { next > end } else { next < end } {
        if parts.len() >= LONGEST_RANGE as usize {
            return Some(Err(Refusal::of(TerraformError::LongRange, 0).with(constant_count(LONGEST_RANGE))));
        }
        let following = next.plus(&step).ok()?;
        parts.push(number_constant(std::mem::replace(&mut next, following)));
    }
    Some(Ok(list_of(NUMBER, &parts)))
}

/// Returns the result of a function of a text in an encoding, or in base 64.
fn in_encoding(name: &str, of: &str, encoding: Option<String>) -> Folded {
    if name.starts_with("text") && !is_encoding(encoding.as_deref()?) {
        return Some(Err(Refusal::of(TerraformError::NoEncoding, 1)));
    }
    let is_unicode = name == "base64decode" || encoding.is_some_and(|encoding| encoding.eq_ignore_ascii_case("utf-8"));
    if name == "textencodebase64" {
        return is_unicode.then(|| Ok(text(&in_base_64(of.as_bytes()))));
    }
    let Some(bytes) = bytes_of_base_64(of) else { return Some(Err(Refusal::of(TerraformError::NoBase64, 0))) };
    if !is_unicode {
        return None;
    }
    let decoded = String::from_utf8(bytes).map_err(|_| Refusal::of(TerraformError::NoUnicode, 0));
    Some(decoded.map(|decoded| text(&decoded)))
}

fn decrypted(of: &str, key: &str) -> Folded {
    match bytes_of_base_64(of) {
        None => Some(Err(Refusal::of(TerraformError::NoBase64, 0))),
        Some(_) if !key.contains("-----BEGIN") => Some(Err(Refusal::of(TerraformError::NoPrivateKey, 1))),
        Some(_) => None,
    }
}

/// The failure of a logarithm or a power that is not a number.
fn not_a_number(name: &str, first: Ty, second: Ty) -> Option<Refusal> {
    let float = |v| number_value(v)?.to_string().parse::<f64>().ok();
    let (first, base) = (float(first)?, float(second)?);
    let (result, flaw) = match name {
        "log" => (first.ln() / base.ln(), TerraformError::NoLogarithm),
        _ => (first.powf(base), TerraformError::NoPower),
    };
    result.is_nan().then(|| Refusal::of(flaw, 0).with(second))
}

/// The refusal of an argument that is a number, but not a whole one.
pub(super) fn whole_argument(vs: &[Ty], argument: u32) -> Option<Refusal> {
    let v = *vs.get(argument as usize)?;
    is_fraction(v).then(|| Refusal::of(TerraformError::NoWhole, argument))
}

/// Returns the number that a text stands for in a base, where letters are digits, in bases above 36 by their case.
pub fn parsed_integer(of: CtyValue, base: CtyValue) -> Option<CtyValue> {
    let (of, base) = (text_value(of)?, exact::<u32>(base).filter(|base| PARSED_BASES.contains(base))?);
    let digits = of.strip_prefix(['+', '-']).unwrap_or(&of);
    let digit = |letter: char| match letter {
        'A'..='Z' if base > 36 => Some(letter as u32 - 'A' as u32 + 36),
        _ => letter.to_digit(36),
    };
    let digits: Option<Vec<u8>> =
        digits.chars().map(|letter| digit(letter).and_then(|digit| u8::try_from(digit).ok())).collect();
    let value = Number::from_digits(&digits?, base).ok()?;
    Some(number_constant(if of.starts_with('-') { value.negated() } else { value }))
}

/// The bases in which numbers are read.
const PARSED_BASES: std::ops::RangeInclusive<u32> = 2..=62;

/// Returns the bounds that a number is not within, if it is not the base of a number.
pub fn beyond_bases(base: CtyValue) -> Option<CtyValue> {
    let (least, most) = (PARSED_BASES.start(), PARSED_BASES.end());
    let is_base = exact::<u32>(base).is_some_and(|base| PARSED_BASES.contains(&base));
    (super::is_known(base) && !is_base).then(|| text(&format!("{least} to {most}")))
}
