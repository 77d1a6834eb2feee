//! The checks of assignments to declarations, by the model of declared types.
//!
//! The rules say what does not fit, and in which parts. Here the parts are found in the program: as far as a value is
//! written out, a part of it has a place of its own.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::infer::Inference;
use crate::program::resolve::Target;
use crate::program::{BlockValue, Definition, DefinitionId, Expression, Kind, Part, Place, Problem, Program};
use crate::syntax::tree::{Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::type_rules::model::{self, Path};
use crate::types::vocabulary::{ExprId, Pairing, Way};
use crate::types::{ANY, DeclaredAs, Interner, Name, Shape, Ty, model_types};

/// Something assigned to a declaration.
enum Assigned {
    /// An expression.
    Expression(Place),
    /// All properties of a block.
    Body(DefinitionId),
}

impl Assigned {
    /// Its place, if it has one of its own.
    fn place(&self) -> Option<Place> {
        match self {
            Self::Expression(place) => Some(*place),
            Self::Body(_) => None,
        }
    }
}

/// Checks the assignments of a typed program. Linear in their number.
pub fn check_assignments(program: &Program, inference: &Inference, types: &mut Interner) -> Vec<Problem> {
    let erroneous = ErroneousValues::new(program, inference, types);
    let (mut assigned, mut pairs) = (Vec::new(), Vec::new());
    for id in program.definition_ids() {
        let definition = program.definition(id);
        for expression in &definition.expressions {
            if let Part::Expected(declared) = expression.part {
                let place = Place { file: definition.file, node: expression.root };
                assigned.push(Assigned::Expression(place));
                pairs.push((erroneous.type_of(definition, expression, inference), declared));
            }
        }
        if let Some(declared) = body_type(definition, types) {
            assigned.push(Assigned::Body(id));
            pairs.push((type_of_body(definition, &erroneous, inference, types), declared));
        }
    }
    let judged = model::judge(types, &pairs);
    let mut problems = Vec::new();
    for ((assigned, pair), judged) in assigned.iter().zip(pairs).zip(judged) {
        problems.extend(judged.misfits.iter().map(|path| locate(program, types, assigned, pair, path)));
        let unsure = judged.unsure.iter().map(|path| locate(program, types, assigned, pair, path));
        problems.extend(unsure.filter_map(as_unsure));
        let surplus = judged.surplus.iter();
        problems.extend(
            surplus.filter_map(|(path, name)| locate_surplus_property(program, types, assigned, pair, path, *name)),
        );
    }
    problems
}

/// The problem that something is perhaps not assignable, in place of that it is not.
fn as_unsure(problem: Problem) -> Option<Problem> {
    match problem {
        Problem::NotAssignable { at, found, expected, path } => {
            let (_, found, expected) = path.last().copied().unwrap_or((Way::Through, found, expected));
            Some(Problem::Unsure { at, found, expected })
        }
        _ => None,
    }
}

/// Finds a property that is not declared, if the object is written out.
fn locate_surplus_property(
    program: &Program,
    types: &Interner,
    assigned: &Assigned,
    pair: (Ty, Ty),
    path: &Path,
    name: Name,
) -> Option<Problem> {
    let mut at = assigned.place();
    let (mut found, mut declared) = pair;
    for &(way, a, b) in path {
        match part_place(program, types, assigned, at, way, (found, declared)) {
            PartPlace::Into(place) => at = Some(place),
            PartPlace::Nowhere => {}
            PartPlace::Missing(_) | PartPlace::Away => return None,
        }
        (found, declared) = (a, b);
    }
    match property_at(program, assigned, at, name) {
        PartPlace::Into(at) => Some(Problem::SurplusProperty { at, name, declared }),
        _ => None,
    }
}

/// The declared type of the body of a resource.
fn body_type(definition: &Definition, types: &Interner) -> Option<Ty> {
    match definition.block.as_ref()?.value {
        BlockValue::Known(ty)
            if definition.kind == Kind::Resource && types.declared_as(ty) == DeclaredAs::ResourceType =>
        {
            types.definition_of(ty)
        }
        _ => None,
    }
}

/// The object of the properties in a block.
fn type_of_body(
    definition: &Definition,
    erroneous: &ErroneousValues<'_>,
    inference: &Inference,
    types: &mut Interner,
) -> Ty {
    let properties = definition.expressions.iter().filter_map(|expression| match expression.part {
        Part::Input(name) => Some((name, erroneous.type_of(definition, expression, inference))),
        _ => None,
    });
    let properties = properties.collect();
    types.object(properties)
}

/// The values with errors, and the values made from them. No further problems are reported for them.
struct ErroneousValues<'a> {
    program: &'a Program,
    /// The type `error`.
    error: Ty,
    /// The expressions that are wrong, by their roots.
    expressions: FxHashSet<Place>,
}

impl<'a> ErroneousValues<'a> {
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

    /// The type of an assigned value: `error`, if it has an error. Parts of literals are checked for themselves.
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

/// The type of values with errors that have been reported.
fn error_type(types: &mut Interner) -> Ty {
    let all = model_types(types).map(|found| found.1);
    all.into_iter().find(|&ty| types.declared_as(ty) == DeclaredAs::Error).unwrap_or(ANY)
}

/// Follows the way to a part that does not fit into the program.
fn locate(program: &Program, types: &Interner, assigned: &Assigned, pair: (Ty, Ty), path: &Path) -> Problem {
    let (mut found, mut expected) = pair;
    let mut at = assigned.place();
    for (number, &(way, a, b)) in path.iter().enumerate() {
        match (part_place(program, types, assigned, at, way, (found, expected)), at, assigned) {
            (PartPlace::Into(place), ..) => at = Some(place),
            (PartPlace::Missing(name), None, &Assigned::Body(id)) => return Problem::MissingProperty(id, name, b),
            (PartPlace::Missing(_) | PartPlace::Away, Some(at), _) => {
                let rest = path[number..].iter().copied();
                let path = std::iter::once((Way::Through, found, expected)).chain(rest).collect();
                return Problem::NotAssignable { at, found, expected, path };
            }
            _ => {}
        }
        (found, expected) = (a, b);
    }
    let at = at.unwrap_or_else(|| first_place(program, assigned));
    Problem::NotAssignable { at, found, expected, path: Vec::new() }
}

/// The place where an assigned value begins.
fn first_place(program: &Program, assigned: &Assigned) -> Place {
    match *assigned {
        Assigned::Expression(place) => place,
        Assigned::Body(id) => {
            let definition = program.definition(id);
            let node = definition.expressions.first().map_or(NodeId(0), |expression| expression.root);
            Place { file: definition.file, node }
        }
    }
}

/// Where a step of a way leads in a program.
enum PartPlace {
    /// To a part that is written out.
    Into(Place),
    /// Nowhere else.
    Nowhere,
    /// To a property that is not there.
    Missing(Name),
    /// To a part that is not written out.
    Away,
}

fn part_place(
    program: &Program,
    types: &Interner,
    assigned: &Assigned,
    at: Option<Place>,
    way: Way,
    (found, expected): (Ty, Ty),
) -> PartPlace {
    let Way::Member(pairing, number) = way else {
        return if is_collection(types, found) { PartPlace::Away } else { PartPlace::Nowhere };
    };
    // Gathered members are the source's, others the target's.
    let structure = if pairing == Pairing::Gather { found } else { expected };
    let name = types.properties(structure).get(number as usize).map(|property| property.0);
    match (name, at) {
        (Some(name), _) => property_at(program, assigned, at, name),
        (None, Some(place)) => match inner(&program.file(place.file).tree, place.node) {
            Node::Tuple(list) => {
                let element = program.file(place.file).tree.list(list).get(number as usize);
                element.map_or(PartPlace::Away, |&node| PartPlace::Into(Place { node, ..place }))
            }
            _ => PartPlace::Away,
        },
        (None, None) => PartPlace::Away,
    }
}

/// The property of an object that is written out at a place, or of a block.
fn property_at(program: &Program, assigned: &Assigned, at: Option<Place>, name: Name) -> PartPlace {
    match (at, assigned) {
        (None, &Assigned::Body(id)) => {
            let definition = program.definition(id);
            let property = definition.expressions.iter().find(|expression| expression.part == Part::Input(name));
            property.map_or(PartPlace::Missing(name), |property| {
                PartPlace::Into(Place { file: definition.file, node: property.root })
            })
        }
        (None, Assigned::Expression(_)) => PartPlace::Away,
        (Some(place), _) => {
            let tree = &program.file(place.file).tree;
            let Node::Object(items) = inner(tree, place.node) else { return PartPlace::Away };
            let item = tree.items(items).iter().find(|item| is_called(tree, item, name));
            item.map_or(PartPlace::Missing(name), |item| PartPlace::Into(Place { node: item.value, ..place }))
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
