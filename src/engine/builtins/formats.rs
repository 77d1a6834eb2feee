//! Texts made by formats, such as `"%s-%03d"`.

use super::computed::Refusal;
use super::known::{constant_as, constant_count, constant_text_of, is_wholly_known, known_parts, parts_list, text};
use super::terraform::json_of;
use super::{
    BOOL, Constructor, List, Map, NONE, NUMBER, Object, STRING, Set, TerraformError, Tuple, Ty, constructor,
    type_of_value,
};
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

/// The result of a format: a text or an error. It is none if the text is not known.
pub(super) type Formatted = Option<Result<String, Refusal>>;

/// An argument as formatted by a verb.
enum Part {
    Text(String),
    /// The argument, or the way in which the verb writes it, is not known here.
    Unknown,
    /// The verb does not format such values.
    Wrong,
}

impl Part {
    fn known(text: Option<String>) -> Self {
        text.map_or(Self::Unknown, Self::Text)
    }
}

/// Returns the text that a format makes of arguments, all of which it must use. Of an argument that is not known, the type has to
/// be one that its verb formats.
pub(super) fn formatted(format: &str, arguments: &[Ty]) -> Formatted {
    // The number of arguments up to the last one, and up to the farthest one, that a verb uses.
    let (mut all, mut last, mut used, mut is_known) = (String::new(), 0, 0, true);
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
                match part(&verb, mode, argument) {
                    Part::Text(part) => all.push_str(&padded(&verb, part)),
                    Part::Unknown => is_known = false,
                    Part::Wrong => return Some(Err(verb.refused(TerraformError::WrongValue, last))),
                }
            }
            _ => return Some(Err(verb.refused(TerraformError::NoVerb, 0))),
        }
    }
    let surplus = || Refusal::of(TerraformError::ManyValues, used as u32 + 1).with(constant_count(used as u32));
    if used < arguments.len() { Some(Err(surplus())) } else { is_known.then_some(Ok(all)) }
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
fn part(verb: &Verb, mode: char, v: Ty) -> Part {
    match mode {
        'v' if !is_wholly_known(v) => Part::Unknown,
        'v' => {
            let is_plain = constructor(v) == Constructor::Constant && !verb.has('#') && v != NONE;
            Part::known(if is_plain { text_as(v) } else { json_of(v) })
        }
        _ if v == NONE => Part::Wrong,
        _ if !is_wholly_known(v) => unknown_part(mode, v),
        's' | 'q' => {
            let Some(own) = text_as(v) else { return Part::Wrong };
            let own = match verb.precision {
                Some(count) if count > 0 => own.chars().take(count).collect(),
                _ => own,
            };
            Part::known(if mode == 'q' { json_of(text(&own)) } else { Some(own) })
        }
        't' => match super::truth(constant_as(v, BOOL).unwrap_or(v)) {
            Some(value) => Part::Text(value.to_string()),
            None => Part::Wrong,
        },
        _ => match constant_as(v, NUMBER) {
            Some(number) => number_part(verb, mode, number),
            None => Part::Wrong,
        },
    }
}

/// Returns a number as formatted by a verb.
fn number_part(verb: &Verb, mode: char, number: Ty) -> Part {
    let Some(own) = text_as(number) else { return Part::Unknown };
    let is_whole = !own.contains('.');
    let whole = own.parse::<u64>().ok();
    match mode {
        'd' if is_whole => Part::Text(if verb.has('+') && !own.starts_with('-') { format!("+{own}") } else { own }),
        'b' | 'd' | 'o' | 'x' | 'X' if !is_whole => Part::Wrong,
        'b' => Part::known(whole.map(|whole| format!("{whole:b}"))),
        'o' => Part::known(whole.map(|whole| format!("{whole:o}"))),
        'x' => Part::known(whole.map(|whole| format!("{whole:x}"))),
        'X' => Part::known(whole.map(|whole| format!("{whole:X}"))),
        'f' => {
            let precision = verb.precision.unwrap_or(6).min(64);
            Part::known(own.parse::<f64>().ok().map(|value| format!("{value:.precision$}")))
        }
        _ => Part::Unknown,
    }
}

/// Tells if a verb formats values of the type of one that is not known.
fn unknown_part(mode: char, v: Ty) -> Part {
    let t = type_of_value(v);
    let is_wrong = match constructor(t) {
        List | Set | Tuple | Map | Object => true,
        _ if mode == 't' => t == NUMBER,
        _ if mode == 's' || mode == 'q' => false,
        _ => t == BOOL,
    };
    if is_wrong { Part::Wrong } else { Part::Unknown }
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
    // The elements of each list, and none for other arguments.
    let columns: Vec<Option<Vec<Ty>>> = arguments.iter().map(|&v| sequence(v)).collect();
    let lengths = (1..).zip(&columns).filter_map(|(i, column)| Some((i, column.as_ref()?.len())));
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
        let of_column = |(&v, column): (&Ty, &Option<Vec<Ty>>)| match column {
            Some(parts) => parts.get(i).copied(),
            None => Some(v),
        };
        arguments.iter().zip(&columns).filter_map(of_column).collect()
    };
    // The argument at fault is counted from the format.
    let of_element = |refusal: Refusal| {
        let column = (refusal.argument as usize).checked_sub(1).and_then(|i| columns.get(i));
        match (refusal.flaw, column) {
            (TerraformError::WrongValue, Some(Some(_))) => Refusal { flaw: TerraformError::WrongElement, ..refusal },
            _ => refusal,
        }
    };
    (0..count).map(|i| formatted(format, &row(i)).map(|made| made.map_err(of_element))).collect()
}
