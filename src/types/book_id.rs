//! The book of rules that answers questions about the types of an interner.

use std::sync::atomic::{AtomicU32, Ordering};

/// A handle to a book of rules. An interner remembers the answers of its book, so they are discarded when its book changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookId(pub u32);

/// The book of rules of new interners.
static CHOSEN: AtomicU32 = AtomicU32::new(0);

impl BookId {
    /// The built-in book.
    pub const BUILT_IN: Self = Self(0);

    /// Makes this the book of all interners created later.
    pub fn choose(self) {
        CHOSEN.store(self.0, Ordering::Relaxed);
    }
}

impl Default for BookId {
    fn default() -> Self {
        Self(CHOSEN.load(Ordering::Relaxed))
    }
}
