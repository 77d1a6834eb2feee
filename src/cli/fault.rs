//! Faults of typelog: a panic is reported, and costs no more than the result of one program.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use super::output::print_aside;

thread_local! {
    /// Holds if the work of this thread is repeated after a failure, which reports the fault then.
    static IS_REPEATED: Cell<bool> = const { Cell::new(false) };
}

/// Lets panics be reported as faults on standard error.
pub fn report_panics() {
    set_hook(Box::new(|fault| {
        if !IS_REPEATED.get() {
            print_aside(&format!("typelog: internal fault, please report it: {fault}\n"));
        }
    }));
}

/// Does some work. None if it has a fault, which has been reported. What it has left half done is not to be relied on.
pub fn attempt<R>(work: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// As [`attempt`], where the work is done again in parts if it has a fault: this says nothing about it.
pub fn attempt_silently<R>(work: impl FnOnce() -> R) -> Option<R> {
    IS_REPEATED.set(true);
    let result = attempt(work);
    IS_REPEATED.set(false);
    result
}
