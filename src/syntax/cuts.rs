//! Pieces of expressions that are parsed separately. hcl-edit stops at 64 levels of nesting and at 128 operators, refuses an
//! object with a duplicate key, and takes quadratic time for large objects.
//!
//! A piece that is cut out is replaced by a name of the same length. Pieces nest: a piece that is cut out may have cuts itself.

use std::ops::Range;

use crate::source::Span;

/// A piece that is parsed separately.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) span: Span,
    pub(super) kind: CutKind,
    /// The index of the first cut after this one that is not inside of it.
    next: usize,
}

/// The way in which a piece is parsed.
#[derive(Clone, Debug)]
pub(super) enum CutKind {
    /// As one expression.
    Whole,
    /// Operand by operand, with an operator between any two.
    Chain { operands: Vec<Span>, operators: Vec<Span> },
    /// Item by item: the key and the value.
    Object(Vec<CutItem>),
}

/// An item of an object that is parsed item by item.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutItem {
    pub(super) key: Span,
    pub(super) value: Span,
}

/// The cuts of a text, outer ones before inner ones.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    cuts: Vec<Cut>,
}

impl Cuts {
    /// Creates the cuts, given in any order. Of two that overlap, one contains the other.
    pub(super) fn new(mut cuts: Vec<(Span, CutKind)>) -> Self {
        cuts.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut cuts: Vec<Cut> = cuts.into_iter().map(|(span, kind)| Cut { span, kind, next: 0 }).collect();
        for at in (0..cuts.len()).rev() {
            let end = cuts[at].span.end;
            let mut next = at + 1;
            while cuts.get(next).is_some_and(|inner| inner.span.end <= end) {
                next = cuts[next].next;
            }
            cuts[at].next = next;
        }
        Self { cuts }
    }

    pub(super) fn get(&self, number: usize) -> &Cut {
        &self.cuts[number]
    }

    /// Returns the outermost cuts in a span, among a range of cuts.
    pub(super) fn outermost(&self, among: Range<usize>, span: Span) -> impl Iterator<Item = usize> + '_ {
        let first = among.start + self.cuts[among.clone()].partition_point(|cut| cut.span.start < span.start);
        let inside = move |&number: &usize| number < among.end && self.cuts[number].span.end <= span.end;
        std::iter::successors(Some(first).filter(inside), move |&number| Some(self.cuts[number].next).filter(&inside))
    }

    /// Returns the indices of the cuts inside of a cut.
    pub(super) fn inside(&self, number: usize) -> Range<usize> {
        number + 1..self.cuts[number].next
    }

    /// Returns the indices of all cuts.
    pub(super) fn all(&self) -> Range<usize> {
        0..self.cuts.len()
    }
}
