//! The checks of assignments to declarations, by the model of declared types.
//!
//! The value of a declaration is checked once the whole program is typed, because an error in a value makes all values built from
//! it erroneous. The rules about mismatches look into the values. This module collects the assignments with their expected types;
//! the body of a block is an object of its properties.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::answers::{model, with_types};
use crate::builtins::facts::Outline;
use crate::infer::Inference;
use crate::lower::{Chunk, ChunkInput, Context, Known, lower};
use crate::program::environment::Environment;
use crate::program::resolve::Target;
use crate::program::{BlockValue, Definition, DefinitionId, Expression, Kind, Part, Place, Problem, Program};
use crate::program_rules::evidence::{Assigned, check_declared};
use crate::program_rules::problem::Problem as Derived;
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::types::vocabulary::{ExprId, Written};
use crate::types::{ANY, DeclaredAs, Interner, Ty, model_types};

/// Checks the assignments of a typed program, all of which has been lowered to one chunk. Linear in the program.
pub fn check_assignments(program: &Program, inference: &Inference, chunk: Chunk, types: &mut Interner) -> Vec<Problem> {
    Assignments::new(program, inference, chunk, types).check(types)
}

/// The assignments of a program, with their expected types.
pub struct Assignments {
    /// The places of the expressions. The bodies of blocks come last, at the first expressions of the blocks.
    pub places: Vec<Place>,
    /// The blocks of the expressions that are bodies.
    pub bodies: FxHashMap<ExprId, DefinitionId>,
    outline: Outline,
    has_type: Vec<(ExprId, Ty)>,
    assigned: Vec<Assigned>,
}

impl Assignments {
    /// Collects the assignments of a typed program, all of which has been lowered to one chunk.
    pub fn new(program: &Program, inference: &Inference, chunk: Chunk, types: &mut Interner) -> Self {
        let Chunk { mut facts, mut places, .. } = chunk;
        let numbers: FxHashMap<Place, ExprId> = places.iter().copied().zip((0..).map(ExprId)).collect();
        let mut found: Vec<Option<Ty>> = places.iter().map(|&place| inference.type_of(place)).collect();
        let erroneous = ErroneousValues::new(program, inference, types);
        let (mut assigned, mut bodies) = (Vec::new(), FxHashMap::default());
        for id in program.definition_ids() {
            let definition = program.definition(id);
            let root = |expression: &Expression| Place { file: definition.file, node: expression.root };
            for expression in &definition.expressions {
                if let Part::Expected(declared) = expression.part {
                    let given = erroneous.type_of(definition, expression, inference);
                    assigned.push((numbers[&root(expression)], given, declared));
                }
            }
            if let Some(declared) = body_type(definition, types) {
                let inputs = definition.expressions.iter().filter_map(|expression| match expression.part {
                    Part::Input(name) => Some((name, expression)),
                    _ => None,
                });
                let inputs: Vec<_> = inputs.collect();
                let body = ExprId(places.len() as u32);
                let operands: Vec<ExprId> = inputs.iter().map(|(_, expression)| numbers[&root(expression)]).collect();
                let given: Vec<Ty> =
                    inputs.iter().map(|(_, expression)| erroneous.type_of(definition, expression, inference)).collect();
                for (&ExprId(input), &ty) in operands.iter().zip(&given) {
                    found[input as usize] = Some(ty);
                }
                let names = inputs.iter().map(|input| input.0);
                let ty = types.object(names.clone().zip(given).collect());
                facts.outline.push(Written::Object, operands, [], names);
                places.push(first_place(definition));
                bodies.insert(body, id);
                found.push(Some(ty));
                assigned.push((body, ty, declared));
            }
        }
        let has_type = (0..).map(ExprId).zip(found).filter_map(|(e, ty)| Some((e, ty?))).collect();
        Self { places, bodies, outline: facts.outline, has_type, assigned }
    }

    /// Returns the problems of the assignments, and consumes these.
    pub fn check(&mut self, types: &mut Interner) -> Vec<Problem> {
        let (outline, has_type) = (std::mem::take(&mut self.outline), std::mem::take(&mut self.has_type));
        let assigned = std::mem::take(&mut self.assigned);
        let problems = with_types(types, || check_declared(outline, has_type, assigned));
        let Self { places, bodies, .. } = self;
        let located = problems.into_iter().map(|problem| match problem {
            Derived::MissingProperty { at, name, expected, more, .. } if bodies.contains_key(&at) => {
                Problem::MissingInBody { block: bodies[&at], name, expected, more }
            }
            other => other.map(|e| places[usize::from(e)], |b| DefinitionId(b.0)),
        });
        located.collect()
    }
}

/// Collects the assignments of a typed program.
pub fn assignments(
    program: &Program,
    environment: &Environment,
    inference: &Inference,
    types: &mut Interner,
) -> Assignments {
    let context = Context { program, resolution: &inference.resolution, environment };
    let known = |id: DefinitionId| {
        if inference.is_circular(id) { Known::Circular } else { Known::Typed(inference.definition_type(id)) }
    };
    let chunk =
        lower(&ChunkInput { context, definitions: inference.order(), known: &known, marks: &inference.marks }, types);
    Assignments::new(program, inference, chunk, types)
}

/// Returns the place of a block's first expression.
fn first_place(definition: &Definition) -> Place {
    let node = definition.expressions.first().map_or(NodeId(0), |expression| expression.root);
    Place { file: definition.file, node }
}

/// Returns the declared type of a resource's body.
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

/// The erroneous values, and the values built from them. No further problems are reported for these.
struct ErroneousValues<'a> {
    program: &'a Program,
    /// The type `error`.
    error: Ty,
    /// The erroneous expressions, by root.
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
        Self { program, error, expressions: wrong.into_iter().map(|number| places[usize::from(number)]).collect() }
    }

    /// Returns the type of an assigned value; `error` if it is erroneous. Parts of literals are checked separately.
    fn type_of(&self, definition: &Definition, expression: &Expression, inference: &Inference) -> Ty {
        let at = Place { file: definition.file, node: expression.root };
        match inner(&self.program.file(at.file).tree, at.node) {
            Node::Object(_) | Node::Tuple(_) => inference.type_of(at).unwrap_or(ANY),
            _ if self.expressions.contains(&at) => self.error,
            _ => inference.type_of(at).unwrap_or(ANY),
        }
    }
}

/// Returns the expression that is the value of a definition.
fn value_of(definition: &Definition) -> Option<Place> {
    match (&definition.block, definition.expressions.first()) {
        (None, Some(value)) => Some(Place { file: definition.file, node: value.root }),
        _ => None,
    }
}

/// Returns the type of values with reported errors.
fn error_type(types: &mut Interner) -> Ty {
    let all = model_types(types).map(|found| found.1);
    all.into_iter().find(|&ty| types.declared_as(ty) == DeclaredAs::Error).unwrap_or(ANY)
}

/// Returns a node inside of any parentheses.
fn inner(tree: &Tree, node: NodeId) -> Node {
    match tree.node(node) {
        Node::Parenthesis(child) | Node::Wrap(child) => inner(tree, child),
        found => found,
    }
}
