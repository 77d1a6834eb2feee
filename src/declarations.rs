//! Declaration files: free variables, functions and named types, in HCL.

use crate::engine::ask::normalized;
use crate::environment::{Environment, Signature};
use crate::source::{Source, Span};
use crate::syntax::tree::{Attribute, Block, BodyItem, Tree};
use crate::syntax::{self, SyntaxError};
use crate::types::parse::{TypeError, read_type};
use crate::types::{Interner, Name, NamedId, Ty};

/// Something wrong with a declaration.
#[derive(Clone, Debug)]
pub struct DeclarationError {
    /// The number of the declaration file.
    pub file: usize,
    /// What is wrong.
    pub kind: DeclarationErrorKind,
    /// Where.
    pub span: Span,
}

/// What is wrong with a declaration.
#[derive(Clone, Debug)]
pub enum DeclarationErrorKind {
    /// The file is no HCL.
    Syntax(SyntaxError),
    /// A type expression is none.
    Type(TypeError),
    /// A block or attribute is not what stands in a declaration file there.
    Structure(String),
}

/// Reads declaration files into an environment. They may refer to each other's types. What is wrong is left out and
/// reported.
pub fn declare(files: &[Source], environment: &mut Environment, types: &mut Interner) -> Vec<DeclarationError> {
    let mut reader = Reader { environment, types, errors: Vec::new(), file: 0 };
    let trees: Vec<Tree> = files.iter().enumerate().map(|(file, source)| reader.parse(file, source)).collect();
    reader.declare_types(&trees);
    for (file, tree) in trees.iter().enumerate() {
        reader.file = file;
        for item in &tree.body {
            reader.item(tree, item);
        }
    }
    reader.errors.sort_by_key(|error| (error.file, error.span));
    reader.errors
}

struct Reader<'a> {
    environment: &'a mut Environment,
    types: &'a mut Interner,
    errors: Vec<DeclarationError>,
    /// The file that is being read.
    file: usize,
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

    /// Types may refer to one another, so all names are declared before any definition is read.
    fn declare_types(&mut self, trees: &[Tree]) {
        let mut declared: Vec<(usize, &Tree, &Block, NamedId)> = Vec::new();
        for (file, tree) in trees.iter().enumerate() {
            for block in tree.body.iter().filter_map(|item| as_block(item)) {
                self.file = file;
                if self.types.text(block.kind) == "type"
                    && let Some(name) = self.label(block)
                {
                    let (id, ty) = self.types.declare(name);
                    self.environment.types.insert(name, ty);
                    declared.push((file, tree, block, id));
                }
            }
        }
        let mut definitions = Vec::new();
        for (file, tree, block, id) in declared {
            self.file = file;
            if let Some(definition) = self.attribute_type(tree, block, "is") {
                definitions.push((id, definition));
            }
        }
        self.types.define(&definitions);
    }

    fn item(&mut self, tree: &Tree, item: &BodyItem) {
        let BodyItem::Block(block) = item else {
            if let BodyItem::Attribute(attribute) = item {
                self.fail(
                    attribute.name_span,
                    "a declaration file consists of `variable`, `function` and `type` blocks",
                );
            }
            return;
        };
        match self.types.text(block.kind) {
            "variable" => self.variable(tree, block),
            "function" => self.function(tree, block),
            "type" => {}
            _ => self.fail(block.kind_span, "a declaration is a `variable`, a `function` or a `type`"),
        }
    }

    fn variable(&mut self, tree: &Tree, block: &Block) {
        if let (Some(name), Some(ty)) = (self.label(block), self.attribute_type(tree, block, "type")) {
            self.environment.variables.insert(name, ty);
        }
    }

    fn function(&mut self, tree: &Tree, block: &Block) {
        let (mut parameter_names, mut parameters, mut variadic) = (Vec::new(), Vec::new(), None);
        for parameter in block.body.iter().filter_map(|item| as_block(item)) {
            let Some(name) = self.label(parameter) else { continue };
            let Some(ty) = self.attribute_type(tree, parameter, "type") else { continue };
            match self.types.text(parameter.kind) {
                "parameter" => {
                    parameter_names.push(name);
                    parameters.push(ty);
                }
                "variadic" => variadic = Some(ty),
                _ => self.fail(parameter.kind_span, "a function has `parameter` blocks and at most one `variadic`"),
            }
        }
        if let (Some(name), Some(returns)) = (self.label(block), self.attribute_type(tree, block, "returns")) {
            let parameters = self.types.tuple(&parameters);
            self.environment.declare_function(Signature {
                name,
                parameter_names,
                parameters,
                variadic,
                returns,
                builtin: None,
                is_by_schema: false,
            });
        }
    }

    /// The one label of a block.
    fn label(&mut self, block: &Block) -> Option<Name> {
        if let [(name, _)] = block.labels[..] {
            return Some(name);
        }
        let kind = self.types.text(block.kind);
        let message = format!("`{kind}` takes one label, the name");
        self.fail(block.kind_span, &message);
        None
    }

    /// The type in an attribute that a block must have.
    fn attribute_type(&mut self, tree: &Tree, block: &Block, wanted: &str) -> Option<Ty> {
        let attributes = block.body.iter().filter_map(as_attribute);
        let Some(attribute) = attributes.into_iter().find(|attribute| self.types.text(attribute.name) == wanted) else {
            let kind = self.types.text(block.kind);
            let message = format!("`{kind}` needs the attribute `{wanted}`");
            self.fail(block.kind_span, &message);
            return None;
        };
        match read_type(tree, attribute.value, &self.environment.types, self.types) {
            Ok(ty) => Some(normalized(self.types, ty)),
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

fn as_block(item: &BodyItem) -> Option<&Block> {
    match item {
        BodyItem::Block(block) => Some(block),
        BodyItem::Attribute(_) => None,
    }
}

fn as_attribute(item: &BodyItem) -> Option<&Attribute> {
    match item {
        BodyItem::Attribute(attribute) => Some(attribute),
        BodyItem::Block(_) => None,
    }
}
