//! Type inference after an edit: the results of a definition are copied from the previous version if neither its text nor
//! the summaries of the definitions that it refers to have changed.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::owners::{Owners, ProblemNumbers};
use super::reresolve::{PreviousNames, reresolve};
use crate::infer::{Inference, Typing};
use crate::jobs::Jobs;
use crate::program::environment::Environment;
use crate::program::graph::{DependencyGraph, Order};
use crate::program::{
    Block, BlockValue, Definition, DefinitionId, Expression, FileId, Part, Place, Problem, Program, Variable,
};
use crate::syntax::tree::NodeId;
use crate::types::vocabulary::{HookKind, InterfaceId, Mark};
use crate::types::{Interner, Name, Ty};

/// The previous version of a program.
pub struct PreviousInference<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its types and problems.
    pub inference: &'a Inference,
    /// For each derived problem the definition that it belongs to, if that is known.
    pub owners: Option<&'a [Option<DefinitionId>]>,
    /// For each definition of the current program, the previous definition of the same text.
    pub counterparts: &'a [Option<DefinitionId>],
}

/// The types and problems of a program after an edit.
pub struct Reinference {
    /// The types and problems.
    pub inference: Inference,
    /// For each derived problem the definition that it belongs to.
    pub owners: Vec<Option<DefinitionId>>,
    /// The number of definitions that have been typed for this version.
    pub typed: usize,
    /// The problems that have been copied from the previous version.
    pub copied: Vec<CopiedProblem>,
    /// Holds if the same names are defined as in the previous version.
    pub has_same_names: bool,
}

/// A problem that has been copied from the previous version.
#[derive(Clone, Copy, Debug)]
pub struct CopiedProblem {
    /// Its number in this version.
    pub number: u32,
    /// Its number in the previous version.
    pub previous_number: u32,
    /// Its definition in this version.
    pub definition: DefinitionId,
    /// Its definition in the previous version.
    pub previous_definition: DefinitionId,
}

impl PreviousInference<'_> {
    fn names(&self) -> PreviousNames<'_> {
        let Self { program, inference, counterparts, .. } = *self;
        PreviousNames { program, resolution: &inference.resolution, counterparts }
    }
}

/// The number of levels of the dependency graph that are typed one by one. Most changes end there: a definition whose type
/// is unchanged does not affect its dependants. Beyond them, all dependants are typed at once.
const LEVELS_ONE_BY_ONE: usize = 3;

/// As [`crate::infer::infer_with`], but types only the definitions whose results may have changed, in the interner of the
/// previous version. Beside the cost of typing these, linear in definitions and nodes, with a small factor.
pub fn reinfer(
    jobs: Jobs,
    program: &Program,
    environment: &Environment,
    previous: &PreviousInference<'_>,
    types: &mut Interner,
) -> Reinference {
    let (resolution, has_same_names) = reresolve(program, environment, previous.names(), types);
    let order = previous.inference.order.of_next(&resolution, program);
    let order = order.unwrap_or_else(|| DependencyGraph::new(&resolution, program).order());
    let mut typing = Typing::of_resolved(program, environment, resolution, order);
    typing.inference.problems.reserve(previous.inference.problems.len());
    let mut memory = Memory::new(program, previous);
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
        typing.definitions(&changed, jobs, types);
        rest = behind;
        if levels == LEVELS_ONE_BY_ONE {
            break;
        }
    }
    typed += type_dependents(&mut typing, &mut memory, rest, jobs, types);
    memory.copy_types(&mut typing.inference);
    let owners = memory.owners_of(&typing.inference.problems);
    Reinference { inference: typing.finish(types), owners, typed, copied: memory.copied, has_same_names }
}

/// Types the definitions in the rest of the order that have changed, and their dependants. Returns their number.
fn type_dependents(
    typing: &mut Typing<'_>,
    memory: &mut Memory<'_>,
    rest: &[DefinitionId],
    jobs: Jobs,
    types: &mut Interner,
) -> usize {
    let mut is_changed = vec![false; typing.program.definitions.len()];
    let mut changed = Vec::new();
    for &id in rest {
        let depends = typing.resolution.references(id).iter().any(|&(to, _)| is_changed[to.0 as usize]);
        if !depends && memory.is_valid(id, typing) {
            memory.copy(id, &mut typing.inference);
        } else {
            is_changed[id.0 as usize] = true;
            changed.push(id);
        }
    }
    typing.definitions(&changed, jobs, types);
    changed.len()
}

/// The results of the previous version, by definition.
struct Memory<'a> {
    program: &'a Program,
    previous: &'a PreviousInference<'a>,
    /// Definitions whose text or whose meaning has changed, or the meaning of calls in them.
    is_changed: Vec<bool>,
    /// The displacement of each definition, if it has a counterpart.
    shifts: Vec<Shift>,
    /// Definitions whose results are those of the previous version.
    is_copied: Vec<bool>,
    /// The numbers of the problems of previous definitions.
    problems: ProblemNumbers,
    /// The comparisons of the inputs of blocks, by the numbers of their interfaces in this version and the previous one.
    interfaces: FxHashMap<(u32, u32), bool>,
    /// For each definition the comparison of its summary with the previous one, once it has been made.
    same_summaries: Vec<Cell<Option<bool>>>,
    /// The problems that have been copied.
    copied: Vec<CopiedProblem>,
}

impl<'a> Memory<'a> {
    fn new(program: &'a Program, previous: &'a PreviousInference<'a>) -> Self {
        let problems = &previous.inference.problems[..previous.inference.derived];
        let mut memory = Self {
            program,
            previous,
            is_changed: vec![false; program.definitions.len()],
            shifts: Vec::with_capacity(program.definitions.len()),
            is_copied: vec![false; program.definitions.len()],
            problems: ProblemNumbers::new(previous.program, problems, previous.owners),
            interfaces: FxHashMap::default(),
            same_summaries: vec![Cell::new(None); program.definitions.len()],
            copied: Vec::with_capacity(problems.len()),
        };
        memory.compare_interfaces();
        memory.compare_meanings();
        memory.compare_calls();
        memory
    }

    /// Finds the definitions of changed texts or meanings, and the displacements of the others. Their types are found level by
    /// level, all over the program: what is known before is better looked at in the order in which it lies.
    fn compare_meanings(&mut self) {
        for (id, before) in self.program.definition_ids().zip(self.previous.counterparts) {
            let new = self.program.definition(id);
            let Some(before) = *before else {
                self.is_changed[id.0 as usize] = true;
                self.shifts.push(Shift { file: new.file, by: 0 });
                continue;
            };
            let old = self.previous.program.definition(before);
            self.is_changed[id.0 as usize] = !self.has_same_meaning(new, old);
            let first = |definition: &Definition| definition.expressions.first().map_or(0, |part| part.first.0);
            self.shifts.push(Shift { file: new.file, by: first(new).wrapping_sub(first(old)) });
        }
    }

    /// The definitions that the problems of this version belong to: those that are copied are known.
    fn owners_of(&self, problems: &[Problem]) -> Vec<Option<DefinitionId>> {
        let mut owners = Vec::with_capacity(problems.len());
        let mut all = None;
        let mut find = |problem| all.get_or_insert_with(|| Owners::new(self.program)).of_problem(problem);
        for copied in &self.copied {
            owners.extend(problems[owners.len()..copied.number as usize].iter().map(&mut find));
            owners.push(Some(copied.definition));
        }
        owners.extend(problems[owners.len()..].iter().map(find));
        owners
    }

    /// Holds if all results of the previous version still hold for a definition.
    fn is_valid(&self, id: DefinitionId, typing: &Typing<'_>) -> bool {
        let Some(before) = self.previous.counterparts[id.0 as usize] else { return false };
        !self.is_changed[id.0 as usize]
            && !typing.order.is_circular(id)
            && !self.previous.inference.is_circular(before)
            && self.has_same_dependencies(id, before, typing)
    }

    /// Holds if the dialect gives two definitions of the same text the same meaning.
    fn has_same_meaning(&self, new: &Definition, old: &Definition) -> bool {
        let same_part = |(new, old): (&Expression, &Expression)| {
            let is_same = match (&new.part, &old.part) {
                (Part::Hooks(new), Part::Hooks(old)) => new.iter().map(|hook| hook.1).eq(old.iter().map(|hook| hook.1)),
                (new, old) => new == old,
            };
            is_same && new.scope == old.scope && new.node_count() == old.node_count()
        };
        let same_block = |(new, old): (&Block, &Block)| {
            let same_interface = match (new.interface, old.interface) {
                (Some(new), Some(old)) => self.interfaces.get(&(new.0, old.0)) == Some(&true),
                (None, None) => true,
                _ => false,
            };
            let same_variable = match (new.variable, old.variable) {
                // What it refers to is compared with all references.
                (Some((new, Variable::Of(_))), Some((old, Variable::Of(_)))) => new == old,
                (new, old) => new == old,
            };
            let blocks = |block: &Block| -> Vec<(Name, usize, bool)> {
                block.nested.iter().map(|nested| (nested.name, nested.spans.len(), nested.is_dynamic)).collect()
            };
            (new.value, new.is_broken) == (old.value, old.is_broken)
                && (&new.marks, &new.uses, new.keeps_inputs) == (&old.marks, &old.uses, old.keeps_inputs)
                && same_variable
                && same_interface
                && blocks(new) == blocks(old)
        };
        (new.kind, new.name) == (old.kind, old.name)
            && new.expressions.len() == old.expressions.len()
            && new.expressions.iter().zip(&old.expressions).all(same_part)
            && new.block.is_some() == old.block.is_some()
            && new.block.as_deref().zip(old.block.as_deref()).is_none_or(same_block)
    }

    /// Holds if the definitions that two definitions of the same text refer to have the same summaries. Names that refer
    /// to no definition have the same targets as before.
    fn has_same_dependencies(&self, id: DefinitionId, before: DefinitionId, typing: &Typing<'_>) -> bool {
        let (new, old) = (typing.resolution.references(id), self.previous.inference.references(before));
        let shift = self.shifts[id.0 as usize];
        let same = |(&(new, at), &(old, place)): (&(DefinitionId, NodeId), &(DefinitionId, NodeId))| {
            at == shift.node(place) && self.has_same_summary(new, old, typing)
        };
        new.len() == old.len() && new.iter().zip(old).all(same)
    }

    /// Holds if a definition of this version and one of the previous version have the same summary.
    fn has_same_summary(&self, new: DefinitionId, old: DefinitionId, typing: &Typing<'_>) -> bool {
        let compare = || {
            Summary::of(new, self.program, &typing.inference, &typing.order)
                == Summary::of(old, self.previous.program, self.previous.inference, &self.previous.inference.order)
        };
        if self.previous.counterparts[new.0 as usize] != Some(old) {
            return compare();
        }
        // Several definitions may refer to the same one.
        let known = &self.same_summaries[new.0 as usize];
        known.get().unwrap_or_else(|| {
            let is_alike = compare();
            known.set(Some(is_alike));
            is_alike
        })
    }

    /// Copies the types of the nodes of all definitions whose results have been copied.
    fn copy_types(&self, inference: &mut Inference) {
        let counterparts = self.previous.counterparts.iter().zip(&self.is_copied).zip(&self.shifts);
        for ((before, _), shift) in counterparts.filter(|((_, is_copied), _)| **is_copied) {
            let Some(before) = *before else { continue };
            let definition = self.previous.program.definition(before);
            let types = &self.previous.inference.types[definition.file.0 as usize];
            let copies = &mut inference.types[shift.file.0 as usize];
            for &Expression { first, root, .. } in &definition.expressions {
                let range = |first: NodeId, root: NodeId| first.0 as usize..=root.0 as usize;
                copies[range(shift.node(first), shift.node(root))].copy_from_slice(&types[range(first, root)]);
            }
        }
    }

    /// Copies the results of a definition, but for the types of its nodes.
    fn copy(&mut self, id: DefinitionId, inference: &mut Inference) {
        let Some(before) = self.previous.counterparts[id.0 as usize] else { return };
        let old = self.previous.inference;
        let shift = self.shifts[id.0 as usize];
        self.is_copied[id.0 as usize] = true;
        // Definitions that are typed anew may read what is known of the value.
        let value = old.known_value(before);
        inference.definitions[id.0 as usize] = value;
        if let Some(marks) = old.marks.get(&before) {
            inference.marks.insert(id, marks.clone());
        }
        if value.is_some() {
            // Of the same meaning, with the same value and the same marks.
            self.same_summaries[id.0 as usize].set(Some(true));
        }
        for &previous_number in self.problems.of(before) {
            let problem = old.problems[previous_number as usize].clone().map(|place| shift.place(place), |_| id);
            self.copied.push(CopiedProblem {
                number: inference.problems.len() as u32,
                previous_number,
                definition: id,
                previous_definition: before,
            });
            inference.problems.push(problem);
        }
    }

    /// Compares the interfaces of the blocks of unchanged texts.
    fn compare_interfaces(&mut self) {
        for (id, before) in self.program.definition_ids().zip(self.previous.counterparts) {
            let Some(before) = *before else { continue };
            let interface = |definition: &Definition| definition.block.as_ref().and_then(|block| block.interface);
            let (new, old) = (self.program.definition(id), self.previous.program.definition(before));
            if let (Some(now), Some(then)) = (interface(new), interface(old)) {
                let (program, previous) = (self.program, self.previous.program);
                let limits = (program.block_limits.get(&now), previous.block_limits.get(&then));
                let is_kept =
                    |program: &Program, id: InterfaceId, name| !program.ephemeral_inputs.contains(&(id, name));
                let same_marks = || {
                    let mut names = program.inputs(new).iter().map(|input| input.name);
                    names.all(|name| is_kept(program, now, name) == is_kept(previous, then, name))
                };
                let is_same = || program.inputs(new) == previous.inputs(old) && limits.0 == limits.1 && same_marks();
                self.interfaces.entry((now.0, then.0)).or_insert_with(is_same);
            }
        }
    }

    /// Finds the definitions with calls whose meaning has changed, or that had none before.
    fn compare_calls(&mut self) {
        let (now, then) = (self.program, self.previous.program);
        let is_plain = |program: &Program| {
            program.invocations.is_empty() && program.instances.is_empty() && program.provided.is_empty()
        };
        if [now, then].iter().all(|program| is_plain(program)) {
            return;
        }
        if now.provided != then.provided {
            // Schemas, or the providers that are required, have changed.
            self.is_changed.fill(true);
            return;
        }
        let owners = Owners::new(now);
        let mut calls = vec![0_i64; now.definitions.len()];
        for &place in now.invocations.keys().chain(now.instances.keys()) {
            let Some(id) = owners.of(place) else { continue };
            calls[id.0 as usize] += 1;
            let Some(before) = self.previous.counterparts[id.0 as usize] else { continue };
            let file = then.definition(before).file;
            let at = Place { file, node: NodeId(place.node.0.wrapping_sub(self.shifts[id.0 as usize].by)) };
            let is_same = now.invocations.get(&place) == then.invocations.get(&at)
                && now.instances.get(&place) == then.instances.get(&at);
            self.is_changed[id.0 as usize] |= !is_same;
        }
        let mut successors = vec![None; then.definitions.len()];
        for (id, before) in now.definition_ids().zip(self.previous.counterparts) {
            if let Some(before) = before {
                successors[before.0 as usize] = Some(id);
            }
        }
        let owners = Owners::new(then);
        for &place in then.invocations.keys().chain(then.instances.keys()) {
            if let Some(id) = owners.of(place).and_then(|before| successors[before.0 as usize]) {
                calls[id.0 as usize] -= 1;
            }
        }
        for (is_changed, calls) in self.is_changed.iter_mut().zip(calls) {
            *is_changed |= calls != 0;
        }
    }
}

/// The results for a definition that its dependants see.
#[derive(PartialEq)]
struct Summary {
    is_circular: bool,
    ty: Option<Ty>,
    hook: Option<HookKind>,
    /// In the order of their paths.
    marks: Vec<(Ty, Mark)>,
}

impl Summary {
    fn of(id: DefinitionId, program: &Program, inference: &Inference, order: &Order) -> Self {
        let definition = program.definition(id);
        let hook = definition.block.as_ref().and_then(|block| match block.value {
            BlockValue::Hook(kind) => Some(kind),
            _ => None,
        });
        let is_circular = order.is_circular(id);
        // The type of a circular definition is known only after all others.
        let typed = inference.known_value(id).filter(|_| !is_circular);
        let declared = definition.block.iter().flat_map(|block| &block.marks);
        let mut marks: Vec<(Ty, Mark)> = declared.chain(inference.marks_of(id)).copied().collect();
        marks.sort_unstable();
        marks.dedup();
        Self { is_circular, ty: typed.or_else(|| definition.known_type()), hook, marks }
    }
}

/// The displacement of the nodes of a definition between two versions.
#[derive(Clone, Copy)]
struct Shift {
    file: FileId,
    by: u32,
}

impl Shift {
    fn node(self, node: NodeId) -> NodeId {
        NodeId(node.0.wrapping_add(self.by))
    }

    fn place(self, place: Place) -> Place {
        Place { file: self.file, node: self.node(place.node) }
    }
}
