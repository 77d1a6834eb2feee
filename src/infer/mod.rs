//! Inference: computes the types and problems of a program. The engines type its definitions in chunks, in dependency order.
//!
//! - `schedule` divides the order into chunks, and chunks into parts that several threads type at the same time.
//! - `batch` types several small programs in one chunk.
//! - `assignments` checks assignments to declarations, in programs of the model of declared types.

mod assignments;
mod batch;
mod locals;
mod schedule;
mod solve;

pub use assignments::{Assignments, assignments};
pub use batch::infer_batch;
pub use locals::local_types;
pub use solve::{conclude, solve};

use std::thread;

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::{TiVec, ti_vec};

use crate::builtins::plain_type;
use crate::infer::assignments::check_assignments;
use crate::infer::schedule::{Stage, schedule};
use crate::jobs::{Jobs, spawn_deep};
use crate::lower::{Chunk, ChunkInput, Context, Known, lower};
use crate::program::environment::Environment;
use crate::program::graph::blocks::BlockGraph;
use crate::program::graph::{Cycle, DependencyGraph, Order};
use crate::program::resolve::{Resolution, Target, resolve};
use crate::program::{DefinitionId, FileId, Place, Problem, Program};
use crate::program_rules::problem::{self, Subject};
use crate::program_rules::run::{Derived, Solution, derived};
use crate::syntax::tree::NodeId;
use crate::types::vocabulary::{BindingId, Mark, Path};
use crate::types::{ANY, Interner, Piece, Ty};

/// The types and problems of a program.
#[derive(Debug, Default)]
pub struct Inference {
    /// The types of the nodes of each file. The literal texts of templates have none.
    pub(crate) types: TiVec<FileId, TiVec<NodeId, Option<Ty>>>,
    /// The type of each definition.
    pub(crate) definitions: TiVec<DefinitionId, Option<Ty>>,
    /// The values of definitions as the rules represent them, if that is more precise than their types: in Terraform.
    values: TiVec<DefinitionId, Option<Ty>>,
    /// The marks that the rules have derived for the values of definitions, each with the path to the marked part.
    pub(crate) marks: FxHashMap<DefinitionId, Vec<(Path, Mark)>>,
    /// Its problems, in no particular order.
    pub problems: Vec<Problem>,
    /// The number of derived problems, which come first.
    pub(crate) derived: usize,
    /// The cycles of definitions.
    pub cycles: Vec<Cycle>,
    /// The definitions of Terraform whose blocks are in cycles.
    pub(crate) circular_blocks: FxHashSet<DefinitionId>,
    /// Redefinitions of names, each with the first definition.
    pub duplicates: Vec<(DefinitionId, DefinitionId)>,
    /// The targets of its names.
    pub(crate) resolution: Resolution,
    /// The order in which definitions are typed.
    pub(crate) order: Order,
}

impl Inference {
    /// Returns the target of a node.
    pub fn target(&self, at: Place) -> Target {
        self.resolution.target(at)
    }

    /// Returns the references of a definition, each with its first node.
    pub fn references(&self, id: DefinitionId) -> &[(DefinitionId, NodeId)] {
        self.resolution.references(id)
    }

    /// Returns the definitions in the order of typing: each after those that it refers to.
    pub fn order(&self) -> &[DefinitionId] {
        &self.order.definitions
    }

    /// Holds if a definition depends on itself.
    pub fn is_circular(&self, id: DefinitionId) -> bool {
        self.order.is_circular(id)
    }

    /// Holds if the block of a definition depends on itself.
    pub fn is_in_cycle(&self, id: DefinitionId) -> bool {
        self.is_circular(id) || self.circular_blocks.contains(&id)
    }

    /// Returns, for each definition, the definitions that its whole block refers to, each once. A definition that belongs to
    /// another one has none.
    pub fn block_references(&self, program: &Program) -> TiVec<DefinitionId, Vec<DefinitionId>> {
        let mut found = ti_vec![Vec::new(); program.definitions.len()];
        let mut seen = FxHashSet::default();
        for part in program.definition_ids() {
            let from = program.owner(part);
            for &(target, _) in self.references(part) {
                let to = program.owner(target);
                // The items of a repetition belong to the block itself.
                let is_inside = to == from && (part != from || target != to) && !self.is_in_cycle(from);
                if !is_inside && seen.insert((from, to)) {
                    found[from].push(to);
                }
            }
        }
        found
    }

    /// Returns, for each definition, `true` if another one refers to it.
    pub fn used_definitions(&self) -> TiVec<DefinitionId, bool> {
        let mut used = ti_vec![false; self.definitions.len()];
        for id in self.definitions.keys() {
            for &(to, _) in self.resolution.references(id) {
                used[to] |= to != id;
            }
        }
        used
    }

    /// Returns the type of an expression.
    pub fn type_of(&self, place: Place) -> Option<Ty> {
        *self.types.get(place.file)?.get(place.node)?
    }

    /// Returns the value of a definition as the rules represent it: its type, or in Terraform a more precise value.
    pub(crate) fn known_value(&self, id: DefinitionId) -> Option<Ty> {
        let value = self.values.get(id).copied().flatten();
        value.or_else(|| self.definitions.get(id).copied().flatten())
    }

    /// Reduces the results to those needed to type another version: the types of nodes, and the values and marks of definitions.
    pub(crate) fn typed_as_before(self) -> Self {
        let Self { types, definitions, values, marks, .. } = self;
        let definitions = if values.is_empty() { definitions } else { values };
        Self { types, definitions, marks, ..Self::default() }
    }

    /// Returns the marks of a definition's value, each with the path to the marked part.
    pub fn marks_of(&self, id: DefinitionId) -> &[(Path, Mark)] {
        self.marks.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the type of a definition.
    pub fn definition_type(&self, id: DefinitionId) -> Ty {
        self.definitions.get(id).copied().flatten().unwrap_or(ANY)
    }
}

/// How the engine runs over a program.
pub enum Runs<'a> {
    /// On several threads.
    Parallel(Jobs),
    /// One run after the other, each of which an observer sees.
    Observed(&'a mut Observer<'a>),
}

/// An observer of the engine's runs: it sees the solution of a run, the places of its expressions, and its definitions.
pub type Observer<'a> = dyn FnMut(&Solution, &[Place], &[DefinitionId]) + 'a;

/// Types a program. Linear in its expressions, as long as their types do not grow.
pub fn infer(program: &Program, environment: &Environment, types: &mut Interner) -> Inference {
    infer_with(Runs::Parallel(Jobs::ONE), program, environment, types)
}

/// As [`infer`], in runs of this kind.
pub fn infer_with(runs: Runs<'_>, program: &Program, environment: &Environment, types: &mut Interner) -> Inference {
    let mut typing = Typing::new(program, environment, types);
    let all = typing.order.definitions.clone();
    typing.definitions(&all, runs, types);
    typing.finish(types)
}

/// The state of typing a program.
pub(crate) struct Typing<'a> {
    pub program: &'a Program,
    pub environment: &'a Environment,
    pub resolution: Resolution,
    pub order: Order,
    /// The results so far.
    pub inference: Inference,
}

/// The rows derived for some definitions, and the places of their expressions.
struct Typed {
    derived: Derived,
    places: Vec<Place>,
}

impl<'a> Typing<'a> {
    fn new(program: &'a Program, environment: &'a Environment, types: &mut Interner) -> Self {
        let resolution = resolve(program, environment, types);
        let order = DependencyGraph::new(&resolution, program).order();
        Self::of_resolved(program, environment, resolution, order)
    }

    /// Starts with a program whose names are resolved, and with the order of typing.
    pub fn of_resolved(
        program: &'a Program,
        environment: &'a Environment,
        mut resolution: Resolution,
        order: Order,
    ) -> Self {
        if !program.given_parts.is_empty() {
            resolution.deciding = Some(resolution.with_all_below(program.deciding_definitions()));
        }
        let inference = Inference {
            types: program.files.iter().map(|file| ti_vec![None; file.tree.len()]).collect(),
            definitions: ti_vec![None; program.definitions.len()],
            ..Inference::default()
        };
        Self { program, environment, resolution, order, inference }
    }

    /// Types definitions, in order.
    pub fn definitions(&mut self, definitions: &[DefinitionId], runs: Runs<'_>, types: &mut Interner) {
        let (jobs, observer): (_, &mut Observer<'_>) = match runs {
            Runs::Parallel(jobs) => (jobs, &mut |_, _, _| ()),
            Runs::Observed(observer) => (Jobs::ONE, observer),
        };
        for stage in schedule(self.program, &self.resolution, &self.order, definitions, jobs) {
            self.stage(&stage, types, observer);
        }
    }

    /// Types the parts of a stage: the first on this thread, which the observer sees, each of the others on a thread of its own, with
    /// a copy of the types.
    fn stage(&mut self, stage: &Stage, types: &mut Interner, observer: &mut Observer<'_>) {
        let Some((first, others)) = stage.split_first() else { return };
        let snapshot = types.snapshot();
        let typed = thread::scope(|scope| {
            let this = &*self;
            let threads = others.iter().map(|part| {
                let mut copy = types.clone();
                let work = move || (this.part(part, &mut copy, &mut |_, _, _| ()), copy);
                spawn_deep(scope, work)
            });
            let threads: Vec<_> = threads.collect();
            let mut typed = vec![this.part(first, types, observer)];
            for (thread, part) in threads.into_iter().zip(others) {
                // If the system cannot start a thread, this one does the work.
                let Some(thread) = thread else {
                    typed.push(this.part(part, types, &mut |_, _, _| ()));
                    continue;
                };
                let (part, copy) = thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault));
                let translation = types.absorb(&copy, snapshot);
                typed.push(Typed { derived: part.derived.translated(&translation), places: part.places });
            }
            typed
        });
        for (part, typed) in stage.iter().zip(&typed) {
            self.inference.absorb(typed, part);
        }
    }

    fn part(&self, definitions: &[DefinitionId], types: &mut Interner, observer: &mut Observer<'_>) -> Typed {
        let Chunk { facts, places, .. } = self.lower(definitions, types);
        let derived = solve(types, facts, |engine| {
            observer(engine, &places, definitions);
            derived(engine)
        });
        self.locate_faults(types, &places, definitions);
        Typed { derived, places }
    }

    /// Names the expressions and definitions in the faults of a run of a book's rules over a chunk.
    fn locate_faults(&self, types: &Interner, places: &[Place], definitions: &[DefinitionId]) {
        let faults = types.book().faults();
        if faults.is_empty() {
            return;
        }
        faults.locate(&|piece| {
            let at = match *piece {
                Piece::Text(_) => return None,
                Piece::Expression(number) => {
                    let place = places.get(number as usize)?;
                    (place.file, self.program.file(place.file).tree.span(place.node))
                }
                Piece::Binding(number) => {
                    let definition = self.program.definition(*definitions.get(number as usize)?);
                    (definition.file, definition.name_span)
                }
            };
            let source = &self.program.file(at.0).source;
            let position = source.position(at.1.start);
            Some(format!("{}:{}:{}", source.name, position.line, position.column))
        });
    }

    fn lower(&self, definitions: &[DefinitionId], types: &mut Interner) -> Chunk {
        let known = |id| self.known(id);
        let marks = &self.inference.marks;
        lower(&ChunkInput { context: self.context(), definitions, known: &known, marks }, types)
    }

    fn context(&self) -> Context<'_> {
        Context { program: self.program, resolution: &self.resolution, environment: self.environment }
    }

    /// Returns the state of a definition outside of the chunk being typed.
    fn known(&self, id: DefinitionId) -> Known {
        let typed = self.inference.definitions[id];
        if self.order.is_circular(id) {
            Known::Circular
        } else if let Some(ty) = typed.or_else(|| self.program.definition(id).known_type()) {
            Known::Typed(ty)
        } else {
            Known::Here
        }
    }

    /// Adds the problems that are not derived by chunks.
    pub fn finish(self, types: &mut Interner) -> Inference {
        let chunk = self.program.is_modelled.then(|| self.lower(&self.order.definitions, types));
        let Self { program, resolution, mut order, mut inference, .. } = self;
        if program.is_terraform {
            // Values more precise than types matter only to other values.
            inference.values.clone_from(&inference.definitions);
            inference.definitions.iter_mut().flatten().for_each(|ty| *ty = plain_type(types, *ty));
        }
        inference.derived = inference.problems.len();
        let redefinitions = &resolution.redefinitions;
        inference.problems.extend(
            redefinitions
                .iter()
                .map(|&(id, node)| Problem::Redefined { at: Place { file: program.definition(id).file, node } }),
        );
        inference.type_circular_values(program, &order);
        inference.cycles = std::mem::take(&mut order.cycles);
        if program.is_terraform {
            let found = BlockGraph::new(program, &resolution, types).cycles();
            (inference.cycles, inference.circular_blocks) = (found.cycles, found.circular);
        }
        inference.order = order;
        inference.duplicates.clone_from(&resolution.duplicates);
        inference.resolution = resolution;
        if let Some(chunk) = chunk {
            let problems = check_assignments(program, &inference, chunk, types);
            inference.problems.extend(problems);
        }
        inference
    }
}

/// Lowers one definition of a typed program. The types of the other definitions are facts.
pub fn lower_one(
    program: &Program,
    environment: &Environment,
    inference: &Inference,
    id: DefinitionId,
    types: &mut Interner,
) -> Chunk {
    let context = Context { program, resolution: &inference.resolution, environment };
    let known = |other: DefinitionId| {
        if inference.is_circular(other) {
            Known::Circular
        } else if other == id {
            Known::Here
        } else {
            Known::Typed(inference.known_value(other).unwrap_or(ANY))
        }
    };
    lower(&ChunkInput { context, definitions: &[id], known: &known, marks: &inference.marks }, types)
}

/// Lowers a program without typing it, all definitions in one chunk. Linear in its expressions.
pub fn lower_all(program: &Program, environment: &Environment, types: &mut Interner) -> Chunk {
    let resolution = resolve(program, environment, types);
    let order = DependencyGraph::new(&resolution, program).order();
    let context = Context { program, resolution: &resolution, environment };
    let known = |id: DefinitionId| if order.is_circular(id) { Known::Circular } else { Known::Here };
    let marks = FxHashMap::default();
    lower(&ChunkInput { context, definitions: &order.definitions, known: &known, marks: &marks }, types)
}

impl Inference {
    /// Assigns types to circular definitions. A reference to one has type `any`; the definition itself gets the type of its
    /// expression at the end.
    fn type_circular_values(&mut self, program: &Program, order: &Order) {
        for id in program.definition_ids().filter(|&id| order.is_circular(id)) {
            let definition = program.definition(id);
            if let (None, Some(value)) = (&definition.block, definition.expressions.first()) {
                self.definitions[id] = self.type_of(Place { file: definition.file, node: value.root });
            }
        }
    }

    fn absorb(&mut self, Typed { derived, places }: &Typed, chunk: &[DefinitionId]) {
        for &(e, ty) in &derived.types {
            let place = places[usize::from(e)];
            self.types[place.file][place.node] = Some(ty);
        }
        // The first bindings are the definitions of the chunk.
        for &(b, ty) in derived.bindings.iter().filter(|row| usize::from(row.0) < chunk.len()) {
            self.definitions[chunk[usize::from(b)]] = Some(ty);
        }
        for &(b, path, mark) in derived.marks.iter().filter(|row| usize::from(row.0) < chunk.len()) {
            self.marks.entry(chunk[usize::from(b)]).or_default().push((path, mark));
        }
        // The variables of expressions have no place of their own.
        let is_placed = |problem: &&problem::Problem<_, BindingId>| match problem.subject() {
            Subject::Expression(_) => true,
            Subject::Definition(b) => usize::from(*b) < chunk.len(),
        };
        let problems = derived.problems.iter().filter(is_placed).cloned();
        self.problems
            .extend(problems.map(|problem| problem.map(|e| places[usize::from(e)], |b| chunk[usize::from(b)])));
    }
}
