//! Notices about user rules that run for long.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::output::print_to_stderr;
use crate::project::RunObserver;
use crate::query::RuleSources;
use crate::source::Span;

/// The time after which a notice says which rule is running.
const LONG: Duration = Duration::from_secs(1);

/// An observer that prints which rule is running if a run has not ended after a while.
#[derive(Debug)]
pub struct RuleNotices;

impl RunObserver for RuleNotices {
    fn watch(&self, sources: &RuleSources) -> Box<dyn Fn(Span)> {
        let running = Arc::new(AtomicU32::new(0));
        let (end, ended) = channel::<()>();
        let (sources, place) = (sources.clone(), running.clone());
        thread::spawn(move || {
            if ended.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
                let start = place.load(Ordering::Relaxed);
                let line = sources.line(Span { start, end: start });
                print_to_stderr(&format!(
                    "typelog: {line}: this rule is running; `typelog help limits` lists the limits that end rules earlier\n"
                ));
            }
        });
        Box::new(move |rule| {
            // The channel is closed when this function is dropped, at the end of the run.
            let _ = &end;
            running.store(rule.start, Ordering::Relaxed);
        })
    }
}
