//! Batches: several small programs are typed in one run of an engine, because each of its rounds passes over all rules, at about
//! the same cost for one program and for many.

use std::cell::Cell;

use super::{Inference, Typed, Typing, conclude, infer};
use crate::lower::{Chunk, ChunkInput, Origin, lower_batch};
use crate::program::Program;
use crate::program::environment::Environment;
use crate::program_rules::run::Derived;
use crate::types::Interner;
use crate::types::vocabulary::{BindingId, ExprId};

/// Types independent programs in one environment, with the results of [`super::infer`] for each. Their expressions together
/// should be few enough for one run of an engine.
pub fn infer_batch(programs: &[Program], environment: &Environment, types: &mut Interner) -> Vec<Inference> {
    if let [program] = programs {
        return vec![infer(program, environment, types)];
    }
    let mut typings: Vec<Typing<'_>> =
        programs.iter().map(|program| Typing::new(program, environment, types)).collect();
    let typed = type_batch(&typings, types);
    for (Typing { inference, order, .. }, typed) in typings.iter_mut().zip(&typed) {
        inference.absorb(typed, &order.definitions);
    }
    typings.into_iter().map(|typing| typing.finish(types)).collect()
}

/// Returns the rows derived for each program.
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

/// Splits derived rows by program. Each program starts at one of these origins.
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
        // All ids in a problem belong to one program.
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
