//! The limits of a run.

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The maximal number of derived rows.
    pub rows: usize,
    /// The maximal number of rows visited in joins.
    pub steps: u64,
    /// The maximal total size of derived rows, in bytes: eight for each column.
    pub bytes: usize,
    /// The maximal total size of texts, in bytes, including those of the program.
    pub text: usize,
}

impl Default for Limit {
    fn default() -> Self {
        Self { rows: 20_000_000, steps: 1_000_000_000, bytes: 1 << 30, text: 1 << 28 }
    }
}
