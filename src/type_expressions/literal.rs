//! Literals, and the types of their values.

use crate::syntax::tree::{Node, NodeId, ObjectKey, Tree};
use crate::types::vocabulary::UnaryOperator;
use crate::types::{BOOL, Constant, INT, Interner, NONE, NUMBER, Name, STRING, Ty};

/// Returns a literal and its primitive type.
pub fn literal(tree: &Tree, node: NodeId, types: &mut Interner) -> Option<(Ty, Constant)> {
    match tree.node(node) {
        Node::Bool(value) => Some((BOOL, Constant::Bool(value))),
        Node::String(text) => Some((STRING, Constant::Text(text))),
        Node::Number(id) => {
            let base = if types.number_of(id).is_integer() { INT } else { NUMBER };
            Some((base, Constant::Number(id)))
        }
        Node::Unary(UnaryOperator::Negate, operand) => match literal(tree, operand, types)? {
            (base, Constant::Number(id)) => Some((base, Constant::Number(types.negated(id)))),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the type of a value that is written out: a literal, or a list or an object of such values.
pub fn literal_type(tree: &Tree, node: NodeId, types: &mut Interner) -> Option<Ty> {
    match tree.node(node) {
        Node::Null => Some(NONE),
        Node::Parenthesis(inner) => literal_type(tree, inner, types),
        Node::Tuple(list) => {
            let elements = tree.list(list).iter().map(|&element| literal_type(tree, element, types));
            let elements: Option<Vec<Ty>> = elements.collect();
            Some(types.tuple(&elements?))
        }
        Node::Object(items) => {
            let properties = tree.items(items).iter().map(|item| {
                let name = match item.key {
                    ObjectKey::Name(name) => Some(name),
                    ObjectKey::Expression(key, false) => match tree.node(key) {
                        Node::String(name) => Some(name),
                        _ => None,
                    },
                    ObjectKey::Expression(_, true) => None,
                };
                Some((name?, literal_type(tree, item.value, types)?))
            });
            let properties: Option<Vec<(Name, Ty)>> = properties.collect();
            Some(types.object(properties?))
        }
        _ => literal(tree, node, types).map(|(base, value)| types.literal_type(base, value)),
    }
}
