//! The pages of the book, checked by compiled and by interpreted rules, and agreement with recorded behaviour. The tests are read
//! from files at run time: `PAGE::SECTION`, `interpreted::PAGE::SECTION`, and `conformance::FILE`.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/mod.rs"]
mod support;

mod conformance;
mod interpreted;
mod pages;

use std::process::ExitCode;

use libtest_mimic::Arguments;

use conformance::Conformance;
use interpreted::Interpreted;

fn main() -> ExitCode {
    support::end::ends_at_last();
    let arguments = Arguments::from_args();
    // Blessing rewrites the pages, so they are read first.
    let mut trials = pages::trials();
    let (interpreted, conformance) = (Interpreted::new(), Conformance::new());
    trials.extend(interpreted.trials());
    trials.extend(conformance.trials());
    let conclusion = libtest_mimic::run(&arguments, trials);
    conformance.print_table();
    interpreted.assert_no_faults();
    conclusion.exit_code()
}
