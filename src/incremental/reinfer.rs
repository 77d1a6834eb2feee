//! Type inference after an edit. The results of a definition are copied from the previous version if its text and the summaries
//! of the definitions that it refers to are unchanged.

use std::cell::Cell;

use typed_index_collections::{TiVec, ti_vec};

use super::definition_changes::DefinitionChanges;
use super::problem_owners::{ProblemNumbers, of_problem};
use super::reresolve::reresolve;
use super::versions::Versions;
use crate::digest::Digest;
use crate::infer::{Inference, Runs, Typing};
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::program::graph::DependencyGraph;
use crate::program::owners::Owners;
use crate::program::{BlockValue, DefinitionId, Expression, Problem, Program};
use crate::syntax::tree::NodeId;
use crate::types::vocabulary::{HookKind, Mark, Path};
use crate::types::{Interner, Ty};

/// The results of the previous version of a program.
pub struct PreviousInference {
    /// Its types and problems.
    pub inference: Inference,
    /// The definition of each derived problem.
    pub owners: Vec<Option<DefinitionId>>,
}

/// The types and problems of a program after an edit.
pub struct Reinference {
    /// The types and problems.
    pub inference: Inference,
    /// The previous results, unless the new ones have been built from them in place. In that case, unchanged definitions have the
    /// same references as before.
    pub previous: Option<Inference>,
    /// The definition of each derived problem.
    pub owners: Vec<Option<DefinitionId>>,
    /// The number of definitions typed for this version.
    pub typed: usize,
    /// The problems copied from the previous version.
    pub copied: Vec<CopiedProblem>,
    /// Holds if the same names are defined as in the previous version.
    pub has_same_names: bool,
    /// Holds if all references between definitions are the same as in the previous version.
    pub has_same_references: bool,
}

/// A problem copied from the previous version.
#[derive(Clone, Copy, Debug)]
pub struct CopiedProblem {
    /// Its index in this version.
    pub number: u32,
    /// Its index in the previous version.
    pub previous_number: u32,
    /// Its definition in this version.
    pub definition: DefinitionId,
    /// Its definition in the previous version.
    pub previous_definition: DefinitionId,
    /// Holds if the place of the definition follows from its previous place by the change of the file.
    pub is_moved_by_change: bool,
}

/// The number of levels of the dependency graph that are typed one by one. Most changes end there: a definition whose type is
/// unchanged does not affect its dependants. Beyond these levels, all dependants are typed at once.
pub const LEVELS_ONE_BY_ONE: usize = 3;

/// As [`crate::infer::infer_with`], but types only the definitions whose results may have changed, in the interner of the
/// previous version. Apart from typing these, linear in definitions and nodes, with a small factor.
pub fn reinfer(
    jobs: Jobs,
    (versions, definition_changes): (Versions<'_>, DefinitionChanges),
    environment: &Environment,
    previous: PreviousInference,
    types: &mut Interner,
) -> Reinference {
    let Versions { program, .. } = versions;
    let (resolution, has_same_names) =
        reresolve((versions, &definition_changes), environment, &previous.inference.resolution, types);
    let order = previous.inference.order.of_next(&resolution, program, None);
    let order = order.unwrap_or_else(|| DependencyGraph::new(&resolution, program).order());
    let mut typing = Typing::of_resolved(program, environment, resolution, order);
    typing.inference.problems.reserve(previous.inference.problems.len());
    let mut memory = PreviousResults::new(versions, &previous, definition_changes);
    let order = typing.order.definitions.clone();
    let (mut rest, mut typed, mut levels) = (&order[..], 0, 0);
    while let Some(&first) = rest.first() {
        let level = typing.order.level(first);
        let len = rest.iter().take_while(|&&id| typing.order.level(id) == level).count();
        let (of_level, behind) = rest.split_at(len);
        let (same, changed): (Vec<_>, Vec<_>) = of_level.iter().partition(|&&id| memory.is_valid(id, &typing));
        for id in same {
            memory.copy(id, &mut typing.inference);
        }
        typed += changed.len();
        levels += usize::from(!changed.is_empty());
        typing.definitions(&changed, Runs::Parallel(jobs), types);
        rest = behind;
        if levels == LEVELS_ONE_BY_ONE {
            break;
        }
    }
    typed += type_dependents(&mut typing, &mut memory, rest, jobs, types);
    memory.copy_types(&mut typing.inference);
    let owners = memory.owners_of(&typing.inference.problems);
    let copied = memory.copied;
    let inference = typing.finish(types);
    let has_same_references = refer_alike((program, &inference), (versions.previous, &previous.inference));
    let previous = Some(previous.inference);
    Reinference { inference, previous, owners, typed, copied, has_same_names, has_same_references }
}

/// Holds if the definitions of two versions have the same references.
fn refer_alike((now, typed): (&Program, &Inference), (before, typed_before): (&Program, &Inference)) -> bool {
    let is_alike = |id: DefinitionId| {
        let (to, from) = (typed.references(id), typed_before.references(id));
        to.iter().map(|reference| reference.0).eq(from.iter().map(|reference| reference.0))
    };
    now.definitions.len() == before.definitions.len() && now.definition_ids().all(is_alike)
}

/// Types the changed definitions in the rest of the order, and their dependants. Returns the number of typed definitions.
fn type_dependents(
    typing: &mut Typing<'_>,
    memory: &mut PreviousResults<'_>,
    rest: &[DefinitionId],
    jobs: Jobs,
    types: &mut Interner,
) -> usize {
    let mut is_changed: TiVec<DefinitionId, bool> = ti_vec![false; typing.program.definitions.len()];
    let mut changed = Vec::new();
    for &id in rest {
        let depends = typing.resolution.references(id).iter().any(|&(to, _)| is_changed[to]);
        if !depends && memory.is_valid(id, typing) {
            memory.copy(id, &mut typing.inference);
        } else {
            is_changed[id] = true;
            changed.push(id);
        }
    }
    typing.definitions(&changed, Runs::Parallel(jobs), types);
    changed.len()
}

/// The results of the previous version, by definition.
struct PreviousResults<'a> {
    versions: Versions<'a>,
    previous: &'a Inference,
    definition_changes: DefinitionChanges,
    /// Flags the definitions whose results are copied.
    is_copied: TiVec<DefinitionId, bool>,
    /// The problems of previous definitions.
    problems: ProblemNumbers,
    /// The cached comparison of each definition's summary with the previous one.
    same_summaries: TiVec<DefinitionId, Cell<Option<bool>>>,
    /// The problems copied so far.
    copied: Vec<CopiedProblem>,
}

impl<'a> PreviousResults<'a> {
    fn new(versions: Versions<'a>, previous: &'a PreviousInference, definition_changes: DefinitionChanges) -> Self {
        let count = versions.program.definitions.len();
        let PreviousInference { inference, owners } = previous;
        Self {
            versions,
            previous: inference,
            definition_changes,
            is_copied: ti_vec![false; count],
            problems: ProblemNumbers::new(versions.previous.definitions.len(), owners),
            same_summaries: ti_vec![Cell::new(None); count],
            copied: Vec::with_capacity(owners.len()),
        }
    }

    /// Returns the definitions of the problems of this version; those of copied problems are known.
    fn owners_of(&self, problems: &[Problem]) -> Vec<Option<DefinitionId>> {
        let mut owners = Vec::with_capacity(problems.len());
        let mut all = None;
        let mut find = |problem| of_problem(all.get_or_insert_with(|| Owners::new(self.versions.program)), problem);
        for copied in &self.copied {
            owners.extend(problems[owners.len()..copied.number as usize].iter().map(&mut find));
            owners.push(Some(copied.definition));
        }
        owners.extend(problems[owners.len()..].iter().map(find));
        owners
    }

    /// Holds if all results of the previous version are still valid for a definition.
    fn is_valid(&self, id: DefinitionId, typing: &Typing<'_>) -> bool {
        let Some(before) = self.definition_changes.counterparts[id] else { return false };
        !self.definition_changes.is_changed[id]
            && !typing.order.is_circular(id)
            && !self.previous.is_circular(before)
            && self.has_same_dependencies(id, before, typing)
    }

    /// Holds if the references of two definitions with the same text have the same summaries. Names that do not refer to
    /// definitions have the same targets as before.
    fn has_same_dependencies(&self, id: DefinitionId, before: DefinitionId, typing: &Typing<'_>) -> bool {
        let (new, old) = (typing.resolution.references(id), self.previous.references(before));
        let shift = self.definition_changes.shifts[id];
        let same = |(&(new, at), &(old, place)): (&(DefinitionId, NodeId), &(DefinitionId, NodeId))| {
            at == shift.node(place) && self.has_same_summary(new, old, typing)
        };
        new.len() == old.len() && new.iter().zip(old).all(same)
    }

    /// Holds if a definition of this version and one of the previous version have the same summary.
    fn has_same_summary(&self, new: DefinitionId, old: DefinitionId, typing: &Typing<'_>) -> bool {
        let compare = || {
            let now = Summary::of(new, self.versions.program, &typing.inference, typing.order.is_circular(new));
            now.serves_as(&Summary::of(old, self.versions.previous, self.previous, self.previous.is_circular(old)))
        };
        if self.definition_changes.counterparts[new] != Some(old) {
            return compare();
        }
        // Several definitions may refer to the same one.
        let known = &self.same_summaries[new];
        known.get().unwrap_or_else(|| {
            let is_alike = compare();
            known.set(Some(is_alike));
            is_alike
        })
    }

    /// Copies the node types of all definitions whose results are copied.
    fn copy_types(&self, inference: &mut Inference) {
        let counterparts =
            self.definition_changes.counterparts.iter().zip(&self.is_copied).zip(&self.definition_changes.shifts);
        for ((before, _), shift) in counterparts.filter(|((_, is_copied), _)| **is_copied) {
            let Some(before) = *before else { continue };
            let definition = self.versions.previous.definition(before);
            let types = &self.previous.types[definition.file];
            let copies = &mut inference.types[shift.file];
            for &Expression { first, root, .. } in &definition.expressions {
                copies[shift.node(first)..=shift.node(root)].copy_from_slice(&types[first..=root]);
            }
        }
    }

    /// Copies the results of a definition, except the types of its nodes.
    fn copy(&mut self, id: DefinitionId, inference: &mut Inference) {
        let Some(before) = self.definition_changes.counterparts[id] else { return };
        let old = self.previous;
        let shift = self.definition_changes.shifts[id];
        self.is_copied[id] = true;
        // Definitions that are typed again may read the known value.
        let value = old.known_value(before);
        inference.definitions[id] = value;
        if let Some(marks) = old.marks.get(&before) {
            inference.marks.insert(id, marks.clone());
        }
        if value.is_some() {
            // Meaning, value and marks are the same.
            self.same_summaries[id].set(Some(true));
        }
        for &previous_number in self.problems.of(before) {
            let problem = old.problems[previous_number as usize].clone().map(|place| shift.place(place), |_| id);
            self.copied.push(CopiedProblem {
                number: inference.problems.len() as u32,
                previous_number,
                definition: id,
                previous_definition: before,
                is_moved_by_change: shift.is_by_change,
            });
            inference.problems.push(problem);
        }
    }
}

/// The results for a definition that are visible to its dependants.
#[derive(PartialEq)]
pub struct Summary {
    is_circular: bool,
    ty: Option<Ty>,
    hook: Option<HookKind>,
    /// The digest of a text in which problems of dependants are reported.
    written_out: Option<u64>,
    is_nullable: bool,
    /// Holds for a block whose range is a name.
    ranges_over_name: bool,
    /// Sorted by path.
    marks: Vec<(Path, Mark)>,
}

impl Summary {
    /// Returns the summary of a definition in a partly typed program.
    pub fn of(id: DefinitionId, program: &Program, inference: &Inference, is_circular: bool) -> Self {
        let definition = program.definition(id);
        let hook = definition.block.as_ref().and_then(|block| match block.value {
            BlockValue::Hook(kind) => Some(kind),
            _ => None,
        });
        // The type of a circular definition is known only after all others.
        let typed = inference.known_value(id).filter(|_| !is_circular);
        let declared = definition.block.iter().flat_map(|block| &block.marks);
        let mut marks: Vec<(Path, Mark)> = declared.chain(inference.marks_of(id)).copied().collect();
        marks.sort_unstable();
        marks.dedup();
        let text = definition.written_out.map(|span| program.file(definition.file).source.slice(span));
        let written_out = text.map(|text| {
            let mut digest = Digest::default();
            digest.text(text);
            digest.finish()
        });
        let begins_name = |text: &str| text.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let ranges_over_name = definition.block.is_some() && text.is_some_and(begins_name);
        Self {
            is_circular,
            ty: typed.or_else(|| definition.known_type()),
            hook,
            written_out,
            is_nullable: program.is_nullable(id),
            ranges_over_name,
            marks,
        }
    }

    /// Holds if dependants that have the results for the other one need no others. The instances of a block that ranges over a name
    /// are known by a text elsewhere, which may have changed if the block is typed again.
    pub fn serves_as(&self, other: &Self) -> bool {
        !self.ranges_over_name && self == other
    }
}
