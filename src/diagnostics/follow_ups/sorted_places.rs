//! Places in order. They are mostly searched for one place after another: each search begins where the last one ended.

use std::cell::Cell;
use std::ops::Deref;

use crate::program::FileId;
use crate::source::Span;

/// Places that are added in any order, sorted, and then searched.
#[derive(Default)]
pub(super) struct SortedPlaces {
    all: Vec<(FileId, Span)>,
    /// The answer to the last search.
    last: Cell<usize>,
    /// The number of places that were compared.
    #[cfg(test)]
    steps: Cell<usize>,
}

/// The most places behind the last answer that are compared before all are halved.
const NEAR: usize = 4;

impl SortedPlaces {
    pub(super) fn add(&mut self, place: (FileId, Span)) {
        self.all.push(place);
    }

    pub(super) fn sort(&mut self) {
        self.all.sort_unstable();
    }

    /// Returns the number of the places before another one, if they are sorted. A place shortly behind that of the last search takes a
    /// few steps, any other one as many as halving takes.
    pub(super) fn before(&self, place: (FileId, Span)) -> usize {
        let last = self.last.get();
        let is_before = |number: usize| {
            #[cfg(test)]
            self.steps.set(self.steps.get() + 1);
            self.all[number] < place
        };
        let is_behind_last = last.checked_sub(1).is_none_or(is_before);
        let near = last..self.all.len().min(last + NEAR);
        let found =
            near.clone().find(|&number| !is_before(number)).or((near.end == self.all.len()).then_some(near.end));
        let before = found.filter(|_| is_behind_last).unwrap_or_else(|| {
            let (mut low, mut high) = (0, self.all.len());
            while low < high {
                let middle = low.midpoint(high);
                if is_before(middle) { low = middle + 1 } else { high = middle }
            }
            low
        });
        self.last.set(before);
        before
    }

    /// Holds if the place is one of them.
    pub(super) fn has(&self, place: (FileId, Span)) -> bool {
        self.all.get(self.before(place)) == Some(&place)
    }

    /// Holds if the first of the places that begin where another one does, or behind it, lies within it.
    pub(super) fn has_one_within(&self, (file, span): (FileId, Span)) -> bool {
        let first = self.all.get(self.before((file, Span { end: 0, ..span })));
        first.is_some_and(|(of, inner)| *of == file && inner.end <= span.end)
    }
}

impl Deref for SortedPlaces {
    type Target = [(FileId, Span)];

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(at: u32) -> (FileId, Span) {
        (FileId(at / 1_000), Span { start: at, end: at + 3 })
    }

    #[test]
    fn a_search_from_the_last_answer_finds_what_halving_finds() {
        let mut places = SortedPlaces::default();
        assert_eq!(places.before(place(1)), 0);
        (0..3_000).rev().filter(|at| at % 7 < 3).for_each(|at| places.add(place(at)));
        places.sort();
        let searched = (0..3_000).chain([2_999, 0, 1_500]).chain((0..300).map(|at| at * 1_237 % 3_001));
        for at in searched {
            let expected = places.partition_point(|other| *other < place(at));
            assert_eq!(places.before(place(at)), expected, "{at}");
        }
        assert!(places.has(place(700)) && !places.has(place(703)));
        assert!(places.has_one_within((FileId(0), Span { start: 0, end: 3 })));
        assert!(!places.has_one_within((FileId(0), Span { start: 3, end: 9 })));
    }

    #[test]
    fn searches_in_order_take_a_few_steps_each() {
        let mut places = SortedPlaces::default();
        (0..10_000).for_each(|at| places.add(place(2 * at)));
        places.sort();
        for at in 0..20_000 {
            places.before(place(at));
        }
        assert!(places.steps.get() <= 3 * 20_000, "{}", places.steps.get());
    }
}
