//! Timestamps of RFC 3339, formats of dates, and durations.

use super::computed::{Folded, Refusal, text_value};
use super::known::{number, text};
use super::{TerraformError, Ty};

/// Returns the result of a function of timestamps.
pub(super) fn outcome(name: &str, vs: &[Ty]) -> Folded {
    let (first, second) = (text_value(*vs.first()?)?, text_value(*vs.get(1)?)?);
    let made = match name {
        "formatdate" => timestamp(&second, 1).and_then(|_| date_format(&first)),
        "timeadd" => timestamp(&first, 0).and_then(|_| duration(&second)),
        _ => {
            let compared = timestamp(&first, 0).and_then(|a| timestamp(&second, 1).map(|b| a.cmp(&b) as i64));
            return Some(compared.map(number));
        }
    };
    made.err().map(Err)
}

/// The reason why a function of timestamps fails, because of one of its arguments, if the other one is not known.
pub(super) fn refusal(name: &str, first: Option<String>, second: Option<String>) -> Option<Refusal> {
    let is_timestamp = |of: String, argument| timestamp(&of, argument).err();
    let (first, second) = match name {
        "formatdate" => (first.map(|of| date_format(&of).err()), second.map(|of| is_timestamp(of, 1))),
        "timeadd" => (first.map(|of| is_timestamp(of, 0)), second.map(|of| duration(&of).err())),
        _ => (first.map(|of| is_timestamp(of, 0)), second.map(|of| is_timestamp(of, 1))),
    };
    first.flatten().or(second.flatten())
}

fn no_timestamp(argument: u32, fault: &str) -> Refusal {
    Refusal::of(TerraformError::NoTimestamp, argument).with(text(fault))
}

/// The fields of a timestamp: the name, the number of digits, the least and the greatest value, and what stands behind it.
const FIELDS: [(&str, usize, i64, i64, &str); 6] = [
    ("year", 4, 0, 9999, "-"),
    ("month", 2, 1, 12, "-"),
    ("day", 2, 1, 31, "T"),
    ("hour", 2, 0, 23, ":"),
    ("minute", 2, 0, 59, ":"),
    ("second", 2, 0, 59, ""),
];

/// Reads a timestamp as the seconds since the year 0, and its fraction of a second as digits.
fn timestamp(of: &str, argument: u32) -> Result<(i64, String), Refusal> {
    let fault = |fault: String| no_timestamp(argument, &fault);
    let (mut rest, mut fields) = (of, [0; 6]);
    for (field, (name, digits, least, most, behind)) in fields.iter_mut().zip(FIELDS) {
        *field = leading_number(&mut rest, digits)
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| fault(format!("the {name} is not a number from {least} to {most} with {digits} digits")))?;
        rest = rest.strip_prefix(behind).ok_or_else(|| fault(format!("there is no `{behind}` behind the {name}")))?;
    }
    let [year, month, day, hour, minute, second] = fields;
    if day > days_of_month(year, month) {
        return Err(fault("the month has fewer days".to_owned()));
    }
    let mut fraction = "";
    if let Some(digits) = rest.strip_prefix('.') {
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 {
            return Err(fault("there are no digits behind the point".to_owned()));
        }
        (fraction, rest) = digits.split_at(count);
    }
    let offset = offset(rest)
        .ok_or_else(|| fault("there is no offset from UTC at its end, such as `Z` or `+01:00`".to_owned()))?;
    let seconds = ((days_before(year, month) + day) * 24 + hour) * 3600 + minute * 60 + second - offset;
    Ok((seconds, fraction.trim_end_matches('0').to_owned()))
}

/// Takes a number with as many digits from the beginning of a text.
fn leading_number(rest: &mut &str, digits: usize) -> Option<i64> {
    let number = rest.get(..digits).filter(|number| number.bytes().all(|digit| digit.is_ascii_digit()))?;
    *rest = &rest[digits..];
    number.parse().ok()
}

/// Reads the offset of a timestamp from UTC, in seconds.
fn offset(of: &str) -> Option<i64> {
    if of == "Z" {
        return Some(0);
    }
    let sign = if of.starts_with('+') { 1 } else { -1 };
    let mut rest = of.strip_prefix(['+', '-'])?;
    let hours = leading_number(&mut rest, 2).filter(|&hours| hours < 24)?;
    rest = rest.strip_prefix(':')?;
    let minutes = leading_number(&mut rest, 2).filter(|&minutes| minutes < 60 && rest.is_empty())?;
    Some(sign * (hours * 60 + minutes) * 60)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The number of days before a month, since the year 0.
fn days_before(year: i64, month: i64) -> i64 {
    let leap_days = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
    year * 365 + leap_days + (1..month).map(|month| days_of_month(year, month)).sum::<i64>()
}

/// The letters of date formats, with the numbers in which they are repeated.
const VERBS: [(char, &[usize]); 11] = [
    ('Y', &[2, 4]),
    ('M', &[1, 2, 3, 4]),
    ('D', &[1, 2]),
    ('E', &[3, 4]),
    ('h', &[1, 2]),
    ('H', &[1, 2]),
    ('A', &[2]),
    ('a', &[2]),
    ('m', &[1, 2]),
    ('s', &[1, 2]),
    ('Z', &[1, 3, 4, 5]),
];

/// Finds what is wrong with a format of dates: letters are verbs, and other texts are between single quotes.
fn date_format(of: &str) -> Result<(), Refusal> {
    let mut rest = of;
    let fault = |fault: String| Err(Refusal::of(TerraformError::NoDateFormat, 0).with(text(&fault)));
    while let Some(letter) = rest.chars().next() {
        if letter == '\'' {
            let Some(behind) = behind_quotes(rest) else {
                return fault("a literal text has no closing quote".to_owned());
            };
            rest = behind;
            continue;
        }
        let behind = rest.trim_start_matches(letter);
        let verb = &rest[..rest.len() - behind.len()];
        if letter.is_ascii_alphabetic() {
            let known = VERBS.iter().find(|known| known.0 == letter);
            if known.is_none() {
                return fault(format!("there is no verb `{verb}`; other texts are between single quotes"));
            }
            if let Some(known) = known.filter(|known| !known.1.contains(&verb.len())) {
                let verbs: Vec<String> =
                    known.1.iter().map(|&n| format!("`{}`", letter.to_string().repeat(n))).collect();
                return fault(format!("there is no verb `{verb}`, only {}", verbs.join(", ")));
            }
        }
        rest = behind;
    }
    Ok(())
}

/// Returns what is behind a text in quotes, where two quotes stand for one.
fn behind_quotes(of: &str) -> Option<&str> {
    let mut rest = of.strip_prefix('\'')?;
    if let Some(rest) = rest.strip_prefix('\'') {
        return Some(rest);
    }
    loop {
        rest = &rest[rest.find('\'')? + 1..];
        match rest.strip_prefix('\'') {
            Some(behind) => rest = behind,
            None => return Some(rest),
        }
    }
}

/// The units of durations, with their nanoseconds.
const UNITS: [(&str, f64); 8] =
    [("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("μs", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3600e9)];

/// The number of nanoseconds that a duration may not reach.
const LONGEST_DURATION: f64 = 9_223_372_036_854_775_808.0;

/// Finds what is wrong with a duration, such as `1h30m`.
fn duration(of: &str) -> Result<(), Refusal> {
    let fault = |fault: String| Err(Refusal::of(TerraformError::NoDuration, 1).with(text(&fault)));
    let mut rest = of.strip_prefix(['+', '-']).unwrap_or(of);
    if rest == "0" {
        return Ok(());
    }
    let mut total = 0.0;
    loop {
        let behind = rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let number = &rest[..rest.len() - behind.len()];
        let Ok(value) = number.parse::<f64>() else {
            return fault("it is not a sequence of numbers with units, such as `1h30m`".to_owned());
        };
        let end = behind.find(|letter: char| letter.is_ascii_digit() || letter == '.').unwrap_or(behind.len());
        let (unit, after) = behind.split_at(end);
        match UNITS.iter().find(|known| known.0 == unit) {
            Some(known) => total += value * known.1,
            None if unit.is_empty() => return fault(format!("the number {number} has no unit")),
            None => return fault(format!("there is no unit `{unit}`, only `h`, `m`, `s`, `ms`, `us` and `ns`")),
        }
        if total >= LONGEST_DURATION {
            return fault("it is too long".to_owned());
        }
        rest = after;
        if rest.is_empty() {
            return Ok(());
        }
    }
}
