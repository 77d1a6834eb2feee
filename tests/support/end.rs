//! The end of test programs that hang. No single test is measured by the clock: the machine may be slow or busy.

use std::sync::Once;
use std::time::Duration;

/// The time limit of a test program as a whole, which takes minutes on a slow machine.
const LIMIT: Duration = Duration::from_hours(1);

/// Ends the process after the time limit, counted from the first call.
pub fn ends_at_last() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        std::thread::spawn(|| {
            std::thread::sleep(LIMIT);
            eprintln!("the tests do not end within {} minutes", LIMIT.as_secs() / 60);
            std::process::exit(101);
        });
    });
}
