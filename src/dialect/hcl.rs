//! Plain HCL: every attribute is a definition. Those at the top have names by which others refer to them; those in
//! blocks are listed by their path.

use crate::program::{Definition, Expression, File, FileId, Kind, Program};
use crate::syntax::tree::{Attribute, Block, BodyItem, Tree};
use crate::types::Interner;

/// The definitions of files.
pub(super) fn program(files: Vec<File>, types: &Interner) -> Program {
    let mut definitions = Vec::new();
    for (file, id) in files.iter().zip((0..).map(FileId)) {
        let mut reader = Reader { types, tree: &file.tree, file: id, definitions: &mut definitions };
        for item in &file.tree.body {
            match item {
                BodyItem::Attribute(attribute) => reader.named(attribute),
                BodyItem::Block(block) => reader.block("", block),
            }
        }
    }
    Program { files, definitions, ..Program::default() }
}

struct Reader<'a> {
    types: &'a Interner,
    tree: &'a Tree,
    file: FileId,
    definitions: &'a mut Vec<Definition>,
}

impl Reader<'_> {
    fn named(&mut self, attribute: &Attribute) {
        let label = self.types.text(attribute.name).to_owned();
        let definition = self.definition(attribute, label);
        self.definitions.push(Definition { name: Some(attribute.name), ..definition });
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
                    self.definitions.push(definition);
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
