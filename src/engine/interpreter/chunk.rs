//! The rows of a chunk of a program that compiled engines do not hold: an engine of a book may use facts, and conclusions of earlier
//! engines, that the compiled engine of the same name does not use.

use std::cell::RefCell;
use std::collections::BTreeMap;

use typelog_builtins::facts::{Facts, Visitor};
use typelog_builtins::trace::{Cells, Value as Cell};
use typelog_reader::types::Type;

use crate::value::Value;
use crate::{Chosen, chosen};

/// The rows of relations, by their names.
type Rows = BTreeMap<String, Vec<Vec<Value>>>;

thread_local! {
    static CHUNK: RefCell<Option<Rows>> = const { RefCell::new(None) };
}

/// Runs `work`, the engines of a chunk, with its facts at hand for the engines of an interpreted book.
pub fn with_facts<R>(facts: &mut Facts, work: impl FnOnce(&mut Facts) -> R) -> R {
    /// Restores the rows even if a rule panics.
    struct Before(Option<Rows>);
    impl Drop for Before {
        fn drop(&mut self) {
            CHUNK.replace(self.0.take());
        }
    }
    let Chosen::Interpreted(book) = chosen() else { return work(facts) };
    let mut taker = Taker { wanted: &book.wanted, rows: Rows::new() };
    facts.visit(&mut taker);
    let _before = Before(CHUNK.replace(Some(taker.rows)));
    work(facts)
}

/// Takes copies of the facts that some engine of a book wants, each relation with the types of its columns.
struct Taker<'a> {
    wanted: &'a BTreeMap<String, Vec<Type>>,
    rows: Rows,
}

impl Visitor for Taker<'_> {
    fn table<R: Cells + Copy>(&mut self, relation: &'static str, rows: &mut Vec<R>) {
        self.take(relation, rows.len(), &|at, cells| rows[at].write(cells));
    }
}

impl Taker<'_> {
    /// The part of [`Visitor::table`] that does not depend on the column types, and is compiled only once.
    fn take(&mut self, relation: &str, count: usize, write: &dyn Fn(usize, &mut Vec<Cell>)) {
        let Some(types) = self.wanted.get(relation) else { return };
        let mut cells = Vec::new();
        let values = (0..count).filter_map(|at| {
            cells.clear();
            write(at, &mut cells);
            cells.iter().zip(types).map(|(&cell, ty)| Value::of_trace(cell, ty)).collect()
        });
        self.rows.insert(relation.to_owned(), values.collect());
    }
}

/// Hands rows of a relation on to later engines of the chunk.
pub fn hand_on(relation: &str, rows: Vec<Vec<Value>>) {
    CHUNK.with_borrow_mut(|chunk| {
        if let Some(chunk) = chunk {
            chunk.insert(relation.to_owned(), rows);
        }
    });
}

/// Returns the rows of a relation in the chunk.
pub fn rows_of(relation: &str) -> Vec<Vec<Value>> {
    CHUNK.with_borrow(|chunk| chunk.as_ref().and_then(|chunk| chunk.get(relation).cloned()).unwrap_or_default())
}
