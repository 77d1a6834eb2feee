//! A parallel map with ordered results.

use std::collections::BTreeMap;
use std::iter::{Enumerate, Fuse};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::jobs::{Jobs, spawn_deep};

/// The maximum distance, in items per thread, of the work from the first result that is not taken yet. It bounds the number of
/// results in memory.
const AHEAD: usize = 16;

/// Applies `work` to items on several threads, and passes the results to `take` in the order of the items, until the items end or
/// `take` fails. Each thread has its own worker, which `start` creates. With one job, everything runs on the calling thread.
///
/// # Errors
/// The error of `take`.
pub fn map_in_order<I, W, R, E>(
    jobs: Jobs,
    items: impl Iterator<Item = I> + Send,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    if jobs == Jobs::ONE {
        let mut worker = start();
        return items.map(|item| work(&mut worker, item)).try_for_each(take);
    }
    let queue = WorkQueue {
        state: Mutex::new(State { items: items.enumerate().fuse(), taken: 0, is_stopped: false }),
        moved: Condvar::new(),
        most_ahead: jobs.count() * AHEAD,
    };
    thread::scope(|scope| {
        let (sender, results) = channel();
        let _stop = Stop(&queue);
        let mut threads = 0;
        for _ in 0..jobs.count() {
            let sender = sender.clone();
            let (queue, start, work) = (&queue, &start, &work);
            let run = move || {
                let stop = Stop(queue);
                let mut worker = start();
                while let Some((at, item)) = queue.next() {
                    let result = work(&mut worker, item);
                    let _ = sender.send((at, result));
                }
                // A thread that ends normally does not stop the others; only a panic does.
                std::mem::forget(stop);
            };
            threads += usize::from(spawn_deep(scope, run).is_some());
        }
        drop(sender);
        if threads > 0 {
            return in_order(&results, &queue, take);
        }
        // If the system starts no thread, the calling thread does the work.
        let mut worker = start();
        while let Some((at, item)) = queue.next() {
            take(work(&mut worker, item))?;
            queue.taken(at + 1);
        }
        Ok(())
    })
}

fn in_order<T, R, E>(
    results: &Receiver<(usize, R)>,
    queue: &WorkQueue<T>,
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
            queue.taken(next);
        }
    }
    Ok(())
}

/// The queue of items for the threads.
struct WorkQueue<T> {
    state: Mutex<State<T>>,
    moved: Condvar,
    most_ahead: usize,
}

struct State<T> {
    items: Fuse<Enumerate<T>>,
    /// The number of results that have been taken.
    taken: usize,
    /// Holds if no further results are taken.
    is_stopped: bool,
}

impl<T: Iterator> WorkQueue<T> {
    /// Returns the next item with its number, as soon as it is not too far ahead.
    fn next(&self) -> Option<(usize, T::Item)> {
        let mut state = self.lock();
        if state.is_stopped {
            return None;
        }
        let (at, item) = state.items.next()?;
        while !state.is_stopped && at >= state.taken + self.most_ahead {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (!state.is_stopped).then_some((at, item))
    }

    fn taken(&self, count: usize) {
        self.lock().taken = count;
        self.moved.notify_all();
    }
}

impl<T> WorkQueue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A guard that ends the queue when it is dropped: if results are no longer taken, or a thread panics.
struct Stop<'a, T>(&'a WorkQueue<T>);

impl<T> Drop for Stop<'_, T> {
    fn drop(&mut self) {
        self.0.lock().is_stopped = true;
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
    fn what_waits_for_its_turn_is_not_lost_at_the_end() {
        // One thread is delayed by the first item, while the other advances as far as allowed, to the last one. Then there are no
        // more items, and the first result is still being taken.
        let pause = || thread::sleep(std::time::Duration::from_millis(30));
        let work = |(): &mut (), at: usize| {
            if at == 0 {
                pause();
            }
            at
        };
        let mut count = 0;
        let take = |at: usize| {
            if at == 0 {
                pause();
            }
            count += 1;
            Ok::<(), ()>(())
        };
        map_in_order(Jobs::new(2), 0..=2 * AHEAD, || (), work, take).expect("nothing fails");
        assert_eq!(count, 2 * AHEAD + 1);
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
