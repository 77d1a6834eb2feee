//! `convert(value, type)`: a call whose second argument is a type expression.
//!
//! Source: HCL's type expressions, "The convert cty Function": the second argument is a type constraint and nothing else,
//! and the result is of that type.

use crate::program::{Conversion, File, FileId, Place, Program};
use crate::source::Span;
use crate::structure::{StructureProblem, StructureProblemKind};
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::types::constraint::{Constraint, ConstraintOptions, read_constraint};
use crate::types::parse::{TypeError, TypeScope};
use crate::types::{ANY, Interner, Name};
use crate::value::evaluate;

/// The name of the function.
const CONVERT: &str = "convert";

/// Reads the types in the conversions of all files. Their expressions have no value, and become [`Node::Type`]. Linear in
/// the files that have conversions.
pub(super) fn read_conversions(program: &mut Program, types: &mut Interner) {
    let convert = types.name(CONVERT);
    let mut files = std::mem::take(&mut program.files);
    for (file, id) in files.iter_mut().zip((0..).map(FileId)) {
        if file.tree.calls().iter().any(|call| call.function == convert) {
            Reader { file, id, types, program }.read(convert);
        }
    }
    program.files = files;
}

struct Reader<'a> {
    file: &'a mut File,
    id: FileId,
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
            let conversion = match *self.file.tree.list(parts.arguments) {
                [value, ty] if !parts.expands_last => self.conversion(value, ty),
                _ => {
                    let span = self.file.tree.span(call);
                    let message = "`convert` takes a value and a type".to_owned();
                    self.wrong_type(TypeError { span, message, suggestion: None });
                    Conversion { ty: ANY, is_checked: true }
                }
            };
            self.program.conversions.insert(Place { file: self.id, node: call }, conversion);
        }
    }

    /// The conversion of a value to the type that an expression writes.
    fn conversion(&mut self, value: NodeId, ty: NodeId) -> Conversion {
        let constraint = constraint(&self.file.tree, ty, self.types);
        self.file.tree.make_type(value, ty);
        match constraint {
            Ok(constraint) => {
                let (conversion, problem) = hold(self.id, &self.file.tree, value, &constraint, self.types);
                self.program.problems.extend(problem);
                conversion
            }
            Err(errors) => {
                for error in errors {
                    self.wrong_type(error);
                }
                Conversion { ty: ANY, is_checked: true }
            }
        }
    }

    fn wrong_type(&mut self, error: TypeError) {
        self.problem(error.span, StructureProblemKind::InvalidType(error));
    }

    fn problem(&mut self, span: Span, kind: StructureProblemKind) {
        self.program.problems.push(StructureProblem { file: self.id, span, kind });
    }
}

/// Reads a type constraint, in which typelog's own types may stand.
pub(super) fn constraint(tree: &Tree, root: NodeId, types: &mut Interner) -> Result<Constraint, Vec<TypeError>> {
    read_constraint(tree, root, ConstraintOptions::default(), &TypeScope::default(), types)
}

/// The conversion of an expression. If the expression is a constant, it is held to the type by its value, after defaults
/// have been applied.
pub(super) fn hold(
    file: FileId,
    tree: &Tree,
    value: NodeId,
    constraint: &Constraint,
    types: &mut Interner,
) -> (Conversion, Option<StructureProblem>) {
    let constant = evaluate(tree, value, false, types).ok();
    let is_checked = constant.is_some();
    let wrong = constant.and_then(|constant| constraint.convert(constant, types).err());
    let problem = wrong.map(|wrong| {
        let kind = StructureProblemKind::WrongConstant(wrong.display(types));
        StructureProblem { file, span: tree.span(value), kind }
    });
    (Conversion { ty: constraint.ty, is_checked }, problem)
}
