//! Runs of the engine: on a thread with a deep stack, while the interpreter lock is released.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use typelog::jobs::STACK_BYTES;
use typelog::prelude::Error;

create_exception!(typelog, TypelogError, PyValueError, "A wrong call; the message gives the reason.");
create_exception!(typelog, TypelogFault, PyRuntimeError, "An internal fault of typelog: please report it.");

/// The interval between two checks for an interrupt.
const MOMENT: Duration = Duration::from_millis(50);

/// The message and the place of the last panic.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Keeps the messages of panics for exceptions, instead of writing them to standard error.
pub fn keep_panics() {
    set_hook(Box::new(|panic| {
        if let Ok(mut last) = PANIC.lock() {
            *last = panic.to_string();
        }
    }));
}

/// Runs work with the interpreter lock released. After an interrupt the call returns, and the work continues in the background.
pub fn run<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> Result<T, Error> + Send + 'static) -> PyResult<T> {
    let (done, results) = channel();
    let work = move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        // After an interrupt the receiver is gone.
        _ = done.send(result);
    };
    Builder::new().name("typelog".to_owned()).stack_size(STACK_BYTES).spawn(work)?;
    match wait(py, results)? {
        Some(Ok(result)) => result.map_err(|error| TypelogError::new_err(error.to_string())),
        Some(Err(_)) | None => Err(fault()),
    }
}

/// Waits for the result. None if the thread ended without one.
fn wait<T: Send>(py: Python<'_>, mut results: Receiver<T>) -> PyResult<Option<T>> {
    loop {
        let (receiver, found) = py.detach(move || {
            let found = results.recv_timeout(MOMENT);
            (results, found)
        });
        results = receiver;
        match found {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

fn fault() -> PyErr {
    let message = PANIC.lock().map(|mut last| std::mem::take(&mut *last)).unwrap_or_default();
    TypelogFault::new_err(format!("internal fault, please report it: {message}"))
}

/// Panics in the engine's thread, for tests of faults.
#[pyfunction]
#[pyo3(name = "_fail")]
pub fn fail(py: Python<'_>, message: String) -> PyResult<()> {
    run(py, move || panic!("{message}"))
}
