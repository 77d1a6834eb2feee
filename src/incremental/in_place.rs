//! In-place type inference after an edit that preserves the numbers and names of all definitions, and shifts all nodes after it
//! by the same distance. The results of the previous version, which had no cycles, stay in place, except for definitions that are
//! typed again.

use rustc_hash::FxHashMap;
use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::definition_changes::{DefinitionChanges, Shift};
use super::problem_owners::of_problems;
use super::reinfer::{CopiedProblem, LEVELS_ONE_BY_ONE, PreviousInference, Reinference, Summary};
use super::reresolve::{clear, reresolve_in_place};
use super::versions::Versions;
use crate::infer::{Inference, Runs, Typing};
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::program::graph::{DependencyGraph, Order};
use crate::program::owners::Owners;
use crate::program::resolve::Resolution;
use crate::program::{DefinitionId, Kind, Problem, Program};
use crate::types::Interner;

impl PreviousInference {
    /// Returns the number of nodes of each file.
    pub fn node_counts(&self) -> impl Iterator<Item = usize> {
        self.inference.types.iter().map(TiVec::len)
    }

    /// Holds if the results can stay in place. Values of definitions in cycles are known only at the end.
    pub fn can_stay(&self, definition_changes: &DefinitionChanges) -> bool {
        definition_changes.displacements.is_some() && self.inference.cycles.is_empty()
    }
}

/// As [`super::reinfer::reinfer`], for results that can stay in place.
pub fn reinfer_in_place(
    jobs: Jobs,
    (versions, definition_changes): (Versions<'_>, DefinitionChanges),
    environment: &Environment,
    PreviousInference { inference: mut before, owners }: PreviousInference,
    types: &mut Interner,
) -> Reinference {
    let changed = definition_changes.changed();
    let resolution = std::mem::take(&mut before.resolution);
    let (resolution, refers_alike) =
        reresolve_in_place(versions, environment, resolution, (&definition_changes, &changed), types);
    let order = order(versions, std::mem::take(&mut before.order), &resolution, refers_alike, &changed);
    let problems = std::mem::take(&mut before.problems).into_iter().take(before.derived);
    let inference = moved(before, versions, &definition_changes, &changed);
    let mut update = Update {
        previous: versions.previous,
        is_outdated: ti_vec![false; versions.program.definitions.len()],
        summaries: FxHashMap::default(),
        typed: Vec::new(),
        typing: Typing { program: versions.program, environment, resolution, order, inference },
    };
    for &id in &changed {
        update.outdate(id);
    }
    update.outdate_by_order(&changed);
    update.type_outdated(jobs, types);
    let Update { mut typing, is_outdated, typed, .. } = update;
    let typed_count = typed.len();
    let still_there = |id: DefinitionId| !is_outdated[id];
    let mut kept = Problems::kept(problems, &owners, &definition_changes.shifts, still_there);
    // New problems belong to definitions that have been typed.
    let owners = Owners::among(versions.program, typed.into_iter());
    kept.append(std::mem::take(&mut typing.inference.problems), &owners);
    let Problems { all, owners, copied } = kept;
    typing.inference.problems = all;
    Reinference {
        inference: typing.finish(types),
        previous: None,
        owners,
        typed: typed_count,
        copied,
        has_same_names: true,
        has_same_references: refers_alike,
    }
}

/// Returns the order of definitions, which is the previous one if references are unchanged.
fn order(
    versions: Versions<'_>,
    before: Order,
    resolution: &Resolution,
    refers_alike: bool,
    changed: &[DefinitionId],
) -> Order {
    let Versions { program, previous, .. } = versions;
    // The order depends on whether a definition is a component, and on its declared type.
    let is_component =
        |&id: &DefinitionId| [program, previous].iter().any(|program| program.definition(id).kind == Kind::Component);
    let has_component = changed.iter().any(is_component);
    if refers_alike && !has_component {
        return before;
    }
    let known = Some(changed).filter(|_| !has_component);
    before.of_next(resolution, program, known).unwrap_or_else(|| DependencyGraph::new(resolution, program).order())
}

/// Moves the previous types of nodes and definitions to their current places.
fn moved(
    before: Inference,
    versions: Versions<'_>,
    definition_changes: &DefinitionChanges,
    changed: &[DefinitionId],
) -> Inference {
    let mut inference = before.typed_as_before();
    for &id in changed {
        clear(&mut inference.types, versions.previous.definition(id), None);
    }
    for (types, displacement) in inference.types.iter_mut().zip(definition_changes.displacements.iter().flatten()) {
        displacement.apply(types, None);
    }
    inference
}

/// A program with the results of its previous version, from which outdated ones are removed.
struct Update<'a> {
    previous: &'a Program,
    typing: Typing<'a>,
    /// Flags the definitions that have to be typed, or have been.
    is_outdated: TiVec<DefinitionId, bool>,
    /// The previous summaries of these definitions.
    summaries: FxHashMap<DefinitionId, Summary>,
    /// The definitions that have been typed.
    typed: Vec<DefinitionId>,
}

impl Update<'_> {
    /// Invalidates the results for a definition.
    fn outdate(&mut self, id: DefinitionId) {
        if std::mem::replace(&mut self.is_outdated[id], true) {
            return;
        }
        let Typing { program, inference, .. } = &mut self.typing;
        // The previous version had no cycles.
        self.summaries.insert(id, Summary::of(id, self.previous, inference, false));
        inference.definitions[id] = None;
        inference.marks.remove(&id);
        clear(&mut inference.types, program.definition(id), None);
    }

    /// Invalidates the results of definitions that have become circular; and of those that refer to a circular definition, or to
    /// one whose declared type has changed: they may come before it in the order.
    fn outdate_by_order(&mut self, changed: &[DefinitionId]) {
        let Typing { program, order, .. } = &self.typing;
        let circular = program.definition_ids().filter(|&id| order.is_circular(id));
        let circular: Vec<_> = if order.cycles.is_empty() { Vec::new() } else { circular.collect() };
        let known = |program: &Program, id| program.definition(id).known_type();
        let has_other_type = |id: &DefinitionId| known(program, *id) != known(self.previous, *id);
        let mut other: Vec<_> = changed.iter().copied().filter(has_other_type).collect();
        for &id in &circular {
            self.outdate(id);
        }
        other.extend(circular);
        self.outdate_dependents(&other, |_, _| true);
    }

    /// Types the invalidated definitions level by level, and their dependants where summaries have changed.
    fn type_outdated(&mut self, jobs: Jobs, types: &mut Interner) {
        let order = self.typing.order.definitions.clone();
        let mut rest = &order[..];
        for _ in 0..LEVELS_ONE_BY_ONE {
            let Some(first) = rest.iter().position(|&id| self.is_outdated[id]) else { return };
            let level = self.typing.order.level(rest[first]);
            let end = rest.partition_point(|&id| self.typing.order.level(id) <= level);
            let outdated = rest[first..end].iter().copied().filter(|&id| self.is_outdated[id]);
            let mut outdated: Vec<_> = outdated.collect();
            self.definitions(&outdated, jobs, types);
            outdated.retain(|&id| self.has_other_summary(id));
            self.outdate_dependents(&outdated, |order, id| order.level(id) > level);
            rest = &rest[end..];
        }
        let Some(first) = rest.iter().position(|&id| self.is_outdated[id]) else { return };
        let level = self.typing.order.level(rest[first]);
        let mut outdated = Vec::new();
        for &id in &rest[first..] {
            let mut references = self.typing.resolution.references(id).iter();
            let is_untyped = |to: DefinitionId| self.is_outdated[to] && self.typing.order.level(to) >= level;
            if self.is_outdated[id] || references.any(|reference| is_untyped(reference.0)) {
                self.outdate(id);
                outdated.push(id);
            }
        }
        self.definitions(&outdated, jobs, types);
    }

    fn definitions(&mut self, outdated: &[DefinitionId], jobs: Jobs, types: &mut Interner) {
        self.typing.definitions(outdated, Runs::Parallel(jobs), types);
        self.typed.extend_from_slice(outdated);
    }

    /// Holds if the summary of a typed definition differs from the previous one.
    fn has_other_summary(&self, id: DefinitionId) -> bool {
        let Typing { program, inference, order, .. } = &self.typing;
        let now = Summary::of(id, program, inference, order.is_circular(id));
        !self.summaries.get(&id).is_some_and(|before| now.serves_as(before))
    }

    /// Invalidates the results of the dependants of some definitions, as far as they are ahead in the order.
    fn outdate_dependents(&mut self, of: &[DefinitionId], is_ahead: impl Fn(&Order, DefinitionId) -> bool) {
        if of.is_empty() {
            return;
        }
        for id in self.typing.resolution.dependents(of) {
            if is_ahead(&self.typing.order, id) {
                self.outdate(id);
            }
        }
    }
}

/// Derived problems, with their definitions.
struct Problems {
    all: Vec<Problem>,
    owners: Vec<Option<DefinitionId>>,
    copied: Vec<CopiedProblem>,
}

impl Problems {
    /// Keeps the previous problems of definitions whose results are valid, at their current places.
    fn kept(
        previous: impl ExactSizeIterator<Item = Problem>,
        owners: &[Option<DefinitionId>],
        shifts: &TiSlice<DefinitionId, Shift>,
        is_there: impl Fn(DefinitionId) -> bool,
    ) -> Self {
        let count = previous.len();
        let mut kept = Self {
            all: Vec::with_capacity(count),
            owners: Vec::with_capacity(count),
            copied: Vec::with_capacity(count),
        };
        for ((problem, owner), previous_number) in previous.zip(owners).zip(0..) {
            let Some(id) = owner.filter(|&id| is_there(id)) else { continue };
            let number = kept.all.len() as u32;
            let shift = shifts[id];
            kept.copied.push(CopiedProblem {
                number,
                previous_number,
                definition: id,
                previous_definition: id,
                is_moved_by_change: shift.is_by_change,
            });
            kept.owners.push(Some(id));
            kept.all.push(if shift.by == 0 { problem } else { problem.map(|place| shift.place(place), |id| id) });
        }
        kept
    }

    /// Adds problems of newly typed definitions.
    fn append(&mut self, new: Vec<Problem>, owners: &Owners) {
        self.owners.extend(of_problems(owners, &new));
        self.all.extend(new);
    }
}
