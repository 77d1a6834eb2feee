//! HCL's native syntax: hcl-edit parses, and its tree becomes ours.

mod expressions;
mod template;
mod text;
mod traversal;

use std::ops::Range;

use hcl_edit::expr::Expression;
use hcl_edit::structure::{Body, Structure};

use super::SyntaxError;
use super::tree::{Attribute, Block, BodyItem, NodeId, Tree};
use crate::source::Span;
use crate::types::{Interner, Name};

/// Parses a body: the text of a file.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_body(text: &str, names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    match hcl_edit::parser::parse_body(text) {
        Ok(body) => {
            let mut builder = Builder::new(text, names);
            builder.tree.body = builder.body(&body);
            (builder.tree, builder.errors)
        }
        Err(error) => (Tree::default(), vec![SyntaxError::from_parser(text, &error)]),
    }
}

/// Parses one expression.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_expression(text: &str, names: &mut Interner) -> Result<(Tree, NodeId), Vec<SyntaxError>> {
    match hcl_edit::parser::parse_expr(text) {
        Ok(expression) => {
            let mut builder = Builder::new(text, names);
            let root = builder.expression(&expression);
            if builder.errors.is_empty() { Ok((builder.tree, root)) } else { Err(builder.errors) }
        }
        Err(error) => Err(vec![SyntaxError::from_parser(text, &error)]),
    }
}

/// Turns hcl-edit's tree into ours. It needs the text, for hcl-edit drops what it does not keep exactly.
struct Builder<'a> {
    text: &'a str,
    names: &'a mut Interner,
    tree: Tree,
    errors: Vec<SyntaxError>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, names: &'a mut Interner) -> Self {
        Self { text, names, tree: Tree::default(), errors: Vec::new() }
    }

    fn body(&mut self, body: &Body) -> Vec<BodyItem> {
        body.iter().map(|structure| self.structure(structure)).collect()
    }

    fn structure(&mut self, structure: &Structure) -> BodyItem {
        match structure {
            Structure::Attribute(attribute) => {
                let first = NodeId(self.tree.len() as u32);
                let value = self.expression(&attribute.value);
                let (name, name_span) = self.word(&attribute.key);
                BodyItem::Attribute(Attribute { name, name_span, value, first })
            }
            Structure::Block(block) => {
                let (kind, kind_span) = self.word(&block.ident);
                let labels = block.labels.iter().map(|label| (self.names.name(label.as_str()), place(label))).collect();
                let span = Span::new(range(block));
                BodyItem::Block(Block { kind, kind_span, labels, span, body: self.body(&block.body) })
            }
        }
    }

    fn word(&mut self, ident: &hcl_edit::Decorated<hcl_edit::Ident>) -> (Name, Span) {
        (self.names.name(ident.as_str()), place(ident))
    }

    fn source(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or("")
    }

    fn is_parenthesised(&self, expression: &Expression) -> bool {
        self.source(range(expression)).starts_with('(')
    }
}

/// The bytes that a parsed node covers. Every node that comes from a parse has them.
fn range(node: &impl hcl_edit::Span) -> Range<usize> {
    node.span().unwrap_or(0..0)
}

fn place(node: &impl hcl_edit::Span) -> Span {
    Span::new(range(node))
}
