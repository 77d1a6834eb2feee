//! Texts: the parts of signatures, and names.

/// Returns the bytes of a text outside of comments and strings, with their positions.
pub fn code(text: &str, from: usize, to: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
    let bytes = text.as_bytes();
    let mut at = from;
    std::iter::from_fn(move || {
        while at < to {
            let here = at;
            if bytes[here..to].starts_with(b"//") {
                at = text[here..to].find('\n').map_or(to, |length| here + length);
            } else if bytes[here] == b'"' {
                at = text[here + 1..to].find('"').map_or(to, |length| here + length + 2);
            } else {
                at += 1;
                return Some((here, bytes[here]));
            }
        }
        None
    })
}

/// Returns the parts of a text between the commas outside of brackets.
pub fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, byte) in code(text, 0, text.len()) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Returns a name of several builtins, such as `is_bad`, as the name of a type: `IsBad`.
pub fn in_capitals(name: &str) -> String {
    let builtin =
        |builtin: &str| builtin.get(..1).unwrap_or_default().to_uppercase() + builtin.get(1..).unwrap_or_default();
    name.split('_').map(builtin).collect()
}

/// Returns a compound name like `NotNull` in small letters, with the given character between its builtins: `not_null`.
pub fn in_small_letters(name: &str, between: char) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push(between);
        }
        text.extend(letter.to_lowercase());
    }
    text
}
