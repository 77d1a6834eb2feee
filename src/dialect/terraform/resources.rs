//! Resources: their instances, and the arguments of resources and nested blocks by the schema of a provider.

use thin_vec::ThinVec;

use super::blocks::{At, Reader, Value, attributes};
use super::checks::provider_of;
use super::marks::sensitive_parts;
use super::repeated::{Each, Instances};
use super::shapes::shape;
use crate::program::structure::StructureProblemKind;
use crate::program::{self, BlockLimits, BlockNames, BlockValue, Expression, Input, Kind, NestedBlocks, Part};
use crate::schema::{FoundBlock, NestedBlock, ProviderBlock, ProviderName, ProviderSection};
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node};
use crate::types::vocabulary::{Acceptance, InterfaceId, Mark, Presence};
use crate::types::{ANY, Name, Ty};

/// The attributes of resources that are in no schema.
const OF_RESOURCES: [&str; 5] = ["count", "for_each", "provider", "providers", "depends_on"];

/// A block with a schema.
#[derive(Clone, Copy)]
struct Configured<'b> {
    block: &'b Block,
    /// The types of the enclosing blocks, outermost first, and its own.
    path: &'b str,
    schema: &'b ProviderBlock,
    /// The span of its name.
    name_span: Span,
    /// The names that exist in the resource because of its repetition.
    names: BlockNames,
    each: Option<Each>,
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
            self.mark(self.last(), repeated, sensitive.chain(ephemeral));
        }
        match schema {
            Some(schema) => self.configured(at, block, &schema),
            None => self.body(at, block),
        }
    }

    /// Returns the schema of a provider's block, if it is known. Reports a type that the provider does not have, and a provider
    /// without a schema, at the first block of the provider.
    fn provider_block(&mut self, at: At<'_>, kind: Kind, block: &Block) -> Option<ProviderBlock> {
        let &(label, span) = block.labels.first()?;
        let (section, ty) = (section(kind), self.types.text(label).to_owned());
        let local = self.local_provider(at, block).unwrap_or_else(|| provider_of(&ty).to_owned());
        let provider = ProviderName { local: &local, source: self.sources.get(&local).map(String::as_str) };
        match self.reading.schemas.provider_block(section, &ty, provider, self.types) {
            FoundBlock::Known(block) => return Some(block),
            FoundBlock::Missing { suggestion: meant, elsewhere } => {
                let suggestion = elsewhere.map(|of| (phrase(of), ty.clone()));
                let suggestion = suggestion.or(meant.map(|meant| (phrase(section), meant)));
                let kind =
                    StructureProblemKind::UnknownBlockType { kind: phrase(section), ty, provider: local, suggestion };
                self.problem(at, span, kind);
            }
            FoundBlock::Unknown => {
                if self.reading.is_outermost() && self.once.is_new(&format!("schema {local}")) {
                    self.problem(at, span, StructureProblemKind::UnknownProvider(local));
                }
            }
        }
        None
    }

    /// Returns the local name of the provider that a block names by its attribute `provider`.
    fn local_provider(&self, at: At<'_>, block: &Block) -> Option<String> {
        let given = attributes(block).find(|attribute| self.types.text(attribute.name) == "provider")?;
        match at.tree.node(given.value) {
            Node::Variable(name, _) => Some(self.types.text(name).to_owned()),
            Node::String(text) => self.types.text(text).split('.').next().map(str::to_owned),
            _ => None,
        }
    }

    /// Adds the arguments of a resource with a schema, and of its nested blocks.
    fn configured(&mut self, at: At<'_>, block: &Block, schema: &ProviderBlock) {
        let (names, each) = (self.names_of(at, block), self.each(at, block));
        let path = self.types.text(block.kind).to_owned();
        self.arguments(at, Configured { block, path: &path, schema, name_span: block.kind_span, names, each });
    }

    fn arguments(&mut self, at: At<'_>, of: Configured<'_>) {
        let (mut expressions, mut nested) = (Vec::new(), Vec::new());
        for item in &of.block.body {
            match item {
                BodyItem::Attribute(attribute) => {
                    let is_input = of.is_nested() || !OF_RESOURCES.contains(&self.types.text(attribute.name));
                    let part = |expression: Expression| {
                        let part = if is_input { Part::Input(attribute.name) } else { expression.part };
                        Expression { part, ..expression }
                    };
                    expressions.extend(self.expression(at, attribute, of.path).map(part));
                }
                BodyItem::Block(inner) => self.inner_block(at, of, inner, &mut expressions, &mut nested),
            }
        }
        let mut meaning = program::Block::with_value(BlockValue::Known(ANY), of.block.open);
        // An overriding block is only a part of a block.
        meaning.is_broken = of.block.is_broken || at.is_override;
        meaning.interface = Some(self.block_interface(at, of));
        meaning.nested = nested.into();
        meaning.keeps_inputs = !of.path.starts_with("ephemeral");
        self.scope((of.names, of.each), &mut expressions, &mut meaning);
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
        let is_of_all = !of.is_nested() && shape(of.path).is_some_and(|shape| shape.labels(&kind).is_some());
        let named = if is_dynamic { inner.labels.first().copied() } else { Some((inner.kind, inner.kind_span)) };
        let Some((name, span)) = named.filter(|_| is_dynamic || !is_of_all) else {
            return self.add_expressions(at, inner, &format!("{}/{kind}", of.path), expressions);
        };
        note(nested, name, span, is_dynamic);
        let schema =
            of.schema.blocks.iter().find(|nested| nested.name == name).and_then(|nested| nested.block.as_ref());
        let path = format!("{}/{}", of.path, self.types.text(name));
        let inside = |block, schema, name_span| Configured { block, path: &path, schema, name_span, ..of };
        match schema {
            Some(schema) if is_dynamic => {
                self.iterator(at, inner);
                for item in &inner.body {
                    match item {
                        BodyItem::Attribute(attribute) => {
                            expressions.extend(self.expression(at, attribute, "resource/dynamic"));
                        }
                        BodyItem::Block(content) => self.arguments(at, inside(content, schema, content.kind_span)),
                    }
                }
            }
            Some(schema) => {
                if let (Some(label), false) = (inner.labels.first(), at.is_json) {
                    let expected = "no labels";
                    self.problem(at, label.1, StructureProblemKind::WrongLabels { block: kind, expected });
                }
                self.arguments(at, inside(inner, schema, inner.kind_span));
            }
            None if is_dynamic => self.add_expressions(at, inner, "resource/dynamic", expressions),
            None => self.add_expressions(at, inner, &path, expressions),
        }
    }

    /// Adds the interface of a block with a schema. In JSON, nested blocks have the syntax of attributes, and are not checked.
    fn block_interface(&mut self, at: At<'_>, of: Configured<'_>) -> InterfaceId {
        let input = |name: Name, ty: Ty, is_required: bool| Input {
            name,
            ty,
            acceptance: Acceptance::Exactly,
            presence: if is_required { Presence::Required } else { Presence::Implied },
            variants: Vec::new(),
            is_secret: false,
        };
        let mut inputs: Vec<Input> =
            of.schema.inputs.iter().map(|&(name, ty, is_required)| input(name, ty, is_required)).collect();
        if at.is_json {
            let blocks = of.schema.blocks.iter().filter(|nested| nested.block.is_some());
            inputs.extend(blocks.map(|nested| input(nested.name, ANY, nested.least > 0)));
            inputs.sort_by(|a, b| self.types.text(a.name).cmp(self.types.text(b.name)));
            let id = self.add_interface(inputs);
            self.program.ephemeral_inputs.extend(of.schema.write_only.iter().map(|&name| (id, name)));
            let blocks = of.schema.blocks.iter().filter(|nested| nested.block.is_some());
            self.program.ephemeral_inputs.extend(blocks.map(|nested| (id, nested.name)));
            return id;
        }
        let id = self.add_interface(inputs);
        self.program.ephemeral_inputs.extend(of.schema.write_only.iter().map(|&name| (id, name)));
        let limits = |&NestedBlock { name, least, most, .. }: &NestedBlock| BlockLimits { name, least, most };
        self.program.block_limits.insert(id, of.schema.blocks.iter().map(limits).collect());
        id
    }
}

impl Configured<'_> {
    /// Holds for nested blocks of a resource.
    fn is_nested(&self) -> bool {
        self.path.contains('/')
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
