//! From a program to its types and problems: the order of the definitions is walked, and they are handed to the engine
//! in chunks.

use crate::engine::Engine;
use crate::engine::run::{Derived, derived, solve};
use crate::environment::Environment;
use crate::facts::ClassId;
use crate::graph::{Cycle, DependencyGraph, Order};
use crate::judge::judge;
use crate::lower::{Chunk, Context, Known, lower};
use crate::problem::Problem;
use crate::program::{DefinitionId, Place, Program};
use crate::resolve::{Resolution, Target, resolve};
use crate::syntax::tree::NodeId;
use crate::types::{ANY, Interner, Ty};

/// How many expressions the engine is given at a time. An engine that is too small starts too often; one that is too
/// large does not fit the processor's caches.
const CHUNK: usize = 32_000;

/// What is known of a program.
#[derive(Debug, Default)]
pub struct Inference {
    /// For each file the types of its nodes. The texts of templates have none.
    types: Vec<Vec<Option<Ty>>>,
    /// For each definition the type of what its name means.
    definitions: Vec<Option<Ty>>,
    /// For each definition the class of the resource that its name means, or (`true`) of those that it means several of.
    classes: Vec<Option<(ClassId, bool)>>,
    /// What is wrong with it, in no particular order.
    pub problems: Vec<Problem>,
    /// The cycles of definitions.
    pub cycles: Vec<Cycle>,
    /// Definitions of a name that has been defined before, each with the first.
    pub duplicates: Vec<(DefinitionId, DefinitionId)>,
    /// What the names mean.
    resolution: Resolution,
    /// The order in which definitions are typed.
    order: Order,
}

impl Inference {
    /// What a node refers to.
    pub fn target(&self, at: Place) -> Target {
        self.resolution.target(at)
    }

    /// The definitions that a definition refers to, each with the first node that does.
    pub fn references(&self, id: DefinitionId) -> &[(DefinitionId, NodeId)] {
        self.resolution.references(id)
    }

    /// The definitions in the order in which they are typed: each behind those that it refers to.
    pub fn order(&self) -> &[DefinitionId] {
        &self.order.definitions
    }

    /// Holds if a definition depends on itself.
    pub fn is_circular(&self, id: DefinitionId) -> bool {
        self.order.is_circular(id)
    }

    /// For each definition whether another one refers to it.
    pub fn used_definitions(&self) -> Vec<bool> {
        let mut used = vec![false; self.definitions.len()];
        for id in (0..self.definitions.len() as u32).map(DefinitionId) {
            for &(to, _) in self.resolution.references(id) {
                used[to.0 as usize] |= to != id;
            }
        }
        used
    }

    /// The type of an expression.
    pub fn type_of(&self, place: Place) -> Option<Ty> {
        *self.types.get(place.file.0 as usize)?.get(place.node.0 as usize)?
    }

    /// The type of a definition.
    pub fn definition_type(&self, id: DefinitionId) -> Ty {
        self.definitions.get(id.0 as usize).copied().flatten().unwrap_or(ANY)
    }
}

/// Types a program. Linear in its expressions, as long as their types do not grow.
pub fn infer(program: &Program, environment: &Environment, types: &mut Interner) -> Inference {
    infer_watching(program, environment, types, &mut |_, _| ())
}

/// Types a program, and shows each engine after its run, with the places of its expressions.
pub fn infer_watching(
    program: &Program,
    environment: &Environment,
    types: &mut Interner,
    watch: &mut dyn FnMut(&Engine, &[Place]),
) -> Inference {
    let resolution = resolve(program, environment, types);
    let mut order = DependencyGraph::new(&resolution, program).order();
    let mut inference = Inference {
        types: program.files.iter().map(|file| vec![None; file.tree.len()]).collect(),
        definitions: vec![None; program.definitions.len()],
        classes: vec![None; program.definitions.len()],
        problems: Vec::new(),
        cycles: Vec::new(),
        duplicates: Vec::new(),
        resolution: Resolution::default(),
        order: Order::default(),
    };
    let context = Context { program, resolution: &resolution, environment };
    for chunk in chunks(program, &order) {
        let Chunk { facts, places } = type_chunk(&context, &order, chunk, &inference, types);
        let derived = solve(types, facts, |engine| {
            watch(engine, &places);
            derived(engine)
        });
        inference.absorb(&derived, &places, chunk);
    }
    let redefinitions = &resolution.redefinitions;
    inference.problems.extend(
        redefinitions.iter().map(|&(id, node)| Problem::Redefined(Place { file: program.definition(id).file, node })),
    );
    inference.type_circular_values(program, &order);
    inference.cycles = std::mem::take(&mut order.cycles);
    inference.order = order;
    inference.duplicates.clone_from(&resolution.duplicates);
    inference.resolution = resolution;
    if program.is_modelled {
        let problems = judge(program, &inference, types);
        inference.problems.extend(problems);
    }
    inference
}

/// Lowers one definition of a program that has been typed: what is known of the others are facts.
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
            Known::Typed(inference.definition_type(other), inference.classes[other.0 as usize])
        }
    };
    lower(&context, &[id], &known, types)
}

/// Lowers a program without typing it, all definitions in one chunk. Linear in its expressions.
pub fn lower_all(program: &Program, environment: &Environment, types: &mut Interner) -> Chunk {
    let resolution = resolve(program, environment, types);
    let order = DependencyGraph::new(&resolution, program).order();
    let context = Context { program, resolution: &resolution, environment };
    let known = |id: DefinitionId| if order.is_circular(id) { Known::Circular } else { Known::Here };
    lower(&context, &order.definitions, &known, types)
}

fn type_chunk(
    context: &Context<'_>,
    order: &Order,
    chunk: &[DefinitionId],
    inference: &Inference,
    types: &mut Interner,
) -> Chunk {
    let known = |id: DefinitionId| {
        if order.is_circular(id) {
            Known::Circular
        } else if let Some(ty) =
            inference.definitions[id.0 as usize].or_else(|| context.program.definition(id).known_type())
        {
            Known::Typed(ty, inference.classes[id.0 as usize])
        } else {
            Known::Here
        }
    };
    lower(context, chunk, &known, types)
}

impl Inference {
    /// Whoever refers to a circular value knows nothing of it; but what its expression gives is known in the end.
    fn type_circular_values(&mut self, program: &Program, order: &Order) {
        for id in program.definition_ids().filter(|&id| order.is_circular(id)) {
            let definition = program.definition(id);
            if let (None, Some(value)) = (&definition.block, definition.expressions.first()) {
                self.definitions[id.0 as usize] = self.type_of(Place { file: definition.file, node: value.root });
            }
        }
    }

    fn absorb(&mut self, derived: &Derived, places: &[Place], chunk: &[DefinitionId]) {
        for &(e, ty) in &derived.types {
            let place = places[e.0 as usize];
            self.types[place.file.0 as usize][place.node.0 as usize] = Some(ty);
        }
        // The first bindings are the definitions of the chunk.
        for &(b, ty) in derived.bindings.iter().filter(|row| (row.0.0 as usize) < chunk.len()) {
            self.definitions[chunk[b.0 as usize].0 as usize] = Some(ty);
        }
        for &(b, class, is_several) in derived.classes.iter().filter(|row| (row.0.0 as usize) < chunk.len()) {
            self.classes[chunk[b.0 as usize].0 as usize] = Some((class, is_several));
        }
        let problems = derived.problems.iter().cloned();
        self.problems.extend(problems.map(|problem| problem.map(|e| places[e.0 as usize], |b| chunk[b.0 as usize])));
    }
}

/// Splits the ordered definitions into runs of about [`CHUNK`] expressions.
fn chunks<'a>(program: &'a Program, order: &'a Order) -> impl Iterator<Item = &'a [DefinitionId]> {
    let mut rest = &order.definitions[..];
    std::iter::from_fn(move || {
        let mut size = 0;
        let fitting = rest.iter().take_while(|id| {
            let before = size;
            size += program.definition(**id).node_count();
            before < CHUNK
        });
        let (chunk, behind) = rest.split_at(fitting.count());
        rest = behind;
        (!chunk.is_empty()).then_some(chunk)
    })
}
