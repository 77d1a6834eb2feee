//! Work on many things at a time, with the results in order.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::jobs::{Jobs, spawn_deep};

/// How far, in items for each thread, the work may be ahead of the first result that is not taken yet: so much is kept in
/// memory.
const AHEAD: usize = 16;

/// Works on items on several threads, and hands over the results in the order of the items, until the items end or
/// `take` has had enough. Each thread has a worker of its own, which `start` makes.
///
/// # Errors
/// What `take` says.
pub fn map_in_order<I, W, R, E>(
    jobs: Jobs,
    items: impl Iterator<Item = I> + Send,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> R + Sync,
    take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    let line = Line {
        state: Mutex::new(State { items: items.enumerate(), taken: 0, has_ended: false }),
        moved: Condvar::new(),
        most_ahead: jobs.count() * AHEAD,
    };
    thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..jobs.count() {
            let sender = sender.clone();
            let (line, start, work) = (&line, &start, &work);
            let run = move || {
                let _stop = Stop(line);
                let mut worker = start();
                while let Some((at, item)) = line.next() {
                    let result = work(&mut worker, item);
                    let _ = sender.send((at, result));
                }
            };
            spawn_deep(scope, run).expect("the system starts a thread");
        }
        drop(sender);
        let _stop = Stop(&line);
        in_order(&results, &line, take)
    })
}

fn in_order<T, R, E>(
    results: &Receiver<(usize, R)>,
    line: &Line<T>,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    T: Iterator,
{
    let (mut early, mut next) = (BTreeMap::new(), 0);
    for (at, result) in results {
        early.insert(at, result);
        while let Some(result) = early.remove(&next) {
            take(result)?;
            next += 1;
            line.taken(next);
        }
    }
    Ok(())
}

/// The items, where the threads queue for them.
struct Line<T> {
    state: Mutex<State<T>>,
    moved: Condvar,
    most_ahead: usize,
}

struct State<T> {
    items: std::iter::Enumerate<T>,
    /// How many results have been taken.
    taken: usize,
    has_ended: bool,
}

impl<T: Iterator> Line<T> {
    /// The next item with its number, as soon as it is not too far ahead.
    fn next(&self) -> Option<(usize, T::Item)> {
        let mut state = self.lock();
        if state.has_ended {
            return None;
        }
        let Some((at, item)) = state.items.next() else {
            state.has_ended = true;
            return None;
        };
        while !state.has_ended && at >= state.taken + self.most_ahead {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (!state.has_ended || at < state.taken + self.most_ahead).then_some((at, item))
    }

    fn taken(&self, count: usize) {
        self.lock().taken = count;
        self.moved.notify_all();
    }
}

impl<T> Line<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the queue when one of those at it is gone, so that nobody waits for it.
struct Stop<'a, T>(&'a Line<T>);

impl<T> Drop for Stop<'_, T> {
    fn drop(&mut self) {
        self.0.lock().has_ended = true;
        self.0.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_few_are_kept() {
        let (mut results, taken) = (Vec::new(), Mutex::new(0));
        let work = |(): &mut (), at: usize| {
            thread::yield_now();
            let ahead = at - *taken.lock().expect("nobody has failed");
            assert!(ahead <= 3 * AHEAD, "{ahead}");
            at * 2
        };
        let take = |result| {
            results.push(result);
            *taken.lock().expect("nobody has failed") = results.len();
            Ok::<(), ()>(())
        };
        map_in_order(Jobs::new(3), 0..1000, || (), work, take).expect("nothing fails");
        assert_eq!(results, (0..1000).map(|at| at * 2).collect::<Vec<_>>());
    }

    #[test]
    fn whoever_has_had_enough_ends_the_work() {
        let mut count = 0;
        let take = |at: usize| {
            count += 1;
            if at == 10 { Err("enough") } else { Ok(()) }
        };
        assert_eq!(map_in_order(Jobs::new(2), 0.., || (), |(), at| at, take), Err("enough"));
        assert_eq!(count, 11);
    }
}
