//! Places that are searched by halving: those around another one.

#[cfg(test)]
use std::cell::Cell;

use crate::program::FileId;
use crate::source::Span;

/// Places in their order. None contains another one: those that a place contains are left out, because what is searched is whether any
/// place is around another one.
#[derive(Default)]
pub(super) struct Places {
    all: Vec<(FileId, Span)>,
    /// The number of places that were looked at.
    #[cfg(test)]
    steps: Cell<usize>,
}

impl Places {
    /// Adds a place.
    pub(super) fn add(&mut self, place: (FileId, Span)) {
        if self.has_around(place) {
            return;
        }
        let (file, span) = place;
        let from = self.count(|&(of, other)| (of, other.start) < (file, span.start));
        let to = self.count(|&(of, other)| (of, other.end) <= (file, span.end));
        self.all.splice(from..to.max(from), [place]);
    }

    /// Holds if one of the places contains another one.
    pub(super) fn has_around(&self, (file, span): (FileId, Span)) -> bool {
        let before = self.count(|&(of, other)| (of, other.start) <= (file, span.start)).checked_sub(1);
        before.map(|before| self.at(before)).is_some_and(|&(of, other)| of == file && span.end <= other.end)
    }

    /// Holds if one of the places contains another one, and begins before it.
    pub(super) fn has_around_behind(&self, (file, span): (FileId, Span)) -> bool {
        span.start.checked_sub(1).is_some_and(|start| self.has_around((file, Span { start, ..span })))
    }

    /// Returns the number of the places at the start for which a condition holds, which holds for none behind them.
    fn count(&self, holds: impl Fn(&(FileId, Span)) -> bool) -> usize {
        let (mut low, mut high) = (0, self.all.len());
        while low < high {
            let middle = low.midpoint(high);
            if holds(self.at(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn at(&self, number: usize) -> &(FileId, Span) {
        #[cfg(test)]
        self.steps.set(self.steps.get() + 1);
        &self.all[number]
    }
}

impl Extend<(FileId, Span)> for Places {
    fn extend<T: IntoIterator<Item = (FileId, Span)>>(&mut self, places: T) {
        places.into_iter().for_each(|place| self.add(place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many places, which do not touch.
    fn apart(count: u32) -> Places {
        let mut places = Places::default();
        places.extend((0..count).map(|at| (FileId(at % 2), Span { start: 10 * at, end: 10 * at + 6 })));
        places
    }

    fn is_around(places: &Places, file: u32, start: u32, end: u32) -> bool {
        places.has_around((FileId(file), Span { start, end }))
    }

    #[test]
    fn a_search_halves_the_places() {
        let steps = |count: u32| {
            let places = apart(count);
            let added = places.steps.replace(0);
            for at in 0..count {
                assert!(is_around(&places, at % 2, 10 * at + 1, 10 * at + 6));
                assert!(!is_around(&places, at % 2, 10 * at + 1, 10 * at + 7));
                assert!(!places.has_around_behind((FileId(at % 2), Span { start: 10 * at, end: 10 * at + 1 })));
            }
            (added, places.steps.get())
        };
        let ((added, searched), (added_to_more, searched_in_more)) = (steps(1_000), steps(2_000));
        // Of 2,000 places, a search looks at one more than of 1,000.
        let further = 2 * 3 * 2_000;
        assert!(added_to_more <= 2 * added + further, "{added}, {added_to_more}");
        assert!(searched_in_more <= 2 * searched + further, "{searched}, {searched_in_more}");
        assert!(searched <= 3 * 12 * 1_000, "{searched}");
    }

    #[test]
    fn places_in_others_are_found_by_these() {
        let mut places = apart(4);
        places.add((FileId(0), Span { start: 5, end: 28 }));
        assert!(is_around(&places, 0, 21, 28) && is_around(&places, 0, 0, 6) && is_around(&places, 1, 10, 16));
        assert!(!is_around(&places, 0, 21, 29) && !is_around(&places, 1, 21, 25));
        places.add((FileId(0), Span { start: 0, end: 40 }));
        places.add((FileId(0), Span { start: 1, end: 2 }));
        assert_eq!(places.all.len(), 3);
        assert!(places.has_around_behind((FileId(0), Span { start: 1, end: 40 })));
    }
}
