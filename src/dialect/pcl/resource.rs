//! `resource` and `read` blocks.

use std::sync::Arc;

use semver::Version;

use super::body::{LOGICAL_NAME, expression, literal};
use super::options::Names;
use super::options::OF_PROPERTIES;
use super::package::nearest_token;
use super::{Instance, Reader};
use crate::program::structure::PackageProblem;
use crate::program::structure::StructureProblemKind;
use crate::program::{Block, BlockValue, Expression, Input, Kind, Part, Scope, UnionVariant, Variable};
use crate::schema::{self, Resource};
use crate::source::Span;
use crate::syntax::tree::{self, Attribute, BodyItem, Node, NodeId, ObjectItem, ObjectKey};
use crate::types::nearest::{nearest, slip};
use crate::types::vocabulary::Presence;
use crate::types::vocabulary::{Acceptance, InterfaceId};
use crate::types::{ANY, Name, STRING, Ty, may_be_null};

/// The module of the tokens of explicit providers.
const PROVIDERS: &str = "providers";

impl Reader<'_, '_> {
    /// `resource "name" "package:module:Resource" { input = x }`
    pub(super) fn resource(&mut self, block: &tree::Block) {
        self.instance(block, Kind::Resource);
    }

    /// `read "name" "package:module:Resource" { id = x }`
    pub(super) fn read(&mut self, block: &tree::Block) {
        self.instance(block, Kind::Read);
    }

    fn instance(&mut self, block: &tree::Block, kind: Kind) {
        let (name, token, token_span) = match block.labels[..] {
            [(token, span), name]
                if self.is_token(token) && !self.is_token(name.0) && !block.has_malformed_header() =>
            {
                self.exchanged_labels(block, name, token);
                (name, token, span)
            }
            [name, (token, span)] if !(block.has_malformed_header() && self.is_bare(span)) => (name, token, span),
            _ => return self.mislabelled(block, kind, "a name and a token"),
        };
        let found = self.instance_of(block, token, token_span, kind);
        let names = if found.is_some() { Names::Properties } else { Names::UnknownProperties };
        let (mut expressions, mut variable) = self.instance_expressions(block, names, "a resource");
        if let Some(Instance { interface, .. }) = found {
            self.options_as_attribute(&mut expressions, names, interface);
            self.options_among_inputs(&mut expressions, &mut variable, interface);
        }
        let mut meaning = Block::with_value(BlockValue::Known(ANY), block.open);
        meaning.variable = variable;
        meaning.value = match found {
            Some(Instance { ty, interface }) => {
                meaning.interface = Some(interface);
                BlockValue::Instance { ty, is_resource: true }
            }
            None => BlockValue::Instance { ty: ANY, is_resource: true },
        };
        let definition = self.definition(kind, block, Some(&name), "", expressions, meaning);
        self.define(definition);
    }

    /// Holds if a label has the parts of a token.
    fn is_token(&self, label: Name) -> bool {
        self.text(label).contains(':')
    }

    /// Holds if a label has no quotes. In a malformed header it is the beginning of a token, cut off at its colon.
    fn is_bare(&self, label: Span) -> bool {
        !self.source.source.slice(label).starts_with('"')
    }

    /// Returns the value and the inputs of a resource block with a token.
    fn instance_of(&mut self, block: &tree::Block, token: Name, span: Span, kind: Kind) -> Option<Instance> {
        let version = self.version_option(block);
        let is_usual = version.is_none() && kind == Kind::Resource;
        if let Some(&known) = self.instances.get(&token).filter(|_| is_usual) {
            return Some(known);
        }
        let text = self.text(token).to_owned();
        let resource = self.find_resource(&text, span, version.as_ref(), kind)?;
        let instance = Instance { ty: resource.outputs, interface: self.interface_of(&resource, kind) };
        // The faults of a token are reported at each occurrence.
        if is_usual && resource.deprecation.is_none() {
            self.instances.insert(token, instance);
        }
        Some(instance)
    }

    /// Returns the package version that the options request.
    fn version_option(&self, block: &tree::Block) -> Option<Version> {
        let options = block.body.iter().filter_map(|item| match item {
            BodyItem::Block(inner) if self.text(inner.kind) == "options" => Some(inner),
            _ => None,
        });
        let mut attributes = options.flat_map(|options| &options.body).filter_map(|item| match item {
            BodyItem::Attribute(attribute) if self.text(attribute.name) == "version" => Some(attribute),
            _ => None,
        });
        let text = self.text_at(attributes.next()?.value)?;
        read_version(self.text(text))
    }

    /// Returns the resource of a token; reports a failure.
    fn find_resource(
        &mut self,
        text: &str,
        span: Span,
        version: Option<&Version>,
        kind: Kind,
    ) -> Option<Arc<Resource>> {
        let token = self.token(text, span)?;
        let is_provider = token.package == "pulumi" && token.module == PROVIDERS;
        if is_provider && kind == Kind::Read {
            self.problem(span, PackageProblem::Unreadable(text.to_owned()));
            return None;
        }
        let package = self.package_of(if is_provider { token.member } else { token.package }, version, span)?;
        let reading = &mut *self.reading;
        let found = if is_provider {
            Some(reading.schemas.provider(package, reading.types))
        } else {
            reading.schemas.resource(package, text, reading.types)
        };
        match found {
            Some(Ok(resource)) if kind == Kind::Read && resource.is_component => {
                self.problem(span, PackageProblem::Unreadable(text.to_owned()));
                None
            }
            Some(Ok(resource)) => {
                if let Some(message) = resource.deprecation.clone() {
                    self.problem(span, PackageProblem::Deprecated { token: text.to_owned(), message });
                }
                Some(resource)
            }
            Some(Err(error)) => {
                self.problem(span, PackageProblem::InvalidSchema(error));
                None
            }
            None => {
                let suggestion =
                    nearest_token(text, self.reading.schemas.resource_tokens(package), &mut self.reading.compared_left);
                let suggestion = suggestion.map(|token| self.reading.schemas.callable_token(package, &token));
                let is_provider = token.package == "pulumi" && slip(token.module, [PROVIDERS]).is_some();
                let provider = is_provider.then(|| format!("pulumi:{PROVIDERS}:{}", token.member));
                let suggestion = provider.or(suggestion);
                self.problem(span, PackageProblem::UnknownResource { token: text.to_owned(), suggestion });
                None
            }
        }
    }

    /// Returns the inputs of a resource, shared by all blocks of its token and kind.
    fn interface_of(&mut self, resource: &Resource, kind: Kind) -> InterfaceId {
        let key = (resource.token.clone(), kind);
        if let Some(&known) = self.interfaces.get(&key) {
            return known;
        }
        let inputs = self.inputs(resource, kind);
        let id = self.add_interface(inputs);
        self.interfaces.insert(key, id);
        id
    }

    /// Adds an interface.
    pub(super) fn add_interface(&mut self, inputs: Vec<Input>) -> InterfaceId {
        self.program.interfaces.push(inputs);
        InterfaceId(self.program.interfaces.len() as u32 - 1)
    }

    /// Returns the inputs of a resource. A `read` block has the identifier, and the properties for the lookup.
    fn inputs(&mut self, resource: &Resource, kind: Kind) -> Vec<Input> {
        if kind == Kind::Resource {
            return resource.inputs.iter().map(|input| program_input(input, input.is_output)).collect();
        }
        let id = Input {
            name: self.reading.types.name("id"),
            ty: STRING,
            acceptance: Acceptance::Exactly,
            presence: Presence::ByType,
            is_secret: false,
            deprecation: None,
            variants: Vec::new(),
        };
        let state = resource.state_inputs.iter().filter(|input| input.name != id.name);
        let mut inputs: Vec<Input> = state.map(|input| program_input(input, true)).collect();
        inputs.push(id);
        inputs
    }

    /// Returns the expressions of a resource or component, and the variable in their scope if there is a range.
    pub(super) fn instance_expressions(
        &mut self,
        block: &tree::Block,
        names: Names,
        inside: &'static str,
    ) -> (Vec<Expression>, Option<(Name, Variable)>) {
        let (mut expressions, mut has_options) = (Vec::with_capacity(block.body.len()), false);
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) if self.text(attribute.name) == LOGICAL_NAME => {
                    self.literal_text(attribute);
                    expressions.push(literal(attribute));
                }
                BodyItem::Attribute(attribute) => {
                    expressions.push(expression(attribute, Part::Input(attribute.name), Scope::Inside));
                }
                BodyItem::Block(inner) if self.text(inner.kind) == "options" => {
                    if has_options {
                        self.problem(inner.kind_span, StructureProblemKind::DuplicateBlock("options".to_owned()));
                        expressions.extend(super::body::free_expressions(inner));
                    } else {
                        expressions.extend(self.options(inner, names));
                    }
                    has_options = true;
                }
                BodyItem::Block(inner) => {
                    self.unsupported_block(inner, inside, &["options"]);
                    // What follows from the options of a block is as it would be without the slip.
                    if !has_options && nearest(self.text(inner.kind), ["options"]).is_some() {
                        expressions.extend(self.options(inner, names));
                        has_options = true;
                    } else {
                        expressions.extend(super::body::free_expressions(inner));
                    }
                }
            }
        }
        let variable = self.range_variable(&mut expressions);
        (expressions, variable)
    }

    /// Returns the variable in the scope of some expressions, if there is a range among them. A block has one range: a further one, which
    /// is a mistake, is an expression of any type.
    fn range_variable(&mut self, expressions: &mut [Expression]) -> Option<(Name, Variable)> {
        let mut ranges = expressions.iter_mut().filter(|expression| matches!(expression.part, Part::Range(_)));
        let is_ranged = ranges.next().is_some();
        ranges.for_each(|further| further.part = Part::Free);
        self.program.range_count += u32::from(is_ranged);
        is_ranged.then(|| (self.reading.types.name("range"), Variable::Range))
    }

    /// Reports the options that are written as an attribute, which the block does not have, and reads them as those of a block.
    pub(super) fn options_as_attribute(
        &mut self,
        expressions: &mut Vec<Expression>,
        names: Names,
        interface: InterfaceId,
    ) {
        let is_options =
            |expression: &Expression| matches!(expression.part, Part::Input(name) if self.text(name) == "options");
        let Some(at) = expressions.iter().position(is_options) else { return };
        let Node::Object(items) = self.tree().node(expressions[at].root) else { return };
        let inputs = &self.program.interfaces[interface];
        if inputs.iter().any(|input| expressions[at].part == Part::Input(input.name)) {
            return;
        }
        let Expression { mut first, name_span, .. } = expressions.remove(at);
        self.problem(name_span, StructureProblemKind::BlockAsAttribute("options".to_owned()));
        for &ObjectItem { key, key_span, value } in self.tree().items(items) {
            if let ObjectKey::Name(name) = key {
                expressions.extend(self.option(&Attribute { name, name_span: key_span, value, first }, names));
            }
            first = NodeId(value.0 + 1);
        }
    }

    /// Returns the option that a name means, with its type. Some have another name in other languages; in a block that lacks an input,
    /// such a name may mean that.
    fn option_of(&mut self, name: Name, lacks_input: bool) -> Option<(Name, Ty)> {
        let own = match self.text(name) {
            _ if lacks_input => name,
            "count" | "for_each" => self.reading.types.name("range"),
            "depends_on" => self.reading.types.name("dependsOn"),
            _ => name,
        };
        Some((own, *self.reading.environment.options.get(&own)?))
    }

    /// Reports the options that are given as inputs, which the block does not have. What follows from its range is as it would be in its
    /// options.
    pub(super) fn options_among_inputs(
        &mut self,
        expressions: &mut [Expression],
        variable: &mut Option<(Name, Variable)>,
        interface: InterfaceId,
    ) {
        let given = |name: Name| expressions.iter().any(|expression| expression.part == Part::Input(name));
        let inputs = self.program.interfaces[interface].iter();
        let lacks_input = inputs.filter(|input| !given(input.name)).any(|input| match input.presence {
            Presence::Required | Presence::NotNull => true,
            Presence::Implied | Presence::Defaulted => false,
            Presence::ByType => !may_be_null(self.reading.types, input.ty),
        });
        for expression in expressions.iter_mut() {
            let Part::Input(name) = expression.part else { continue };
            let option = self.option_of(name, lacks_input);
            let is_input = || self.program.interfaces[interface].iter().any(|input| input.name == name);
            let Some((option, ty)) = option.filter(|_| !is_input()) else { continue };
            let (text, span) = (self.text(option).to_owned(), expression.name_span);
            let written = self.text(name).to_owned();
            (expression.part, expression.scope) = match &text[..] {
                "range" if variable.is_some() => (Part::Free, Scope::Everywhere),
                "range" => (Part::Range(ty), Scope::Everywhere),
                name if OF_PROPERTIES.contains(&name) => (Part::Free, Scope::Properties),
                _ => (Part::Free, expression.scope),
            };
            self.problem(span, StructureProblemKind::OptionAsInput { name: written, option: text });
        }
        *variable = variable.take().or_else(|| self.range_variable(expressions));
    }
}

/// Reads a version, of which the last parts may be missing: `v1.2`.
pub(super) fn read_version(text: &str) -> Option<Version> {
    let text = text.trim_start_matches('v');
    let missing = 2_usize.saturating_sub(text.split(['-', '+']).next()?.matches('.').count());
    let whole = if text.contains(['-', '+']) { text.to_owned() } else { text.to_owned() + &".0".repeat(missing) };
    Version::parse(&whole).ok()
}

/// Converts an input of a schema. The reference checks only the inputs that are outputs as well.
fn program_input(input: &schema::Input, is_checked: bool) -> Input {
    let variants = input.unions.iter().flat_map(|of| {
        let variant = |variant: &schema::UnionVariant| UnionVariant {
            union: of.union,
            property: of.property,
            text: variant.value,
            member: variant.ty,
        };
        of.variants.iter().map(variant)
    });
    Input {
        name: input.name,
        ty: input.ty,
        acceptance: if is_checked { Acceptance::Exactly } else { Acceptance::Loosely },
        presence: if input.is_constant { Presence::Implied } else { Presence::ByType },
        is_secret: input.is_secret,
        deprecation: input.deprecation.clone(),
        variants: variants.collect(),
    }
}
