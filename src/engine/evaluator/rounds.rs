//! Rounds: mutually recursive rules are evaluated until no new rows are derived.

use std::ops::Range;

use crate::{RelationId, Step, Table};

/// The maximal number of rows of a plan's first relation that are processed before the derived rows are stored.
const BATCH: u32 = 4096;

/// The approximate number of derived rows that are collected before they are stored.
const GATHERED: usize = 1 << 16;

/// An evaluator of plans.
pub trait PlanEvaluator {
    /// A plan.
    type Plan;
    /// The reason why the evaluation is stopped.
    type Stop;

    /// Returns the number of rows of a relation.
    fn len(&self, relation: RelationId) -> u32;

    /// Returns the relation whose new rows drive a plan, by its index in its group.
    fn delta(plan: &Self::Plan) -> Option<usize>;

    /// Executes plans once, each over the new rows that `rows` returns for it: `None` for all rows.
    ///
    /// # Errors
    /// The evaluation is stopped.
    fn round(
        &mut self,
        plans: &[Self::Plan],
        rows: &dyn Fn(&Self::Plan) -> Option<Range<u32>>,
    ) -> Result<(), Self::Stop>;
}

/// Executes plans until the relations get no new rows. In the first round all rows of these relations are new.
///
/// # Errors
/// The evaluation is stopped.
pub fn fixpoint<R: PlanEvaluator>(runner: &mut R, relations: &[RelationId], plans: &[R::Plan]) -> Result<(), R::Stop> {
    let mut lows = vec![0; relations.len()];
    while !plans.is_empty() {
        let highs: Vec<u32> = relations.iter().map(|&relation| runner.len(relation)).collect();
        if lows == highs {
            break;
        }
        runner.round(plans, &|plan| R::delta(plan).map(|at| lows[at]..highs[at]))?;
        lows = highs;
    }
    Ok(())
}

/// The ranges of rows that drive a plan, one batch after the other.
#[derive(Debug)]
pub struct Batches {
    rest: Range<u32>,
    size: u32,
}

impl Batches {
    /// Creates the batches of a plan: of the new rows, or of all rows that its first step scans.
    pub fn new<S>(steps: &[Step<S>], new: Option<Range<u32>>, table: impl FnOnce(RelationId) -> u32) -> Self {
        let rest = match (steps.first(), new) {
            (_, Some(range)) => range,
            (Some(Step::Scan { relation, is_ranged: true, .. }), None) => 0..table(*relation),
            _ => 0..1,
        };
        Self { rest, size: BATCH }
    }

    /// Returns the next batch, after one that derived `found` rows.
    pub fn next(&mut self, found: usize) -> Option<Range<u32>> {
        if self.rest.is_empty() {
            return None;
        }
        self.size = if found > GATHERED { (self.size / 2).max(1) } else { (self.size * 2).min(BATCH) };
        let end = self.rest.end.min(self.rest.start.saturating_add(self.size));
        let batch = self.rest.start..end;
        self.rest.start = end;
        Some(batch)
    }

    /// Returns how many rows one batch may collect, if `left` rows may be derived in all.
    pub fn most(left: usize) -> usize {
        left.max(GATHERED)
    }
}

/// Adds rows to a table from their consecutive cells, and returns the number of new ones.
pub fn store(table: &mut Table, rows: &[i64], found: usize) -> usize {
    let before = table.len();
    match table.arity() {
        0 if found > 0 => {
            table.insert(&[]);
        }
        0 => {}
        arity => rows.chunks_exact(arity).for_each(|row| {
            table.insert(row);
        }),
    }
    table.len() - before
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use typed_index_collections::{TiVec, ti_vec};

    use super::*;
    use crate::{Host, Indices, Machine, Match, Sink, Slot, Source};

    /// A host without steps of its own.
    struct Rows;

    impl Host for Rows {
        type Step = Infallible;
        type Relation = Table;
        type Interrupt = ();

        fn visit(&mut self) -> Result<(), ()> {
            Ok(())
        }

        fn meet<'a>(
            _: &mut Machine<'a, Self>,
            step: &Infallible,
            _: &[Step<Infallible>],
            _: &mut Sink<'_, 'a, Self>,
        ) -> Result<(), ()> {
            match *step {}
        }
    }

    /// A plan of a rule.
    struct Plan {
        delta: Option<usize>,
        steps: Vec<Step<Infallible>>,
    }

    /// Edges and paths: `path(a, c) :- path(a, b), edge(b, c)`.
    struct Paths {
        tables: TiVec<RelationId, Table>,
        indices: Indices,
        visited: usize,
    }

    impl PlanEvaluator for Paths {
        type Plan = Plan;
        type Stop = ();

        fn len(&self, relation: RelationId) -> u32 {
            self.tables[relation].len() as u32
        }

        fn delta(plan: &Plan) -> Option<usize> {
            plan.delta
        }

        fn round(&mut self, plans: &[Plan], rows: &dyn Fn(&Plan) -> Option<Range<u32>>) -> Result<(), ()> {
            self.indices.refresh(&self.tables);
            for plan in plans {
                let mut found = Vec::new();
                let mut batches = Batches::new(&plan.steps, rows(plan), |relation| self.len(relation));
                while let Some(range) = batches.next(found.len()) {
                    self.visited += range.len();
                    let mut machine = Machine::new(Rows, &self.tables, &self.indices, 3, range);
                    machine.run(&plan.steps, &mut |machine| {
                        found.extend([machine.slot(Slot(0)), machine.slot(Slot(2))]);
                        Ok(())
                    })?;
                }
                let count = found.len();
                store(&mut self.tables[RelationId(1)], &found, count);
            }
            Ok(())
        }
    }

    #[test]
    fn each_row_is_new_once() {
        let (edge, path) = (RelationId(0), RelationId(1));
        let mut tables = ti_vec![Table::new(2), Table::new(2)];
        for at in 0..4 {
            for table in &mut tables {
                assert!(table.insert(&[at, at + 1]));
            }
        }
        let mut indices = Indices::default();
        let index = indices.get(edge, vec![0]);
        let bind = |slots: [(usize, u32); 2]| slots.map(|(at, slot)| (at, Match::Bind(Slot(slot)))).to_vec();
        let (key, matches) = (vec![Source::Slot(Slot(1))], bind([(0, 1), (1, 2)]));
        let steps = vec![
            Step::Scan { relation: path, matches: bind([(0, 0), (1, 1)]), is_ranged: true },
            Step::Probe { relation: edge, index, key, matches, is_ranged: false },
        ];
        let mut paths = Paths { tables, indices, visited: 0 };
        fixpoint(&mut paths, &[path], &[Plan { delta: Some(0), steps }]).expect("an end");
        assert_eq!(paths.tables[path].len(), 4 + 3 + 2 + 1);
        assert_eq!(paths.visited, paths.tables[path].len());
    }
}
