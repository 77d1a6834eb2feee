//! Resources: their instances, and the arguments of resources and nested blocks by the schema of a provider.

use std::rc::Rc;

use compact_str::{CompactString, format_compact};
use thin_vec::ThinVec;

use super::blocks::{At, Reader, Value, attributes};
use super::checks::lacking_span;
use super::labels::{is_identifier, is_provider, provider_of};
use super::marks::{deferred_parts, sensitive_parts};
use super::once::Named;
use super::repeated::{CONTENT, DYNAMIC, Instances, Names};
use super::shapes::{self, shape};
use super::unwritten;
use crate::program::structure::{ComponentProblem, ModuleProblem, PackageProblem, StructureProblemKind};
use crate::program::{self, BlockValue, Expression, Kind, NestedBlocks, Part};
use crate::schema::{FoundBlock, Nesting, ProviderBlock, ProviderName, ProviderSection};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, StepKey};
use crate::types::nearest::nearest;
use crate::types::vocabulary::Mark;
use crate::types::{ANY, Interner, Name, Shape, Ty};

/// The arguments of provisioners that exclude one another: the type, an argument, one that may not stand beside it, and the phrase for
/// such a provisioner.
const EXCLUSIVE: [(&str, &str, &str, &str); 4] = [
    ("file", "source", "content", "a provisioner with `source`"),
    ("remote-exec", "inline", "script", "a provisioner with `inline`"),
    ("remote-exec", "inline", "scripts", "a provisioner with `inline`"),
    ("remote-exec", "script", "scripts", "a provisioner with `script`"),
];

/// The arguments of provisioners one of which has to be there: the type, and the arguments, the most common one first.
const CHOICES: [(&str, &[&str]); 2] =
    [("file", &["source", "content"]), ("remote-exec", &["inline", "script", "scripts"])];

/// A block with a schema.
#[derive(Clone, Copy)]
struct Configured<'b> {
    block: &'b Block,
    /// The types of the enclosing blocks, outermost first, and its own.
    path: &'b str,
    schema: &'b ProviderBlock,
    /// The span of its name.
    name_span: Span,
    /// The names that exist in the block.
    names: Names<'b>,
}

impl Reader<'_, '_> {
    pub(super) fn resource(&mut self, at: At<'_>, block: &Block, kind: Kind) {
        let Some(address) = self.address(block) else { return };
        let name_span = block.labels.last().map_or(block.kind_span, |label| label.1);
        let schema = self.provider_block(at, kind, block);
        let instance = schema.as_ref().map_or(ANY, |schema| schema.ty);
        let instances = Instances::of(block, instance, self.types);
        let (repeated, count) = (instances.repeated, self.program.definitions.len());
        self.define(at, kind, &address, block.span, name_span, Value::Instances(instances));
        if self.program.definitions.len() > count {
            let sensitive =
                schema.as_ref().map_or_else(Vec::new, |schema| sensitive_parts(Some(block), schema, self.types));
            let ephemeral = (kind == Kind::Ephemeral).then_some((Vec::new(), Mark::Ephemeral));
            let sensitive = sensitive.into_iter().map(|keys| (keys, Mark::Sensitive));
            // The attributes of a data source are read before, and an overriding block is only a part of a block.
            let is_applied = kind == Kind::Resource && !at.is_override && !self.program.is_run_by_pulumi();
            let deferred =
                schema.as_ref().filter(|_| is_applied).map(|schema| deferred_parts(block, schema, self.types));
            let deferred = deferred.into_iter().flatten().map(|keys| (keys, Mark::Deferred));
            self.mark(self.last(), repeated, sensitive.chain(ephemeral).chain(deferred));
            let deprecated = schema.as_ref().map(|schema| schema.deprecated.clone()).filter(|names| !names.is_empty());
            self.program.deprecated_attributes.extend(deprecated.map(|names| (self.last(), names)));
        }
        if let Some(schema) = schema {
            if let (true, Some(&(ty, span))) = (schema.is_deprecated, block.labels.first()) {
                self.deprecated(at, ty, span);
            }
            self.configured(at, block, &address, &schema);
        } else {
            self.check_resembling(at, block);
            self.body(at, block);
        }
    }

    /// Returns the schema of a provider's block, if it is known. Reports a type that the provider does not have, and a provider
    /// without a schema, at the first block of the provider.
    fn provider_block(&mut self, at: At<'_>, kind: Kind, block: &Block) -> Option<Rc<ProviderBlock>> {
        let &(label, span) = block.labels.first()?;
        let (section, ty) = (section(kind), self.types.text(label).to_owned());
        if !is_identifier(&ty) && !self.program.is_run_by_pulumi() {
            return None;
        }
        let local = self.local_provider(at, block).unwrap_or_else(|| provider_of(&ty).to_lowercase());
        let provider = ProviderName { local: &local, source: self.sources.get(&local).map(String::as_str) };
        let key = (section, ty.clone());
        if let Some(known) = self.reading.blocks.get(&key) {
            return Some(known.clone());
        }
        match self.reading.schemas.provider_block(section, &ty, provider, self.types) {
            FoundBlock::Known(block) => return Some(self.reading.blocks.entry(key).or_insert(Rc::new(block)).clone()),
            FoundBlock::Missing { suggestion: meant, elsewhere } => {
                let suggestion = elsewhere.map(|of| (phrase(of), ty.clone()));
                let suggestion = suggestion.or(meant.map(|meant| (phrase(section), meant)));
                let kind =
                    ComponentProblem::UnknownBlockType { kind: phrase(section), ty, provider: local, suggestion };
                self.problem(at, span, kind);
            }
            FoundBlock::Unknown => {
                // A name that no provider has is reported as such.
                if self.reading.is_outermost() && is_provider(&local) && self.once.is_new(Named::Schema, &local) {
                    self.problem(at, span, ComponentProblem::UnknownProvider(local));
                }
            }
        }
        None
    }

    /// Returns the local name of the provider that a block names by its attribute `provider`.
    pub(super) fn local_provider(&self, at: At<'_>, block: &Block) -> Option<String> {
        let given = attributes(block).find(|attribute| self.types.text(attribute.name) == "provider")?;
        match at.tree.node(given.value) {
            Node::Variable(name, _) => Some(self.types.text(name).to_owned()),
            Node::String(text) => self.types.text(text).split('.').next().map(str::to_owned),
            _ => None,
        }
    }

    /// Adds the arguments of a resource with a schema, and of its nested blocks.
    pub(super) fn configured(&mut self, at: At<'_>, block: &Block, address: &str, schema: &Rc<ProviderBlock>) {
        self.interfaces.keep(schema);
        let names = Names { own: self.names_of(at, block), each: self.each(at, block), iterators: &[], address };
        let path = self.types.text(block.kind).to_owned();
        self.check_ignored(at, block, names, schema);
        self.check_prefixes(at, block, schema);
        self.arguments(at, Configured { block, path: &path, schema, name_span: block.kind_span, names });
    }

    fn arguments(&mut self, at: At<'_>, of: Configured<'_>) {
        let (mut expressions, mut nested) = (Vec::new(), Vec::new());
        let is_given = |attribute: &&Attribute| !matches!(at.tree.node(attribute.value), Node::Null);
        for attribute in attributes(of.block).filter(|_| !of.is_generated()).filter(is_given) {
            if of.schema.deprecated.contains(&attribute.name) {
                self.deprecated(at, attribute.name, attribute.name_span);
            }
        }
        for item in &of.block.body {
            match item {
                BodyItem::Attribute(attribute) => {
                    let is_input = of.takes(self.attribute_of(of.path, self.types.text(attribute.name)));
                    let part = |expression: Expression| {
                        let part = if is_input { Part::Input(attribute.name) } else { expression.part };
                        Expression { part, ..expression }
                    };
                    expressions.extend(self.expression(at, attribute, of.path).map(part));
                }
                BodyItem::Block(inner) => self.inner_block(at, of, inner, &mut expressions, &mut nested),
            }
        }
        let missing_span = lacking_span(at, of.block, of.block.open);
        let mut meaning = program::Block::with_value(BlockValue::Known(ANY), missing_span);
        // An overriding block is only a part of a block.
        meaning.is_broken = of.block.is_broken || at.is_override;
        meaning.interface = Some(self.interface_of_schema(at, of.block, of.schema, demanded(&of)));
        meaning.nested = nested.into();
        meaning.keeps_inputs =
            of.path.starts_with("resource") && !of.is_of_provisioner() || of.path.starts_with("data");
        meaning.phrase = of.phrase();
        self.scope(of.names, &mut expressions, &mut meaning);
        meaning.uses = if of.is_nested() { ThinVec::new() } else { self.uses(of.block, &expressions) };
        self.hidden(at, of.block.span, of.name_span, expressions, meaning);
    }

    /// Adds a nested block of a block with a schema. Blocks that all resources allow are not in the schema.
    fn inner_block(
        &mut self,
        at: At<'_>,
        of: Configured<'_>,
        inner: &Block,
        expressions: &mut Vec<Expression>,
        nested: &mut Vec<NestedBlocks>,
    ) {
        let kind = self.types.text(inner.kind).to_owned();
        let is_dynamic = kind == "dynamic";
        let is_of_all = (!of.is_nested() || of.is_of_provisioner())
            && shape(of.path).is_some_and(|shape| shape.labels(&kind).is_some());
        let label = || inner.labels.first().filter(|_| inner.labels.len() == 1);
        let named = if is_dynamic { label().copied() } else { Some((inner.kind, inner.kind_span)) };
        let Some((name, span)) = named.filter(|_| is_dynamic || !is_of_all) else {
            let path = format!("{}/{kind}", of.path);
            return match &kind[..] {
                "provisioner" | "connection" => self.provisioner(at, inner, &path, of.names, expressions),
                _ => self.add_expressions(at, inner, &path, of.names, expressions),
            };
        };
        // A block that no block of the kind may have is reported as such.
        let is_excluded = !of.is_nested() && shape(of.path).is_some_and(|shape| !shape.allows(&kind));
        // In JSON, the blocks of the schema are attributes, and are not counted.
        if !at.is_json && (is_dynamic || !is_excluded) {
            note(nested, name, span, is_dynamic);
        }
        let known = of.schema.blocks.iter().find(|nested| nested.name == name);
        let takes_labels = known.is_none_or(|known| known.nesting == Nesting::Map);
        if let (false, Some(&(_, span))) = (takes_labels || is_dynamic, inner.labels.first()) {
            self.problem(
                at,
                span,
                StructureProblemKind::WrongLabels { block: kind, expected: "no labels", given: None },
            );
        }
        let schema = known.map(|nested| &nested.block);
        if schema.is_some_and(|schema| schema.is_deprecated) && !is_dynamic && !of.is_generated() {
            self.deprecated(at, name, span);
        }
        let path = format!("{}/{}", of.path, self.types.text(name));
        let inside = |block, schema, names| Configured { block, path: &path, schema, name_span: span, names };
        match schema {
            Some(schema) if is_dynamic => {
                let iterators = self.iterator(at, inner, of.names);
                let names = Names { iterators: &iterators, ..of.names };
                let content_kind = self.content_of(inner);
                for item in &inner.body {
                    match item {
                        BodyItem::Attribute(attribute) => {
                            if !takes_labels {
                                self.check_labels(at, attribute);
                            }
                            expressions.extend(self.expression(at, attribute, DYNAMIC));
                        }
                        BodyItem::Block(content) if Some(content.kind) == content_kind => {
                            self.arguments(at, inside(content, schema, names));
                        }
                        // A part of a content that is missing.
                        BodyItem::Block(_) if content_kind.is_none() => {}
                        BodyItem::Block(other) => {
                            self.add_expressions(at, other, CONTENT, names, expressions);
                        }
                    }
                }
            }
            Some(schema) => self.arguments(at, inside(inner, schema, of.names)),
            None if is_dynamic => self.open_dynamic(at, inner, of.names),
            None => self.add_expressions(at, inner, &path, of.names, expressions),
        }
    }

    /// Reports labels of dynamic blocks that have none.
    fn check_labels(&mut self, at: At<'_>, attribute: &Attribute) {
        if self.types.text(attribute.name) == "labels" && !self.program.is_run_by_pulumi() {
            let kind =
                StructureProblemKind::unknown_attribute("labels".to_owned(), "a dynamic block without labels", None);
            self.problem(at, attribute.name_span, kind);
        }
    }

    /// Reports a resource type, a nested block, or an argument that its provider marks as deprecated.
    fn deprecated(&mut self, at: At<'_>, name: Name, span: Span) {
        let kind = PackageProblem::Deprecated { token: self.types.text(name).to_owned(), message: String::new() };
        self.problem(at, span, kind);
    }

    /// Returns the type of the block that is the content of a dynamic block: `content`, or what probably means it.
    fn content_of(&self, dynamic: &Block) -> Option<Name> {
        let kinds = || dynamic.body.iter().filter_map(BodyItem::as_block).map(|inner| inner.kind);
        let is_content = |kind: &Name| self.types.text(*kind) == "content";
        let is_near = |kind: &Name| nearest(self.types.text(*kind), ["content"]).is_some();
        // Beside attributes of the content, a block is a part of it.
        let is_spread = || shape(DYNAMIC).is_some_and(|shape| self.has_other_attributes(dynamic, shape));
        let only = || kinds().next().filter(|_| kinds().nth(1).is_none() && !is_spread());
        kinds().find(is_content).or_else(|| kinds().find(is_near)).or_else(only)
    }

    /// Adds a provisioner, or a connection, whose arguments are a part of the language.
    pub(super) fn provisioner(
        &mut self,
        at: At<'_>,
        block: &Block,
        path: &str,
        names: Names<'_>,
        expressions: &mut Vec<Expression>,
    ) {
        let label = block.labels.first().map_or(block.kind, |label| label.0);
        let name = self.types.text(label).to_owned();
        self.check_exclusive(at, block, &name);
        if let Some(schema) = self.reading.schemas.provisioner(&name, self.types).map(Rc::new) {
            self.interfaces.keep(&schema);
            return self.arguments(at, Configured { block, path, schema: &schema, name_span: block.kind_span, names });
        }
        if let (Some(label), false) = (block.labels.first(), self.program.is_run_by_pulumi()) {
            let expected = "the type of a provisioner: `file`, `local-exec` or `remote-exec`";
            let kind =
                StructureProblemKind::WrongLabels { block: "provisioner".to_owned(), expected, given: Some(name) };
            self.problem(at, label.1, kind);
        }
        self.add_expressions(at, block, path, names, expressions);
    }

    /// Reports an argument of a provisioner that excludes another one.
    fn check_exclusive(&mut self, at: At<'_>, block: &Block, provisioner: &str) {
        let called = |name: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == name);
        let mut excluded = EXCLUSIVE.iter().filter(|of| of.0 == provisioner && called(of.1).is_some());
        let excluded = excluded.find_map(|of| Some((called(of.2)?.name_span, of.2, of.3)));
        if let Some((span, name, inside)) = excluded {
            let kind = StructureProblemKind::unknown_attribute(name.to_owned(), inside, None);
            self.problem(at, span, kind);
        }
        // An unknown argument may mean one of them.
        let known = |name: &str| ["when", "on_failure", "destination"].contains(&name);
        let may_be_there = attributes(block).any(|attribute| !known(self.types.text(attribute.name)))
            || block.body.iter().filter_map(BodyItem::as_block).any(|inner| self.types.text(inner.kind) == "_");
        let lacking = CHOICES.iter().find(|of| of.0 == provisioner).filter(|_| !may_be_there && !block.is_broken);
        if let Some(&[name, ..]) = lacking.map(|of| of.1) {
            let kind = StructureProblemKind::MissingAttribute { name: name.into(), inside: "a provisioner" };
            self.problem(at, lacking_span(at, block, block.kind_span), kind);
        }
    }

    /// Reports a name that stands beside a prefix of the name. The provider computes a name that is not given, from its prefix: it
    /// does not take both. What may be null may be given beside the other.
    fn check_prefixes(&mut self, at: At<'_>, block: &Block, schema: &ProviderBlock) {
        let is_text = |value: NodeId| matches!(at.tree.node(value), Node::String(_) | Node::Template(_));
        let is_optional = |name: Name| schema.inputs.iter().any(|input| input.0 == name && !input.2);
        let texts: Vec<&Attribute> = attributes(block).filter(|given| is_text(given.value)).collect();
        for prefix in &texts {
            let Some(name) = self.types.text(prefix.name).strip_suffix("_prefix") else { continue };
            let named = texts.iter().find(|given| self.types.text(given.name) == name);
            let Some(named) = named.filter(|named| schema.computed.contains(&named.name)) else { continue };
            if is_optional(named.name) && is_optional(prefix.name) {
                let (first, second) =
                    if prefix.name_span < named.name_span { (prefix, named) } else { (named, prefix) };
                let (name, other) = (self.types.text(second.name).to_owned(), self.types.text(first.name).to_owned());
                let span = second.name_span;
                self.problem(at, span, ModuleProblem::ExclusiveAttributes { name, other });
            }
        }
    }

    /// Reports names in the list `ignore_changes` that the resource does not have.
    fn check_ignored(&mut self, at: At<'_>, block: &Block, names: Names<'_>, schema: &ProviderBlock) {
        let called = |name: Name, wanted: &str| self.types.text(name) == wanted;
        let inner = block.body.iter().filter_map(BodyItem::as_block).filter(|inner| called(inner.kind, "lifecycle"));
        let lists = inner.flat_map(attributes).filter(|attribute| called(attribute.name, "ignore_changes"));
        let items = lists.filter_map(|attribute| match at.tree.node(attribute.value) {
            Node::Tuple(items) => Some(at.tree.list(items)),
            _ => None,
        });
        let items: Vec<NodeId> = items.flatten().copied().collect();
        let paths: Vec<(Name, Span)> =
            items.iter().filter_map(|&item| self.unknown_step(at, item, schema.ty)).collect();
        let named = items.into_iter().filter_map(|item| match at.tree.node(item) {
            Node::Variable(name, _) => Some((name, at.tree.span(item))),
            Node::String(text) if self.types.text(text) != "*" && !at.is_json => {
                let first = self.types.text(text).split(['.', '[']).next().unwrap_or_default().to_owned();
                Some((self.types.name(&first), at.tree.span(item)))
            }
            _ => None,
        });
        let named: Vec<(Name, Span)> = named.collect();
        let properties = self.types.properties(schema.ty);
        let is_unknown = |named: &(Name, Span)| properties.iter().all(|property| property.0 != named.0);
        let is_input = |name: Name| schema.inputs.iter().any(|input| input.0 == name);
        let is_redundant = |named: &&(Name, Span)| schema.computed.contains(&named.0) && !is_input(named.0);
        let redundant: Vec<(Name, Span)> = named.iter().filter(is_redundant).copied().collect();
        let unknown: Vec<(Name, Span)> = named.into_iter().filter(is_unknown).chain(paths).collect();
        for (name, span) in redundant {
            let name = self.types.text(name);
            let message =
                format!("`{name}` is computed by the provider, and never set: `ignore_changes` has no effect on it");
            self.problem(at, span, ModuleProblem::DoubtfulAddress(message));
        }
        for (name, span) in unknown {
            let name = self.types.text(name).to_owned();
            let known = self.types.properties(schema.ty).iter().map(|property| self.types.text(property.0));
            let suggestion = nearest(&name, known);
            let address = names.address.to_owned();
            let kind = StructureProblemKind::UnknownListed { list: "ignore_changes", name, address, suggestion };
            self.problem(at, span, kind);
        }
    }

    /// Returns the first step of an ignored argument to an attribute that the type before it does not have.
    fn unknown_step(&self, at: At<'_>, item: NodeId, of: Ty) -> Option<(Name, Span)> {
        let Node::Variable(name, steps) = at.tree.node(item) else { return None };
        let mut ty = self.types.property(of, name)?;
        for step in at.tree.steps(steps) {
            ty = match (step.key, self.types.shape(ty)) {
                (StepKey::Attribute(name), Shape::Object(_)) => match self.types.property(ty, name) {
                    Some(ty) => ty,
                    None => return Some((name, step.key_span)),
                },
                (StepKey::Number(_), Shape::List(element)) => element,
                _ => return None,
            };
        }
        None
    }
}

impl Configured<'_> {
    /// Returns the phrase for a block in messages: `aws_vpc.main`, the block `ingress` in `aws_security_group.main`.
    fn phrase(&self) -> CompactString {
        let kind = match self.path.split_once('/') {
            Some((_, nested)) => {
                let block = nested.rsplit('/').next().unwrap_or(nested);
                return format_compact!("the block `{block}` in `{}`", self.names.address);
            }
            None => self.path,
        };
        let kind = match kind {
            "data" => "data source",
            "ephemeral" => "ephemeral resource",
            "provider" => "provider",
            _ => "resource",
        };
        format_compact!("the {kind} `{}`", self.names.address)
    }

    /// Holds for nested blocks of a resource.
    fn is_nested(&self) -> bool {
        self.path.contains('/')
    }

    /// Holds for blocks that dynamic blocks generate, maybe none.
    fn is_generated(&self) -> bool {
        !self.names.iterators.is_empty()
    }

    /// Holds for provisioners and connections.
    fn is_of_provisioner(&self) -> bool {
        self.path.starts_with("resource/provisioner") || self.path == "resource/connection"
    }

    /// Holds if an attribute is in the schema, and not one that all blocks of the kind have.
    fn takes(&self, known: Option<shapes::Attribute>) -> bool {
        self.is_nested() || shape(self.path).is_none() || known.is_some_and(|known| known.name == "*")
    }
}

fn section(kind: Kind) -> ProviderSection {
    match kind {
        Kind::Data => ProviderSection::Data,
        Kind::Ephemeral => ProviderSection::Ephemeral,
        _ => ProviderSection::Resources,
    }
}

/// Returns the phrase for the types in a section.
fn phrase(section: ProviderSection) -> &'static str {
    match section {
        ProviderSection::Resources => "resource type",
        ProviderSection::Data => "data source",
        ProviderSection::Ephemeral => "ephemeral resource",
    }
}

/// Returns the attributes that a provider demands of a block which its schema has as an object.
fn demanded(of: &Configured<'_>) -> &'static [&'static str] {
    let ty = of.names.address.split('.').next().unwrap_or_default();
    unwritten::demanded(ty, of.path.split('/').nth(1).unwrap_or_default())
}

/// Returns the names of the blocks that dynamic ones generate in a block.
pub(super) fn generated<'b>(block: &'b Block, types: &'b Interner) -> impl Iterator<Item = Name> + 'b {
    let dynamic = block.body.iter().filter_map(BodyItem::as_block).filter(|inner| types.text(inner.kind) == "dynamic");
    dynamic.filter_map(|inner| Some(inner.labels.first()?.0))
}

/// Counts a nested block.
fn note(nested: &mut Vec<NestedBlocks>, name: Name, span: Span, is_dynamic: bool) {
    let at = nested.iter().position(|blocks| blocks.name == name).unwrap_or_else(|| {
        nested.push(NestedBlocks { name, spans: Vec::new(), is_dynamic: false });
        nested.len() - 1
    });
    nested[at].is_dynamic |= is_dynamic;
    if !is_dynamic || nested[at].spans.is_empty() {
        nested[at].spans.push(span);
    }
}
