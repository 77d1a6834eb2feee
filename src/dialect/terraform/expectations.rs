//! The parts of a module that test files name: those that are expected to fail, and the targets of overrides.

use super::addresses::address;
use super::blocks::{At, Reader, attributes};
use super::once::Named;
use super::targets::{Quoted, word};
use crate::program::Kind as Of;
use crate::program::structure::{ModuleProblem, StructureProblemKind as Kind};
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId};

impl Reader<'_, '_> {
    /// Checks what a run expects to fail: a variable, an output, a check or a resource.
    pub(super) fn check_expected_failures(&mut self, at: At<'_>, run: &Block) {
        let named = |attribute: &&Attribute| self.types.text(attribute.name) == "expect_failures";
        let Some(list) = attributes(run).find(named) else { return };
        let Node::Tuple(items) = at.tree.node(list.value) else {
            return self.not_a_literal(at, list, list.value, "a list of references");
        };
        for &item in at.tree.list(items) {
            let Some(named) = address(at.tree, item, self.types) else {
                self.not_a_literal(at, list, item, "references to variables, outputs, checks and resources");
                continue;
            };
            if let Some(message) = self.never_fails(&named) {
                self.problem(at, at.tree.span(item), Kind::WrongAddress(message));
            }
        }
    }

    /// Returns why nothing with an address can be expected to fail.
    fn never_fails(&mut self, named: &str) -> Option<String> {
        let Some((root, rest)) = named.split_once('.') else { return Some(format!("incomplete address `{named}`")) };
        let name = rest.split(['.', '[']).next().unwrap_or(rest);
        let (address, kind) = match (root, Quoted::of(named)) {
            ("module", _) => return None,
            ("check", _) => {
                return (!self.once.has(Named::CheckAddress, name)).then(|| format!("undefined check `check.{name}`"));
            }
            ("output", _) => (format!("output.{name}"), Of::Output),
            ("local", _) | (_, Quoted::Malformed | Quoted::Other | Quoted::Incomplete) => {
                return Some(format!("`{named}` has no conditions: it is no variable, output, check or resource"));
            }
            (_, Quoted::Inside(address)) => {
                return Some(format!("`{named}` is a part of `{address}`, which has the conditions"));
            }
            (_, Quoted::Block(address, kind)) => (address, kind),
        };
        let is_missing = self.declared(&address).is_none() && !self.is_cut_off;
        is_missing.then(|| format!("undefined {} `{address}`{}", word(kind), self.offer(&address, kind)))
    }

    /// Checks that the targets of the overrides in a block are blocks of the module.
    pub(super) fn check_overridden(&mut self, at: At<'_>, block: &Block) {
        let inner = block.body.iter().filter_map(BodyItem::as_block);
        for inner in inner.filter(|inner| self.types.text(inner.kind).starts_with("override_")).collect::<Vec<_>>() {
            self.check_override(at, inner);
        }
    }

    /// Checks that the target of an override is a block of the module. The reference ignores other ones.
    pub(super) fn check_override(&mut self, at: At<'_>, block: &Block) {
        let Some(target) = self.value_of(block, "target") else { return };
        let Some(named) = address(at.tree, target, self.types) else { return };
        let whole = named.split('[').next().unwrap_or(&named);
        let parts: Vec<&str> = whole.split('.').collect();
        let (address, kind) = match parts[..] {
            ["module", name, ..] => (format!("module.{name}"), Of::Module),
            ["data", ty, name, ..] => (format!("data.{ty}.{name}"), Of::Data),
            [ty, name, ..] => (format!("{ty}.{name}"), Of::Resource),
            _ => return,
        };
        let wanted = match self.types.text(block.kind) {
            "override_module" => Of::Module,
            "override_data" => Of::Data,
            _ => Of::Resource,
        };
        // The target may be inside of a module.
        if kind != wanted && !(kind == Of::Module && parts.len() > 2) {
            let message = format!("`{named}` is a {}, not a {}", word(kind), word(wanted));
            return self.problem(at, at.tree.span(target), Kind::WrongAddress(message));
        }
        if self.declared(&address).is_none() && !self.is_cut_off {
            let message = format!("undefined {} `{address}`{}", word(kind), self.offer(&address, kind));
            self.problem(at, at.tree.span(target), ModuleProblem::DoubtfulAddress(message));
        }
    }

    /// Returns the value of an attribute of a block.
    fn value_of(&self, block: &Block, name: &str) -> Option<NodeId> {
        let named = |attribute: &&Attribute| self.types.text(attribute.name) == name;
        attributes(block).find(named).map(|attribute| attribute.value)
    }
}
