//! Which book of rules answers questions about the types of an interner.

use std::sync::atomic::{AtomicU32, Ordering};

/// A book of rules. What an interner remembers are the answers of its book, so that the book of an interner never changes
/// once it has been asked anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookId(pub u32);

/// The book of new interners.
static CHOSEN: AtomicU32 = AtomicU32::new(0);

impl BookId {
    /// The built-in book.
    pub const BUILT_IN: Self = Self(0);

    /// Makes this the book of interners that are made from now on.
    pub fn choose(self) {
        CHOSEN.store(self.0, Ordering::Relaxed);
    }
}

impl Default for BookId {
    fn default() -> Self {
        Self(CHOSEN.load(Ordering::Relaxed))
    }
}
