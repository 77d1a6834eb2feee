//! Threads: the number of them that may work on a program, parallel work on several parts, and work that may panic.
//!
//! The threads are those of the standard library, not of `rayon`, for three reasons. Work is divided into as many parts as there
//! are threads, each with a copy of the types that is merged at the end, so there is nothing to steal. Every thread needs a deep
//! stack. If the system starts no thread, the calling thread does the work.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism, scope};

/// The stack size of a thread, in bytes. Texts nest deeply, and the functions that parse them are recursive.
pub const STACK_BYTES: usize = 256 << 20;

/// The number of threads that may work at a time. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs(NonZeroUsize);

impl Jobs {
    /// One thread: the calling one.
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// Creates a number of threads; at least one.
    pub fn new(count: usize) -> Self {
        Self(NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN))
    }

    /// Returns the number of threads that the machine runs in parallel.
    pub fn available() -> Self {
        available_parallelism().map_or(Self::ONE, Self)
    }

    /// Returns the number of threads.
    pub fn count(self) -> usize {
        self.0.get()
    }
}

/// Starts a thread with a deep stack, if the system starts one.
pub fn spawn_deep<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok()
}

/// Does some work for several parts in parallel: for the first on this thread, for each of the others on its own thread. Returns
/// the results in the order of the parts.
pub fn parallel_map<P: Sync, T: Send>(parts: &[P], work: impl Fn(&P) -> T + Sync) -> Vec<T> {
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

/// Runs `work`. Returns `None` if it panics, which the hook has reported. The data that it was changing may be inconsistent.
pub fn attempt<R>(work: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
