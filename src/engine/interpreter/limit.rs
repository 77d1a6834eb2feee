//! Limits of a run of a book's rules, which need not terminate.

/// The limits of a run of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The maximal number of rows that it may visit in joins.
    pub steps: u64,
    /// The approximate maximal size of the rows and values that it derives, in bytes.
    pub bytes: u64,
    /// The maximal nesting of the types that it builds. Types of programs nest less deeply.
    pub depth: u32,
}

impl Default for Limit {
    fn default() -> Self {
        // In a browser, all memory together has four gigabytes.
        let bytes = if cfg!(target_pointer_width = "32") { 1 << 30 } else { 1 << 32 };
        Self { steps: 5_000_000_000, bytes, depth: 10_000 }
    }
}
