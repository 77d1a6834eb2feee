//! Notices about user rules that run for long.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::output::print_to_stderr;
use crate::project::{RunObserver, TellRule};
use crate::query::RuleSources;
use crate::source::Span;

/// The time after which a notice says which rule is running.
const LONG: Duration = Duration::from_secs(1);

/// An observer that prints which rule is running if a run has not ended after a while.
#[derive(Debug)]
pub struct RuleNotices;

impl RunObserver for RuleNotices {
    fn observe(&self, sources: &RuleSources, run: &mut dyn FnMut(&TellRule<'_>)) {
        let place = AtomicU32::new(0);
        std::thread::scope(|scope| {
            let (end, ended) = channel::<()>();
            let running = &place;
            scope.spawn(move || tell_if_long(sources, running, &ended));
            run(&|rule| place.store(rule.start, Ordering::Relaxed));
            drop(end);
        });
    }
}

fn tell_if_long(sources: &RuleSources, place: &AtomicU32, ended: &Receiver<()>) {
    if ended.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
        let start = place.load(Ordering::Relaxed);
        let line = sources.line(Span { start, end: start });
        print_to_stderr(&format!(
            "typelog: {line}: this rule is running; `typelog help limits` lists the limits that end rules earlier\n"
        ));
    }
}
