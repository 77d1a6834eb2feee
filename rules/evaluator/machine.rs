//! The machine that goes through a plan, one way to meet its steps after the other.

use std::ops::Range;

use crate::{Cell, IndexId, Indices, RelationId, Stored, Table};

/// A variable of a rule, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// One step of a plan: it goes on for each way to meet it. `S` is what only the host knows.
#[derive(Debug)]
pub enum Step<S> {
    /// Any row.
    Scan {
        /// Of which relation.
        relation: RelationId,
        /// The use of its cells, by their columns.
        matches: Vec<(usize, Match)>,
        /// Holds if only the rows of the machine's range count.
        is_ranged: bool,
    },
    /// Any row with a key.
    Probe {
        /// Of which relation.
        relation: RelationId,
        /// The index that has the key.
        index: IndexId,
        /// The key.
        key: Vec<Source>,
        /// The use of the other cells, by their columns.
        matches: Vec<(usize, Match)>,
        /// Holds if only the rows of the machine's range count.
        is_ranged: bool,
    },
    /// The row is there.
    Contains(RelationId, Vec<Source>),
    /// The row is not there.
    Lacks(RelationId, Vec<Source>),
    /// There is no row with the key.
    LacksKey {
        /// In which relation.
        relation: RelationId,
        /// The index that would have the key.
        index: IndexId,
        /// The key.
        key: Vec<Source>,
    },
    /// There is no row.
    IsEmpty(RelationId),
    /// A step of the host.
    Own(S),
}

/// Where a cell of a key comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// A variable that has a value.
    Slot(Slot),
    /// This one.
    Constant(Cell),
}

/// The use of a cell of a row that is found.
#[derive(Clone, Copy, Debug)]
pub enum Match {
    /// The variable gets it.
    Bind(Slot),
    /// The variable has it.
    Same(Slot),
    /// It is this one.
    Constant(Cell),
}

/// The owner of the meaning of cells.
pub trait Host: Sized {
    /// A step that is no row.
    type Step;
    /// A relation.
    type Relation: Stored;
    /// Why a plan is not gone through.
    type Interrupt;

    /// Counts a row that is visited.
    ///
    /// # Errors
    /// If no more may be.
    fn visit(&mut self) -> Result<(), Self::Interrupt>;

    /// Calls [`Machine::go_on`] for each way to meet a step.
    ///
    /// # Errors
    /// Why the plan is not gone through.
    fn meet<'a>(
        machine: &mut Machine<'a, Self>,
        step: &Self::Step,
        rest: &[Step<Self::Step>],
        sink: &mut Sink<'_, 'a, Self>,
    ) -> Result<(), Self::Interrupt>;
}

/// The continuation that is called for each way to meet the steps.
pub type Sink<'s, 'a, H> = dyn FnMut(&mut Machine<'a, H>) -> Result<(), <H as Host>::Interrupt> + 's;

/// The variables of a rule, and the tables that it reads.
#[derive(Debug)]
pub struct Machine<'a, H: Host> {
    /// The owner of the meaning of cells.
    pub host: H,
    /// The relations, by their handles.
    pub relations: &'a [H::Relation],
    /// The indices of the relations.
    pub indices: &'a Indices,
    /// The values of the variables.
    pub slots: Vec<Cell>,
    /// The rows that ranged steps go through.
    range: Range<u32>,
    /// The cells of the last key.
    key: Vec<Cell>,
    /// The counts of each step of the plan, if they are wanted.
    tallies: Vec<Tally>,
    /// The number of plans inside of this one on the way, whose steps are not tallied.
    inside: u32,
}

/// The counts of a step of a plan.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The rows that were met; of a condition, how often it was asked.
    pub tried: u64,
    /// Those that went on.
    pub kept: u64,
}

impl<'a, H: Host> Machine<'a, H> {
    /// A machine whose ranged steps go through these rows.
    pub fn new(host: H, relations: &'a [H::Relation], indices: &'a Indices, slots: usize, range: Range<u32>) -> Self {
        let (slots, key, tallies) = (vec![0; slots], Vec::new(), Vec::new());
        Self { host, relations, indices, slots, range, key, tallies, inside: 0 }
    }

    /// Tallies what each step meets, where there are tallies for all steps of the plan.
    pub fn tally(&mut self, tallies: Vec<Tally>) {
        self.tallies = tallies;
    }

    /// The counts of each step.
    pub fn take_tallies(&mut self) -> Vec<Tally> {
        std::mem::take(&mut self.tallies)
    }

    /// Counts what a step has met, of which `rest` are the steps behind.
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

    /// The value of a variable.
    #[inline]
    pub fn slot(&self, slot: Slot) -> Cell {
        self.slots[slot.0 as usize]
    }

    /// Gives a variable a value.
    #[inline]
    pub fn give(&mut self, slot: Slot, cell: Cell) {
        self.slots[slot.0 as usize] = cell;
    }

    /// The rows of a relation.
    #[inline]
    pub fn table(&self, relation: RelationId) -> &'a Table {
        self.relations[relation.0 as usize].table()
    }

    /// Goes through a plan inside of this one.
    ///
    /// # Errors
    /// Why it is not gone through.
    pub fn run_inside(&mut self, steps: &[Step<H::Step>], sink: &mut Sink<'_, 'a, H>) -> Result<(), H::Interrupt> {
        self.inside += 1;
        self.run(steps, sink)?;
        self.inside -= 1;
        Ok(())
    }

    /// Counts the step before these, and goes through these if it is kept.
    ///
    /// # Errors
    /// Why the plan is not gone through.
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

    /// Calls `sink` for each way to go through the steps.
    ///
    /// # Errors
    /// Why the plan is not gone through.
    pub fn run(&mut self, steps: &[Step<H::Step>], sink: &mut Sink<'_, 'a, H>) -> Result<(), H::Interrupt> {
        let Some((step, rest)) = steps.split_first() else { return sink(self) };
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
                self.slots[slot.0 as usize] = row[at];
                true
            }
            Match::Same(slot) => self.slots[slot.0 as usize] == row[at],
            Match::Constant(cell) => cell == row[at],
        })
    }

    /// Calls `use_key` with the cells of a key.
    #[inline]
    fn with_key<R>(&mut self, key: &[Source], use_key: impl FnOnce(&[Cell]) -> R) -> R {
        let Self { key: cells, slots, .. } = self;
        cells.clear();
        cells.extend(key.iter().map(|source| match *source {
            Source::Slot(slot) => slots[slot.0 as usize],
            Source::Constant(cell) => cell,
        }));
        use_key(cells)
    }
}
