//! The places in trees: each is a span of the text, and covers its node.

use typelog::source::Source;
use typelog::syntax::tree::{BodyItem, Node, NodeId, StepKey, Steps, Tree};
use typelog::types::Interner;
use unicode_normalization::UnicodeNormalization;

use super::piece;

/// Checks the places of the nodes and items of a tree.
pub fn check(tree: &Tree, source: &Source, names: &Interner, is_native: bool) {
    for id in nodes(tree) {
        piece(source, tree.span(id));
        tree.each_child(id, &mut |child| assert!(child < id, "a node stands before its part"));
        match tree.node(id) {
            Node::Variable(_, found) | Node::Relative(_, found) => steps(tree, found, source, names, is_native),
            Node::Call(call) => {
                piece(source, tree.call(call).function_span);
            }
            Node::Object(items) => tree.items(items).iter().for_each(|item| {
                piece(source, item.key_span);
            }),
            _ => {}
        }
        if is_native {
            shape(tree, id, source, names);
        }
    }
    items(&tree.body, source, names, is_native);
}

/// The normalized form of a name.
fn normal(name: &str) -> String {
    name.nfc().collect()
}

/// The handles of all nodes.
pub fn nodes(tree: &Tree) -> impl Iterator<Item = NodeId> + use<> {
    (0..).take(tree.len()).map(NodeId)
}

/// The expressions of attributes, at any depth.
pub fn attribute_values(body: &[BodyItem], visit: &mut impl FnMut(NodeId)) {
    for item in body {
        match item {
            BodyItem::Attribute(attribute) => visit(attribute.value),
            BodyItem::Block(block) => attribute_values(&block.body, visit),
        }
    }
}

/// Checks the text of a node against its kind, in native syntax.
fn shape(tree: &Tree, id: NodeId, source: &Source, names: &Interner) {
    let text = piece(source, tree.span(id));
    let holds = match tree.node(id) {
        Node::Variable(name, _) => normal(text).starts_with(names.text(name)),
        Node::Call(_) => text.ends_with(')'),
        Node::Object(_) => text.starts_with('{') && text.ends_with('}'),
        Node::Tuple(_) => text.starts_with('[') && text.ends_with(']'),
        Node::Parenthesis(_) => text.starts_with('(') && text.ends_with(')'),
        Node::Number(_) => text.starts_with(|first: char| first.is_ascii_digit()),
        _ => true,
    };
    assert!(holds, "{text:?} is no {:?}", tree.node(id));
}

fn steps(tree: &Tree, found: Steps, source: &Source, names: &Interner, is_native: bool) {
    for step in tree.steps(found) {
        let (key, whole) = (piece(source, step.key_span), piece(source, step.span));
        assert!(whole.contains(key), "{key:?} is not in {whole:?}");
        if let (StepKey::Attribute(name), true) = (step.key, is_native) {
            assert_eq!(normal(key), names.text(name));
        }
    }
}

fn items(body: &[BodyItem], source: &Source, names: &Interner, is_native: bool) {
    for item in body {
        match item {
            BodyItem::Attribute(attribute) => {
                let name = piece(source, attribute.name_span);
                assert!(attribute.first <= attribute.value);
                assert!(!is_native || normal(name) == names.text(attribute.name), "{name:?}");
            }
            BodyItem::Block(block) => {
                let kind = piece(source, block.kind_span);
                assert!(!is_native || normal(kind) == names.text(block.kind), "{kind:?}");
                piece(source, block.open);
                piece(source, block.span);
                block.labels.iter().for_each(|label| {
                    piece(source, label.1);
                });
                items(&block.body, source, names, is_native);
            }
        }
    }
}
