//! Typing a program again after an edit: what is known of a definition still holds if neither the definition nor what is
//! known of those that it refers to has changed.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::{Inference, Recalled, Typing};
use crate::environment::Environment;
use crate::facts::{ClassId, HookKind};
use crate::graph::{DependencyGraph, Order};
use crate::jobs::Jobs;
use crate::problem::Problem;
use crate::program::{Block, Definition, DefinitionId, Expression, FileId, Gives, Part, Place, Program};
use crate::resolve::{EarlierNames, Resolution};
use crate::syntax::tree::NodeId;
use crate::types::{Interner, Ty};

/// A program before an edit, and what was known of it.
pub struct Earlier<'a> {
    /// The program.
    pub program: &'a Program,
    /// What was known of it.
    pub inference: &'a Inference,
    /// For each definition of the program after the edit, the one of the same text.
    pub kept: &'a [Option<DefinitionId>],
}

impl Earlier<'_> {
    /// What its names meant.
    pub(super) fn names(&self) -> EarlierNames<'_> {
        EarlierNames { program: self.program, resolution: &self.inference.resolution, kept: self.kept }
    }

    /// The order of the definitions of a program, if they refer to one another as they did before. Cycles tell places, and
    /// are looked for anew.
    pub(super) fn order_of(&self, program: &Program, resolution: &Resolution) -> Option<Order> {
        let Inference { cycles, order, resolution: before, .. } = self.inference;
        let is_alike = cycles.is_empty() && DependencyGraph::are_alike((resolution, program), (before, self.program));
        is_alike.then(|| order.clone())
    }
}

/// How many levels with something to type are gone through one by one, as a change often ends soon: what has the same
/// type as before changes nothing for others. Where it goes on, all that depends on it is typed at once.
const LEVELS_ONE_BY_ONE: usize = 3;

/// As [`super::infer_with`], but types only what may have changed, in the same types as before. Also says how many
/// definitions that were. Beside the cost of typing these, linear in definitions and nodes, with a small factor.
pub fn infer_again(
    jobs: Jobs,
    program: &Program,
    environment: &Environment,
    earlier: &Earlier<'_>,
    types: &mut Interner,
) -> (Inference, usize) {
    let mut typing = Typing::new(program, environment, Some(earlier), types);
    let memory = Memory::new(program, earlier);
    let order = typing.order.definitions.clone();
    let (mut rest, mut typed, mut levels) = (&order[..], 0, 0);
    while let Some(&first) = rest.first() {
        let level = typing.order.level(first);
        let len = rest.iter().take_while(|&&id| typing.order.level(id) == level).count();
        let (of_level, behind) = rest.split_at(len);
        let (same, changed): (Vec<_>, Vec<_>) = of_level.iter().partition(|&&id| memory.holds(id, &typing));
        for id in same {
            memory.recall(id, &mut typing.inference);
        }
        typed += changed.len();
        levels += usize::from(!changed.is_empty());
        typing.definitions(&changed, jobs, types);
        rest = behind;
        if levels == LEVELS_ONE_BY_ONE {
            break;
        }
    }
    typed += type_dependents(&mut typing, &memory, rest, jobs, types);
    (typing.finish(types), typed)
}

/// Types the definitions in the rest of the order that have changed, and all that depend on them. Says how many.
fn type_dependents(
    typing: &mut Typing<'_>,
    memory: &Memory<'_>,
    rest: &[DefinitionId],
    jobs: Jobs,
    types: &mut Interner,
) -> usize {
    let mut is_changed = vec![false; typing.program.definitions.len()];
    let mut changed = Vec::new();
    for &id in rest {
        let depends = typing.resolution.references(id).iter().any(|&(to, _)| is_changed[to.0 as usize]);
        if !depends && memory.holds(id, typing) {
            memory.recall(id, &mut typing.inference);
        } else {
            is_changed[id.0 as usize] = true;
            changed.push(id);
        }
    }
    typing.definitions(&changed, jobs, types);
    changed.len()
}

/// What is remembered of the definitions before the edit.
struct Memory<'a> {
    program: &'a Program,
    earlier: &'a Earlier<'a>,
    /// Holds where resources are numbered as before.
    is_numbered_alike: bool,
    /// Definitions whose calls mean something else than before.
    calls_otherwise: Vec<bool>,
    /// The numbers of the problems of each definition before.
    problems: Vec<Vec<u32>>,
    /// Whether two blocks take the same, by the numbers of their interfaces now and before.
    interfaces: FxHashMap<(u32, u32), bool>,
    /// For each definition whether what is known of it is what was known of the one of the same text, once that has been
    /// asked.
    known_alike: Vec<Cell<Option<bool>>>,
}

impl<'a> Memory<'a> {
    fn new(program: &'a Program, earlier: &'a Earlier<'a>) -> Self {
        let mut memory = Self {
            program,
            earlier,
            is_numbered_alike: program.classes == earlier.program.classes,
            calls_otherwise: vec![false; program.definitions.len()],
            problems: vec![Vec::new(); earlier.program.definitions.len()],
            interfaces: FxHashMap::default(),
            known_alike: vec![Cell::new(None); program.definitions.len()],
        };
        memory.compare_interfaces();
        memory.compare_calls();
        memory.find_problems();
        memory
    }

    /// Notes for each definition before what is wrong with it.
    fn find_problems(&mut self) {
        let problems = &self.earlier.inference.problems[..self.earlier.inference.derived];
        if problems.is_empty() {
            return;
        }
        let owners = Owners::new(self.earlier.program);
        for (problem, number) in problems.iter().zip(0..) {
            let owner = match owner_of(problem) {
                Owner::Place(place) => owners.of(place),
                Owner::Definition(id) => Some(id),
            };
            if let Some(owner) = owner {
                self.problems[owner.0 as usize].push(number);
            }
        }
    }

    /// The definition before the edit of which all that is known still holds.
    fn holds(&self, id: DefinitionId, typing: &Typing<'_>) -> bool {
        let Some(before) = self.earlier.kept[id.0 as usize].filter(|_| self.is_numbered_alike) else { return false };
        let (new, old) = (self.program.definition(id), self.earlier.program.definition(before));
        !typing.order.is_circular(id)
            && !self.earlier.inference.is_circular(before)
            && !self.calls_otherwise[id.0 as usize]
            && self.reads_alike(new, old)
            && self.refers_alike(id, before, typing)
    }

    /// Holds if the dialect reads the same from the two, whose texts are the same.
    fn reads_alike(&self, new: &Definition, old: &Definition) -> bool {
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
            (new.gives, new.variable, new.is_broken) == (old.gives, old.variable, old.is_broken) && same_interface
        };
        (new.kind, new.name) == (old.kind, old.name)
            && new.expressions.len() == old.expressions.len()
            && new.expressions.iter().zip(&old.expressions).all(same_part)
            && new.block.is_some() == old.block.is_some()
            && new.block.as_deref().zip(old.block.as_deref()).is_none_or(same_block)
    }

    /// Holds if the same is known of what the two refer to. Their names are the same, and those that mean no definition
    /// mean the same as before.
    fn refers_alike(&self, id: DefinitionId, before: DefinitionId, typing: &Typing<'_>) -> bool {
        let (new, old) = (typing.resolution.references(id), self.earlier.inference.references(before));
        let shift = self.shift(id, before);
        let same = |(&(new, at), &(old, place)): (&(DefinitionId, NodeId), &(DefinitionId, NodeId))| {
            at == shift.node(place) && self.is_known_alike(new, old, typing)
        };
        new.len() == old.len() && new.iter().zip(old).all(same)
    }

    /// Holds if the same is known of two definitions, the first of the program now, the second of the one before.
    fn is_known_alike(&self, new: DefinitionId, old: DefinitionId, typing: &Typing<'_>) -> bool {
        let compare = || {
            Knowledge::of(new, self.program, &typing.inference, &typing.order)
                == Knowledge::of(old, self.earlier.program, self.earlier.inference, &self.earlier.inference.order)
        };
        if self.earlier.kept[new.0 as usize] != Some(old) {
            return compare();
        }
        // Many may refer to one.
        let known = &self.known_alike[new.0 as usize];
        known.get().unwrap_or_else(|| {
            let is_alike = compare();
            known.set(Some(is_alike));
            is_alike
        })
    }

    /// Writes down what was known of a definition.
    fn recall(&self, id: DefinitionId, inference: &mut Inference) {
        let Some(before) = self.earlier.kept[id.0 as usize] else { return };
        let (program, old) = (self.earlier.program, self.earlier.inference);
        let shift = self.shift(id, before);
        let definition = program.definition(before);
        let types = &old.types[definition.file.0 as usize];
        for expression in &definition.expressions {
            let range = |first: NodeId, root: NodeId| first.0 as usize..=root.0 as usize;
            let (first, root) = (expression.first, expression.root);
            inference.types[shift.file.0 as usize][range(shift.node(first), shift.node(root))]
                .copy_from_slice(&types[range(first, root)]);
        }
        inference.definitions[id.0 as usize] = old.definitions[before.0 as usize];
        inference.classes[id.0 as usize] = old.classes[before.0 as usize];
        let place = |definition: &Definition| (definition.file, definition.span);
        for &number in &self.problems[before.0 as usize] {
            let problem = old.problems[number as usize].clone().map(|place| shift.place(place), |_| id);
            inference.recalled.push(Recalled {
                now: inference.problems.len() as u32,
                then: number,
                definition: place(self.program.definition(id)),
                definition_then: place(definition),
            });
            inference.problems.push(problem);
        }
    }

    fn shift(&self, id: DefinitionId, before: DefinitionId) -> Shift {
        let (new, old) = (self.program.definition(id), self.earlier.program.definition(before));
        let first = |definition: &Definition| definition.expressions.first().map_or(0, |expression| expression.first.0);
        Shift { file: new.file, by: first(new).wrapping_sub(first(old)) }
    }

    /// Compares the interfaces of the blocks that are still there.
    fn compare_interfaces(&mut self) {
        for (id, before) in self.program.definition_ids().zip(self.earlier.kept) {
            let Some(before) = *before else { continue };
            let interface = |definition: &Definition| definition.block.as_ref().and_then(|block| block.interface);
            let (new, old) = (self.program.definition(id), self.earlier.program.definition(before));
            if let (Some(now), Some(then)) = (interface(new), interface(old)) {
                let (program, earlier) = (self.program, self.earlier.program);
                let is_same = || program.inputs(new) == earlier.inputs(old);
                self.interfaces.entry((now.0, then.0)).or_insert_with(is_same);
            }
        }
    }

    /// Finds the definitions in which a call means something else than before, or means something only now.
    fn compare_calls(&mut self) {
        let (now, then) = (self.program, self.earlier.program);
        if [now, then].iter().all(|program| program.invocations.is_empty() && program.conversions.is_empty()) {
            return;
        }
        let owners = Owners::new(now);
        let mut calls = vec![0_i64; now.definitions.len()];
        for &place in now.invocations.keys().chain(now.conversions.keys()) {
            let Some(id) = owners.of(place) else { continue };
            calls[id.0 as usize] += 1;
            let Some(before) = self.earlier.kept[id.0 as usize] else { continue };
            let file = then.definition(before).file;
            let at = Place { file, node: NodeId(place.node.0.wrapping_sub(self.shift(id, before).by)) };
            let is_same = now.invocations.get(&place) == then.invocations.get(&at)
                && now.conversions.get(&place) == then.conversions.get(&at);
            self.calls_otherwise[id.0 as usize] |= !is_same;
        }
        let mut successors = vec![None; then.definitions.len()];
        for (id, before) in now.definition_ids().zip(self.earlier.kept) {
            if let Some(before) = before {
                successors[before.0 as usize] = Some(id);
            }
        }
        let owners = Owners::new(then);
        for &place in then.invocations.keys().chain(then.conversions.keys()) {
            if let Some(id) = owners.of(place).and_then(|before| successors[before.0 as usize]) {
                calls[id.0 as usize] -= 1;
            }
        }
        for (otherwise, calls) in self.calls_otherwise.iter_mut().zip(calls) {
            *otherwise |= calls != 0;
        }
    }
}

/// What whoever refers to a definition knows of it.
#[derive(PartialEq)]
struct Knowledge {
    is_circular: bool,
    ty: Option<Ty>,
    class: Option<(ClassId, bool)>,
    hook: Option<HookKind>,
    /// The class that it is declared to be of.
    declared: Option<ClassId>,
    is_ranged: bool,
}

impl Knowledge {
    fn of(id: DefinitionId, program: &Program, inference: &Inference, order: &Order) -> Self {
        let definition = program.definition(id);
        let hook = definition.block.as_ref().and_then(|block| match block.gives {
            Gives::Hook(kind) => Some(kind),
            _ => None,
        });
        let is_circular = order.is_circular(id);
        // What a circular value turns out to be is known only in the end.
        let typed = inference.definitions[id.0 as usize].filter(|_| !is_circular);
        Self {
            is_circular,
            ty: typed.or_else(|| definition.known_type()),
            class: inference.classes[id.0 as usize],
            hook,
            declared: definition.class(),
            is_ranged: definition.expressions.iter().any(|expression| matches!(expression.part, Part::Range(_))),
        }
    }
}

/// Where the nodes of a definition have come to lie.
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

/// Which definition a node belongs to.
struct Owners {
    /// The first node of each definition that has some, in order.
    firsts: Vec<(Place, DefinitionId)>,
}

impl Owners {
    fn new(program: &Program) -> Self {
        let first = |id| {
            let definition = program.definition(id);
            let place = |expression: &Expression| Place { file: definition.file, node: expression.first };
            definition.expressions.iter().map(place).min().map(|place| (place, id))
        };
        let mut firsts: Vec<(Place, DefinitionId)> = program.definition_ids().filter_map(first).collect();
        firsts.sort_unstable();
        Self { firsts }
    }

    fn of(&self, place: Place) -> Option<DefinitionId> {
        let behind = self.firsts.partition_point(|&(first, _)| first <= place);
        let (first, id) = *self.firsts.get(behind.checked_sub(1)?)?;
        (first.file == place.file).then_some(id)
    }
}

enum Owner {
    Place(Place),
    Definition(DefinitionId),
}

/// The place or block that a problem is about.
fn owner_of(problem: &Problem) -> Owner {
    let owner = Cell::new(Owner::Definition(DefinitionId(0)));
    let _ = problem.clone().map(|place| owner.set(Owner::Place(place)), |id| owner.set(Owner::Definition(id)));
    owner.into_inner()
}
