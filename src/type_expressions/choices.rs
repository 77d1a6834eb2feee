//! Type expressions that choose among values: unions, constants, enums and refinements.

use super::constraint::Constraint;
use super::literal::literal;
use super::parse::{Reader, UNKNOWN, arity_message, without_defaults};
use super::predicate::add_predicate;
use crate::syntax::tree::{Items, Node, NodeId};
use crate::types::{Constant, Refinement, Ty};

impl Reader<'_> {
    /// Reads a union. Unions have no defaults, because the member to which a value converts is unknown before the conversion.
    pub(super) fn union(&mut self, members: &[NodeId]) -> Constraint {
        let mut member_types = Vec::with_capacity(members.len());
        for &node in members {
            if let Some(literal) = self.literal_member(node) {
                member_types.push(literal);
                continue;
            }
            let member = self.constraint(node);
            if member.defaults.is_some_and(|defaults| defaults.is_written()) {
                self.fail(node, "defaults are not allowed in a member of a union");
            }
            member_types.push(member.ty);
        }
        without_defaults(self.types.union(&member_types))
    }

    /// Returns the type of a literal as a member of a union: `"foo" | "bar"`. A text that is, or looks like, the name of a
    /// declared type denotes that type.
    fn literal_member(&mut self, node: NodeId) -> Option<Ty> {
        let (base, value) = literal(self.tree, node, self.types)?;
        if let Constant::Text(text) = value
            && (self.scope.contains_key(&text) || self.types.text(text).contains("://"))
        {
            return None;
        }
        Some(self.types.literal_type(base, value))
    }

    pub(super) fn constant_type(&mut self, value: NodeId) -> Constraint {
        match literal(self.tree, value, self.types) {
            Some((base, value)) => without_defaults(self.types.constant(base, value)),
            None => self.fail(value, "`const` takes a literal: a string, a number or a boolean"),
        }
    }

    pub(super) fn enumeration(&mut self, token: NodeId, underlying: NodeId, values: NodeId) -> Constraint {
        let underlying = self.ty(underlying);
        let (Node::String(token), Node::Tuple(list)) = (self.tree.node(token), self.tree.node(values)) else {
            return self.fail(token, &arity_message("enum"));
        };
        let mut constants = Vec::new();
        for &value in self.tree.list(list) {
            match literal(self.tree, value, self.types) {
                Some((_, value)) => constants.push(value),
                None => return self.fail(value, "the values of an enum must be literals"),
            }
        }
        without_defaults(self.types.enumeration_type(token, underlying, constants))
    }

    pub(super) fn refinement(&mut self, base: NodeId, facets: NodeId) -> Constraint {
        let before = self.errors.len();
        let ty = self.ty(base);
        if self.errors.len() > before {
            return UNKNOWN;
        }
        let mut refinement = match Refinement::of(ty, self.types) {
            Ok(refinement) => refinement,
            Err(message) => return self.fail(base, &message),
        };
        match self.tree.node(facets) {
            Node::Object(items) => self.facets(items, &mut refinement),
            _ => {
                if let Err((node, message)) = add_predicate(self.tree, facets, &mut refinement, self.types) {
                    return self.fail(node, &message);
                }
            }
        }
        match refinement.finish(self.types) {
            Ok(ty) => without_defaults(ty),
            Err(message) => self.fail(facets, &message),
        }
    }

    fn facets(&mut self, items: Items, refinement: &mut Refinement) {
        for item in self.tree.items(items).to_vec() {
            let Some(name) = self.key(&item) else { continue };
            let name = self.types.text(name).to_owned();
            let Some((_, value)) = literal(self.tree, item.value, self.types) else {
                self.fail(item.value, &format!("`{name}` must be a literal"));
                continue;
            };
            if let Err(message) = refinement.add(&name, value, self.types) {
                self.fail(item.value, &message);
            }
        }
    }
}
