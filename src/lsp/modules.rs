//! Names that modules of Terraform share: the variables and outputs of a module, in the module and in its callers.

use std::path::PathBuf;

use super::references::Occurrence;
use super::subject::{Subject, step_name, steps_in_name, steps_of};
use super::types::loop_of;
use super::view::View;
use crate::program::resolve::Target;
use crate::program::{BlockValue, DefinitionId, FileId, Kind, Part, Place};
use crate::source::{Span, normal_path};
use crate::syntax::tree::{Node, NodeId, StepKey};
use crate::types::{Interner, Name};

/// A variable or an output of the module in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The directory of the module.
    pub directory: PathBuf,
    /// Its address in the module: `var.NAME` or `output.NAME`.
    pub address: String,
}

/// A value selected from the instances of a definition: its definition, and the names of the steps to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The definition.
    pub definition: DefinitionId,
    /// The names, without the keys of instances and elements.
    pub path: Vec<Name>,
}

/// Returns the name that a subject means, if modules share it.
pub fn exported(view: &View<'_>, types: &Interner, subject: Subject) -> Option<Exported> {
    let of_call = |id: DefinitionId, prefix: &str, name: Name| {
        let call = view.program.calls.get(&id)?;
        let address = format!("{prefix}.{}", types.text(name));
        Some(Exported { directory: normal_path(&call.directory), address })
    };
    match subject {
        Subject::Definition(id) => {
            let definition = view.program.definition(id);
            let is_shared = view.program.is_terraform && matches!(definition.kind, Kind::Variable | Kind::Output);
            let directory = view.directory.filter(|_| is_shared)?;
            Some(Exported { directory: normal_path(directory), address: definition.label.to_string() })
        }
        Subject::Input(id, name) => of_call(view.program.owner(id), "var", name),
        Subject::Step(at, number) => {
            let Selected { definition, path } = selected(view, types, at, number)?;
            match path[..] {
                [name] => of_call(definition, "output", name),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the definition of a shared name in its module.
pub fn definition_of(view: &View<'_>, name: &Exported) -> Option<DefinitionId> {
    view.program.definition_ids().find(|&id| view.program.definition(id).label == name.address)
}

/// Returns the occurrences of a shared name in the calls of its module, and after their addresses.
pub fn uses_in_calls(view: &View<'_>, types: &Interner, name: &Exported) -> Vec<Occurrence> {
    let Some((kind, own)) = name.address.split_once('.') else { return Vec::new() };
    let is_called = |id: DefinitionId| {
        let call = view.program.calls.get(&id);
        call.is_some_and(|call| normal_path(&call.directory) == name.directory)
    };
    if !view.program.definition_ids().any(is_called) {
        return Vec::new();
    }
    let used = |(file, span)| Occurrence { file, span, is_definition: false };
    if kind == "var" {
        let bodies = view.program.definition_ids().filter(|&id| is_called(view.program.owner(id)));
        return bodies.flat_map(|id| arguments(view, types, id, own)).map(used).collect();
    }
    let is_meant = |selected: &Selected| {
        is_called(selected.definition) && matches!(selected.path[..], [name] if types.text(name) == own)
    };
    steps(view)
        .filter_map(|(at, number)| {
            let step = steps_of(view, at).get(number)?;
            step_name(step).filter(|name| types.text(*name) == own)?;
            selected(view, types, at, number).filter(is_meant)?;
            Some(used((at.file, view.unquoted(at.file, step.key_span))))
        })
        .collect()
}

/// Returns the places where the inputs of a block give a value to a variable.
pub fn arguments(view: &View<'_>, types: &Interner, id: DefinitionId, name: &str) -> Vec<(FileId, Span)> {
    let definition = view.program.definition(id);
    let is_meant = |part: Part| part.input().is_some_and(|given| types.text(given) == name);
    let given = definition.expressions.iter().filter(|expression| is_meant(expression.part));
    given.map(|expression| (definition.file, view.unquoted(definition.file, expression.name_span))).collect()
}

/// Returns all steps of traversals, each by the place of its traversal and its index.
fn steps<'v>(view: &'v View<'_>) -> impl Iterator<Item = (Place, usize)> + use<'v> {
    let nodes = |file: FileId| (0..view.tree(file).len() as u32).map(move |node| Place { file, node: NodeId(node) });
    let places = view.file_ids().flat_map(nodes);
    places.flat_map(|at| (0..steps_of(view, at).len()).map(move |number| (at, number)))
}

/// Returns what a step of a traversal selects from the instances of a definition; `None` for other values.
pub fn selected(view: &View<'_>, types: &Interner, at: Place, number: usize) -> Option<Selected> {
    let (definition, first, is_instance) = instances(view, types, at)?;
    let is_repeated = view.program.definition(definition).block.as_ref().is_some_and(|block| block.repeated.is_some());
    let keys = usize::from(is_repeated && !is_instance);
    let steps = steps_of(view, at).get(first + keys..=number)?;
    let path: Vec<Name> = steps.iter().filter_map(step_name).collect();
    let is_named = steps.last().is_some_and(|last| matches!(last.key, StepKey::Attribute(_) | StepKey::Text(_)));
    (is_named && !path.is_empty()).then_some(Selected { definition, path })
}

/// Returns the definition whose instances a traversal begins with, the number of steps that are part of its address, and `true` if
/// one instance has been selected before.
fn instances(view: &View<'_>, types: &Interner, at: Place) -> Option<(DefinitionId, usize, bool)> {
    let tree = view.tree(at.file);
    match tree.node(at.node) {
        Node::Variable(..) => {
            let id = match view.inference.target(at) {
                Target::Definition(id) => id,
                Target::Local(number) => {
                    let (id, ..) = instances(view, types, looped_over(view, types, at, number)?)?;
                    return Some((id, 0, true));
                }
                _ => return None,
            };
            let is_instance = |value: BlockValue| matches!(value, BlockValue::Instance { .. });
            let has_instances =
                view.program.definition(id).block.as_ref().is_some_and(|block| is_instance(block.value));
            has_instances.then(|| (id, steps_in_name(view, types, at), false))
        }
        Node::Relative(from, _) => {
            let collection = match tree.node(from) {
                Node::Index(collection, _) => collection,
                Node::Item => splat_of(view, Place { node: from, ..at })?,
                _ => return None,
            };
            let (id, ..) = instances(view, types, Place { node: collection, ..at })?;
            let is_bare = steps_of(view, Place { node: collection, ..at }).len()
                == steps_in_name(view, types, Place { node: collection, ..at });
            is_bare.then_some((id, 0, true))
        }
        _ => None,
    }
}

/// Returns the collection of the for-expression in which a variable stands for the values.
fn looped_over(view: &View<'_>, types: &Interner, at: Place, number: u32) -> Option<Place> {
    let tree = view.tree(at.file);
    let (_, parts, is_key) = loop_of(view, view.program.definition_of(at)?, number)?;
    let node = match tree.node(parts.collection) {
        Node::Call(call) if types.text(tree.call(call).function) == "values" => {
            *tree.list(tree.call(call).arguments).first()?
        }
        _ => parts.collection,
    };
    let at = Place { node, ..at };
    let is_bare = steps_of(view, at).len() == steps_in_name(view, types, at);
    (!is_key && is_bare).then_some(at)
}

/// Returns the source of the splat that an item belongs to: the first one after it.
fn splat_of(view: &View<'_>, item: Place) -> Option<NodeId> {
    let tree = view.tree(item.file);
    (item.node.0 + 1..tree.len() as u32).map(NodeId).find_map(|node| match tree.node(node) {
        Node::Splat(source, each) if tree.span(each).contains(tree.span(item.node)) || each >= item.node => {
            Some(source)
        }
        _ => None,
    })
}
