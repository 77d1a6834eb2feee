//! Type expressions as arguments: calls of functions with type constraints as parameters, like `convert(value, type)`.
//!
//! Source: HCL's type expressions, "Type Constraints as Values": such an argument is a type constraint and nothing else.

use std::ops::Range;

use crate::program::environment::{Environment, Signature, TypeParameter};
use crate::program::structure::{StructureProblem, StructureProblemKind};
use crate::program::{File, FileId, Instance, Place, Program};
use crate::syntax::tree::{Call, Node, NodeId, ObjectKey, Tree};
use crate::type_expressions::constraint::{Constraint, ConstraintOptions, Reading, read_constraint};
use crate::type_expressions::parse::TypeError;
use crate::types::{ANY, Interner, Shape, Ty};
use crate::value::{PathStep, evaluate};

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
                    let instance =
                        Reader { file, id, types, environment, problems: &mut program.problems }.read(node, call);
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
}

impl Reader<'_> {
    /// Returns the signature of a call, with the type arguments substituted for the type parameters.
    fn read(&mut self, node: NodeId, call: Call) -> Instance {
        let Some(function) = self.environment.function(call.function) else { return unknown(&[], self.types) };
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
        if is_known {
            self.instance(signature, &positions, &arguments, &constraints)
        } else {
            unknown(&positions, self.types)
        }
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
        let (mut parameters, mut converted) = (Vec::new(), None);
        for (place, parameter) in self.types.members(signature.parameters).to_vec().into_iter().enumerate() {
            if positions.contains(&(place as u32)) {
                continue;
            }
            let is_variable = constraints.iter().find(|(variable, _)| *variable == parameter);
            let is_decided = match (is_variable, arguments.get(place)) {
                (Some((_, constraint)), Some(&argument)) => {
                    if converted.is_none() && parameter == signature.returns {
                        converted = Some(parameters.len() as u32);
                    }
                    self.is_decided(argument, constraint)
                }
                _ => false,
            };
            parameters.push(if is_decided { ANY } else { substituted(parameter, &taken, self.types) });
        }
        let returns = substituted(signature.returns, &given, self.types);
        Instance {
            positions: positions.to_vec(),
            parameters: self.types.tuple(&parameters),
            variadic: signature.variadic.map(|variadic| substituted(variadic, &taken, self.types)),
            returns,
            // The argument determines the type that replaces `any`, and nullness.
            converted: converted.filter(|_| is_open(returns, self.types)),
        }
    }

    /// Holds if the check of an argument is complete: it is a constant without parts, or a constant that does not convert to the
    /// type, which is reported.
    fn is_decided(&mut self, argument: NodeId, constraint: &Constraint) -> bool {
        match constant(&self.file.tree, argument, constraint, part_at, self.types) {
            ConstantCheck::Wrong(at, kind) => self.fail(at, kind),
            ConstantCheck::Simple => {}
            ConstantCheck::Open => return false,
        }
        true
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
}

/// Returns the type constraint of an attribute. The flag holds if the check of the value beside it is complete: it is a constant
/// without parts, or a constant that does not convert to the type, which is reported.
pub(super) fn typed_attribute(
    TypedAttribute { file, tree, value, ty, options }: TypedAttribute<'_>,
    environment: &Environment,
    types: &mut Interner,
    problems: &mut Vec<StructureProblem>,
) -> Option<(Constraint, bool)> {
    let constraint = match read_constraint(tree, ty, options, &environment.types, types) {
        Ok(constraint) => constraint,
        Err(errors) => {
            problems.extend(errors.into_iter().map(|error| invalid_type(file, error)));
            return None;
        }
    };
    // Terraform reports a default as a whole: the path in the message leads to the part.
    let part_at: PartAt = if options.hcl_only { |_, _, _| None } else { part_at };
    let judged = value.map_or(ConstantCheck::Open, |value| constant(tree, value, &constraint, part_at, types));
    let is_decided = !matches!(judged, ConstantCheck::Open);
    if let ConstantCheck::Wrong(at, kind) = judged {
        problems.push(StructureProblem { file, span: tree.span(at), kind });
    }
    Some((constraint, is_decided))
}

/// The result of checking a value against a type.
enum ConstantCheck {
    /// A constant that does not convert, with the part that fails, and the reason.
    Wrong(NodeId, StructureProblemKind),
    /// A constant without parts that converts.
    Simple,
    /// Undecided: not a constant, or a structure that may have more parts than the type.
    Open,
}

/// Checks a constant against a type by its value, after applying the type's defaults.
fn constant(
    tree: &Tree,
    value: NodeId,
    constraint: &Constraint,
    part_at: PartAt,
    types: &mut Interner,
) -> ConstantCheck {
    let Ok(constant) = evaluate(tree, value, false, types) else { return ConstantCheck::Open };
    let is_simple = !matches!(types.shape(constant.ty), Shape::Object(_) | Shape::Tuple(_));
    let Err(mut wrong) = constraint.convert(constant, types) else {
        return if is_simple { ConstantCheck::Simple } else { ConstantCheck::Open };
    };
    let mut at = value;
    while let Some(part) = wrong.path.first().and_then(|&step| part_at(tree, at, step)) {
        at = part;
        wrong.path.remove(0);
    }
    ConstantCheck::Wrong(at, StructureProblemKind::WrongConstant(wrong.display(types)))
}

/// Returns the expression of a part, if errors are reported there.
type PartAt = fn(&Tree, NodeId, PathStep) -> Option<NodeId>;

/// Returns the expression of a constant's part.
fn part_at(tree: &Tree, node: NodeId, step: PathStep) -> Option<NodeId> {
    match (tree.node(node), step) {
        (Node::Parenthesis(inner), _) => part_at(tree, inner, step),
        (Node::Tuple(elements), PathStep::Index(at)) => tree.list(elements).get(at).copied(),
        (Node::Object(items), PathStep::Property(name) | PathStep::Key(name)) => {
            let is_named = |key| match key {
                ObjectKey::Name(own) => own == name,
                ObjectKey::Expression(key, _) => matches!(tree.node(key), Node::String(own) if own == name),
            };
            tree.items(items).iter().rev().find(|item| is_named(item.key)).map(|item| item.value)
        }
        _ => None,
    }
}

/// Creates the problem of an invalid type expression.
pub(super) fn invalid_type(file: FileId, error: TypeError) -> StructureProblem {
    StructureProblem { file, span: error.span, kind: StructureProblemKind::InvalidType(error) }
}

/// Returns the instance of a call with unknown type arguments, which accepts and returns anything.
fn unknown(positions: &[u32], types: &mut Interner) -> Instance {
    Instance {
        positions: positions.to_vec(),
        parameters: types.tuple(&[]),
        variadic: Some(ANY),
        returns: ANY,
        converted: None,
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
