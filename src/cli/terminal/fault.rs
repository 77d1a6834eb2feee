//! Internal faults: a panic is reported, and loses only the result of one program.

use std::cell::Cell;
use std::panic::set_hook;

use super::output::print_to_stderr;
use crate::jobs::attempt;

thread_local! {
    /// Holds if the work of this thread is repeated after a panic. The repetition reports the fault.
    static IS_REPEATED: Cell<bool> = const { Cell::new(false) };
}

/// Installs the hook that reports panics as internal faults on standard error.
pub fn report_panics() {
    set_hook(Box::new(|fault| {
        if !IS_REPEATED.get() {
            print_to_stderr(&format!("typelog: internal fault, please report it: {fault}\n"));
        }
    }));
}

/// As [`attempt`], but without a report, for work that is repeated in parts after a panic.
pub fn attempt_silently<R>(work: impl FnOnce() -> R) -> Option<R> {
    IS_REPEATED.set(true);
    let result = attempt(work);
    IS_REPEATED.set(false);
    result
}
