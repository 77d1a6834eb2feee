//! Structural checks of a module before it is typed: misplaced attributes and blocks, and duplicates.

use std::borrow::Cow;

use super::blocks::{At, Reader, attributes};
use super::forms::first_reference;
use super::once::{Named, Once};
use super::repeated::{CONTENT, DYNAMIC};
use super::shapes::{Attribute as OfShape, Shape, TOP, is_of_pulumi, label_count, shape};
use crate::program::structure::{ModuleProblem, StructureProblem, StructureProblemKind as Kind};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, Tree};
use crate::types::nearest::{may_stand_for, nearest};

/// The blocks that must not stand in override files.
const NOT_OVERRIDING: [&str; 4] = ["check", "import", "moved", "removed"];

/// The blocks to which override files must not add dependencies.
const WITH_DEPENDENCIES: [&str; 4] = ["resource", "data", "module", "output"];

impl Reader<'_, '_> {
    pub(super) fn problem(&mut self, at: At<'_>, span: Span, kind: impl Into<Kind>) {
        let kind = kind.into();
        self.program.problems.push(StructureProblem { file: at.file, span, kind });
    }

    /// Reports an attribute at the top of a file, where only blocks are allowed. In JSON, a block of an unknown type has the syntax
    /// of an attribute.
    pub(super) fn check_stray(&mut self, at: At<'_>, item: &BodyItem, around: &str) {
        let (BodyItem::Attribute(attribute), Some(module)) = (item, shape(around)) else { return };
        let name = self.types.text(attribute.name).to_owned();
        let kind = match (at.is_json, module.labels(&name)) {
            (false, _) => Kind::unknown_attribute(name, module.called, None),
            // A value that can be no block.
            (true, Some(_)) if !self.program.is_run_by_pulumi() => {
                let inside = module.called;
                return self.problem(at, attribute.name_span, ModuleProblem::BlockAsAttribute { name, inside });
            }
            (true, None) if name != "//" && !self.program.is_run_by_pulumi() => {
                let suggestion = module.nearest_block(&name);
                self.program.unknown_block_count += u32::from(around == TOP && suggestion.is_none());
                Kind::UnknownBlock { block: name, inside: Some(module.called), suggestion }
            }
            _ => return,
        };
        self.problem(at, attribute.name_span, kind);
    }

    /// Checks a block at the top of a file. Returns the block if it has the right type and labels. A block with a misspelt type is
    /// read as what is meant: what refers to it is right.
    pub(super) fn check_top<'b>(&mut self, at: At<'_>, block: &'b Block) -> Option<Cow<'b, Block>> {
        let Some(module) = shape(TOP) else { return Some(Cow::Borrowed(block)) };
        let block = if self.check_header(at, block, module) {
            Cow::Borrowed(block)
        } else {
            let written = self.types.text(block.kind);
            let is_unknown = module.labels(written).is_none() && module.nearest_block(written).is_none();
            self.program.unknown_block_count += u32::from(is_unknown);
            Cow::Owned(self.meant_block(block, module)?)
        };
        let kind = self.types.text(block.kind).to_owned();
        if at.is_override && NOT_OVERRIDING.contains(&&kind[..]) {
            let inside = Some("an override file");
            self.problem(at, block.kind_span, Kind::UnknownBlock { block: kind, inside, suggestion: None });
            return None;
        }
        if !at.is_json || !self.program.is_run_by_pulumi() {
            self.check_body(at, &block, &kind);
            self.check_names(at, &block, &kind);
            self.check_values(at, &block, &kind);
        }
        Some(block)
    }

    /// Returns the block that is meant by one of an unknown type, with as many labels.
    pub(super) fn meant_block(&mut self, block: &Block, around: &Shape) -> Option<Block> {
        let kind = self.types.text(block.kind);
        let meant = around.labels(kind).is_none().then(|| around.nearest_block(kind)).flatten()?;
        let is_whole = around.labels(&meant).is_some_and(|labels| label_count(labels) == block.labels.len());
        is_whole.then(|| Block { kind: self.types.name(&meant), ..block.clone() })
    }

    /// Checks the type and the labels of a block.
    pub(super) fn check_header(&mut self, at: At<'_>, block: &Block, around: &'static Shape) -> bool {
        let kind = self.types.text(block.kind).to_owned();
        match around.labels(&kind) {
            Some(labels) if label_count(labels) != block.labels.len() => {
                let expected = if labels.is_empty() { "no labels" } else { labels };
                if !block.has_malformed_header() {
                    self.problem(at, block.kind_span, Kind::WrongLabels { block: kind, expected, given: None });
                }
                false
            }
            Some(_) => true,
            None if around.allows(&kind) => true,
            None => {
                let suggestion = around.nearest_block(&kind);
                let inside = Some(around.called);
                self.problem(at, block.kind_span, Kind::UnknownBlock { block: kind, inside, suggestion });
                false
            }
        }
    }

    /// Checks the attributes and nested blocks of a block with a known shape.
    pub(super) fn check_body(&mut self, at: At<'_>, block: &Block, path: &str) {
        let Some(shape) = shape(path) else { return };
        let meant = self.meant_parts(block, shape);
        let has_block = |kind: &str, reader: &Self| {
            let mut inner = block.body.iter().filter_map(BodyItem::as_block);
            inner.any(|inner| reader.types.text(inner.kind) == kind)
        };
        // The attributes of a dynamic block without content are those of its content.
        let is_given = |name: &str| attributes(block).any(|attribute| self.types.text(attribute.name) == name);
        let missing: Vec<&str> = shape
            .attributes
            .iter()
            .filter(|of| of.is_required && !at.is_override && !block.is_broken && !is_given(of.name))
            .map(|of| of.name)
            .filter(|name| !meant.iter().any(|meant| meant == name))
            .collect();
        let stands_for_missing = |name: &str| missing.iter().any(|&required| stands_for(shape, name, required));
        let lacks_content = path == DYNAMIC && !block.is_broken && !has_block("content", self);
        let is_content_spread = lacks_content && self.has_other_attributes(block, shape);
        for attribute in attributes(block) {
            let name = self.types.text(attribute.name).to_owned();
            let inside = shape.called;
            if at.is_override && WITH_DEPENDENCIES.contains(&path) && self.adds_dependencies(at, attribute) {
                let inside = "an overriding block";
                self.problem(at, attribute.name_span, Kind::unknown_attribute(name, inside, None));
                continue;
            }
            if let Some(of_shape) = self.attribute_of(path, &name) {
                self.check_form(at, block, attribute, of_shape);
            } else if at.is_json
                && is_body(at.tree, attribute.value)
                && (shape.allows(&name) || shape.labels(&name).is_some())
            {
                // It is a block.
            } else if shape.labels(&name).is_some() {
                self.problem(at, attribute.name_span, ModuleProblem::BlockAsAttribute { name, inside });
            } else if !lacks_content && !stands_for_missing(&name) {
                let (suggestion, known) = (shape.nearest_attribute(&name), shape.names_of_attributes(path));
                self.problem(at, attribute.name_span, Kind::UnknownAttribute { name, inside, suggestion, known });
            }
        }
        let is_meant = |name: &str| meant.iter().any(|meant| meant == name);
        for &required in &missing {
            let inside = shape.called;
            let given = attributes(block).find(|given| stands_for(shape, self.types.text(given.name), required));
            if let Some(given) = given {
                let (name, span) = (self.types.text(given.name).to_owned(), given.name_span);
                let suggestion = Some(required.to_owned());
                self.problem(at, span, Kind::unknown_attribute(name, inside, suggestion));
            } else {
                let kind = Kind::MissingAttribute { name: required.into(), inside };
                self.problem(at, lacking_span(at, block, block.kind_span), kind);
            }
        }
        // The only block of a dynamic block means its content.
        let has_other =
            path == DYNAMIC && !is_content_spread && block.body.iter().filter_map(BodyItem::as_block).count() == 1;
        for required in shape.blocks.iter().filter(|block| block.is_required && !at.is_override) {
            if !has_block(required.kind, self) && !block.is_broken && !has_other && !is_meant(required.kind) {
                let kind = Kind::MissingBlock { name: required.kind, inside: shape.called };
                // The first attribute of the missing content is its place.
                let is_of_content = |given: &&Attribute| !shape.names_attribute(self.types.text(given.name));
                let of_content = attributes(block).find(is_of_content).filter(|_| lacks_content);
                self.problem(at, of_content.map_or_else(|| own_span(at, block), |given| given.name_span), kind);
            }
        }
        if path == "resource" {
            self.check_connections(at, block);
        }
        let mut once = Once::default();
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            let kind = self.types.text(inner.kind).to_owned();
            // What stands beside attributes of a missing content is a part of that.
            if is_content_spread && shape.labels(&kind).is_none() {
                continue;
            }
            if self.check_header(at, inner, shape) {
                self.check_body(at, inner, &path_inside(path, &kind, shape));
            }
            let of_terraform = path == "terraform" && ["required_providers", "backend", "cloud"].contains(&&kind[..]);
            let is_new = match &kind[..] {
                "content" if path == DYNAMIC => once.is_new(Named::Block, &kind),
                "data" if path == "check" => once.is_new(Named::Block, &kind),
                "connection" if path == "resource/provisioner" => once.is_new(Named::Block, &kind),
                "lifecycle" if path == "removed" => true,
                "lifecycle" | "connection" if !shape.is_open || path == "resource" => once.is_new(Named::Block, &kind),
                // An override file may repeat it once.
                _ if of_terraform && at.is_override => self.once.is_new(Named::BlockOf(at.file), &kind),
                _ if of_terraform => self.once.is_new(Named::Block, &kind),
                _ => true,
            };
            if !is_new {
                self.problem(at, inner.kind_span, Kind::DuplicateBlock(kind));
            } else if path == "terraform"
                && let Some(inside) = self.excluding(&kind, |kind| has_block(kind, self))
            {
                let inside = Some(inside);
                self.problem(at, inner.kind_span, Kind::UnknownBlock { block: kind, inside, suggestion: None });
            }
        }
    }

    /// Holds if a block has attributes that its shape does not have.
    pub(super) fn has_other_attributes(&self, block: &Block, shape: &Shape) -> bool {
        attributes(block).any(|given| !shape.names_attribute(self.types.text(given.name)))
    }

    /// Reports connections without a host: that of a resource, which each of its provisioners reads, or else those of its provisioners.
    /// Like the tables of shapes, this is about the names in blocks, whatever their values are.
    fn check_connections(&mut self, at: At<'_>, resource: &Block) {
        let called = |block: &Block, kind: &str| -> Vec<Block> {
            let inner = block.body.iter().filter_map(BodyItem::as_block);
            inner.filter(|inner| self.types.text(inner.kind) == kind).cloned().collect()
        };
        let means_host = |given: &Attribute| {
            let name = self.types.text(given.name);
            name == "host" || nearest(name, ["host"]).is_some()
        };
        let has_host = |connection: &Block| attributes(connection).any(means_host);
        let own = called(resource, "connection");
        let mut lacking = called(resource, "provisioner").into_iter().filter_map(|provisioner| {
            let of_provisioner = called(&provisioner, "connection").into_iter();
            let read = own.iter().cloned().chain(of_provisioner).next()?;
            let is_broken = resource.is_broken || read.is_broken;
            (!is_broken && !has_host(&read)).then_some(read)
        });
        if let Some(connection) = lacking.next().filter(|_| !at.is_override) {
            let kind = Kind::MissingAttribute { name: "host".into(), inside: "a connection" };
            self.problem(at, lacking_span(at, &connection, connection.kind_span), kind);
        }
    }

    /// Returns the attribute with a name of the block with a path. One that only modules run by Pulumi have is like any other one
    /// elsewhere.
    pub(super) fn attribute_of(&self, path: &str, name: &str) -> Option<OfShape> {
        let is_other = is_of_pulumi(path, name) && !self.program.is_run_by_pulumi();
        shape(path)?.attribute(if is_other { "*" } else { name })
    }

    /// Holds for dependencies on other blocks. An empty list adds none.
    fn adds_dependencies(&self, at: At<'_>, attribute: &Attribute) -> bool {
        let is_empty = matches!(at.tree.node(attribute.value), Node::Tuple(items) if at.tree.list(items).is_empty());
        self.types.text(attribute.name) == "depends_on" && !is_empty
    }

    /// Returns the phrase for settings beside which a backend or a cloud may not stand: in the same block, or in one before it.
    fn excluding(&self, kind: &str, is_beside: impl Fn(&str) -> bool) -> Option<&'static str> {
        match kind {
            "backend" if is_beside("cloud") || self.once.has(Named::Block, "cloud") => Some("settings with `cloud`"),
            "cloud" if !is_beside("backend") && self.once.has(Named::Block, "backend") => {
                Some("settings with a backend")
            }
            _ => None,
        }
    }

    /// Returns the names of the parts that are meant by parts which the shape of a block does not have.
    fn meant_parts(&self, block: &Block, shape: &Shape) -> Vec<String> {
        let meant = block.body.iter().filter_map(|item| match item {
            BodyItem::Attribute(attribute) => {
                let name = self.types.text(attribute.name);
                let as_block = shape.labels(name).map(|_| Some(name.to_owned()));
                as_block.or_else(|| shape.attribute(name).is_none().then(|| shape.nearest_attribute(name)))
            }
            // An attribute that is written as a block.
            BodyItem::Block(inner) if shape.names_attribute(self.types.text(inner.kind)) => {
                Some(Some(self.types.text(inner.kind).to_owned()))
            }
            BodyItem::Block(inner) => {
                let kind = self.types.text(inner.kind);
                (shape.labels(kind).is_none() && !shape.allows(kind)).then(|| shape.nearest_block(kind))
            }
        });
        meant.flatten().collect()
    }

    fn check_identity(&mut self, at: At<'_>, block: &Block) {
        let called = |name: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == name);
        let Some(id) = called("id") else {
            let is_meant =
                shape("import").is_some_and(|of| self.meant_parts(block, of).iter().any(|part| part == "id"));
            if called("identity").is_none() && !block.is_broken && !is_meant {
                let kind = Kind::MissingAttribute { name: "id".into(), inside: "an import" };
                self.problem(at, own_span(at, block), kind);
            }
            return;
        };
        let reason = match at.tree.node(id.value) {
            Node::Null => "`id` must not be null",
            Node::String(text) if self.types.text(text).is_empty() => "`id` must not be empty",
            _ => return,
        };
        self.problem(at, at.tree.span(id.value), Kind::WrongConstant(reason.to_owned()));
    }

    /// Checks attributes that must be constants or references.
    fn check_values(&mut self, at: At<'_>, block: &Block, kind: &str) {
        let called = |name: &str, reader: &Self| {
            attributes(block).find(|attribute| reader.types.text(attribute.name) == name).cloned()
        };
        if kind == "variable" {
            self.check_known_early(at, block);
            let (default, nullable) = (called("default", self), called("nullable", self));
            let reference = default.as_ref().and_then(|default| first_reference(at.tree, default.value));
            if let Some(reference) = reference {
                let expected = "a value without references".into();
                let kind = Kind::NotALiteral { name: "default".to_owned(), expected };
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
        if let (Some(_), Some(for_each)) = (called("count", self), called("for_each", self))
            && ["resource", "data", "ephemeral", "module"].contains(&kind)
        {
            let (name, inside) = ("for_each".to_owned(), "a block with `count`");
            self.problem(at, for_each.name_span, Kind::unknown_attribute(name, inside, None));
        }
        self.check_conditions(at, block, kind);
        self.check_own_conditions(at, block);
        self.check_local_names(at, block, kind);
        match kind {
            "module" => self.check_source(at, block),
            "resource" | "removed" => self.check_destruction(at, block),
            "data" => self.check_state(at, block),
            "moved" => {
                self.check_move(at, block);
                self.check_moved_once(at, block);
            }
            "import" => {
                self.check_import(at, block);
                self.check_identity(at, block);
            }
            "check" => {
                let name = block.labels.first().map_or("", |label| self.types.text(label.0));
                let name = format!("check {name}");
                if !self.once.is_new(Named::Check, &name) {
                    self.problem(at, block.kind_span, Kind::DuplicateBlock(name));
                }
            }
            _ => {}
        }
    }
}

/// Holds if an attribute that blocks of a shape do not have probably stands for one that they require.
fn stands_for(shape: &Shape, name: &str, required: &str) -> bool {
    let repeats = name == "count" && required == "for_each";
    !shape.names_attribute(name) && (repeats || may_stand_for(name, required))
}

/// Returns the place of a block: in JSON, the type may be that of several blocks, and an object is one of them.
fn own_span(at: At<'_>, block: &Block) -> Span {
    if at.is_json { block.open } else { block.kind_span }
}

/// Returns the place at which a block lacks an attribute: in JSON, the end of its object, as in the reference.
pub(super) fn lacking_span(at: At<'_>, block: &Block, native: Span) -> Span {
    let end = Span { start: block.span.end.saturating_sub(1), end: block.span.end };
    if at.is_json { end } else { native }
}

/// Holds for values in JSON that may be blocks.
fn is_body(tree: &Tree, value: NodeId) -> bool {
    matches!(tree.node(value), Node::Object(_) | Node::Tuple(_))
}

/// Returns the path of a nested block. In bodies by the schema of a provider, dynamic blocks are alike at any depth.
fn path_inside(path: &str, kind: &str, around: &Shape) -> String {
    let path_of_kind = format!("{path}/{kind}");
    match kind {
        "dynamic" => DYNAMIC.to_owned(),
        _ if shape(&path_of_kind).is_none() && around.is_open => CONTENT.to_owned(),
        _ => path_of_kind,
    }
}
