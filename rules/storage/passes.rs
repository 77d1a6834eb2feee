//! Passes of a rule over the rows that it begins with.
//!
//! Engines answer many questions in little more time than one. So a rule that asks another engine goes over its rows, and the
//! questions whose answers are not known are deferred: their way through the rule ends there. Behind the last row all of them are
//! answered, and the rule passes over its rows once more, to derive what was deferred and nothing else.

use std::cell::Cell;

/// Where a thread is in the passes of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Outside of rules that pass over rows.
    None,
    /// In the first pass of a rule.
    First,
    /// In a pass over what was deferred.
    Deferred,
}

thread_local! {
    static PASS: Cell<Pass> = const { Cell::new(Pass::None) };
    /// The function that answers the questions which have been deferred in this pass, if there are some.
    static ANSWER: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// The pass that this thread is in.
#[inline]
pub fn pass() -> Pass {
    PASS.get()
}

/// Demands another pass of the rule, before which `answer` is called.
pub fn defer(answer: fn()) {
    ANSWER.set(Some(answer));
}

/// As long as this lives, rules have passes of their own: those of an engine that runs because a rule of another one asks.
/// Afterwards the passes of that rule go on.
pub struct OwnPasses {
    pass: Pass,
    answer: Option<fn()>,
}

impl OwnPasses {
    /// Begins.
    #[expect(clippy::new_without_default, reason = "it has an effect")]
    #[must_use]
    pub fn new() -> Self {
        Self { pass: PASS.replace(Pass::None), answer: ANSWER.take() }
    }
}

impl Drop for OwnPasses {
    fn drop(&mut self) {
        PASS.set(self.pass);
        ANSWER.set(self.answer);
    }
}

/// The passes of one loop. A loop within another one has none of its own: it belongs to the same rule.
pub(super) struct Passes {
    is_outermost: bool,
}

impl Passes {
    #[inline(always)]
    pub(super) fn begin() -> Self {
        let is_outermost = pass() == Pass::None;
        if is_outermost {
            PASS.set(Pass::First);
        }
        Self { is_outermost }
    }

    /// Answers what has been deferred in the pass that ends. Holds if there was something.
    #[inline(always)]
    pub(super) fn go_on(&self) -> bool {
        self.is_outermost && ANSWER.take().is_some_and(answer_deferred)
    }
}

#[cold]
#[inline(never)]
fn answer_deferred(answer: fn()) -> bool {
    PASS.set(Pass::None);
    answer();
    PASS.set(Pass::Deferred);
    true
}

impl Drop for Passes {
    #[inline(always)]
    fn drop(&mut self) {
        if self.is_outermost {
            PASS.set(Pass::None);
            // There is an answer left only if a rule panics.
            ANSWER.set(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::Scan;

    thread_local! {
        static ANSWERED: Cell<u32> = const { Cell::new(0) };
    }

    fn answer() {
        assert_eq!(pass(), Pass::None, "who answers has passes of its own");
        ANSWERED.set(ANSWERED.get() + 1);
    }

    #[test]
    fn a_rule_passes_over_its_rows_until_nothing_is_deferred() {
        let mut visited = Vec::new();
        Scan::<_>::new(&[1, 2]).for_each(|&row| {
            // A loop within a rule belongs to its passes.
            Scan::<_>::new(&[10]).for_each(|inner| visited.push((pass(), row + inner)));
            if ANSWERED.get() < row {
                defer(answer);
            }
        });
        let expected = [(Pass::First, 11), (Pass::First, 12), (Pass::Deferred, 11), (Pass::Deferred, 12)];
        assert_eq!(visited, [expected.as_slice(), &expected[2..]].concat());
        assert_eq!((ANSWERED.get(), pass()), (2, Pass::None));
    }

    #[test]
    fn a_rule_goes_on_behind_the_engine_that_it_asks() {
        let mut passes = Vec::new();
        let visited = Scan::<_>::new(&[1, 2]).fold(0, |all, row| {
            if pass() == Pass::First {
                defer(|| ());
            }
            let _engine = OwnPasses::new();
            Scan::<_>::new(&[0]).for_each(|_| passes.push(pass()));
            all + row
        });
        assert_eq!(passes, [Pass::First; 4]);
        assert_eq!((visited, pass()), (6, Pass::None));
    }
}
