//! Engines of the host: their rows pass to interpreted rules, or to an engine of another edition, and back.

use std::any::Any;

use crate::value::Columns;
use crate::{Book, Chosen, Run, chosen};

/// An engine of the host.
pub trait Host {
    /// Returns its name in the book.
    fn name(&self) -> &'static str;

    /// Returns the relations whose rows it exchanges, with their names.
    fn relations(&mut self) -> Vec<(&'static str, &mut dyn Rows)>;
}

/// The rows of a relation.
pub trait Rows: Any {
    /// Passes the rows to a run.
    fn load(&self, relation: &str, run: &mut Run<'_>);

    /// Takes the rows of a run.
    fn fill(&mut self, relation: &str, run: &mut Run<'_>);

    /// Exchanges rows with another relation.
    ///
    /// # Panics
    /// The other one has columns of other types.
    fn exchange(&mut self, other: &mut dyn Rows);
}

impl<C: Columns + 'static> Rows for Vec<C> {
    fn load(&self, relation: &str, run: &mut Run<'_>) {
        run.load(relation, self);
    }

    fn fill(&mut self, relation: &str, run: &mut Run<'_>) {
        *self = run.rows(relation);
    }

    fn exchange(&mut self, other: &mut dyn Rows) {
        let other: &mut dyn Any = other;
        std::mem::swap(self, other.downcast_mut().expect("a relation has the same columns in all editions"));
    }
}

/// Runs an engine by the rules that are chosen for the interner that is lent. Returns false if these are the rules that it was
/// compiled from.
pub fn solve(engine: &mut dyn Host) -> bool {
    match chosen() {
        Chosen::BuiltIn => false,
        Chosen::Compiled(solve) => solve(engine),
        Chosen::Interpreted(book) => {
            interpret(engine, &book);
            true
        }
    }
}

/// Runs an engine by the rules that are chosen for the interner that is lent, or else by those of `built_in`.
pub fn solve_without_code(engine: &mut dyn Host, built_in: &Book) {
    match chosen() {
        Chosen::Interpreted(book) => interpret(engine, &book),
        _ => interpret(engine, built_in),
    }
}

/// Runs the engine of an edition in place of another edition's engine of the same name.
pub fn stand_in<E: Host + Default>(engine: &mut dyn Host, run: impl FnOnce(&mut E)) {
    let mut own = E::default();
    exchange(engine, &mut own);
    run(&mut own);
    exchange(engine, &mut own);
}

/// Exchanges the rows of the relations that two engines have.
fn exchange(engine: &mut dyn Host, other: &mut dyn Host) {
    let mut others = other.relations();
    for (name, rows) in engine.relations() {
        if let Some((_, own)) = others.iter_mut().find(|relation| relation.0 == name) {
            rows.exchange(*own);
        }
    }
}

fn interpret(engine: &mut dyn Host, book: &Book) {
    let Some(mut run) = book.start(engine.name()) else { return };
    for (name, rows) in engine.relations() {
        rows.load(name, &mut run);
    }
    run.run();
    for (name, rows) in engine.relations() {
        rows.fill(name, &mut run);
    }
}
