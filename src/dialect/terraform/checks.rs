//! Structural checks of a module before it is typed: misplaced labels, attributes and blocks, invalid names, and duplicates.

use rustc_hash::FxHashSet;

use super::blocks::{At, Reader, attributes};
use super::shapes::{Shape, label_count, shape};
use crate::program::structure::{StructureProblem, StructureProblemKind as Kind};
use crate::program::{Definition, Kind as Of};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, NodeId, Tree};
use crate::types::nearest::nearest;

/// The variable names that would conflict with the arguments of a module call.
const RESERVED: [&str; 8] =
    ["source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals"];

/// The names that have occurred in a module or block and must be unique there.
#[derive(Debug, Default)]
pub(super) struct Once(FxHashSet<String>);

impl Once {
    /// Holds at the first call with a name.
    pub fn is_new(&mut self, what: &str) -> bool {
        self.0.insert(what.to_owned())
    }
}

impl Reader<'_, '_> {
    pub(super) fn problem(&mut self, at: At<'_>, span: Span, kind: Kind) {
        self.program.problems.push(StructureProblem { file: at.file, span, kind });
    }

    /// Reports an attribute at the top of a file, where only blocks are allowed.
    pub(super) fn check_stray(&mut self, at: At<'_>, item: &BodyItem) {
        if let (BodyItem::Attribute(attribute), false, Some(module)) = (item, at.is_json, shape("/")) {
            let name = self.types.text(attribute.name).to_owned();
            let kind = Kind::UnknownAttribute { name, inside: module.called, suggestion: None };
            self.problem(at, attribute.name_span, kind);
        }
    }

    /// Checks a block at the top of a file. Holds if the block has the right type and labels.
    pub(super) fn check_top(&mut self, at: At<'_>, block: &Block) -> bool {
        let Some(module) = shape("/") else { return true };
        let is_whole = self.check_header(at, block, module);
        let kind = self.types.text(block.kind).to_owned();
        if is_whole && !at.is_json {
            self.check_body(at, block, &kind);
            self.check_names(at, block, &kind);
            self.check_values(at, block, &kind);
        }
        is_whole
    }

    /// Checks the type and the labels of a block.
    fn check_header(&mut self, at: At<'_>, block: &Block, around: &'static Shape) -> bool {
        let kind = self.types.text(block.kind).to_owned();
        match around.labels(&kind) {
            Some(labels) if label_count(labels) != block.labels.len() => {
                let expected = if labels.is_empty() { "no labels" } else { labels };
                if !(block.is_broken && block.labels.is_empty()) {
                    self.problem(at, block.kind_span, Kind::WrongLabels { block: kind, expected });
                }
                false
            }
            Some(_) => true,
            None if around.is_open => true,
            None => {
                let suggestion = nearest(&kind, around.blocks.iter().map(|block| block.0));
                let inside = Some(around.called);
                self.problem(at, block.kind_span, Kind::UnknownBlock { block: kind, inside, suggestion });
                false
            }
        }
    }

    /// Checks the attributes and nested blocks of a block with a known shape.
    fn check_body(&mut self, at: At<'_>, block: &Block, path: &str) {
        let Some(shape) = shape(path) else { return };
        for attribute in attributes(block) {
            let name = self.types.text(attribute.name).to_owned();
            if shape.attribute(&name).is_none() {
                let known = shape.attributes.iter().map(|attribute| attribute.name);
                let suggestion = nearest(&name, known);
                let kind = Kind::UnknownAttribute { name, inside: shape.called, suggestion };
                self.problem(at, attribute.name_span, kind);
            }
        }
        for required in shape.attributes.iter().filter(|attribute| attribute.is_required && !at.is_override) {
            let is_there = attributes(block).any(|attribute| self.types.text(attribute.name) == required.name);
            if !is_there && !block.is_broken {
                let kind = Kind::MissingAttribute { name: required.name, inside: shape.called };
                self.problem(at, block.kind_span, kind);
            }
        }
        let mut once = Once::default();
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            let kind = self.types.text(inner.kind).to_owned();
            if self.check_header(at, inner, shape) {
                self.check_body(at, inner, &format!("{path}/{kind}"));
                if kind == "provisioner" && path == "resource" && !self.program.is_run_by_pulumi() {
                    self.check_provisioner(at, inner);
                }
            }
            let of_terraform = path == "terraform" && ["required_providers", "backend", "cloud"].contains(&&kind[..]);
            let is_new = match &kind[..] {
                "lifecycle" | "connection" if !shape.is_open || path == "resource" => once.is_new(&kind),
                // An override file may repeat it once.
                _ if of_terraform && at.is_override => self.once.is_new(&format!("{kind} {}", at.file.0)),
                _ if of_terraform => self.once.is_new(&kind),
                _ => true,
            };
            if !is_new {
                self.problem(at, inner.kind_span, Kind::DuplicateBlock(kind));
            }
        }
    }

    /// Checks that the labels of a block are names.
    fn check_names(&mut self, at: At<'_>, block: &Block, kind: &str) {
        for (number, &(label, span)) in block.labels.iter().enumerate() {
            let name = self.types.text(label).to_owned();
            let is_type = number == 0 && ["resource", "data", "ephemeral", "provider"].contains(&kind);
            let provider = if kind == "provider" { &name } else { provider_of(&name) };
            // Pulumi allows any text as a name.
            let is_name = is_identifier(&name) || self.program.is_run_by_pulumi() && !name.is_empty();
            let is_right = is_name && (!is_type || is_provider(provider));
            let expected = "a name of letters, digits, underscores and dashes";
            if !is_right {
                self.problem(at, span, Kind::WrongLabels { block: kind.to_owned(), expected });
            } else if kind == "variable" && RESERVED.contains(&&name[..]) && !self.program.is_run_by_pulumi() {
                let expected = "a name other than those of the arguments that calls of all modules have";
                self.problem(at, span, Kind::WrongLabels { block: kind.to_owned(), expected });
            }
        }
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            if let ("provider_meta", [(label, span)]) = (self.types.text(inner.kind), &inner.labels[..])
                && !is_provider(self.types.text(*label))
            {
                let expected = "the name of a provider, which has no underscores";
                self.problem(at, *span, Kind::WrongLabels { block: "provider_meta".to_owned(), expected });
            }
        }
        if kind == "terraform" {
            self.check_metadata(at, block);
        }
        if kind == "provider" && !at.is_override {
            self.check_provider(at, block);
        }
    }

    /// Checks that the metadata of providers are constants.
    fn check_metadata(&mut self, at: At<'_>, block: &Block) {
        let of_provider = |inner: &&Block| self.types.text(inner.kind) == "provider_meta";
        let metadata: Vec<&Block> = block.body.iter().filter_map(BodyItem::as_block).filter(of_provider).collect();
        for attribute in metadata.into_iter().flat_map(attributes) {
            if let Some(reference) = first_reference(at.tree, attribute.value) {
                let name = self.types.text(attribute.name).to_owned();
                let kind = Kind::NotALiteral { name, expected: "a value without references" };
                self.problem(at, at.tree.span(reference), kind);
            }
        }
    }

    /// Checks that overridden definitions exist in other files. The first `overriding` definitions are those of override files.
    pub(super) fn check_overrides(&mut self, overriding: usize) {
        let definitions = &self.program.definitions[..overriding];
        let is_stray = |definition: &&Definition| {
            definition.name.is_some_and(|name| !self.bases.contains(&name)) && definition.kind != Of::Body
        };
        let stray: Vec<StructureProblem> = definitions
            .iter()
            .filter(is_stray)
            .map(|definition| {
                let block = definition.label.split('.').next().unwrap_or_default().to_owned();
                let expected = "the name of a block that another file defines";
                let kind = Kind::WrongLabels { block, expected };
                StructureProblem { file: definition.file, span: definition.name_span, kind }
            })
            .collect();
        self.program.problems.extend(stray);
    }

    /// Checks that no two providers have the same name and alias.
    fn check_provider(&mut self, at: At<'_>, block: &Block) {
        let Some(&(label, span)) = block.labels.first() else { return };
        let alias = attributes(block).find(|attribute| self.types.text(attribute.name) == "alias");
        let alias = alias.and_then(|attribute| match at.tree.node(attribute.value) {
            Node::String(text) => Some(self.types.text(text).to_owned()),
            _ => None,
        });
        let name = format!("provider {} {}", self.types.text(label), alias.unwrap_or_default());
        if !self.once.is_new(&name) {
            self.problem(at, span, Kind::DuplicateBlock(name.trim_end().to_owned()));
        }
    }

    /// Checks attributes that must be constants or references.
    fn check_values(&mut self, at: At<'_>, block: &Block, kind: &str) {
        let called = |name: &str, reader: &Self| {
            attributes(block).find(|attribute| reader.types.text(attribute.name) == name).cloned()
        };
        if kind == "variable" {
            let (default, nullable) = (called("default", self), called("nullable", self));
            let reference = default.as_ref().and_then(|default| first_reference(at.tree, default.value));
            if let Some(reference) = reference {
                let kind = Kind::NotALiteral { name: "default".to_owned(), expected: "a value without references" };
                self.problem(at, at.tree.span(reference), kind);
            }
            if let (Some(default), Some(nullable)) = (default, nullable)
                && matches!(at.tree.node(default.value), Node::Null)
                && matches!(at.tree.node(nullable.value), Node::Bool(false))
            {
                let reason = "the variable is not nullable".to_owned();
                self.problem(at, at.tree.span(default.value), Kind::WrongConstant(reason));
            }
        }
        if let Some(depends) = called("depends_on", self)
            && let Node::Tuple(items) = at.tree.node(depends.value)
        {
            for &item in at.tree.list(items) {
                if matches!(at.tree.node(item), Node::Template(_) | Node::Wrap(_)) {
                    let expected = "references to blocks";
                    self.problem(at, at.tree.span(item), Kind::NotALiteral { name: "depends_on".to_owned(), expected });
                }
            }
        }
        if let (Some(_), Some(for_each)) = (called("count", self), called("for_each", self))
            && ["resource", "data", "ephemeral", "module"].contains(&kind)
        {
            let (name, inside) = ("for_each".to_owned(), "a block with `count`");
            self.problem(at, for_each.name_span, Kind::UnknownAttribute { name, inside, suggestion: None });
        }
        self.check_conditions(at, block, kind);
        match kind {
            "module" => self.check_source(at, block),
            "import" => self.check_import(at, block),
            _ => {}
        }
    }
}

/// Holds for valid names of blocks.
fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

/// Holds for valid names of providers.
fn is_provider(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}

/// Returns the provider in the name of a resource type.
pub(super) fn provider_of(ty: &str) -> &str {
    ty.split('_').next().unwrap_or(ty)
}

/// Returns the first reference in an expression.
fn first_reference(tree: &Tree, root: NodeId) -> Option<NodeId> {
    if matches!(tree.node(root), Node::Variable(..)) {
        return Some(root);
    }
    let mut children = Vec::new();
    tree.each_child(root, &mut |child| children.push(child));
    children.into_iter().find_map(|child| first_reference(tree, child))
}
