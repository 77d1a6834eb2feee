//! Constant evaluation of functions of Terraform.

use super::known::{collected, constant_as, is_wholly_known, known_parts, number, parts_list, text, whole};
use super::terraform::json_of;
use super::{List, NONE, NUMBER, Name, STRING, TerraformError, Ty, constant_bool};
use crate::session::{types, types_mut};
use rustc_hash::FxHashMap;
use typelog_types::{Constant, Shape};

/// Returns the value of a named function for constants, if it is implemented here.
pub fn computed_call(f: Name, vs: Ty) -> Option<Ty> {
    outcome(f, vs)?.ok()
}

/// Holds if a named function fails for these arguments.
pub fn refuses(f: Name, vs: Ty) -> bool {
    matches!(outcome(f, vs), Some(Err(_)))
}

/// Returns the reason why a named function fails for these arguments: the error, the number of the argument at fault, and what
/// is wrong with it or required of it, as a constant.
pub fn refusal(f: Name, vs: Ty) -> Option<(TerraformError, u32, Ty)> {
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
        return None;
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
            let is_plain = !(pattern.len() > 1 && pattern.starts_with('/') && pattern.ends_with('/'));
            is_plain.then(|| Ok(text(&first.unwrap_or_default().replace(&pattern, &third))))
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
        "jsonencode" => Some(Ok(text(&json_of(*vs.first()?)?))),
        "base64encode" => Some(Ok(text(&in_base_64(first?.as_bytes())))),
        "base64decode" | "base64gunzip" => unless(decode(&first?).is_some(), TerraformError::NoBase64),
        "range" => range(&vs),
        "transpose" => transposed(*vs.first()?).map(Ok),
        "signum" => match whole(*vs.first()?) {
            Some(value) => Some(Ok(number(value.signum()))),
            None => unless(false, TerraformError::NoWhole),
        },
        "log" => {
            let (value, base) = (whole(*vs.first()?)?, whole(*vs.get(1)?)?);
            unless(value > 0 && base > 0 && base != 1, TerraformError::NoLogarithm)
        }
        "cidrhost" | "cidrnetmask" | "cidrsubnet" | "cidrsubnets" => {
            unless(is_prefix(&first?), TerraformError::NoPrefix)
        }
        "cidrcontains" => {
            let (outer, inner) = first.zip(second)?;
            let address = inner
                .split('/')
                .next()
                .and_then(|address| without_leading_zeros(address).parse::<std::net::IpAddr>().ok());
            let network = outer
                .split('/')
                .next()
                .and_then(|address| without_leading_zeros(address).parse::<std::net::IpAddr>().ok());
            let agrees = network.zip(address).is_some_and(|(a, b)| a.is_ipv4() == b.is_ipv4());
            if is_prefix(&outer) {
                (!agrees).then_some(Err(Refusal::of(TerraformError::NoAddress, 1)))
            } else {
                unless(false, TerraformError::NoPrefix)
            }
        }
        "uuidv5" => {
            let namespace = first?;
            let is_known = ["dns", "url", "oid", "x500"].contains(&&namespace[..]) || namespace.len() == 36;
            unless(is_known, TerraformError::NoNamespace)
        }
        "urldecode" => {
            let of = first?;
            let broken =
                of.split('%').skip(1).any(|rest| rest.get(..2).is_none_or(|hex| u8::from_str_radix(hex, 16).is_err()));
            unless(!broken, TerraformError::NoEscape)
        }
        "parseint" => {
            let base = u32::try_from(whole(*vs.get(1)?)?).ok().filter(|base| (2..=36).contains(base))?;
            let refusal = Refusal::of(TerraformError::NoDigits, 0).with(*vs.get(1)?);
            Some(i64::from_str_radix(&first?, base).map(number).map_err(|_| refusal))
        }
        name => super::folded::outcome(name, &vs),
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
    Some(collected(super::Map, element, object))
}

/// The greatest number of elements that a range may have.
const LONGEST_RANGE: i64 = 1024;

fn range(vs: &[Ty]) -> Folded {
    let numbers: Option<Vec<i64>> = vs.iter().map(|&v| whole(v)).collect();
    let (start, end, step) = match numbers?[..] {
        [end] => (0, end, if end < 0 { -1 } else { 1 }),
        [start, end] => (start, end, if end < start { -1 } else { 1 }),
        [start, end, step] => (start, end, step),
        _ => return Some(Err(Refusal::of(TerraformError::ManyArguments, 3).with(number(3)))),
    };
    if step == 0 || (step < 0 && end > start) || (step > 0 && end < start) {
        return Some(Err(Refusal::of(TerraformError::WrongDirection, 2)));
    }
    let count = (end.checked_sub(start)?.checked_add(step - step.signum())?) / step;
    if count > LONGEST_RANGE {
        return Some(Err(Refusal::of(TerraformError::LongRange, 0).with(number(LONGEST_RANGE))));
    }
    let parts: Vec<Ty> = (0..count).map(|i| number(start + i * step)).collect();
    Some(Ok(list_of(NUMBER, &parts)))
}

/// Returns an address without the leading zeros of its numbers, which are permitted.
fn without_leading_zeros(address: &str) -> String {
    let bare = |part: &str| {
        let rest = part.trim_start_matches('0');
        if rest.is_empty() && !part.is_empty() { "0".to_owned() } else { rest.to_owned() }
    };
    if address.contains(':') { address.to_owned() } else { address.split('.').map(bare).collect::<Vec<_>>().join(".") }
}

/// Holds for an address with a prefix length.
fn is_prefix(text: &str) -> bool {
    text.split_once('/').is_some_and(|(address, length)| {
        let most = without_leading_zeros(address)
            .parse::<std::net::IpAddr>()
            .map(|address| if address.is_ipv4() { 32 } else { 128 });
        most.is_ok_and(|most| length.parse::<u8>().is_ok_and(|length| length <= most))
    })
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn in_base_64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize] as char;
            out.push(if at <= chunk.len() { digit } else { '=' });
        }
    }
    out
}

/// Returns the text encoded in base 64, if it is valid.
fn decode(text: &str) -> Option<String> {
    let digits = text.trim_end_matches('=');
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for digit in digits.bytes() {
        bits = bits << 6 | DIGITS.iter().position(|&known| known == digit)? as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 255) as u8);
        }
    }
    String::from_utf8(bytes).ok()
}
