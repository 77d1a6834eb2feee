//! Attributes that name blocks or provider configurations instead of giving values.

use rustc_hash::FxHashSet;

use super::blocks::{At, Reader, Value, attributes, free};
use super::configurations::aliases;
use super::once::Named;
use super::shapes::is_of_pulumi;
use crate::program::resolve::{PROVIDER, attribute_path};
use crate::program::structure::StructureProblemKind;
use crate::program::{BlockNames, Expression, Kind, Part, Scope};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, ObjectKey, Tree};
use crate::types::{ANY, Name};

impl Reader<'_, '_> {
    /// Returns the expression of an attribute that names blocks which the module has to declare.
    pub(super) fn naming(&self, attribute: &Attribute, path: &str) -> Option<Expression> {
        let name = self.types.text(attribute.name);
        if is_of_pulumi(path, name) && !self.program.is_run_by_pulumi() {
            return None;
        }
        let scope = match name {
            "depends_on" | "replace_triggered_by" => Scope::Block(BlockNames::NONE),
            "provider" | "providers" if path != "import" => Scope::Providers,
            _ => return None,
        };
        Some(Expression { part: Part::Named, scope, ..free(attribute) })
    }

    /// Defines a provider configuration, unless it is defined.
    pub(super) fn define_provider(&mut self, at: At<'_>, address: &str, span: Span, name_span: Span) {
        if self.once.is_new(Named::Configuration, address) {
            self.define(at, Kind::Body, address, span, name_span, Value::Known(ANY));
        }
    }

    /// Defines the provider configurations that callers of the module have to pass: `configuration_aliases`.
    pub(super) fn define_aliases(&mut self, at: At<'_>) {
        for (address, span) in aliases(at.tree, self.types) {
            self.define_provider(at, &format!("{PROVIDER}{address}"), span, span);
        }
    }

    /// Reports references in provisioners that run at destruction, and in the connections around them: other values may be gone then.
    pub(super) fn check_destruction(&mut self, at: At<'_>, block: &Block) {
        let called = |inner: &&Block, kind: &str| self.types.text(inner.kind) == kind;
        let inner = || block.body.iter().filter_map(BodyItem::as_block);
        let runs = |inner: &&Block| attributes(inner).any(|given| self.is_at_destruction(at, given));
        let provisioners: Vec<&Block> = inner().filter(|inner| called(inner, "provisioner") && runs(inner)).collect();
        if provisioners.is_empty() {
            return;
        }
        let mut open: Vec<&Block> = inner().filter(|inner| called(inner, "connection")).chain(provisioners).collect();
        let mut wrong = Vec::new();
        while let Some(block) = open.pop() {
            let given =
                attributes(block).filter(|given| !["when", "on_failure"].contains(&self.types.text(given.name)));
            let names = given.flat_map(|given| variables(at.tree, given.value));
            wrong.extend(names.filter(|&name| !self.is_there_at_destruction(at, name)));
            open.extend(block.body.iter().filter_map(BodyItem::as_block));
        }
        for name in wrong {
            let path = attribute_path(at.tree, name);
            let address = path.into_iter().map(|part| self.types.text(part)).collect::<Vec<_>>().join(".");
            let message = format!(
                "`{address}` may be gone at destruction: a provisioner refers to `self`, `count.index` and `each.key` then"
            );
            self.problem(at, at.tree.span(name), StructureProblemKind::WrongAddress(message));
        }
    }

    fn is_at_destruction(&self, at: At<'_>, given: &Attribute) -> bool {
        let is_destroy = match at.tree.node(given.value) {
            Node::Variable(word, _) | Node::String(word) => self.types.text(word) == "destroy",
            _ => false,
        };
        is_destroy && self.types.text(given.name) == "when"
    }

    /// Holds for names whose values exist when a resource is destroyed, and for words that are no addresses.
    fn is_there_at_destruction(&self, at: At<'_>, name: NodeId) -> bool {
        let path: Vec<&str> = attribute_path(at.tree, name).into_iter().map(|part| self.types.text(part)).collect();
        matches!(path[..], ["self" | "path" | "terraform", ..] | ["count", "index"] | ["each", "key"] | [] | [_])
    }

    /// Reports keys of objects that are references without parentheses: they might mean the text as well. The keys of `providers`
    /// are names of provider configurations.
    pub(super) fn check_keys(&mut self, at: At<'_>) {
        if at.is_json {
            return;
        }
        let blocks = at.tree.body.iter().filter_map(BodyItem::as_block).flat_map(attributes);
        let providers = blocks.filter(|given| self.types.text(given.name) == "providers").map(|given| given.value);
        let providers: FxHashSet<NodeId> = providers.collect();
        // Names of types have a form of their own.
        let is_type = |given: &&Attribute| self.types.text(given.name) == "type";
        let variables =
            at.tree.body.iter().filter_map(BodyItem::as_block).filter(|of| self.types.text(of.kind) == "variable");
        let types: Vec<&Attribute> = variables.flat_map(attributes).filter(is_type).collect();
        let is_in_type = |node: NodeId| types.iter().any(|of| of.first <= node && node <= of.value);
        let nodes = (0..at.tree.len() as u32).map(NodeId);
        let nodes = nodes.filter(|&node| !providers.contains(&node) && !is_in_type(node));
        let objects = nodes.filter_map(|node| match at.tree.node(node) {
            Node::Object(items) => Some(at.tree.items(items)),
            _ => None,
        });
        let is_step =
            |&key: &NodeId| matches!(at.tree.node(key), Node::Variable(_, steps) if !at.tree.steps(steps).is_empty());
        let keys = objects.flatten().filter_map(|item| match item.key {
            ObjectKey::Expression(key, false) => Some(key),
            _ => None,
        });
        for key in keys.filter(is_step).collect::<Vec<_>>() {
            let message = "the key is ambiguous: a reference is in parentheses, and a text is in quotes".to_owned();
            self.problem(at, at.tree.span(key), StructureProblemKind::WrongAddress(message));
        }
    }

    /// Checks that conditions depend on something: those of a variable on the variable, and the others on any object.
    pub(super) fn check_conditions(&mut self, at: At<'_>, block: &Block, kind: &str) {
        // What stands in another block is reported there.
        let conditions: &[&str] = match kind {
            "variable" => &["validation"],
            "output" => &["precondition"],
            "check" | "run" => &["assert"],
            "lifecycle" => &["precondition", "postcondition"],
            _ => &[],
        };
        let (variable, own) = match (&block.labels[..], kind) {
            ([(name, _)], "variable") => (Some(*name), format!("var.{}", self.types.text(*name))),
            _ => (None, String::new()),
        };
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            let inner_kind = self.types.text(inner.kind).to_owned();
            if inner_kind == "lifecycle" && ["resource", "data", "ephemeral"].contains(&kind) {
                self.check_conditions(at, inner, "lifecycle");
            }
            let condition = attributes(inner).find(|attribute| self.types.text(attribute.name) == "condition");
            // A broken condition may refer to anything.
            let is_whole = |given: &&Attribute| !matches!(at.tree.node(given.value), Node::Broken);
            let condition = condition.filter(|_| conditions.contains(&&inner_kind[..])).filter(is_whole);
            let Some(condition) = condition else { continue };
            let names = variables(at.tree, condition.value);
            let is_own = |node: &NodeId| {
                let path = attribute_path(at.tree, *node);
                matches!(path[..], [root, name, ..] if self.types.text(root) == "var" && Some(name) == variable)
            };
            let message = match variable {
                Some(_) if !names.iter().any(is_own) => {
                    Some(format!("the condition does not refer to `{own}`, which it validates"))
                }
                None if names.is_empty() => {
                    Some("the condition refers to nothing, so that it checks nothing".to_owned())
                }
                _ => None,
            };
            if let Some(message) = message {
                self.problem(at, at.tree.span(condition.value), StructureProblemKind::WrongAddress(message));
            }
        }
    }
}

/// Returns the variables in an expression, without those that its for-expressions bind.
pub(super) fn variables(tree: &Tree, root: NodeId) -> Vec<NodeId> {
    let (mut open, mut found): (Vec<(NodeId, Vec<Name>)>, _) = (vec![(root, Vec::new())], Vec::new());
    while let Some((node, bound)) = open.pop() {
        match tree.node(node) {
            Node::Variable(name, _) if !bound.contains(&name) => found.push(node),
            Node::For(id) => {
                let parts = *tree.for_parts(id);
                let inside: Vec<Name> =
                    bound.iter().copied().chain(parts.key_variable).chain([parts.value_variable]).collect();
                let behind = [parts.key, Some(parts.value), parts.condition];
                open.extend(behind.into_iter().flatten().map(|part| (part, inside.clone())));
                open.push((parts.collection, bound));
            }
            _ => tree.each_child(node, &mut |child| open.push((child, bound.clone()))),
        }
    }
    found
}
