//! Rounds: rules that need one another's rows are run until nothing new comes.

use std::ops::Range;

use crate::{RelationId, Step, Table};

/// How many rows of the first relation of a plan are gone through, at most, before the rows that they give are stored.
const BATCH: u32 = 4096;

/// How many rows are gathered, about, before they are stored.
const GATHERED: usize = 1 << 16;

/// The way to meet the premises of a rule.
#[derive(Debug)]
pub struct Plan<S> {
    /// The rule, by its number.
    pub rule: usize,
    /// The relation whose new rows are gone through, if one is, by its place in its group. Other plans are run once.
    pub delta: Option<usize>,
    /// The steps.
    pub steps: Vec<Step<S>>,
}

/// What runs plans.
pub trait Rounds {
    /// A plan.
    type Plan;
    /// Why rules do not come to an end.
    type Stop;

    /// The number of rows of a relation.
    fn len(&self, relation: RelationId) -> u32;

    /// The relation whose new rows a plan goes through, by its place in its group.
    fn delta(plan: &Self::Plan) -> Option<usize>;

    /// Runs plans once, each over the new rows that are given for it: `None` for all rows that there are.
    ///
    /// # Errors
    /// Why the rules do not come to an end.
    fn round(
        &mut self,
        plans: &[Self::Plan],
        rows: &dyn Fn(&Self::Plan) -> Option<Range<u32>>,
    ) -> Result<(), Self::Stop>;
}

/// Runs plans until the relations get no new rows. In the first round all rows of these are new.
///
/// # Errors
/// Why the rules do not come to an end.
pub fn fixpoint<R: Rounds>(runner: &mut R, relations: &[RelationId], plans: &[R::Plan]) -> Result<(), R::Stop> {
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

/// The ranges of rows that a plan goes through, one batch after the other.
#[derive(Debug)]
pub struct Batches {
    rest: Range<u32>,
    size: u32,
}

impl Batches {
    /// Those of a plan: of the new rows, or of all that its first step goes through.
    pub fn new<S>(steps: &[Step<S>], new: Option<Range<u32>>, table: impl FnOnce(RelationId) -> u32) -> Self {
        let rest = match (steps.first(), new) {
            (_, Some(range)) => range,
            (Some(Step::Scan { relation, is_ranged: true, .. }), None) => 0..table(*relation),
            _ => 0..1,
        };
        Self { rest, size: BATCH }
    }

    /// The next batch, after one that gave so many rows.
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

    /// How many rows one batch may gather, where so many are left in all.
    pub fn most(left: usize) -> usize {
        left.max(GATHERED)
    }
}

/// Adds rows to a table, one behind the other, and gives the number of those that are new.
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
