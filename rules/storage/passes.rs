//! Passes of a rule over the rows that it begins with.
//!
//! An engine answers many questions in little more time than one. So a rule that asks another engine first visits all its rows,
//! and questions with unknown answers are deferred: the evaluation of the rule for that row ends there. After the last row all
//! deferred questions are answered in a batch, and the rule visits its rows again, to derive only what was deferred.

use std::cell::Cell;

/// The current pass of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Outside of rules with passes.
    None,
    /// In the first pass of a rule.
    First,
    /// In a later pass, for deferred rows.
    Deferred,
}

thread_local! {
    static PASS: Cell<Pass> = const { Cell::new(Pass::None) };
    /// The function that answers the questions deferred in this pass, if there are any.
    static ANSWER: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// Returns the current pass of this thread.
#[inline]
pub fn pass() -> Pass {
    PASS.get()
}

/// Requests another pass of the rule, before which `answer` is called.
pub fn defer(answer: fn()) {
    ANSWER.set(Some(answer));
}

/// A guard of separate passes, for an engine that runs because a rule of another engine asks. Dropping it restores the passes
/// of that rule.
pub struct OwnPasses {
    pass: Pass,
    answer: Option<fn()>,
}

impl OwnPasses {
    /// Starts separate passes.
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

/// The passes of one loop. A nested loop belongs to the same rule, and has no passes of its own.
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

    /// Answers the questions deferred in the pass that ends. Returns true if there were any.
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
            // A function is left only if a rule panics.
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
            // A loop within a rule belongs to the rule's passes.
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
