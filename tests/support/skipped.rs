//! Parts of tests that need what a machine may lack: they say so, and do nothing.

use std::io::Write as _;

/// Prints that a part is skipped. The test harness captures what macros print, so this is written directly.
pub fn skipped(part: &str, lacks: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {part} ({lacks})");
}
