//! The moves of resources and modules to other addresses.

use super::addresses;
use super::blocks::{At, Reader, attributes};
use super::forms::address;
use super::labels::provider_of;
use super::once::Named;
use crate::program::structure::StructureProblemKind as Kind;
use crate::syntax::tree::{Attribute, Block};

impl Reader<'_, '_> {
    /// Checks that a move leads from a resource to a resource, or from a module to a module.
    pub(super) fn check_move(&mut self, at: At<'_>, block: &Block) {
        let called = |name: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == name);
        let (Some(from), Some(to)) = (called("from"), called("to")) else { return };
        let of = |attribute: &Attribute| address(at.tree, attribute.value, self.types);
        let (Ok(from), Ok(to_address)) = (of(from), of(to)) else { return };
        match (from.ty, to_address.ty) {
            (Some(from), Some(ty)) if from != ty => {
                let (from, to_type) = (self.types.text(from).to_owned(), self.types.text(ty).to_owned());
                // A provider that takes over resources of another one moves them on purpose.
                if provider_of(&from) != provider_of(&to_type) {
                    return;
                }
                self.problem(at, at.tree.span(to.value), Kind::MovedType { from, to: to_type });
            }
            (Some(_), None) | (None, Some(_)) => {
                let message = "the move leads from a resource to a module, or from a module to a resource".to_owned();
                self.problem(at, block.kind_span, Kind::WrongAddress(message));
            }
            _ => {}
        }
    }

    /// Checks that a block is moved once, elsewhere, and that no other one is moved there.
    pub(super) fn check_moved_once(&mut self, at: At<'_>, block: &Block) {
        let called = |name: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == name);
        let (Some(from), Some(to)) = (called("from"), called("to")) else { return };
        let (from_span, to_span) = (at.tree.span(from.value), at.tree.span(to.value));
        let of = |attribute: &Attribute| addresses::address(at.tree, attribute.value, self.types);
        let (Some(from), Some(to)) = (of(from), of(to)) else { return };
        if from == to {
            let message = format!("`{from}` is moved to itself");
            return self.problem(at, to_span, Kind::WrongAddress(message));
        }
        // The same move may be written twice.
        if !self.once.is_new(Named::Move, &format!("{from} {to}")) {
            return;
        }
        // The only instance of a resource becomes one with a key.
        let is_only = to.ends_with(']') && !from.ends_with(']');
        let moved = if is_only { format!("{from}[]") } else { from.clone() };
        let (is_first, is_alone) = (self.once.is_new(Named::MovedFrom, &moved), self.once.is_new(Named::MovedTo, &to));
        if !is_first {
            self.problem(at, from_span, Kind::WrongAddress(format!("`{from}` is moved by another block, too")));
        } else if !is_alone {
            self.problem(at, to_span, Kind::WrongAddress(format!("another block is moved to `{to}`, too")));
        }
    }
}
