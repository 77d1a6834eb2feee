//! Type expressions as arguments: calls of functions with type constraints as parameters, like `convert(value, type)`.
//!
//! Source: HCL's type expressions, "Type Constraints as Values": such an argument is a type constraint and nothing else.

use std::ops::Range;

use crate::builtins::{admitting, value_type};
use crate::program::environment::{Environment, Signature, TypeParameter};
use crate::program::structure::{StructureProblem, StructureProblemKind};
use crate::program::{File, FileId, Instance, Place, Program};
use crate::syntax::tree::{Call, Node, NodeId, Tree};
use crate::type_expressions::constraint::{Constraint, ConstraintOptions, Reading, read_bare, read_constraint};
use crate::type_expressions::parse::TypeError;
use crate::types::{ANY, EMPTY_TUPLE, Interner, Shape, Ty};
use crate::value::{convert, evaluate};

use super::substitution::{is_open, substituted};

/// Reads the type expressions in the calls of all files. They have no value, and become [`Node::Type`]. Linear in the files with
/// such calls.
pub fn read_type_arguments(program: &mut Program, environment: &Environment, types: &mut Interner) {
    if !environment.has_type_parameters() {
        return;
    }
    let takes_types = |call: &Call| !type_parameters(environment, call).is_empty();
    let mut files = std::mem::take(&mut program.files);
    for (file, id) in files.iter_mut().zip((0..).map(FileId)) {
        if file.tree.calls().iter().any(takes_types) {
            // Calls inside of a type expression do not count; parents follow their children, hence the reverse order.
            for node in (0..file.tree.len() as u32).rev().map(NodeId) {
                if let Node::Call(call) = file.tree.node(node)
                    && takes_types(file.tree.call(call))
                {
                    let call = *file.tree.call(call);
                    let (problems, is_terraform) = (&mut program.problems, program.is_terraform);
                    let instance = Reader { file, id, types, environment, problems, is_terraform }.read(node, call);
                    program.instances.insert(Place { file: id, node }, instance);
                }
            }
        }
    }
    program.files = files;
}

fn type_parameters<'a>(environment: &'a Environment, call: &Call) -> &'a [TypeParameter] {
    environment.function(call.function).map_or(&[], |function| &environment.signature(function).type_parameters)
}

struct Reader<'a> {
    file: &'a mut File,
    id: FileId,
    types: &'a mut Interner,
    environment: &'a Environment,
    problems: &'a mut Vec<StructureProblem>,
    is_terraform: bool,
}

impl Reader<'_> {
    /// Returns the signature of a call, with the type arguments substituted for the type parameters.
    fn read(&mut self, node: NodeId, call: Call) -> Instance {
        let Some(function) = self.environment.function(call.function) else { return unknown(&[]) };
        let signature = self.environment.signature(function);
        let arguments = self.file.tree.list(call.arguments).to_vec();
        let mut constraints = Vec::new();
        let mut is_known = true;
        for parameter in &signature.type_parameters {
            let position = parameter.position as usize;
            let Some(&argument) = arguments.get(position) else {
                let parameter = signature.parameter_names.get(position).copied();
                let kind = StructureProblemKind::MissingType { function: call.function, parameter };
                self.fail(node, kind);
                is_known = false;
                continue;
            };
            if call.expands_last && position + 1 == arguments.len() {
                let message = "`...` is not allowed after a type expression".to_owned();
                let error = TypeError { message, suggestion: None, span: self.file.tree.span(argument) };
                self.fail(argument, StructureProblemKind::InvalidType(error));
                is_known = false;
            } else {
                match self.constraint(argument, parameter.reading) {
                    Some(constraint) => constraints.push((parameter.variable, constraint)),
                    None => is_known = false,
                }
            }
            let nodes = nodes_of(&self.file.tree, argument);
            self.file.tree.make_types(nodes);
        }
        let positions: Vec<u32> = signature.type_parameters.iter().map(|of| of.position).collect();
        if is_known { self.instance(signature, &positions, &arguments, &constraints) } else { unknown(&positions) }
    }

    fn constraint(&mut self, argument: NodeId, reading: Reading) -> Option<Constraint> {
        let options = ConstraintOptions { hcl_only: false, reading };
        match read_constraint(&self.file.tree, argument, options, &self.environment.types, self.types) {
            Ok(constraint) => Some(constraint),
            Err(errors) => {
                for error in errors {
                    self.fail(argument, StructureProblemKind::InvalidType(error));
                }
                None
            }
        }
    }

    /// Instantiates a signature with types for parameters. A constant is checked against the type by its value, after applying
    /// the type's defaults. For all other values, the rules decide the conversion. They also report surplus parts of
    /// structures.
    fn instance(
        &mut self,
        signature: &Signature,
        positions: &[u32],
        arguments: &[NodeId],
        constraints: &[(Ty, Constraint)],
    ) -> Instance {
        let taken: Vec<(Ty, Ty)> =
            constraints.iter().map(|(variable, constraint)| (*variable, constraint.ty)).collect();
        let given: Vec<(Ty, Ty)> =
            constraints.iter().map(|(variable, constraint)| (*variable, constraint.filled(self.types))).collect();
        let (mut parameters, mut converted, mut constants) = (Vec::new(), None, Vec::new());
        for (place, parameter) in self.types.members(signature.parameters).to_vec().into_iter().enumerate() {
            if positions.contains(&(place as u32)) {
                continue;
            }
            let is_variable = constraints.iter().find(|(variable, _)| *variable == parameter);
            let Some(((_, constraint), &argument)) = is_variable.zip(arguments.get(place)) else {
                parameters.push(substituted(parameter, &taken, self.types));
                continue;
            };
            if converted.is_none() && parameter == signature.returns {
                converted = Some(parameters.len() as u32);
            }
            parameters.push(match constant(&self.file.tree, argument, constraint, self.types) {
                ConstantCheck::Whole { value, taken, .. } => {
                    constants.push((place as u32, value, taken));
                    ANY
                }
                ConstantCheck::Open(_) if self.is_terraform => constraint.ty,
                ConstantCheck::Open(ty) => ty,
            });
        }
        let returns = substituted(signature.returns, &given, self.types);
        Instance {
            positions: positions.to_vec(),
            parameters: self.types.tuple(&parameters),
            variadic: signature.variadic.map(|variadic| substituted(variadic, &taken, self.types)),
            returns,
            // The argument determines the type that replaces `any`, and nullness.
            converted: converted.filter(|_| is_open(returns, self.types)),
            constants,
        }
    }

    fn fail(&mut self, node: NodeId, kind: StructureProblemKind) {
        let span = match &kind {
            StructureProblemKind::InvalidType(error) => error.span,
            _ => self.file.tree.span(node),
        };
        self.problems.push(StructureProblem { file: self.id, span, kind });
    }
}

/// An attribute with a type expression, and the value beside it.
#[derive(Clone, Copy)]
pub(super) struct TypedAttribute<'t> {
    pub file: FileId,
    pub tree: &'t Tree,
    pub value: Option<NodeId>,
    pub ty: NodeId,
    pub options: ConstraintOptions,
    /// Holds for types of variables: a `list` or a `map` without an argument has elements of any type.
    pub takes_bare: bool,
}

/// Returns the type constraint of an attribute, with the check of the value beside it.
pub(super) fn typed_attribute(
    TypedAttribute { file, tree, value, ty, options, takes_bare }: TypedAttribute<'_>,
    environment: &Environment,
    types: &mut Interner,
    problems: &mut Vec<StructureProblem>,
) -> Option<(Constraint, ConstantCheck)> {
    let bare = takes_bare.then(|| read_bare(tree, ty, types)).flatten();
    let read = match bare {
        Some(constraint) => Ok(constraint),
        None => read_constraint(tree, ty, options, &environment.types, types),
    };
    let constraint = match read {
        Ok(constraint) => constraint,
        Err(errors) => {
            problems.extend(errors.into_iter().map(|error| invalid_type(file, error)));
            return None;
        }
    };
    let check = value.map_or(ConstantCheck::Open(constraint.ty), |value| constant(tree, value, &constraint, types));
    Some((constraint, check))
}

/// The check of a value against a type.
#[derive(Clone, Copy)]
pub(super) enum ConstantCheck {
    /// Complete: it is a constant without parts, or one that does not convert. The columns are its value and the type.
    Whole {
        /// The value, to which the defaults of the type are applied.
        value: Ty,
        /// The type.
        taken: Ty,
        /// Holds if it converts.
        converts: bool,
    },
    /// Undecided: not a constant, or a structure that may have more parts than the type. The rules compare its type with this one,
    /// which takes null wherever the constant has one: null converts to every type.
    Open(Ty),
}

/// Checks a constant against a type by its value, after applying the type's defaults.
fn constant(tree: &Tree, value: NodeId, constraint: &Constraint, types: &mut Interner) -> ConstantCheck {
    let Ok(constant) = evaluate(tree, value, false, types) else { return ConstantCheck::Open(constraint.ty) };
    let is_simple = !matches!(types.shape(constant.ty), Shape::Object(_) | Shape::Tuple(_));
    let constant = constraint.with_defaults(constant, types);
    let converts = convert(&constant, constraint.ty, types).is_ok();
    let value = value_type(types, &constant);
    if converts && !is_simple {
        let has_nulls = !types.is_wholly_known(value);
        return ConstantCheck::Open(if has_nulls { admitting(types, value, constraint.ty) } else { constraint.ty });
    }
    ConstantCheck::Whole { value, taken: constraint.ty, converts }
}

/// Creates the problem of an invalid type expression.
pub(super) fn invalid_type(file: FileId, error: TypeError) -> StructureProblem {
    StructureProblem { file, span: error.span, kind: StructureProblemKind::InvalidType(error) }
}

/// Returns the instance of a call with unknown type arguments, which accepts and returns anything.
fn unknown(positions: &[u32]) -> Instance {
    Instance {
        positions: positions.to_vec(),
        parameters: EMPTY_TUPLE,
        variadic: Some(ANY),
        returns: ANY,
        converted: None,
        constants: Vec::new(),
    }
}

/// Returns the nodes of an expression, children first.
fn nodes_of(tree: &Tree, root: NodeId) -> Range<u32> {
    let mut first = root.0;
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        first = first.min(node.0);
        tree.each_child(node, &mut |child| open.push(child));
    }
    first..root.0 + 1
}
