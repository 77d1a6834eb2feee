//! `convert(value, type)`: a call whose second argument is a type expression.
//!
//! Source: HCL's type expressions, "The convert cty Function": the second argument is a type constraint and nothing else,
//! and the result is of that type.

use crate::program::structure::{StructureProblem, StructureProblemKind};
use crate::program::{Conversion, File, FileId, Place, Program};
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::type_expressions::constraint::{ConstraintOptions, read_constraint};
use crate::type_expressions::parse::{TypeError, TypeScope};
use crate::types::{ANY, Interner, Name};
use crate::value::evaluate;

/// The name of the function.
const CONVERT: &str = "convert";

/// Reads the types in the conversions of all files. Their expressions have no value, and become [`Node::Type`]. Linear in
/// the files that have conversions.
pub(super) fn read_conversions(program: &mut Program, scope: &TypeScope, types: &mut Interner) {
    let convert = types.name(CONVERT);
    let mut files = std::mem::take(&mut program.files);
    for (file, id) in files.iter_mut().zip((0..).map(FileId)) {
        if file.tree.calls().iter().any(|call| call.function == convert) {
            Reader { file, id, scope, types, program }.read(convert);
        }
    }
    program.files = files;
}

struct Reader<'a> {
    file: &'a mut File,
    id: FileId,
    scope: &'a TypeScope,
    types: &'a mut Interner,
    program: &'a mut Program,
}

impl Reader<'_> {
    fn read(&mut self, convert: Name) {
        for call in (0..self.file.tree.len() as u32).map(NodeId) {
            let Node::Call(id) = self.file.tree.node(call) else { continue };
            let parts = *self.file.tree.call(id);
            if parts.function != convert {
                continue;
            }
            let File { tree, .. } = &mut *self.file;
            let conversion = match *tree.list(parts.arguments) {
                [value, ty] if !parts.expands_last => {
                    let problems = &mut self.program.problems;
                    let conversion = conversion(self.id, tree, Some(value), ty, self.scope, self.types, problems);
                    tree.make_type(value, ty);
                    conversion
                }
                _ => {
                    let message = "`convert` takes a value and a type".to_owned();
                    let error = TypeError { span: tree.span(call), message, suggestion: None };
                    self.program.problems.push(invalid_type(self.id, error));
                    UNKNOWN
                }
            };
            self.program.conversions.insert(Place { file: self.id, node: call }, conversion);
        }
    }
}

/// The conversion to the type that an expression writes. If the value is a constant, it is held to the type as it is,
/// after defaults have been applied; of anything else, the rules say whether it converts.
pub(super) fn conversion(
    file: FileId,
    tree: &Tree,
    value: Option<NodeId>,
    ty: NodeId,
    scope: &TypeScope,
    types: &mut Interner,
    problems: &mut Vec<StructureProblem>,
) -> Conversion {
    let constraint = match read_constraint(tree, ty, ConstraintOptions::default(), scope, types) {
        Ok(constraint) => constraint,
        Err(errors) => {
            problems.extend(errors.into_iter().map(|error| invalid_type(file, error)));
            return UNKNOWN;
        }
    };
    let constant = value.and_then(|value| Some((value, evaluate(tree, value, false, types).ok()?)));
    let is_checked = constant.is_some();
    if let Some((at, constant)) = constant
        && let Err(wrong) = constraint.convert(constant, types)
    {
        let kind = StructureProblemKind::WrongConstant(wrong.display(types));
        problems.push(StructureProblem { file, span: tree.span(at), kind });
    }
    Conversion { ty: constraint.ty, is_checked }
}

/// To a type that is not known, anything converts.
pub(super) const UNKNOWN: Conversion = Conversion { ty: ANY, is_checked: true };

fn invalid_type(file: FileId, error: TypeError) -> StructureProblem {
    StructureProblem { file, span: error.span, kind: StructureProblemKind::InvalidType(error) }
}
