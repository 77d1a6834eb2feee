//! Texts made by formats, such as `"%s-%03d"`.

use super::known::{constant_as, constant_text_of, known_parts, parts_list, text};
use super::terraform::json_of;
use super::{Constructor, List, NONE, NUMBER, STRING, Set, Tuple, Ty, constructor};
use crate::session::types;
use typelog_types::Shape;

/// A verb of a format: `%-08.3d`.
#[derive(Default)]
struct Verb {
    flags: String,
    width: Option<usize>,
    precision: Option<usize>,
}

impl Verb {
    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }
}

/// The result of a format: a text or an error. It is none if the format is not evaluated here.
pub(super) type Formatted = Option<Result<String, ()>>;

/// Returns the text that a format makes of arguments, all of which it must use.
pub(super) fn formatted(format: &str, arguments: &[Ty]) -> Formatted {
    let (mut all, mut used) = (String::new(), 0);
    let mut rest = format.chars().peekable();
    while let Some(letter) = rest.next() {
        if letter != '%' {
            all.push(letter);
            continue;
        }
        let mut verb = Verb::default();
        while let Some(flag) = rest.next_if(|&flag| "-0#+ ".contains(flag)) {
            verb.flags.push(flag);
        }
        verb.width = digits(&mut rest);
        if rest.next_if_eq(&'.').is_some() {
            verb.precision = Some(digits(&mut rest).unwrap_or(0));
        }
        match rest.next() {
            Some('%') => all.push('%'),
            Some('[') => return None,
            Some(mode) if "vtbdoxXeEfgGsq".contains(mode) => {
                let Some(&argument) = arguments.get(used) else { return Some(Err(())) };
                used += 1;
                match written(&verb, mode, argument)? {
                    Ok(part) => all.push_str(&padded(&verb, part)),
                    Err(()) => return Some(Err(())),
                }
            }
            _ => return Some(Err(())),
        }
    }
    Some(if used < arguments.len() { Err(()) } else { Ok(all) })
}

fn digits(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<usize> {
    let mut all = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        all.push(digit);
    }
    all.parse().ok()
}

fn padded(verb: &Verb, part: String) -> String {
    let missing = verb.width.unwrap_or(0).min(4096).saturating_sub(part.chars().count());
    let padding = if verb.has('0') { "0" } else { " " }.repeat(missing);
    match part.strip_prefix('-') {
        _ if verb.has('-') => part + &padding,
        Some(digits) if verb.has('0') => format!("-{padding}{digits}"),
        _ => padding + &part,
    }
}

/// Returns an argument as formatted by a verb.
fn written(verb: &Verb, mode: char, v: Ty) -> Formatted {
    if mode == 'v' {
        let is_plain = constructor(v) == Constructor::Constant && !verb.has('#') && v != NONE;
        return Some(Ok(if is_plain { text_as(v)? } else { json_of(v)? }));
    }
    if v == NONE {
        return Some(Err(()));
    }
    match mode {
        's' | 'q' => {
            let Some(own) = text_as(v) else { return Some(Err(())) };
            let own = match verb.precision {
                Some(count) if count > 0 => own.chars().take(count).collect(),
                _ => own,
            };
            Some(Ok(if mode == 'q' { json_of(text(&own))? } else { own }))
        }
        't' => match super::truth(constant_as(v, super::BOOL).unwrap_or(v)) {
            Some(value) => Some(Ok(value.to_string())),
            None => Some(Err(())),
        },
        _ => {
            let Some(number) = constant_as(v, NUMBER) else { return Some(Err(())) };
            let own = text_as(number)?;
            let is_whole = !own.contains('.');
            match mode {
                'd' if is_whole => {
                    Some(Ok(if verb.has('+') && !own.starts_with('-') { format!("+{own}") } else { own }))
                }
                'b' | 'd' | 'o' | 'x' | 'X' if !is_whole => Some(Err(())),
                'b' => Some(Ok(format!("{:b}", own.parse::<u64>().ok()?))),
                'o' => Some(Ok(format!("{:o}", own.parse::<u64>().ok()?))),
                'x' => Some(Ok(format!("{:x}", own.parse::<u64>().ok()?))),
                'X' => Some(Ok(format!("{:X}", own.parse::<u64>().ok()?))),
                'f' => Some(Ok(format!("{:.*}", verb.precision.unwrap_or(6).min(64), own.parse::<f64>().ok()?))),
                _ => None,
            }
        }
    }
}

/// Returns the text that a constant converts to.
fn text_as(v: Ty) -> Option<String> {
    constant_text_of(constant_as(v, STRING)?).map(|name| types(|types| types.text(name).to_owned()))
}

/// Returns the texts that a format makes of arguments, where lists are taken element by element.
pub(super) fn formatted_list(format: &str, arguments: &[Ty]) -> Option<Result<Vec<String>, ()>> {
    let sequence = |v: Ty| match constructor(v) {
        List | Set | Tuple => known_parts(v).map(parts_list),
        _ => None,
    };
    let lengths: Vec<usize> = arguments.iter().filter_map(|&v| sequence(v)).map(|parts| parts.len()).collect();
    let is_null = |&v: &Ty| types(|types| types.shape(v)) == Shape::None;
    if arguments.iter().any(is_null) {
        return None;
    }
    let count = lengths.first().copied().unwrap_or(1);
    if lengths.iter().any(|&length| length != count) {
        return Some(Err(()));
    }
    let row = |i: usize| -> Vec<Ty> {
        arguments.iter().filter_map(|&v| sequence(v).map_or(Some(v), |parts| parts.get(i).copied())).collect()
    };
    (0..count).map(|i| formatted(format, &row(i))).collect::<Option<Result<Vec<String>, ()>>>()
}
