//! The search for the mark in a tree.

use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, ObjectItem, ObjectKey, StepKey, Tree};
use crate::types::{Interner, Name};

/// The word that replaces the one at the cursor.
pub const MARK: &str = "typelog_completes_this";

/// The syntactic role of the mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Marked {
    /// The name of an attribute: of the block at this span, or at the top.
    Attribute(Option<Span>),
    /// A label of the block at this span, by its index.
    Label(Span, usize),
    /// A name in an expression.
    Name(NodeId),
    /// A step of a traversal, by its index.
    Step(NodeId, usize),
    /// A key of an object.
    Key(NodeId),
    /// A literal text.
    Text(NodeId),
}

/// Returns the role of the mark.
pub fn find(tree: &Tree, names: &Interner) -> Option<Marked> {
    in_body(&tree.body, None, names).or_else(|| in_nodes(tree, names))
}

fn is_mark(names: &Interner, name: Name) -> bool {
    names.text(name) == MARK
}

fn in_body(body: &[BodyItem], around: Option<Span>, names: &Interner) -> Option<Marked> {
    body.iter().find_map(|item| match item {
        BodyItem::Attribute(attribute) => is_mark(names, attribute.name).then_some(Marked::Attribute(around)),
        BodyItem::Block(block) => in_block(block, around, names),
    })
}

fn in_block(block: &Block, around: Option<Span>, names: &Interner) -> Option<Marked> {
    if is_mark(names, block.kind) {
        return Some(Marked::Attribute(around));
    }
    let label = block.labels.iter().position(|label| names.text(label.0).contains(MARK));
    label.map(|number| Marked::Label(block.span, number)).or_else(|| in_body(&block.body, Some(block.span), names))
}

fn in_nodes(tree: &Tree, names: &Interner) -> Option<Marked> {
    (0..tree.len() as u32).map(NodeId).find_map(|node| match tree.node(node) {
        Node::Variable(name, _) if is_mark(names, name) => Some(Marked::Name(node)),
        Node::Variable(_, steps) | Node::Relative(_, steps) => {
            let is_marked = |key| matches!(key, StepKey::Attribute(name) if is_mark(names, name));
            let number = tree.steps(steps).iter().position(|step| is_marked(step.key))?;
            Some(Marked::Step(node, number))
        }
        Node::String(text) if names.text(text).contains(MARK) => Some(Marked::Text(node)),
        Node::Object(items) => {
            let is_marked = |item: &ObjectItem| matches!(item.key, ObjectKey::Name(name) if is_mark(names, name));
            tree.items(items).iter().any(is_marked).then_some(Marked::Key(node))
        }
        _ => None,
    })
}
