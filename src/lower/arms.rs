//! Lowering of what objects in inputs tell of themselves: which members of unions they are.

use rustc_hash::FxHashSet;

use super::Body;
use crate::facts::ExprId;
use crate::program::Arm;
use crate::syntax::tree::{Items, Node, NodeId, ObjectKey};
use crate::types::Name;

impl Body<'_, '_> {
    /// What the objects that are written out in an input tell. Most inputs have nothing to be told.
    pub(super) fn told(&mut self, root: ExprId, input: Name) {
        if self.lowering.arms.is_empty() {
            return;
        }
        let interface = self.definition.block.as_ref().and_then(|block| self.lowering.interface_of(block));
        let Some(interface) = interface else { return };
        let Some(&arms) = self.lowering.arms.get(&(interface, input)) else { return };
        if !self.tells(arms) {
            return;
        }
        self.facts().tells.push((root, interface, input));
        if self.lowering.told.insert((interface, input)) {
            let rows = arms.iter().map(|arm| (interface, input, arm.union, arm.property, arm.text, arm.member));
            self.facts().has_arm.extend(rows);
        }
    }

    /// Holds if the expression is an object that tells what it is, or holds one.
    fn tells(&mut self, arms: &[Arm]) -> bool {
        let mut telling = FxHashSet::default();
        // Parts are numbered before what they are parts of.
        for node in self.expression.nodes() {
            let tells = match self.tree.node(node) {
                Node::Tuple(elements) => self.holds(node, self.tree.list(elements).iter().copied(), &telling),
                Node::Object(items) => {
                    let says = self.says(node, items, arms);
                    let values = self.tree.items(items).iter().map(|item| item.value);
                    self.holds(node, values, &telling) || says
                }
                _ => false,
            };
            if tells {
                telling.insert(node);
            }
        }
        telling.contains(&self.expression.root)
    }

    /// The parts that tell something.
    fn holds(&mut self, of: NodeId, parts: impl Iterator<Item = NodeId>, telling: &FxHashSet<NodeId>) -> bool {
        let of = self.expr(of);
        let mut found = false;
        for (number, part) in (0..).zip(parts) {
            let part = self.inside_parentheses(part);
            if telling.contains(&part) {
                let part = self.expr(part);
                self.lowering.growing.chunk.facts.holds.push((of, number, part));
                found = true;
            }
        }
        found
    }

    /// The texts that tell what an object is. Only names that are bare words count.
    fn says(&mut self, object: NodeId, items: Items, arms: &[Arm]) -> bool {
        let e = self.expr(object);
        let says = &mut self.lowering.growing.chunk.facts.says;
        let before = says.len();
        for item in self.tree.items(items) {
            if let (ObjectKey::Name(key), Node::String(text)) = (item.key, self.tree.node(item.value))
                && arms.iter().any(|arm| (arm.property, arm.text) == (key, text))
            {
                says.push((e, key, text));
            }
        }
        says.len() > before
    }

    fn inside_parentheses(&self, mut node: NodeId) -> NodeId {
        while let Node::Parenthesis(inner) | Node::Wrap(inner) = self.tree.node(node) {
            node = inner;
        }
        node
    }
}
