//! Lowering of the properties by which object literals in inputs select union variants.

use super::Body;
use crate::program::UnionVariant;
use crate::syntax::tree::{Items, Node, NodeId, ObjectKey};
use crate::types::Name;
use crate::types::vocabulary::ExprId;

impl Body<'_, '_> {
    /// Adds the facts by which the object literals of an input select variants. Most inputs have no such unions.
    pub(super) fn lower_variants(&mut self, root: ExprId, input: Name) {
        if self.lowering.variants.is_empty() {
            return;
        }
        let interface = self.definition.block.as_ref().and_then(|block| self.lowering.interface_of(block));
        let Some(interface) = interface else { return };
        let Some(&variants) = self.lowering.variants.get(&(interface, input)) else { return };
        let before = self.facts().discriminates.len();
        for node in self.expression.nodes() {
            if let Node::Object(items) = self.tree.node(node) {
                self.discriminators(node, items, variants);
            }
        }
        if self.facts().discriminates.len() == before {
            return;
        }
        self.facts().has_discriminator.push((root, interface, input));
        if self.lowering.lowered_variants.insert((interface, input)) {
            let rows = variants
                .iter()
                .map(|variant| (interface, input, variant.union, variant.property, variant.text, variant.member));
            self.facts().has_variant.extend(rows);
        }
    }

    /// Adds the properties of an object that select a variant. Only keys that are bare words count.
    fn discriminators(&mut self, object: NodeId, items: Items, variants: &[UnionVariant]) {
        let e = self.expr(object);
        let discriminates = &mut self.lowering.builder.chunk.facts.discriminates;
        for item in self.tree.items(items) {
            if let (ObjectKey::Name(key), Node::String(text)) = (item.key, self.tree.node(item.value))
                && variants.iter().any(|variant| (variant.property, variant.text) == (key, text))
            {
                discriminates.push((e, key, text));
            }
        }
    }
}
