//! Parallel parsing: threads parse the values of attributes with hcl-edit, from the end of a file, while one thread builds the
//! tree from the start, and parses the values that no other thread has taken.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::vec::IntoIter;

use super::pieces::{Parsed, Pieces};
use crate::source::Span;

/// The number of values that a thread takes at a time.
const BATCH: usize = 64;

/// The values of a text's attributes, in batches that threads take from both ends.
pub(super) struct Batches<'a> {
    pieces: Pieces<'a>,
    values: Vec<Span>,
    /// The batches that no thread has taken.
    waiting: Mutex<Range<usize>>,
    /// Parsed values that are no longer used. The threads drop them, which also takes time.
    used: Mutex<Receiver<Vec<Parsed>>>,
}

/// A batch that has been parsed, with its number.
pub(super) type Batch = (usize, Vec<Option<Parsed>>);

impl<'a> Batches<'a> {
    pub(super) fn new(pieces: Pieces<'a>, values: Vec<Span>, used: Receiver<Vec<Parsed>>) -> Self {
        let waiting = Mutex::new(0..values.len().div_ceil(BATCH));
        Self { pieces, values, waiting, used: Mutex::new(used) }
    }

    /// Parses batches from the end until none are left, and then drops used values.
    pub(super) fn work(&self, parsed: &Sender<Batch>) {
        while let Some(number) = self.take(Range::next_back) {
            let values = self.values[number * BATCH..].iter().take(BATCH);
            let batch = values.map(|&value| self.pieces.parse_ahead(value)).collect();
            if parsed.send((number, batch)).is_err() {
                return;
            }
        }
        while let Some(used) = self.next_used() {
            drop(used);
        }
    }

    fn next_used(&self) -> Option<Vec<Parsed>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }

    fn take(&self, end: impl FnOnce(&mut Range<usize>) -> Option<usize>) -> Option<usize> {
        end(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The values parsed by other threads, for the thread that builds the tree.
pub(super) struct Ahead<'a> {
    batches: &'a Batches<'a>,
    parsed: Receiver<Batch>,
    /// The received batches, by their numbers.
    received: BTreeMap<usize, Vec<Option<Parsed>>>,
    /// The index of the next value.
    next: usize,
    /// The rest of the current batch, if another thread has parsed it.
    current: Option<IntoIter<Option<Parsed>>>,
    /// The used values of the current batch.
    used: Vec<Parsed>,
    give_back: Sender<Vec<Parsed>>,
}

impl<'a> Ahead<'a> {
    pub(super) fn new(batches: &'a Batches<'a>, parsed: Receiver<Batch>, give_back: Sender<Vec<Parsed>>) -> Self {
        Self { batches, parsed, received: BTreeMap::new(), next: 0, current: None, used: Vec::new(), give_back }
    }

    /// Returns a used value to the other threads, which drop it.
    pub(super) fn give_back(&mut self, used: Parsed) {
        self.used.push(used);
        if self.used.len() == BATCH {
            // If no thread receives it, it is dropped here.
            let _ = self.give_back.send(std::mem::take(&mut self.used));
        }
    }

    /// Returns the next value, if another thread has parsed it.
    pub(super) fn next(&mut self) -> Option<Parsed> {
        let at = self.next;
        self.next += 1;
        if at.is_multiple_of(BATCH) {
            let is_mine = self.batches.take(Range::next).is_some();
            self.current = if is_mine { None } else { self.wait_for(at / BATCH) };
        }
        self.current.as_mut()?.next()?
    }

    /// Waits for a batch that another thread has taken. Returns `None` if that thread has ended.
    fn wait_for(&mut self, number: usize) -> Option<IntoIter<Option<Parsed>>> {
        while !self.received.contains_key(&number) {
            let (other, batch) = self.parsed.recv().ok()?;
            self.received.insert(other, batch);
        }
        Some(self.received.remove(&number)?.into_iter())
    }
}
