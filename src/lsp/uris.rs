//! Conversion between paths and `file:` URIs.

use std::path::{Path, PathBuf};

/// Returns the path of a `file:` URI; `None` for other URIs.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let text = String::from_utf8(unescaped(path)).ok()?;
    // A drive letter has a slash before it.
    let is_drive = |text: &str| text.as_bytes().get(2) == Some(&b':') && text.as_bytes()[1].is_ascii_alphabetic();
    let text = if cfg!(windows) && is_drive(&text) { &text[1..] } else { &text[..] };
    Some(PathBuf::from(text))
}

/// Returns the URI of a path.
pub fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            byte => uri.extend(['%', digit(byte >> 4), digit(byte & 15)]),
        }
    }
    uri
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 16).unwrap_or('0').to_ascii_uppercase()
}

fn unescaped(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).and_then(|code| std::str::from_utf8(code).ok());
        let escape = code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| bytes[at] == b'%');
        out.push(escape.unwrap_or(bytes[at]));
        at += if escape.is_some() { 3 } else { 1 };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_addresses_are_inverse() {
        for path in ["/a/b c/é.pp", "/x/100%/main.hcl", "/a+b/(c)/#d.hcl"] {
            assert_eq!(path_of(&uri_of(Path::new(path))).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(path_of("file:///a%20b/c.pp").as_deref(), Some(Path::new("/a b/c.pp")));
        assert_eq!(path_of("untitled:Untitled-1"), None);
        assert_eq!(path_of("file:///100%"), Some(PathBuf::from("/100%")));
    }
}
