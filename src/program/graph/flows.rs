//! The flow of values through components. Components may refer to one another, unless a value depends on itself through them.

use rustc_hash::FxHashSet;

use crate::program::resolve::{Resolution, Target};
use crate::program::{Definition, DefinitionId, Kind, Part, Place, Program};
use crate::syntax::tree::{Node, StepKey};
use crate::types::Name;

/// The most values that are followed from one reference.
const MOST_VALUES: usize = 1_000;

/// A value that depends on others: an input of a component, or a whole definition.
type Value = (DefinitionId, Option<Name>);

/// Holds if a reference of the component `from` to the component `to` leads back to itself: the output that it names depends on
/// an input whose value depends on the input with the reference.
pub(super) fn leads_back(program: &Program, resolution: &Resolution, from: DefinitionId, to: DefinitionId) -> bool {
    let inputs = program.definition(from).expressions.iter().filter_map(|expression| expression.part.input());
    inputs.into_iter().any(|input| {
        let start = (from, Some(input));
        let mut waiting: Vec<Value> =
            next(program, resolution, start).into_iter().filter(|value| value.0 == to).collect();
        let mut seen: FxHashSet<Value> = waiting.iter().copied().collect();
        while let Some(value) = waiting.pop() {
            if value == start {
                return true;
            }
            if seen.len() < MOST_VALUES {
                waiting.extend(next(program, resolution, value).into_iter().filter(|&value| seen.insert(value)));
            }
        }
        false
    })
}

/// Returns the values on which a value depends directly.
fn next(program: &Program, resolution: &Resolution, (id, input): Value) -> Vec<Value> {
    let definition = program.definition(id);
    let is_part = |part: Part| input.is_none() || part.input() == input;
    let mut values = Vec::new();
    for expression in definition.expressions.iter().filter(|expression| is_part(expression.part)) {
        for node in expression.nodes() {
            let at = Place { file: definition.file, node };
            if let Target::Definition(target) = resolution.target(at) {
                values.extend(named_at(program, target, at));
            }
        }
    }
    values
}

/// Returns the values on which depends what a reference to a definition names: for an output of a component, some of the inputs.
fn named_at(program: &Program, target: DefinitionId, at: Place) -> Vec<Value> {
    let definition = program.definition(target);
    let Some(flows) = flows_of(program, definition) else { return vec![(target, None)] };
    let tree = &program.file(at.file).tree;
    let step = match tree.node(at.node) {
        Node::Variable(_, steps) => tree.steps(steps).first().map(|step| step.key),
        _ => None,
    };
    let named = flows.iter().find(|(output, _)| step == Some(StepKey::Attribute(*output)));
    let inputs =
        |(_, inputs): &(Name, Vec<Name>)| inputs.iter().map(|&input| (target, Some(input))).collect::<Vec<_>>();
    match named {
        Some(flow) => inputs(flow),
        None => flows.iter().flat_map(inputs).collect(),
    }
}

/// Returns the inputs on which each output of a component depends, if they are known.
fn flows_of<'p>(program: &'p Program, definition: &Definition) -> Option<&'p [(Name, Vec<Name>)]> {
    let interface = definition.block.as_ref()?.interface.filter(|_| definition.kind == Kind::Component)?;
    program.flows.get(&interface).map(|flows| &flows[..])
}
