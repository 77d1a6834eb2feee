//! Declaration files: free variables, functions, named types, blocks and resource managers, in HCL.

mod functions;
mod types;

use rustc_hash::FxHashMap;

use crate::answers::ask::normalized;
use crate::builtins::type_of_variable;
use crate::program::environment::{DeclaredAttribute, Environment};
use crate::source::{Source, Span};
use crate::syntax::tree::{Attribute, Block, BodyItem, NodeId, Tree};
use crate::syntax::{self, SyntaxError};
use crate::type_expressions::constraint::{Constraint, ConstraintOptions, read_constraint};
use crate::type_expressions::parse::TypeError;
use crate::types::{Interner, Name, Ty};

/// An error in a declaration.
#[derive(Clone, Debug)]
pub struct DeclarationError {
    /// The index of the declaration file.
    pub file: usize,
    /// The error.
    pub kind: DeclarationErrorKind,
    /// The place.
    pub span: Span,
}

/// The errors of declarations.
#[derive(Clone, Debug)]
pub enum DeclarationErrorKind {
    /// The file is not valid HCL.
    Syntax(SyntaxError),
    /// A type expression is invalid.
    Type(TypeError),
    /// A block or attribute is not allowed there in a declaration file.
    Structure(String),
}

/// Reads declaration files into an environment. They may refer to one another's types. Invalid declarations are reported and
/// skipped.
pub fn declare(files: &[Source], environment: &mut Environment, types: &mut Interner) -> Vec<DeclarationError> {
    if !files.is_empty() {
        environment.add_model_types(types);
    }
    read(files, environment, types)
}

/// Declares HCL's `convert`, the function that converts a value to a type expression.
pub fn declare_conversion(environment: &mut Environment, types: &mut Interner) {
    let errors = read(&[Source::new("convert.hcl", include_str!("convert.hcl"))], environment, types);
    debug_assert!(errors.is_empty(), "{errors:?}");
}

fn read(files: &[Source], environment: &mut Environment, types: &mut Interner) -> Vec<DeclarationError> {
    let mut reader = Reader { environment, types, errors: Vec::new(), file: 0, is_defining: false };
    let trees: Vec<Tree> = files.iter().enumerate().map(|(file, source)| reader.parse(file, source)).collect();
    reader.declare_types(&trees);
    for (file, tree) in trees.iter().enumerate() {
        reader.file = file;
        for item in &tree.body {
            reader.item(tree, item, None);
        }
    }
    reader.errors.sort_by_key(|error| (error.file, error.span));
    reader.errors
}

struct Reader<'a> {
    environment: &'a mut Environment,
    types: &'a mut Interner,
    errors: Vec<DeclarationError>,
    /// The index of the file that is being read.
    file: usize,
    /// Holds while types are being defined: they are normalised once all of them are known.
    is_defining: bool,
}

impl Reader<'_> {
    fn parse(&mut self, file: usize, source: &Source) -> Tree {
        let (tree, errors) = syntax::parse_file_of(&source.name, &source.text, syntax::json::DECLARATIONS, self.types);
        self.errors.extend(errors.into_iter().map(|error| DeclarationError {
            file,
            span: error.span,
            kind: DeclarationErrorKind::Syntax(error),
        }));
        tree
    }

    fn item(&mut self, tree: &Tree, item: &BodyItem, manager: Option<&str>) {
        let BodyItem::Block(block) = item else {
            if let BodyItem::Attribute(attribute) = item {
                self.fail(
                    attribute.name_span,
                    "a declaration file consists of `variable`, `function`, `type`, `block` and `manager` blocks",
                );
            }
            return;
        };
        match self.types.text(block.kind) {
            "variable" if manager.is_none() => self.variable(tree, block),
            "function" => self.function(tree, block, manager),
            "type" => {}
            "block" if manager.is_none() => self.block_type(tree, block),
            "manager" if manager.is_none() => {
                if let Some(name) = self.label(block) {
                    let name = self.types.text(name).to_owned();
                    block.body.iter().for_each(|item| self.item(tree, item, Some(&name)));
                }
            }
            _ if manager.is_some() => self.fail(block.kind_span, "a manager has `type` and `function` blocks"),
            _ => self.fail(
                block.kind_span,
                "unknown block: a declaration is a `variable`, a `function`, a `type`, a `block` or a `manager`",
            ),
        }
    }

    fn variable(&mut self, tree: &Tree, block: &Block) {
        if let (Some(name), Some(ty)) = (self.label(block), self.attribute_type(tree, block, "type")) {
            if !self.environment.is_terraform {
                self.environment.variables.insert(name, ty);
                return;
            }
            let name = format!("var.{}", self.types.text(name));
            let (name, ty) = (self.types.name(&name), type_of_variable(self.types, ty));
            self.environment.variables.insert(name, ty);
        }
    }

    /// Declares the attributes of a type of blocks.
    fn block_type(&mut self, tree: &Tree, block: &Block) {
        let Some(name) = self.label(block) else { return };
        let mut attributes = FxHashMap::default();
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            if self.types.text(inner.kind) != "attribute" {
                self.fail(inner.kind_span, "a block has `attribute` blocks");
                continue;
            }
            let Some(attribute) = self.label(inner) else { continue };
            let reading = self.attribute(inner, "type").and_then(|ty| self.reading(tree, ty.value));
            let declared = match reading {
                Some(reading) => Some(DeclaredAttribute::TypeExpression(reading)),
                None => self.attribute_type(tree, inner, "type").map(DeclaredAttribute::Value),
            };
            attributes.extend(declared.map(|declared| (attribute, declared)));
        }
        self.environment.blocks.insert(name, attributes);
    }

    /// Returns the only label of a block.
    fn label(&mut self, block: &Block) -> Option<Name> {
        if let [(name, _)] = block.labels[..] {
            return Some(name);
        }
        let kind = self.types.text(block.kind);
        let message = format!("`{kind}` takes one label, the name");
        self.fail(block.kind_span, &message);
        None
    }

    fn attribute<'b>(&self, block: &'b Block, wanted: &str) -> Option<&'b Attribute> {
        block.body.iter().filter_map(BodyItem::as_attribute).find(|attribute| self.types.text(attribute.name) == wanted)
    }

    /// Returns the type in a required attribute of a block.
    fn attribute_type(&mut self, tree: &Tree, block: &Block, wanted: &str) -> Option<Ty> {
        self.attribute_constraint(tree, block, wanted).map(|constraint| constraint.ty)
    }

    /// Returns the type in a required attribute of a block, with its defaults.
    fn attribute_constraint(&mut self, tree: &Tree, block: &Block, wanted: &str) -> Option<Constraint> {
        let Some(attribute) = self.attribute(block, wanted) else {
            let kind = self.types.text(block.kind);
            let message = format!("missing attribute `{wanted}` in `{kind}`");
            self.fail(block.kind_span, &message);
            return None;
        };
        self.read_constraint(tree, attribute.value)
    }

    fn read_constraint(&mut self, tree: &Tree, node: NodeId) -> Option<Constraint> {
        match read_constraint(tree, node, ConstraintOptions::default(), &self.environment.types, self.types) {
            Ok(constraint) if self.is_defining => Some(constraint),
            Ok(constraint) => Some(Constraint { ty: normalized(self.types, constraint.ty), ..constraint }),
            Err(errors) => {
                let file = self.file;
                self.errors.extend(errors.into_iter().map(|error| DeclarationError {
                    file,
                    span: error.span,
                    kind: DeclarationErrorKind::Type(error),
                }));
                None
            }
        }
    }

    fn fail(&mut self, span: Span, message: &str) {
        let kind = DeclarationErrorKind::Structure(message.to_owned());
        self.errors.push(DeclarationError { file: self.file, kind, span });
    }
}
