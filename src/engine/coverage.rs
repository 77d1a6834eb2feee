//! Which rules fire.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

thread_local! {
    static IS_WATCHED: Cell<bool> = const { Cell::new(false) };
    static FIRED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Marks where a rule concludes: `if by("C-Refl")` is the last premise of the rule C-Refl. It always holds.
#[inline]
pub fn by(rule: &'static str) -> bool {
    if IS_WATCHED.get() {
        FIRED.with_borrow_mut(|fired| fired.insert(rule));
    }
    true
}

/// Does some work, and answers the names of the rules that have concluded something in it as well.
pub fn watch<R>(work: impl FnOnce() -> R) -> (R, BTreeSet<&'static str>) {
    FIRED.take();
    IS_WATCHED.set(true);
    let result = work();
    IS_WATCHED.set(false);
    (result, FIRED.take())
}
