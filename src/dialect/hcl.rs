//! Plain HCL: every attribute is a definition. Those at the top have names by which others refer to them; those in
//! blocks are listed by their path. A `variable` block defines a name by its type: `variable "size" { type = number }`.

use super::conversions::{UNKNOWN, conversion, read_conversions};
use crate::program::{self, BlockValue, Definition, Expression, File, FileId, Kind, Part, Program};
use crate::syntax::tree::{Attribute, Block, BodyItem, Tree};
use crate::type_expressions::parse::TypeScope;
use crate::types::Interner;

/// The definitions of files.
pub(super) fn program(files: Vec<File>, types: &mut Interner) -> Program {
    let mut program = Program::default();
    for (file, id) in files.iter().zip((0..).map(FileId)) {
        let mut reader = Reader { types, tree: &file.tree, file: id, program: &mut program };
        for item in &file.tree.body {
            match item {
                BodyItem::Attribute(attribute) => reader.named(attribute),
                BodyItem::Block(block) if reader.is_variable(block) => reader.variable(block),
                BodyItem::Block(block) => reader.block("", block),
            }
        }
    }
    program.files = files;
    read_conversions(&mut program, &TypeScope::default(), types);
    program
}

struct Reader<'a> {
    types: &'a mut Interner,
    tree: &'a Tree,
    file: FileId,
    program: &'a mut Program,
}

impl Reader<'_> {
    fn named(&mut self, attribute: &Attribute) {
        let label = self.types.text(attribute.name).to_owned();
        let definition = self.definition(attribute, label);
        self.program.definitions.push(Definition { name: Some(attribute.name), ..definition });
    }

    fn is_variable(&self, block: &Block) -> bool {
        self.types.text(block.kind) == "variable" && block.labels.len() == 1
    }

    /// A name with the type that it has, and a default that is of this type.
    fn variable(&mut self, block: &Block) {
        let (name, name_span) = block.labels[0];
        let attributes = || block.body.iter().filter_map(BodyItem::as_attribute);
        let called = |wanted| attributes().find(|attribute| self.types.text(attribute.name) == wanted);
        let (ty, default) = (called("type").map(|ty| ty.value), called("default").map(|default| default.value));
        let (scope, problems) = (TypeScope::default(), &mut self.program.problems);
        let conversion =
            ty.map_or(UNKNOWN, |ty| conversion(self.file, self.tree, default, ty, &scope, self.types, problems));
        // What stands for the type is no value.
        let values = attributes().filter(|attribute| Some(attribute.value) != ty);
        let expressions = values.map(|attribute| {
            let is_expected = Some(attribute.value) == default && !conversion.is_checked;
            let part = if is_expected { Part::Expected(conversion.ty) } else { Part::Free };
            Expression { part, ..Expression::value(attribute.first, attribute.value, attribute.name_span) }
        });
        let expressions = expressions.collect();
        self.program.definitions.push(Definition {
            kind: Kind::Config,
            name: Some(name),
            label: self.types.text(name).to_owned(),
            name_span,
            file: self.file,
            span: block.span,
            expressions,
            block: Some(Box::new(program::Block::with_value(BlockValue::Known(conversion.ty), block.open))),
        });
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.block("variable.", inner);
        }
    }

    /// The attributes in a block, whose path is that of the blocks around it and its own type and labels.
    fn block(&mut self, around: &str, block: &Block) {
        let labels = block.labels.iter().map(|label| label.0);
        let path = std::iter::once(block.kind)
            .chain(labels)
            .fold(around.to_owned(), |path, name| path + self.types.text(name) + ".");
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => {
                    let label = path.clone() + self.types.text(attribute.name);
                    let definition = self.definition(attribute, label);
                    self.program.definitions.push(definition);
                }
                BodyItem::Block(inner) => self.block(&path, inner),
            }
        }
    }

    fn definition(&self, attribute: &Attribute, label: String) -> Definition {
        let Attribute { name_span, first, value, .. } = *attribute;
        Definition {
            kind: Kind::Attribute,
            name: None,
            label,
            name_span,
            file: self.file,
            span: name_span.to(self.tree.span(value)),
            expressions: vec![Expression::value(first, value, name_span)],
            block: None,
        }
    }
}
