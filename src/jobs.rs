//! Threads: how many may work on a program, and work on several parts at once.
//!
//! Threads are those of the standard library, not of `rayon`: work is divided into as many parts as there are threads, each
//! with a copy of the types that is merged at the end, so that there is nothing to steal; every thread needs a deep stack;
//! and where the system starts no thread, the work is done all the same.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism, scope};

/// The stack size of a thread, in bytes: texts nest deeply, and so do the calls of the functions that read them.
pub const STACK_BYTES: usize = 256 << 20;

/// The number of threads that may work at a time. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs(NonZeroUsize);

impl Jobs {
    /// One thread: the one that asks.
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// A number of threads; at least one.
    pub fn new(count: usize) -> Self {
        Self(NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN))
    }

    /// As many threads as the machine runs at a time.
    pub fn available() -> Self {
        available_parallelism().map_or(Self::ONE, Self)
    }

    /// The number of them.
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

/// Does some work for several parts at the same time: for the first on this thread, for each of the others on one of its
/// own. Gives what comes of each, in their order.
pub fn at_once<P: Sync, T: Send>(parts: &[P], work: impl Fn(&P) -> T + Sync) -> Vec<T> {
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    scope(|scope| {
        let work = &work;
        let threads: Vec<_> = others.iter().map(|part| spawn_deep(scope, move || work(part))).collect();
        let mut done = vec![work(first)];
        for (part, thread) in others.iter().zip(threads) {
            let done_there = thread.map(|thread| thread.join().unwrap_or_else(|fault| resume_unwind(fault)));
            // Where the system starts no thread, this one does the work.
            done.push(done_there.unwrap_or_else(|| work(part)));
        }
        done
    })
}
