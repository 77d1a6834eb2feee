//! Counts of allocations, of all tests of a process. Tests that count run in processes of their own.

use std::alloc::System;

use cap::Cap;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// The allocator of the tests. It can be given a limit of the bytes that are allocated at a time.
#[global_allocator]
pub static ALLOCATOR: Cap<&StatsAlloc<System>> = Cap::new(&INSTRUMENTED_SYSTEM, usize::MAX);

/// The allocations of some work.
pub struct Count {
    /// The bytes of all allocations.
    pub bytes: usize,
    /// The number of allocations.
    pub allocations: usize,
    /// The most bytes at a time, of the whole process until now.
    pub peak: usize,
}

/// Counts what some work allocates.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Count) {
    let before = INSTRUMENTED_SYSTEM.stats();
    let result = work();
    let after = INSTRUMENTED_SYSTEM.stats();
    let count = Count {
        bytes: after.bytes_allocated - before.bytes_allocated,
        allocations: after.allocations + after.reallocations - before.allocations - before.reallocations,
        peak: ALLOCATOR.max_allocated(),
    };
    (result, count)
}
