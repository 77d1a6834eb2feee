//! The interner that the rules use.
//!
//! Rules are compiled without local names in scope, so they access the types through a thread-local variable. The caller of an
//! engine lends its interner for the time of the run.

use std::cell::RefCell;

use typelog_storage::expect_numbers;
use typelog_types::vocabulary::FunctionId;
use typelog_types::{Interner, Ty};

use crate::compared::Compared;
use crate::facts::Outline;
use crate::trace::Row;

/// A signature of an overloaded function: the function, the number of the signature, the tuple of the parameter types, the type
/// of further arguments, and the result type.
pub type Candidate = (FunctionId, u32, Ty, Option<Ty>, Ty);

/// The types, expressions and signatures that rules read besides rows.
#[derive(Default)]
struct Session {
    types: RefCell<Interner>,
    outline: RefCell<Outline>,
    candidates: RefCell<Vec<Candidate>>,
    /// The rows of relations that the built-in book does not have, if they are kept.
    new_rows: RefCell<Option<Vec<Row>>>,
    compared: RefCell<Compared>,
}

thread_local! {
    static SESSION: Session = Session::default();
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
    types_mut(|types| std::mem::swap(types, lent));
    SESSION.with(|session| session.compared.take());
}

/// Reads the rules' interner.
#[inline]
pub fn types<R>(read: impl FnOnce(&Interner) -> R) -> R {
    SESSION.with(|session| read(&session.types.borrow()))
}

/// Builds types in the rules' interner.
#[inline]
pub fn types_mut<R>(build: impl FnOnce(&mut Interner) -> R) -> R {
    SESSION.with(|session| build(&mut session.types.borrow_mut()))
}

/// Sets the outline of the expressions that the rules are about to type.
pub fn set_outline(outline: Outline) {
    expect_numbers(outline.expressions());
    SESSION.with(|session| {
        session.compared.take();
        session.outline.replace(outline)
    });
}

/// Reads the names that are compared, or adds some.
pub(crate) fn compared<R>(read: impl FnOnce(&mut Compared) -> R) -> R {
    SESSION.with(|session| read(&mut session.compared.borrow_mut()))
}

/// Reads the outline of expressions.
#[inline]
pub fn outline<R>(read: impl FnOnce(&Outline) -> R) -> R {
    SESSION.with(|session| read(&session.outline.borrow()))
}

/// Sets the signatures of overloaded functions.
pub fn set_candidates(all: Vec<Candidate>) {
    SESSION.with(|session| session.candidates.replace(all));
}

/// Reads the signatures of overloaded functions.
pub fn candidates<R>(read: impl FnOnce(&[Candidate]) -> R) -> R {
    SESSION.with(|session| read(&session.candidates.borrow()))
}

/// Keeps rows of relations that the built-in book does not have, and no compiled engine holds, until they are taken.
pub fn keep_rows(rows: impl Iterator<Item = Row>) {
    SESSION.with(|session| {
        if let Some(kept) = &mut *session.new_rows.borrow_mut() {
            kept.extend(rows);
        }
    });
}

/// Runs `work`, and returns the rows that have been kept in it as well.
pub fn keeping_rows<R>(work: impl FnOnce() -> R) -> (R, Vec<Row>) {
    let before = SESSION.with(|session| session.new_rows.replace(Some(Vec::new())));
    let result = work();
    let kept = SESSION.with(|session| session.new_rows.replace(before));
    (result, kept.unwrap_or_default())
}
