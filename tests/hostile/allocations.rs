//! Counts of allocations, of all tests of a process. Tests that count run in processes of their own.

use std::alloc::System;
use std::process::Command;

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

/// The variable of the environment that is set in the process of a test alone.
const ALONE: &str = "TYPELOG_TEST_ALONE";

/// Holds in the process of a test alone. In that of all tests, runs this test in a process of its own, in which it has to pass, because
/// allocations are counted for a whole process.
pub fn is_alone(test: &str) -> bool {
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let mut program = Command::new(std::env::current_exe().expect("the path of this program"));
    program.args([test, "--exact", "--nocapture", "--test-threads", "1"]).env(ALONE, "1");
    let output = program.output().expect("this program runs");
    let [printed, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    println!("{printed}");
    assert!(output.status.success() && printed.contains("1 passed"), "{said}");
    false
}
