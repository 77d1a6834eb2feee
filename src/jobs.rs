//! How many threads work on a program.

use std::num::NonZeroUsize;
use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism};

/// How deep the calls of a thread may go: texts nest deeply, and so do the functions that read them.
pub const STACK_BYTES: usize = 256 << 20;

/// How many threads may work at a time. What they find does not depend on their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs(NonZeroUsize);

impl Jobs {
    /// One thread: the one that asks.
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// So many threads; one at least.
    pub fn new(count: usize) -> Self {
        Self(NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN))
    }

    /// As many threads as the machine runs at a time.
    pub fn available() -> Self {
        available_parallelism().map_or(Self::ONE, Self)
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.get()
    }
}

/// Starts a thread with room for deep calls, if the system starts one.
pub fn spawn_deep<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok()
}
