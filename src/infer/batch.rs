//! Typing small programs in one run of the engine: its rounds, each of which passes over all rules, cost about the same for
//! one program and for many.

use std::cell::Cell;

use super::conclude;
use super::{Inference, Typed, Typing};
use crate::lower::{Chunk, ChunkInput, Origin, lower_batch};
use crate::program::Program;
use crate::program::environment::Environment;
use crate::program_rules::run::Derived;
use crate::types::Interner;
use crate::types::vocabulary::{BindingId, ExprId};

/// Types programs in one environment, which have nothing to do with one another: as [`super::infer`] does with each. Their
/// expressions together should be few enough for one run of the engine.
pub fn infer_batch(programs: &[Program], environment: &Environment, types: &mut Interner) -> Vec<Inference> {
    let mut typings: Vec<Typing<'_>> =
        programs.iter().map(|program| Typing::new(program, environment, types)).collect();
    let typed = type_batch(&typings, types);
    for (Typing { inference, order, .. }, typed) in typings.iter_mut().zip(&typed) {
        inference.absorb(typed, &order.definitions);
    }
    typings.into_iter().map(|typing| typing.finish(types)).collect()
}

/// The rows derived for each program.
fn type_batch(typings: &[Typing<'_>], types: &mut Interner) -> Vec<Typed> {
    let known: Vec<_> = typings.iter().map(|typing| |id| typing.known(id)).collect();
    let inputs = typings.iter().zip(&known).map(|(typing, known)| ChunkInput {
        context: typing.context(),
        definitions: &typing.order.definitions,
        known,
        marks: &typing.inference.marks,
    });
    let (Chunk { facts, places, .. }, origins) = lower_batch(&inputs.collect::<Vec<_>>(), types);
    let derived = conclude(types, facts);
    let ends = origins.iter().skip(1).map(|origin| origin.expression as usize).chain([places.len()]);
    let places = origins.iter().zip(ends).map(|(origin, end)| places[origin.expression as usize..end].to_vec());
    split_by_program(derived, &origins)
        .into_iter()
        .zip(places)
        .map(|(derived, places)| Typed { derived, places })
        .collect()
}

/// The rows derived for each of the programs that start at these origins.
fn split_by_program(derived: Derived, origins: &[Origin]) -> Vec<Derived> {
    let mut parts: Vec<Derived> = origins.iter().map(|_| Derived::default()).collect();
    let expression = |e: ExprId| {
        let at = origins.partition_point(|origin| origin.expression <= e.0) - 1;
        (at, ExprId(e.0 - origins[at].expression))
    };
    let binding = |b: BindingId| {
        let at = origins.partition_point(|origin| origin.binding <= b.0) - 1;
        (at, BindingId(b.0 - origins[at].binding))
    };
    for (e, ty) in derived.types {
        let (at, e) = expression(e);
        parts[at].types.push((e, ty));
    }
    for (b, ty) in derived.bindings {
        let (at, b) = binding(b);
        parts[at].bindings.push((b, ty));
    }
    for (b, path, mark) in derived.marks {
        let (at, b) = binding(b);
        parts[at].marks.push((b, path, mark));
    }
    for problem in derived.problems {
        // All that is named in a problem is of one program.
        let owner = Cell::new(0);
        let own_expression = |e| {
            let (at, e) = expression(e);
            owner.set(at);
            e
        };
        let own_binding = |b| {
            let (at, b) = binding(b);
            owner.set(at);
            b
        };
        let problem = problem.map(own_expression, own_binding);
        parts[owner.get()].problems.push(problem);
    }
    parts
}
