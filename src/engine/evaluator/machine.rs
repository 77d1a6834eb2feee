//! The machine that executes plans: it enumerates the solutions of their steps.

use std::ops::Range;

use typed_index_collections::{TiSlice, TiVec, ti_vec};

use crate::{Cell, IndexId, Indices, RelationId, Stored, Table};

/// A variable of a rule, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

typelog_types::indices!(Slot);

/// A step of a plan, which continues for each of its solutions. `S` is a step of the host.
#[derive(Debug)]
pub enum Step<S> {
    /// A scan of all rows.
    Scan {
        /// The relation.
        relation: RelationId,
        /// The use of its cells, by their columns.
        matches: Vec<(usize, Match)>,
        /// Holds if only the rows in the machine's range count.
        is_ranged: bool,
    },
    /// A lookup of the rows with a key.
    Probe {
        /// The relation.
        relation: RelationId,
        /// The index that has the key.
        index: IndexId,
        /// The key.
        key: Vec<Source>,
        /// The use of the other cells, by their columns.
        matches: Vec<(usize, Match)>,
        /// Holds if only the rows in the machine's range count.
        is_ranged: bool,
    },
    /// A test that a row exists.
    Contains(RelationId, Vec<Source>),
    /// A test that a row does not exist.
    Lacks(RelationId, Vec<Source>),
    /// A test that no row has a key.
    LacksKey {
        /// The relation.
        relation: RelationId,
        /// The index to search.
        index: IndexId,
        /// The key.
        key: Vec<Source>,
    },
    /// A test that a relation is empty.
    IsEmpty(RelationId),
    /// A step of the host.
    Own(S),
}

/// The source of a cell of a key.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// A bound variable.
    Slot(Slot),
    /// A constant.
    Constant(Cell),
}

/// The use of a cell of a matched row.
#[derive(Clone, Copy, Debug)]
pub enum Match {
    /// The variable is bound to the cell.
    Bind(Slot),
    /// The variable must equal the cell.
    Same(Slot),
    /// The cell must equal this constant.
    Constant(Cell),
}

/// The interpreter of cells, and of steps that are not about rows.
pub trait Host: Sized {
    /// A step that is not about rows.
    type Step;
    /// A relation.
    type Relation: Stored;
    /// The reason for an interruption of a plan.
    type Interrupt;

    /// Counts a visited row.
    ///
    /// # Errors
    /// The limit of visited rows is exceeded.
    fn visit(&mut self) -> Result<(), Self::Interrupt>;

    /// Calls [`Machine::go_on`] for each solution of a step.
    ///
    /// # Errors
    /// The plan is interrupted.
    fn meet<'a>(
        machine: &mut Machine<'a, Self>,
        step: &Self::Step,
        rest: &[Step<Self::Step>],
        sink: &mut Sink<'_, 'a, Self>,
    ) -> Result<(), Self::Interrupt>;
}

/// The continuation that is called for each solution of a plan.
pub type Sink<'s, 'a, H> = dyn FnMut(&mut Machine<'a, H>) -> Result<(), <H as Host>::Interrupt> + 's;

/// The state of the execution of a plan: variables, and the tables that it reads.
#[derive(Debug)]
pub struct Machine<'a, H: Host> {
    /// The host.
    pub host: H,
    /// The relations, indexed by their ids.
    pub relations: &'a TiSlice<RelationId, H::Relation>,
    /// The indices of the relations.
    pub indices: &'a Indices,
    /// The values of the variables.
    pub slots: TiVec<Slot, Cell>,
    /// The rows that ranged steps visit.
    range: Range<u32>,
    /// The cells of the last key.
    key: Vec<Cell>,
    /// The counts of each step of the plan, if they are collected.
    tallies: Vec<Tally>,
    /// The nesting depth of inner plans, whose steps are not counted.
    inside: u32,
}

/// The counts of a step of a plan.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The rows that were visited; for a condition, the number of evaluations.
    pub tried: u64,
    /// The rows or evaluations after which the plan continued.
    pub kept: u64,
    /// The number of times that the step was executed.
    pub reached: u64,
    /// The number of those in which the plan did not continue.
    pub failed: u64,
}

impl<'a, H: Host> Machine<'a, H> {
    /// Creates a machine whose ranged steps visit the rows in `range`.
    pub fn new(
        host: H,
        relations: &'a TiSlice<RelationId, H::Relation>,
        indices: &'a Indices,
        slots: usize,
        range: Range<u32>,
    ) -> Self {
        let (slots, key, tallies) = (ti_vec![0; slots], Vec::new(), Vec::new());
        Self { host, relations, indices, slots, range, key, tallies, inside: 0 }
    }

    /// Collects the counts of each step of a plan, which has as many steps as there are tallies.
    pub fn tally(&mut self, tallies: Vec<Tally>) {
        self.tallies = tallies;
    }

    /// Returns the counts of each step.
    pub fn take_tallies(&mut self) -> Vec<Tally> {
        std::mem::take(&mut self.tallies)
    }

    /// Counts a visited row of the step before `rest`.
    #[inline]
    pub fn count(&mut self, rest: &[Step<H::Step>], is_kept: bool) {
        if self.tallies.is_empty() || self.inside > 0 {
            return;
        }
        let at = self.tallies.len().wrapping_sub(rest.len() + 1);
        if let Some(tally) = self.tallies.get_mut(at) {
            tally.tried += 1;
            tally.kept += u64::from(is_kept);
        }
    }

    /// Returns the value of a variable.
    #[inline]
    pub fn slot(&self, slot: Slot) -> Cell {
        self.slots[slot]
    }

    /// Binds a variable.
    #[inline]
    pub fn give(&mut self, slot: Slot, cell: Cell) {
        self.slots[slot] = cell;
    }

    /// Returns the rows of a relation.
    #[inline]
    pub fn table(&self, relation: RelationId) -> &'a Table {
        self.relations[relation].table()
    }

    /// Executes an inner plan.
    ///
    /// # Errors
    /// The plan is interrupted.
    pub fn run_inside(&mut self, steps: &[Step<H::Step>], sink: &mut Sink<'_, 'a, H>) -> Result<(), H::Interrupt> {
        self.inside += 1;
        self.run(steps, sink)?;
        self.inside -= 1;
        Ok(())
    }

    /// Counts a visited row of the step before `rest`, and executes `rest` if the row is kept.
    ///
    /// # Errors
    /// The plan is interrupted.
    #[inline]
    pub fn go_on(
        &mut self,
        is_kept: bool,
        rest: &[Step<H::Step>],
        sink: &mut Sink<'_, 'a, H>,
    ) -> Result<(), H::Interrupt> {
        self.count(rest, is_kept);
        if is_kept { self.run(rest, sink) } else { Ok(()) }
    }

    /// Calls `sink` for each solution of the steps.
    ///
    /// # Errors
    /// The plan is interrupted.
    pub fn run(&mut self, steps: &[Step<H::Step>], sink: &mut Sink<'_, 'a, H>) -> Result<(), H::Interrupt> {
        let Some((step, rest)) = steps.split_first() else { return sink(self) };
        if self.tallies.is_empty() || self.inside > 0 {
            return self.step(step, rest, sink);
        }
        let at = self.tallies.len().wrapping_sub(steps.len());
        let kept = |machine: &Self| machine.tallies.get(at).map_or(0, |tally| tally.kept);
        let before = kept(self);
        self.step(step, rest, sink)?;
        let is_met = kept(self) > before;
        if let Some(tally) = self.tallies.get_mut(at) {
            tally.reached += 1;
            tally.failed += u64::from(!is_met);
        }
        Ok(())
    }

    /// Executes one step, and `rest` for each of its solutions.
    #[inline]
    fn step(
        &mut self,
        step: &Step<H::Step>,
        rest: &[Step<H::Step>],
        sink: &mut Sink<'_, 'a, H>,
    ) -> Result<(), H::Interrupt> {
        let is_met = match step {
            Step::Scan { relation, matches, is_ranged } => {
                let table = self.table(*relation);
                for at in if *is_ranged { self.range.clone() } else { 0..table.len() as u32 } {
                    self.host.visit()?;
                    let is_kept = self.matches(matches, table.row(at));
                    self.go_on(is_kept, rest, sink)?;
                }
                return Ok(());
            }
            Step::Probe { relation, index, key, matches, is_ranged } => {
                let (table, indices) = (self.table(*relation), self.indices);
                let mut next = self.with_key(key, |key| indices.first(*index, table, key));
                while let Some(at) = next {
                    self.host.visit()?;
                    let is_kept = (!*is_ranged || self.range.contains(&at)) && self.matches(matches, table.row(at));
                    self.go_on(is_kept, rest, sink)?;
                    next = indices.next(*index, at);
                }
                return Ok(());
            }
            Step::Own(step) => return H::meet(self, step, rest, sink),
            Step::Contains(relation, key) => {
                let table = self.table(*relation);
                self.with_key(key, |key| table.contains(key))
            }
            Step::Lacks(relation, key) => {
                let table = self.table(*relation);
                self.with_key(key, |key| !table.contains(key))
            }
            Step::LacksKey { relation, index, key } => {
                let (table, indices) = (self.table(*relation), self.indices);
                self.with_key(key, |key| indices.first(*index, table, key).is_none())
            }
            Step::IsEmpty(relation) => self.table(*relation).is_empty(),
        };
        self.go_on(is_met, rest, sink)
    }

    #[inline]
    fn matches(&mut self, matches: &[(usize, Match)], row: &[Cell]) -> bool {
        matches.iter().all(|&(at, found)| match found {
            Match::Bind(slot) => {
                self.slots[slot] = row[at];
                true
            }
            Match::Same(slot) => self.slots[slot] == row[at],
            Match::Constant(cell) => cell == row[at],
        })
    }

    /// Calls `use_key` with the cells of a key.
    #[inline]
    fn with_key<R>(&mut self, key: &[Source], use_key: impl FnOnce(&[Cell]) -> R) -> R {
        let Self { key: cells, slots, .. } = self;
        cells.clear();
        cells.extend(key.iter().map(|source| match *source {
            Source::Slot(slot) => slots[slot],
            Source::Constant(cell) => cell,
        }));
        use_key(cells)
    }
}
