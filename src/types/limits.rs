//! How large types may become before it is said that they are too large.

/// The sizes up to which types are followed, and shown. A program that goes beyond is answered with a diagnostic, or with a
/// text that is cut, and never by running on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep the type of a definition may nest.
    pub depth: u32,
    /// How many members two types may have together that are not alike, for what they have in common to be computed: it
    /// takes as many steps, for each further type again.
    pub alternatives: u32,
    /// How many parts two types may have together, for what they have in common to be computed. What occurs several times
    /// counts each time.
    pub parts: u32,
    /// How many pairs of members two unions may have of which one converts to the other, for each pair to be compared.
    pub pairs: u32,
    /// How many bytes of a type are shown.
    pub shown: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 512, alternatives: 500, parts: 1_000_000, pairs: 1_000_000, shown: 1 << 20 }
    }
}
