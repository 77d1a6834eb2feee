//! Positions of the protocol: lines from 0, and units within them. This is an implementation independent of the library's.

use serde_json::{Value, json};

/// The units of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    Utf8,
    Utf16,
    Utf32,
}

impl Units {
    /// The name in the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    fn count(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
            Self::Utf32 => text.chars().count(),
        }
    }
}

/// The lines of a text without their terminators, each with its start. Terminators are `\n`, `\r\n` and `\r`.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut start) = (Vec::new(), 0);
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'\n' && at == start && text[..at].ends_with('\r') {
            start = at + 1;
        } else if byte == b'\n' || byte == b'\r' {
            found.push((start, &text[start..at]));
            start = at + 1;
        }
    }
    found.push((start, &text[start..]));
    found
}

/// The position of a byte.
pub fn position(text: &str, at: usize, units: Units) -> Value {
    let all = lines(text);
    let line = all.iter().rposition(|&(start, _)| start <= at).unwrap_or(0);
    let start = all[line].0;
    json!({ "line": line, "character": units.count(text.get(start..at).unwrap_or("")) })
}

/// The byte at a position. None if the position is not valid in the text.
fn offset(text: &str, position: &Value, units: Units) -> Option<usize> {
    let number = |key: &str| position[key].as_u64().and_then(|number| usize::try_from(number).ok());
    let (start, line) = *lines(text).get(number("line")?)?;
    let wanted = number("character")?;
    let places = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    let found = places.map(|at| (at, units.count(&line[..at]))).find(|&(_, count)| count >= wanted);
    found.filter(|&(_, count)| count == wanted).map(|(at, _)| start + at)
}

/// Checks that all ranges and positions in a message are within the texts that they refer to. The text is that of the URI
/// beside a place or around it. Places in texts that are not open are skipped.
pub fn check_places<'t>(said: &Value, own: &str, text_of: &dyn Fn(&str) -> Option<&'t str>, units: Units) {
    match said {
        Value::Array(parts) => parts.iter().for_each(|part| check_places(part, own, text_of, units)),
        Value::Object(parts) => {
            let uri = parts.get("uri").or(parts.get("textDocument").and_then(|of| of.get("uri")));
            let uri = uri.and_then(Value::as_str).unwrap_or(own);
            if let Some(text) = text_of(uri) {
                check_place(said, text, units);
            }
            for (key, part) in parts {
                let uri = if text_of(key).is_some() { key } else { uri };
                check_places(part, uri, text_of, units);
            }
        }
        _ => {}
    }
}

/// Checks an object that is a range or a position.
fn check_place(said: &Value, text: &str, units: Units) {
    if said["start"]["line"].is_u64() {
        let [start, end] = ["start", "end"].map(|key| offset(text, &said[key], units));
        assert!(start.is_some() && start <= end, "{said} is no range of {text:?}");
    } else if said["line"].is_u64() {
        assert!(offset(text, said, units).is_some(), "{said} is no position of {text:?}");
    }
}

/// Checks that tokens do not overlap, and lie within their lines.
pub fn check_tokens(data: &Value, text: &str, units: Units) {
    let numbers: Vec<usize> =
        data.as_array().into_iter().flatten().filter_map(|number| usize::try_from(number.as_u64()?).ok()).collect();
    assert!(numbers.len().is_multiple_of(5));
    let lines = lines(text);
    let (mut line, mut character, mut end) = (0, 0, 0);
    for token in numbers.chunks_exact(5) {
        if token[0] > 0 {
            (character, end) = (0, 0);
        }
        line += token[0];
        character += token[1];
        assert!(character >= end && token[2] > 0, "tokens overlap in line {line} of {text:?}");
        end = character + token[2];
        let length = lines.get(line).map(|(_, line)| units.count(line));
        assert!(length.is_some_and(|length| end <= length), "a token goes beyond line {line} of {text:?}");
    }
}

/// Checks that folding ranges have valid lines.
pub fn check_folds(folds: &Value, text: &str) {
    let count = lines(text).len() as u64;
    for fold in folds.as_array().into_iter().flatten() {
        let [start, end] = ["startLine", "endLine"].map(|key| fold[key].as_u64().unwrap_or(u64::MAX));
        assert!(start <= end && end < count, "{fold} in {text:?}");
    }
}
