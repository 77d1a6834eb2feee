//! Books that differ from the built-in one in a file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::scratch;

/// A book with a file of the built-in one, changed by replacements, each of which applies.
pub fn changed(name: &str, file: &str, replacements: &[(&str, &str)]) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(file);
    let mut rules = fs::read_to_string(source).expect("a file");
    for (from, to) in replacements {
        assert!(rules.contains(from), "{file} has no {from}");
        rules = rules.replace(from, to);
    }
    scratch(&format!("changed-{name}"), &[(file, &rules)])
}
