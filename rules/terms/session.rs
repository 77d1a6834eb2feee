//! The interner that the rules use.
//!
//! Rules are compiled without local names in scope, so they access the types through a thread-local variable. The caller of an
//! engine lends its interner for the time of the run.

use std::cell::RefCell;

use typelog_storage::expect_numbers;
use typelog_types::vocabulary::FunctionId;
use typelog_types::{Interner, Ty};

use crate::facts::Outline;

/// A signature of an overloaded function: the function, the number of the signature, the tuple of the parameter types, the type
/// of further arguments, and the result type.
pub type Candidate = (FunctionId, u32, Ty, Option<Ty>, Ty);

thread_local! {
    static TYPES: RefCell<Interner> = RefCell::new(Interner::default());
    static OUTLINE: RefCell<Outline> = RefCell::new(Outline::default());
    static CANDIDATES: RefCell<Vec<Candidate>> = const { RefCell::new(Vec::new()) };
}

/// Runs `work` with `lent` as the rules' interner, which is returned with the types that the rules have built.
pub fn with_types<R>(lent: &mut Interner, work: impl FnOnce() -> R) -> R {
    /// Returns the interner even if a rule panics.
    struct Loan<'a>(&'a mut Interner);
    impl Drop for Loan<'_> {
        fn drop(&mut self) {
            swap(self.0);
        }
    }
    swap(lent);
    let _loan = Loan(lent);
    work()
}

fn swap(lent: &mut Interner) {
    TYPES.with_borrow_mut(|types| std::mem::swap(types, lent));
}

/// Reads the rules' interner.
#[inline]
pub fn types<R>(read: impl FnOnce(&Interner) -> R) -> R {
    TYPES.with_borrow(read)
}

/// Builds types in the rules' interner.
#[inline]
pub fn types_mut<R>(build: impl FnOnce(&mut Interner) -> R) -> R {
    TYPES.with_borrow_mut(build)
}

/// Sets the outline of the expressions that the rules are about to type.
pub fn set_outline(outline: Outline) {
    expect_numbers(outline.expressions());
    OUTLINE.set(outline);
}

/// Reads the outline of expressions.
#[inline]
pub fn outline<R>(read: impl FnOnce(&Outline) -> R) -> R {
    OUTLINE.with_borrow(read)
}

/// Sets the signatures of overloaded functions.
pub fn set_candidates(all: Vec<Candidate>) {
    CANDIDATES.set(all);
}

/// Reads the signatures of overloaded functions.
pub fn candidates<R>(read: impl FnOnce(&[Candidate]) -> R) -> R {
    CANDIDATES.with_borrow(|all| read(all))
}
