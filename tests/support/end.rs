//! The end of test programs that hang. No single test is measured by the clock: the machine may be slow or busy.

use std::sync::Once;
use std::time::Duration;

/// The time limit of a test program as a whole, which takes minutes on a slow machine.
const LIMIT: Duration = Duration::from_hours(1);

/// Ends the process after the time limit, counted from the first call.
pub fn ends_at_last() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| ends_after(LIMIT, format!("the tests do not end within {} minutes", LIMIT.as_secs() / 60)));
}

/// Ends the process after some time, with a message.
pub fn ends_after(limit: Duration, message: String) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        eprintln!("{message}");
        std::process::exit(101);
    });
}
