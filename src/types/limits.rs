//! Limits on the sizes of types.

/// The sizes up to which types are computed and printed. Beyond a limit, the answer is a diagnostic or a truncated text: every
/// run terminates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum nesting depth of the type of a definition.
    pub depth: u32,
    /// The maximum total number of unlike members of two types whose common type is computed. Each further type takes as many
    /// steps again.
    pub alternatives: u32,
    /// The maximum total number of parts of two types whose common type is computed. A shared part counts each time it occurs.
    pub parts: u32,
    /// The maximum number of pairs of members of two unions that a conversion between them compares.
    pub pairs: u32,
    /// The maximum number of parts of a known value of Terraform. The items of iterations share it.
    pub known_parts: u32,
    /// The maximum number of bytes of a known text of Terraform. The items of iterations share it.
    pub known_bytes: u32,
    /// The maximum number of bytes of a type that are printed.
    pub shown: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 512,
            alternatives: 500,
            parts: 1_000_000,
            pairs: 1_000_000,
            known_parts: 20_000,
            known_bytes: 1 << 20,
            shown: 1 << 20,
        }
    }
}
