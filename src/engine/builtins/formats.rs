//! Texts made by formats, such as `"%s-%03d"`.

use super::computed::Refusal;
use super::known::{constant_as, constant_count, constant_text_of, known_parts, parts_list, text};
use super::terraform::json_of;
use super::{Constructor, List, NONE, NUMBER, STRING, Set, TerraformError, Tuple, Ty, constructor};
use crate::session::types;
use typelog_types::Shape;

/// A verb of a format: `%-08.3d`.
#[derive(Default)]
struct Verb {
    flags: String,
    width: Option<usize>,
    precision: Option<usize>,
    /// The number of the argument, counted from one, if the verb names it, as in `%[2]s`.
    index: Option<usize>,
    /// The letter that says how a value is written, if there is one.
    mode: Option<char>,
}

impl Verb {
    /// Reads the rest of a verb, after its sign.
    fn read(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Self {
        let mut verb = Self::default();
        while let Some(flag) = rest.next_if(|&flag| "-0#+ ".contains(flag)) {
            verb.flags.push(flag);
        }
        verb.width = digits(rest);
        if rest.next_if_eq(&'.').is_some() {
            verb.precision = Some(digits(rest).unwrap_or(0));
        }
        if rest.peek() != Some(&'[') {
            verb.mode = rest.next();
            return verb;
        }
        let mut ahead = rest.clone();
        ahead.next();
        let is_index = ahead.peek().is_some_and(|digit| ('1'..='9').contains(digit));
        verb.index = digits(&mut ahead).filter(|_| is_index && ahead.next() == Some(']'));
        if verb.index.is_some() {
            *rest = ahead;
        }
        verb.mode = rest.next();
        verb
    }

    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }

    /// The refusal that the verb causes, at an argument of the format.
    fn refused(&self, flaw: TerraformError, argument: usize) -> Refusal {
        let mode: String = self.mode.into_iter().collect();
        Refusal::of(flaw, u32::try_from(argument).unwrap_or(u32::MAX)).with(text(&format!("%{mode}")))
    }
}

/// The result of a format: a text or an error. It is none if the format is not evaluated here.
pub(super) type Formatted = Option<Result<String, Refusal>>;

/// Returns the text that a format makes of arguments, all of which it must use.
pub(super) fn formatted(format: &str, arguments: &[Ty]) -> Formatted {
    // The number of arguments up to the last one, and up to the farthest one, that a verb uses.
    let (mut all, mut last, mut used) = (String::new(), 0, 0);
    let mut rest = format.chars().peekable();
    while let Some(letter) = rest.next() {
        if letter != '%' {
            all.push(letter);
            continue;
        }
        let verb = Verb::read(&mut rest);
        match verb.mode {
            Some('%') => all.push('%'),
            Some(mode) if "vtbdoxXeEfgGsq".contains(mode) => {
                last = verb.index.unwrap_or(last + 1);
                let Some(&argument) = arguments.get(last - 1) else {
                    return Some(Err(verb.refused(TerraformError::FewValues, 0)));
                };
                used = used.max(last);
                match written(&verb, mode, argument)? {
                    Some(part) => all.push_str(&padded(&verb, part)),
                    None => return Some(Err(verb.refused(TerraformError::WrongValue, last))),
                }
            }
            _ => return Some(Err(verb.refused(TerraformError::NoVerb, 0))),
        }
    }
    let surplus = || Refusal::of(TerraformError::ManyValues, used as u32 + 1).with(constant_count(used as u32));
    Some(if used < arguments.len() { Err(surplus()) } else { Ok(all) })
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

/// Returns an argument as formatted by a verb, or nothing if the verb does not format such values. The outer option is none if
/// the verb is not evaluated here.
#[allow(clippy::option_option)]
fn written(verb: &Verb, mode: char, v: Ty) -> Option<Option<String>> {
    if mode == 'v' {
        let is_plain = constructor(v) == Constructor::Constant && !verb.has('#') && v != NONE;
        return Some(Some(if is_plain { text_as(v)? } else { json_of(v)? }));
    }
    if v == NONE {
        return Some(None);
    }
    match mode {
        's' | 'q' => {
            let Some(own) = text_as(v) else { return Some(None) };
            let own = match verb.precision {
                Some(count) if count > 0 => own.chars().take(count).collect(),
                _ => own,
            };
            Some(Some(if mode == 'q' { json_of(text(&own))? } else { own }))
        }
        't' => Some(super::truth(constant_as(v, super::BOOL).unwrap_or(v)).map(|value| value.to_string())),
        _ => {
            let Some(number) = constant_as(v, NUMBER) else { return Some(None) };
            let own = text_as(number)?;
            let is_whole = !own.contains('.');
            match mode {
                'd' if is_whole => {
                    Some(Some(if verb.has('+') && !own.starts_with('-') { format!("+{own}") } else { own }))
                }
                'b' | 'd' | 'o' | 'x' | 'X' if !is_whole => Some(None),
                'b' => Some(Some(format!("{:b}", own.parse::<u64>().ok()?))),
                'o' => Some(Some(format!("{:o}", own.parse::<u64>().ok()?))),
                'x' => Some(Some(format!("{:x}", own.parse::<u64>().ok()?))),
                'X' => Some(Some(format!("{:X}", own.parse::<u64>().ok()?))),
                'f' => Some(Some(format!("{:.*}", verb.precision.unwrap_or(6).min(64), own.parse::<f64>().ok()?))),
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
pub(super) fn formatted_list(format: &str, arguments: &[Ty]) -> Option<Result<Vec<String>, Refusal>> {
    let sequence = |v: Ty| match constructor(v) {
        List | Set | Tuple => known_parts(v).map(parts_list),
        _ => None,
    };
    let lengths = (1..).zip(arguments).filter_map(|(i, &v)| sequence(v).map(|parts| (i, parts.len())));
    let lengths: Vec<(u32, usize)> = lengths.collect();
    let is_null = |&v: &Ty| types(|types| types.shape(v)) == Shape::None;
    if arguments.iter().any(is_null) {
        return None;
    }
    let count = lengths.first().map_or(1, |length| length.1);
    if let Some(&(unlike, _)) = lengths.iter().find(|length| length.1 != count) {
        return Some(Err(Refusal::of(TerraformError::Lengths, unlike).with(constant_count(count as u32))));
    }
    let row = |i: usize| -> Vec<Ty> {
        arguments.iter().filter_map(|&v| sequence(v).map_or(Some(v), |parts| parts.get(i).copied())).collect()
    };
    // The argument at fault is counted from the format.
    let of_element = |refusal: Refusal| {
        let argument = (refusal.argument as usize).checked_sub(1).and_then(|i| arguments.get(i).copied());
        match (refusal.flaw, argument.and_then(sequence)) {
            (TerraformError::WrongValue, Some(_)) => Refusal { flaw: TerraformError::WrongElement, ..refusal },
            _ => refusal,
        }
    };
    (0..count).map(|i| formatted(format, &row(i)).map(|made| made.map_err(of_element))).collect()
}
