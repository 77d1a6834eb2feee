//! The facts that lowering derives from a program: the extensional tables, and the outline of expressions.
//!
//! Facts contain no text and no spans. They are made for one chunk of definitions at a time; ids count within the chunk.

pub use typelog_types::vocabulary::*;
use typelog_types::{Name, Ty};

use crate::trace::Cells;
use rustc_hash::FxHashMap;

include!(concat!(env!("OUT_DIR"), "/facts.rs"));

with_tables! {
    /// The extensional tables of a chunk: one for each relation of `rules/programs` that is marked by `@input`, where the
    /// columns are documented.
    #[derive(Debug, Default)]
    #[allow(missing_docs)]
    pub struct Facts {
        pub has_candidate: Vec<(FunctionId, u32, Ty, Option<Ty>, Ty)>,
        /// Holds for expressions of Terraform, whose values other engines derive.
        pub is_terraform: bool,
        pub outline: Outline,
    }
}

/// A visitor of the tables of facts.
pub trait Visitor {
    /// Visits the table of a relation.
    fn table<R: Cells + Copy>(&mut self, relation: &'static str, rows: &mut Vec<R>);
}

/// The parts of expressions that rules look up and that are not rows: operands, steps, names of properties.
#[derive(Debug, Default)]
pub struct Outline {
    written: Vec<Written>,
    operands: Groups<ExprId>,
    steps: Groups<Step>,
    names: Groups<Name>,
    /// The types of the texts in the structures that names stand for, with constants in their places, and without all else.
    texts: FxHashMap<ExprId, Ty>,
    /// The first expression of each program, and the expressions that share its budget.
    sharing: Vec<(u32, Sharing)>,
}

impl Outline {
    /// Returns the form in which an expression is written.
    #[inline]
    pub fn written(&self, e: ExprId) -> Written {
        self.written[e.0 as usize]
    }

    /// Returns the operands of an expression.
    pub fn operands(&self, e: ExprId) -> &[ExprId] {
        self.operands.of(e)
    }

    /// Returns the `i`-th operand of an expression.
    #[inline]
    pub fn operand(&self, e: ExprId, i: u32) -> Option<ExprId> {
        self.operands.of(e).get(i as usize).copied()
    }

    /// Returns the last operand of an expression.
    pub fn last_operand(&self, e: ExprId) -> Option<ExprId> {
        self.operands.of(e).last().copied()
    }

    /// Returns the number of expressions.
    pub fn expressions(&self) -> usize {
        self.written.len()
    }

    /// Returns the number of a computed object's operands that are keys: all that are not values of items.
    pub fn computed_keys(&self, e: ExprId) -> usize {
        self.operands.of(e).len() - self.names.of(e).len()
    }

    /// Returns the `i`-th step of a traversal.
    #[inline]
    pub fn step(&self, e: ExprId, i: u32) -> Option<Step> {
        self.steps.of(e).get(i as usize).copied()
    }

    /// Returns the names of an object's properties, in the order of its values. A text has one name, itself.
    pub fn names(&self, e: ExprId) -> &[Name] {
        self.names.of(e)
    }

    /// Returns the type of the texts in the structure that an expression names, if it is written out.
    pub fn texts(&self, e: ExprId) -> Option<Ty> {
        self.texts.get(&e).copied()
    }

    /// Adds the type of the texts in the structure that an expression names.
    pub fn add_texts(&mut self, e: ExprId, texts: Option<Ty>) {
        self.texts.extend(texts.map(|texts| (e, texts)));
    }

    /// Returns the numbers of the expressions that share the budget of the program of an expression.
    pub fn sharing(&self, e: ExprId) -> Sharing {
        let at = self.sharing.partition_point(|&(first, _)| first <= e.0);
        at.checked_sub(1).map_or_else(Sharing::default, |at| self.sharing[at].1)
    }

    /// Begins a program, with the expressions that share its budget.
    pub fn begin_program(&mut self, sharing: Sharing) {
        self.sharing.push((self.written.len() as u32, sharing));
    }

    /// Reserves capacity for `expressions` more expressions.
    pub fn reserve(&mut self, expressions: usize) {
        self.written.reserve(expressions);
        for ends in [&mut self.operands.ends, &mut self.steps.ends, &mut self.names.ends] {
            ends.reserve(expressions);
        }
    }

    /// Adds the parts of the next expression.
    pub fn push(
        &mut self,
        written: Written,
        operands: impl IntoIterator<Item = ExprId>,
        steps: impl IntoIterator<Item = Step>,
        names: impl IntoIterator<Item = Name>,
    ) {
        self.written.push(written);
        self.operands.push(operands);
        self.steps.push(steps);
        self.names.push(names);
    }
}

/// A sequence of items for each expression, all in one vector.
#[derive(Debug)]
struct Groups<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Groups<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), items: Vec::new() }
    }
}

impl<T> Groups<T> {
    #[inline]
    fn of(&self, e: ExprId) -> &[T] {
        let at = e.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start as usize..self.ends[at] as usize]
    }

    #[inline]
    fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }
}
