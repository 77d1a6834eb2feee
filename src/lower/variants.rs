//! Lowering of the properties by which object literals in inputs select variants of unions.

use rustc_hash::FxHashSet;

use super::Body;
use crate::program::UnionVariant;
use crate::syntax::tree::{Items, Node, NodeId, ObjectKey};
use crate::types::Name;
use crate::types::vocabulary::ExprId;

impl Body<'_, '_> {
    /// Adds the facts by which the object literals in an input select variants. Most inputs have no such unions.
    pub(super) fn lower_variants(&mut self, root: ExprId, input: Name) {
        if self.lowering.variants.is_empty() {
            return;
        }
        let interface = self.definition.block.as_ref().and_then(|block| self.lowering.interface_of(block));
        let Some(interface) = interface else { return };
        let Some(&variants) = self.lowering.variants.get(&(interface, input)) else { return };
        if !self.selects_variant(variants) {
            return;
        }
        self.facts().tells.push((root, interface, input));
        if self.lowering.lowered_variants.insert((interface, input)) {
            let rows = variants
                .iter()
                .map(|variant| (interface, input, variant.union, variant.property, variant.text, variant.member));
            self.facts().has_variant.extend(rows);
        }
    }

    /// Holds if the expression is an object literal that selects a variant, or contains one.
    fn selects_variant(&mut self, variants: &[UnionVariant]) -> bool {
        let mut selecting = FxHashSet::default();
        // Parts are numbered before what they are parts of.
        for node in self.expression.nodes() {
            let tells = match self.tree.node(node) {
                Node::Tuple(elements) => {
                    self.has_selecting_parts(node, self.tree.list(elements).iter().copied(), &selecting)
                }
                Node::Object(items) => {
                    let has_discriminators = self.discriminators(node, items, variants);
                    let values = self.tree.items(items).iter().map(|item| item.value);
                    self.has_selecting_parts(node, values, &selecting) || has_discriminators
                }
                _ => false,
            };
            if tells {
                selecting.insert(node);
            }
        }
        selecting.contains(&self.expression.root)
    }

    /// Adds the parts of an expression that select variants; `true` if there are any.
    fn has_selecting_parts(
        &mut self,
        of: NodeId,
        parts: impl Iterator<Item = NodeId>,
        selecting: &FxHashSet<NodeId>,
    ) -> bool {
        let of = self.expr(of);
        let mut found = false;
        for (number, part) in (0..).zip(parts) {
            let part = self.inside_parentheses(part);
            if selecting.contains(&part) {
                let part = self.expr(part);
                self.lowering.builder.chunk.facts.holds.push((of, number, part));
                found = true;
            }
        }
        found
    }

    /// Adds the properties of an object that select a variant; `true` if there are any. Only keys that are bare words count.
    fn discriminators(&mut self, object: NodeId, items: Items, variants: &[UnionVariant]) -> bool {
        let e = self.expr(object);
        let says = &mut self.lowering.builder.chunk.facts.says;
        let before = says.len();
        for item in self.tree.items(items) {
            if let (ObjectKey::Name(key), Node::String(text)) = (item.key, self.tree.node(item.value))
                && variants.iter().any(|variant| (variant.property, variant.text) == (key, text))
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
