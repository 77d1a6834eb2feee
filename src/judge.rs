//! What is given to declarations, judged by the model of declared types.
//!
//! The rules say what does not fit, and in which parts. Here the parts are found in the program: as far as a value is
//! written out, a part of it has a place of its own.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::model::{self, Path};
use crate::facts::ExprId;
use crate::infer::Inference;
use crate::problem::Problem;
use crate::program::{Definition, DefinitionId, Expression, Gives, Part, Place, Program};
use crate::resolve::Target;
use crate::rules::terms::{Pairing, Way};
use crate::syntax::tree::{Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::types::{ANY, Interner, Name, Nature, Shape, Ty, model_types};

/// Something given to a declaration.
enum Given {
    /// An expression.
    Expression(Place),
    /// All properties of a block.
    Body(DefinitionId),
}

impl Given {
    /// Its place, if it has one of its own.
    fn place(&self) -> Option<Place> {
        match self {
            Self::Expression(place) => Some(*place),
            Self::Body(_) => None,
        }
    }
}

/// Judges a program that has been typed. Linear in what is given to its declarations.
pub fn judge(program: &Program, inference: &Inference, types: &mut Interner) -> Vec<Problem> {
    let wrongs = Wrongs::new(program, inference, types);
    let (mut given, mut pairs) = (Vec::new(), Vec::new());
    for id in program.definition_ids() {
        let definition = program.definition(id);
        for expression in &definition.expressions {
            if let Part::Expected(declared) = expression.part {
                let place = Place { file: definition.file, node: expression.root };
                given.push(Given::Expression(place));
                pairs.push((wrongs.type_of(definition, expression, inference), declared));
            }
        }
        if let Some(declared) = body_type(definition, types) {
            given.push(Given::Body(id));
            pairs.push((type_of_body(definition, &wrongs, inference, types), declared));
        }
    }
    let judged = model::judge(types, &pairs);
    let mut problems = Vec::new();
    for ((given, pair), judged) in given.iter().zip(pairs).zip(judged) {
        problems.extend(judged.misfits.iter().map(|path| locate(program, types, given, pair, path)));
        let unsure = judged.unsure.iter().map(|path| locate(program, types, given, pair, path));
        problems.extend(unsure.filter_map(perhaps));
        let surplus = judged.surplus.iter();
        problems.extend(surplus.filter_map(|(path, name)| locate_surplus(program, types, given, pair, path, *name)));
    }
    problems
}

/// The problem that something is perhaps not assignable, in place of that it is not.
fn perhaps(problem: Problem) -> Option<Problem> {
    match problem {
        Problem::NotAssignable { at, found, expected, path } => {
            let (_, found, expected) = path.last().copied().unwrap_or((Way::Through, found, expected));
            Some(Problem::Unsure { at, found, expected })
        }
        _ => None,
    }
}

/// Finds a property that is not declared, if the object is written out.
fn locate_surplus(
    program: &Program,
    types: &Interner,
    given: &Given,
    pair: (Ty, Ty),
    path: &Path,
    name: Name,
) -> Option<Problem> {
    let mut at = given.place();
    let (mut found, mut declared) = pair;
    for &(way, a, b) in path {
        match lead(program, types, given, at, way, (found, declared)) {
            Lead::Into(place) => at = Some(place),
            Lead::Nowhere => {}
            Lead::Missing(_) | Lead::Away => return None,
        }
        (found, declared) = (a, b);
    }
    match property_at(program, given, at, name) {
        Lead::Into(at) => Some(Problem::SurplusProperty { at, name, declared }),
        _ => None,
    }
}

/// What is declared of the body of a resource.
fn body_type(definition: &Definition, types: &Interner) -> Option<Ty> {
    match definition.block.as_ref()?.gives {
        Gives::Known(ty) if types.nature(ty) == Nature::ResourceType => types.definition_of(ty),
        _ => None,
    }
}

/// The object of the properties in a block.
fn type_of_body(definition: &Definition, wrongs: &Wrongs<'_>, inference: &Inference, types: &mut Interner) -> Ty {
    let properties = definition.expressions.iter().filter_map(|expression| match expression.part {
        Part::Input(name) => Some((name, wrongs.type_of(definition, expression, inference))),
        _ => None,
    });
    let properties = properties.collect();
    types.object(properties)
}

/// Which values are wrong, or made from what is: nothing more is said of them.
struct Wrongs<'a> {
    program: &'a Program,
    /// The type `error`.
    error: Ty,
    /// The expressions that are wrong, by their roots.
    expressions: FxHashSet<Place>,
}

impl<'a> Wrongs<'a> {
    fn new(program: &'a Program, inference: &Inference, types: &mut Interner) -> Self {
        let error = error_type(types);
        let roots = || {
            let definitions = program.definitions.iter();
            definitions
                .flat_map(|of| of.expressions.iter().map(|part| (part.first, Place { file: of.file, node: part.root })))
        };
        let numbers: FxHashMap<Place, ExprId> = roots().map(|(_, root)| root).zip((0..).map(ExprId)).collect();
        let (mut have_errors, mut made_from) = (Vec::new(), Vec::new());
        for ((first, root), number) in roots().zip((0..).map(ExprId)) {
            for part in (first.0..=root.node.0).map(|node| Place { node: NodeId(node), ..root }) {
                if inference.type_of(part) == Some(error) {
                    have_errors.push(number);
                }
                let source = match inference.target(part) {
                    Target::Definition(id) => value_of(program.definition(id)),
                    _ => None,
                };
                made_from.extend(source.and_then(|source| numbers.get(&source)).map(|&source| (number, source)));
            }
        }
        let places: Vec<Place> = roots().map(|(_, root)| root).collect();
        let wrong = model::wrong(types, have_errors, made_from);
        Self { program, error, expressions: wrong.into_iter().map(|number| places[number.0 as usize]).collect() }
    }

    /// The type of what is given: `error`, if it is wrong. The parts of what is written out speak for themselves.
    fn type_of(&self, definition: &Definition, expression: &Expression, inference: &Inference) -> Ty {
        let at = Place { file: definition.file, node: expression.root };
        match inner(&self.program.file(at.file).tree, at.node) {
            Node::Object(_) | Node::Tuple(_) => inference.type_of(at).unwrap_or(ANY),
            _ if self.expressions.contains(&at) => self.error,
            _ => inference.type_of(at).unwrap_or(ANY),
        }
    }
}

/// The expression that is the value of a name.
fn value_of(definition: &Definition) -> Option<Place> {
    match (&definition.block, definition.expressions.first()) {
        (None, Some(value)) => Some(Place { file: definition.file, node: value.root }),
        _ => None,
    }
}

/// The type of what is wrong and has been reported.
fn error_type(types: &mut Interner) -> Ty {
    let all = model_types(types).map(|found| found.1);
    all.into_iter().find(|&ty| types.nature(ty) == Nature::Error).unwrap_or(ANY)
}

/// Follows the way to a part that does not fit into the program.
fn locate(program: &Program, types: &Interner, given: &Given, pair: (Ty, Ty), path: &Path) -> Problem {
    let (mut found, mut expected) = pair;
    let mut at = given.place();
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
    match (name, at) {
        (Some(name), _) => property_at(program, given, at, name),
        (None, Some(place)) => match inner(&program.file(place.file).tree, place.node) {
            Node::Tuple(list) => {
                let element = program.file(place.file).tree.list(list).get(number as usize);
                element.map_or(Lead::Away, |&node| Lead::Into(Place { node, ..place }))
            }
            _ => Lead::Away,
        },
        (None, None) => Lead::Away,
    }
}

/// The property of an object that is written out at a place, or of a block.
fn property_at(program: &Program, given: &Given, at: Option<Place>, name: Name) -> Lead {
    match (at, given) {
        (None, &Given::Body(id)) => {
            let definition = program.definition(id);
            let property = definition.expressions.iter().find(|expression| expression.part == Part::Input(name));
            property.map_or(Lead::Missing(name), |property| {
                Lead::Into(Place { file: definition.file, node: property.root })
            })
        }
        (None, Given::Expression(_)) => Lead::Away,
        (Some(place), _) => {
            let tree = &program.file(place.file).tree;
            let Node::Object(items) = inner(tree, place.node) else { return Lead::Away };
            let item = tree.items(items).iter().find(|item| is_called(tree, item, name));
            item.map_or(Lead::Missing(name), |item| Lead::Into(Place { node: item.value, ..place }))
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
