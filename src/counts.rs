//! Numbers of things in messages.

/// Returns a number of things, whose noun has a regular plural: `1 row`, `2 rows`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
