//! How much a run of a book's rules may take: rules need not come to an end.

/// The limits of a run of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The largest number of rows that it may visit in joins.
    pub steps: u64,
    /// The largest size of the rows and values that it derives, in bytes, about.
    pub bytes: usize,
    /// The deepest nesting of the types that it builds. Those of programs are not as deep.
    pub depth: u32,
}

impl Default for Limit {
    fn default() -> Self {
        Self { steps: 5_000_000_000, bytes: 1 << 32, depth: 10_000 }
    }
}
