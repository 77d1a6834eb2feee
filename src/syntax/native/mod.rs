//! HCL's native syntax: hcl-edit parses what the validator has passed, and its tree becomes ours.

mod apart;
mod expressions;
mod template;
mod traversal;

use std::ops::Range;

use hcl_edit::expr::Expression;

use super::SyntaxError;
use super::cuts::Cuts;
use super::mask::Mask;
use super::text::{self, Quoting};
use super::tree::{Attribute, Block, BodyItem, Node, NodeId, Tree};
use super::validate::{Item, Label, Validated, validate_body, validate_expression, validate_template};
use crate::source::Span;
use crate::types::{Interner, Name};

/// Parses a body: the text of a file. What is wrong with it is listed by place; all that is well-formed is in the tree,
/// and an attribute whose value is not stands there with a [`Node::Broken`]. Linear in the text.
pub fn parse_body(text: &str, names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    let Validated { content, mask, cuts, errors } = validate_body(text);
    let mut builder = Builder::new(text, &mask, &cuts, names);
    builder.errors = errors;
    builder.tree.body = builder.body(&content);
    builder.done()
}

/// Finds out what is wrong with the text of a file, without making a tree of it: all that [`parse_body`] finds, but for
/// numbers that are not kept exactly. Linear in the text.
pub fn check_body(text: &str) -> Vec<SyntaxError> {
    validate_body(text).errors
}

/// Parses one expression. Linear in the text.
///
/// # Errors
/// What is wrong with the text, by place.
pub fn parse_expression(text: &str, names: &mut Interner) -> Result<(Tree, NodeId), Vec<SyntaxError>> {
    let mut tree = Tree::default();
    let root = parse_expression_into(text, &mut tree, names)?;
    Ok((tree, root))
}

/// Parses one expression into a tree. Linear in the text.
///
/// # Errors
/// What is wrong with the text, by place; the tree may then have nodes that nothing refers to.
pub(super) fn parse_expression_into(
    text: &str,
    tree: &mut Tree,
    names: &mut Interner,
) -> Result<NodeId, Vec<SyntaxError>> {
    let Validated { content, mask, cuts, errors } = validate_expression(text);
    let Some(span) = content else { return Err(errors) };
    let mut builder = Builder::new(text, &mask, &cuts, names);
    builder.tree = std::mem::take(tree);
    let root = builder.root(span);
    let (grown, errors) = builder.done();
    *tree = grown;
    if errors.is_empty() { Ok(root) } else { Err(errors) }
}

/// Parses a bare template into a tree. A template that is one interpolation is the expression in it.
///
/// # Errors
/// What is wrong with the text, by place; the tree may then have nodes that nothing refers to.
pub(super) fn parse_template(text: &str, tree: &mut Tree, names: &mut Interner) -> Result<NodeId, Vec<SyntaxError>> {
    let Validated { content, mask, cuts, errors } = validate_template(text);
    if !content {
        return Err(errors);
    }
    let mut builder = Builder::new(text, &mask, &cuts, names);
    builder.tree = std::mem::take(tree);
    let node = match builder.bare_template() {
        Node::Wrap(inner) => inner,
        node => builder.tree.add(node, Span::new(0..text.len())),
    };
    let (grown, errors) = builder.done();
    *tree = grown;
    if errors.is_empty() { Ok(node) } else { Err(errors) }
}

/// Turns hcl-edit's trees into ours. It needs the text, for hcl-edit sees only the mask.
struct Builder<'a> {
    text: &'a str,
    mask: &'a Mask,
    cuts: &'a Cuts,
    names: &'a mut Interner,
    tree: Tree,
    errors: Vec<SyntaxError>,
    /// Where the piece starts that hcl-edit's spans count from.
    base: usize,
    /// The cuts inside of the piece.
    inner: Range<usize>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, mask: &'a Mask, cuts: &'a Cuts, names: &'a mut Interner) -> Self {
        let (tree, errors) = (Tree::default(), Vec::new());
        Self { text, mask, cuts, names, tree, errors, base: 0, inner: 0..0 }
    }

    fn done(self) -> (Tree, Vec<SyntaxError>) {
        let Self { tree, mut errors, .. } = self;
        errors.sort_by_key(|error| error.span);
        (tree, errors)
    }

    fn body(&mut self, items: &[Item]) -> Vec<BodyItem> {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&mut self, item: &Item) -> BodyItem {
        match *item {
            Item::Attribute { name: name_span, value } => {
                let first = NodeId(self.tree.len() as u32);
                let value = match value {
                    Some(span) => self.root(span),
                    None => self.tree.add(Node::Broken, name_span),
                };
                let name = self.name(name_span);
                BodyItem::Attribute(Attribute { name, name_span, value, first })
            }
            Item::Block { kind: kind_span, ref labels, ref items, open, span, is_broken } => {
                let kind = self.name(kind_span);
                let labels = labels.iter().map(|label| (self.label(label), label.span)).collect();
                BodyItem::Block(Block { kind, kind_span, labels, open, span, body: self.body(items), is_broken })
            }
        }
    }

    fn label(&mut self, label: &Label) -> Name {
        let source = self.source(label.span);
        if !label.is_quoted {
            return self.names.name(source);
        }
        let inner = source.get(1..source.len() - 1).unwrap_or("");
        self.names.name(&text::decoded(inner, Quoting::Quoted))
    }

    fn name(&mut self, span: Span) -> Name {
        self.names.name(self.source(span))
    }

    fn source(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The place of a node of the piece that is being turned. Every node that comes from a parse has one.
    fn place(&self, node: &impl hcl_edit::Span) -> Span {
        let range = node.span().unwrap_or(0..0);
        Span::new(self.base + range.start..self.base + range.end)
    }

    fn is_parenthesised(&self, expression: &Expression) -> bool {
        self.source(self.place(expression)).starts_with('(')
    }
}
