//! `TYPELOG_BLESS=1` rewrites the expectations of tests to the findings. Programs are never rewritten.

use std::fs;
use std::path::Path;

use typelog::results::pages::difference;

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
