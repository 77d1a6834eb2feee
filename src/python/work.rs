//! Runs of the engine: on a thread with a deep stack, while the interpreter lock is released.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{LazyLock, Mutex};
use std::thread::Builder;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use regex_lite::{Captures, Regex};
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
        Some(Ok(result)) => result.map_err(|error| TypelogError::new_err(in_python(&error.to_string()))),
        Some(Err(_)) | None => Err(fault()),
    }
}

/// Returns a text in which options of the command line are named as arguments of Python: `--max-rows` is `max_rows` in `limits`.
/// Messages name options in words, and only this door has other names for them.
pub fn in_python(text: &str) -> String {
    static OPTION: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("`--([a-z-]+)( [A-Z]+)?`").ok());
    let Some(option) = &*OPTION else { return text.to_owned() };
    let named = |found: &Captures<'_>| {
        let name = found[1].replace('-', "_");
        if name.starts_with("max_") { format!("`{name}` in `limits`") } else { format!("`{name}`") }
    };
    option.replace_all(text, named).into_owned()
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
