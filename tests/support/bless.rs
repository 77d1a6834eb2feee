//! `TYPELOG_BLESS=1` rewrites the expectations of tests to the findings. Programs are never rewritten.

use std::fs;
use std::path::Path;

/// Holds if expectations are to be rewritten.
pub fn is_blessing() -> bool {
    std::env::var_os("TYPELOG_BLESS").is_some_and(|value| value == "1")
}

/// Compares findings with the content of a file, or rewrites the file when blessing.
///
/// # Errors
/// The first line that differs.
pub fn compare(path: &Path, found: &str) -> Result<(), String> {
    if is_blessing() {
        return fs::write(path, found).map_err(|error| format!("{}: {error}", path.display()));
    }
    let expected = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    difference(&expected, found).map_or(Ok(()), |difference| Err(format!("{}: {difference}", path.display())))
}

/// The first line in which two texts differ, as a message.
pub fn difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (mut expected, mut found) = (expected.lines(), found.lines());
    let mut line = 1;
    loop {
        match (expected.next(), found.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (None, None) => return Some("the texts differ in line breaks only".to_owned()),
            (a, b) => {
                let shown = |text: Option<&str>| text.map_or_else(|| "nothing".to_owned(), |text| format!("`{text}`"));
                return Some(format!("line {line}: expected {}, found {}", shown(a), shown(b)));
            }
        }
    }
}
