//! What is given to declarations, judged by the model of declared types.
//!
//! The rules say what does not fit, and in which parts. Here the parts are found in the program: as far as a value is
//! written out, a part of it has a place of its own.

use crate::engine::model::{self, Path};
use crate::infer::Inference;
use crate::problem::Problem;
use crate::program::{Definition, DefinitionId, Gives, Part, Place, Program};
use crate::rules::terms::{Pairing, Way};
use crate::syntax::tree::{Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::types::{ANY, Interner, Name, Nature, Shape, Ty};

/// Something given to a declaration.
enum Given {
    /// An expression.
    Expression(Place),
    /// All properties of a block.
    Body(DefinitionId),
}

/// Judges a program that has been typed. Linear in what is given to its declarations.
pub fn judge(program: &Program, inference: &Inference, types: &mut Interner) -> Vec<Problem> {
    let mut given = Vec::new();
    let mut pairs = Vec::new();
    for id in program.definition_ids() {
        let definition = program.definition(id);
        for expression in &definition.expressions {
            if let Part::Expected(declared) = expression.part {
                let place = Place { file: definition.file, node: expression.root };
                given.push(Given::Expression(place));
                pairs.push((inference.type_of(place).unwrap_or(ANY), declared));
            }
        }
        if let Some(declared) = body_type(definition, types) {
            given.push(Given::Body(id));
            pairs.push((type_of_body(definition, inference, types), declared));
        }
    }
    let judged = model::judge(types, &pairs);
    let mut problems = Vec::new();
    for ((given, pair), paths) in given.iter().zip(pairs).zip(judged) {
        problems.extend(paths.into_iter().map(|path| locate(program, types, given, pair, &path)));
    }
    problems
}

/// What is declared of the body of a resource.
fn body_type(definition: &Definition, types: &Interner) -> Option<Ty> {
    match definition.block.as_ref()?.gives {
        Gives::Known(ty) if types.nature(ty) == Nature::ResourceType => types.definition_of(ty),
        _ => None,
    }
}

/// The object of the properties in a block.
fn type_of_body(definition: &Definition, inference: &Inference, types: &mut Interner) -> Ty {
    let properties = definition.expressions.iter().filter_map(|expression| match expression.part {
        Part::Input(name) => {
            let place = Place { file: definition.file, node: expression.root };
            Some((name, inference.type_of(place).unwrap_or(ANY)))
        }
        _ => None,
    });
    types.object(properties.collect())
}

/// Follows the way to a part that does not fit into the program.
fn locate(program: &Program, types: &Interner, given: &Given, pair: (Ty, Ty), path: &Path) -> Problem {
    let (mut found, mut expected) = pair;
    let mut at = match given {
        Given::Expression(place) => Some(*place),
        Given::Body(_) => None,
    };
    for (number, &(way, a, b)) in path.iter().enumerate() {
        match (lead(program, types, given, at, way, (found, expected)), at, given) {
            (Lead::Into(place), ..) => at = Some(place),
            (Lead::Missing(name), None, &Given::Body(id)) => return Problem::MissingProperty(id, name, b),
            (Lead::Missing(_) | Lead::Away, Some(at), _) => {
                let rest = path[number..].iter().copied();
                let path = std::iter::once((Way::Through, found, expected)).chain(rest).collect();
                return Problem::NotAssignable { at, found, expected, path };
            }
            _ => {}
        }
        (found, expected) = (a, b);
    }
    let at = at.unwrap_or_else(|| first_place(program, given));
    Problem::NotAssignable { at, found, expected, path: Vec::new() }
}

/// Where what is given begins.
fn first_place(program: &Program, given: &Given) -> Place {
    match *given {
        Given::Expression(place) => place,
        Given::Body(id) => {
            let definition = program.definition(id);
            let node = definition.expressions.first().map_or(NodeId(0), |expression| expression.root);
            Place { file: definition.file, node }
        }
    }
}

/// Where a step of a way leads in a program.
enum Lead {
    /// To a part that is written out.
    Into(Place),
    /// Nowhere else.
    Nowhere,
    /// To a property that is not there.
    Missing(Name),
    /// To a part that is not written out.
    Away,
}

fn lead(
    program: &Program,
    types: &Interner,
    given: &Given,
    at: Option<Place>,
    way: Way,
    (found, expected): (Ty, Ty),
) -> Lead {
    let Way::Member(pairing, number) = way else {
        return if is_collection(types, found) { Lead::Away } else { Lead::Nowhere };
    };
    // Gathered members are the source's, others the target's.
    let structure = if pairing == Pairing::Gather { found } else { expected };
    let name = types.properties(structure).get(number as usize).map(|property| property.0);
    match (at, given) {
        (None, &Given::Body(id)) => {
            let definition = program.definition(id);
            let Some(name) = name else { return Lead::Away };
            let property = definition.expressions.iter().find(|expression| expression.part == Part::Input(name));
            property.map_or(Lead::Missing(name), |property| {
                Lead::Into(Place { file: definition.file, node: property.root })
            })
        }
        (None, Given::Expression(_)) => Lead::Away,
        (Some(place), _) => {
            let tree = &program.file(place.file).tree;
            let into = |node: NodeId| Lead::Into(Place { node, ..place });
            match (inner(tree, place.node), name) {
                (Node::Object(items), Some(name)) => {
                    let item = tree.items(items).iter().find(|item| is_called(tree, item, name));
                    item.map_or(Lead::Missing(name), |item| into(item.value))
                }
                (Node::Tuple(list), None) => {
                    tree.list(list).get(number as usize).map_or(Lead::Away, |&node| into(node))
                }
                _ => Lead::Away,
            }
        }
    }
}

fn is_collection(types: &Interner, ty: Ty) -> bool {
    matches!(types.shape(ty), Shape::List(_) | Shape::Map(_) | Shape::Set(_))
}

/// A node without the parentheses around it.
fn inner(tree: &Tree, node: NodeId) -> Node {
    match tree.node(node) {
        Node::Parenthesis(child) | Node::Wrap(child) => inner(tree, child),
        found => found,
    }
}

fn is_called(tree: &Tree, item: &ObjectItem, name: Name) -> bool {
    match item.key {
        ObjectKey::Name(key) => key == name,
        ObjectKey::Expression(key, _) => matches!(inner(tree, key), Node::String(key) if key == name),
    }
}
