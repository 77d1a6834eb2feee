//! Building: creates types from the specifications of schema members.

use std::sync::Arc;

use super::bound::{Bound, Definition, Function, Input, Resource, Target, Targets};
use super::reference::Shared;
use super::spec::{
    FunctionSpec, NamedSpec, ObjectSpec, Properties, Required, ResourceSpec, ReturnSpec, Scalar, TypeSpec,
};
use super::store::{PackageId, Schemas};
use super::unions::Unions;
use crate::answers::ask::output_for_optional;
use crate::types::{ANY, Annotation, BOOL, Class, Constant, ID, INT, Interner, Method, NONE, NUMBER, STRING, Ty};

/// The form of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Input,
}

/// A builder of the types of one package's members, whose references are all bound.
pub(super) struct Builder<'a> {
    pub schemas: &'a Schemas,
    pub targets: &'a Targets,
    pub package: PackageId,
    pub types: &'a mut Interner,
    /// The discriminated unions found so far, in input form.
    pub unions: Unions,
}

impl<'a> Builder<'a> {
    pub fn new(schemas: &'a Schemas, targets: &'a Targets, package: PackageId, types: &'a mut Interner) -> Self {
        Self { schemas, targets, package, types, unions: Unions::default() }
    }
}

impl Builder<'_> {
    pub fn resource(&mut self, token: &str, spec: &ResourceSpec, methods: Vec<Method>) -> Result<Resource, String> {
        let output = |builder: &mut Self, ty| builder.types.output(ty);
        let (id, urn) = (output(self, ID), output(self, STRING));
        let mut outputs = vec![(self.types.name("id"), id), (self.types.name("urn"), urn)];
        for (name, property) in &spec.properties {
            if !self.is_output_property(token, property)? {
                continue;
            }
            let ty = self.ty(property, Form::Plain)?;
            let ty = self.optional_unless(spec.required.contains(name), ty);
            outputs.push((self.types.name(name), output(self, ty)));
        }
        let mut inputs = self.inputs(&spec.input_properties, &spec.required_inputs)?;
        let outputs = self.types.object(outputs);
        let class = Class { token: self.types.name(token), methods };
        let class = self.types.class_id(class);
        let outputs = self.types.annotate(outputs, Annotation::Resource(class));
        let outputs = self.secrets(outputs, &spec.properties);
        for input in &mut inputs {
            input.is_output = self.types.property(outputs, input.name).is_some();
        }
        let state_inputs = match &spec.state_inputs {
            Some(state) => self.inputs(&state.properties, &state.required)?,
            None => Vec::new(),
        };
        let deprecation = spec.deprecation_message.as_deref().map(str::to_owned);
        let is_component = spec.is_component;
        let token = token.to_owned();
        Ok(Resource { token, inputs, state_inputs, outputs, is_component, deprecation })
    }

    fn inputs(&mut self, properties: &Properties, required: &Required) -> Result<Vec<Input>, String> {
        let mut inputs = Vec::new();
        for (name, spec) in properties {
            self.unions = Unions::default();
            let ty = self.property(spec, required.contains(name), Form::Input)?;
            let own = self.discriminated(spec, ty)?;
            let unions = std::mem::take(&mut self.unions).with(ty, own);
            let (is_constant, is_secret) = (spec.constant.is_some(), spec.secret);
            let name = self.types.name(name);
            let deprecation = spec.deprecation_message.clone();
            inputs.push(Input { name, ty, is_constant, is_output: true, is_secret, deprecation, unions });
        }
        Ok(inputs)
    }

    pub fn function(&mut self, token: &str, spec: &FunctionSpec) -> Result<Function, String> {
        let (mut plain_inputs, mut inputs, mut method_arguments) = (None, None, None);
        if let Some(object) = &spec.inputs {
            plain_inputs = Some(self.object(&object.properties, &object.required, Form::Plain)?);
            inputs = Some(self.object(&object.properties, &object.required, Form::Input)?);
            method_arguments = self.method_arguments(object)?;
        }
        let positional = match &spec.inputs {
            Some(object) if !spec.multi_argument_inputs.is_empty() => Some(self.positional(spec, object)?),
            _ => None,
        };
        let returns = match &spec.outputs {
            Some(returned) => self.returned(returned)?,
            None => None,
        };
        let of_function = Annotation::Result(self.types.name(token));
        let returns = returns.map(|ty| self.types.annotate(ty, of_function));
        Ok(Function {
            token: token.to_owned(),
            plain_inputs,
            inputs,
            has_inputs: spec.inputs.as_ref().is_some_and(|object| !object.properties.is_empty()),
            positional,
            returns,
            returns_plain: spec.outputs.as_ref().is_some_and(|returned| returned.ty.plain),
            deprecation: spec.deprecation_message.as_deref().map(str::to_owned),
            method_arguments,
        })
    }

    fn returned(&mut self, spec: &ReturnSpec) -> Result<Option<Ty>, String> {
        let TypeSpec { kind, reference, one_of, .. } = &spec.ty;
        match &spec.properties {
            Some(properties) => self.object(properties, &spec.required, Form::Plain).map(Some),
            None if kind.is_none() && reference.is_none() && one_of.is_none() => Ok(None),
            None => self.ty(&spec.ty, Form::Plain).map(Some),
        }
    }

    /// Returns the type of a method's arguments besides the resource; `None` for other functions.
    fn method_arguments(&mut self, inputs: &ObjectSpec) -> Result<Option<Ty>, String> {
        if !inputs.properties.contains_key("__self__") {
            return Ok(None);
        }
        let mut fields = Vec::new();
        for (name, spec) in inputs.properties.iter().filter(|property| **property.0 != *"__self__") {
            let ty = self.property(spec, inputs.required.contains(name), Form::Plain)?;
            fields.push((self.types.name(name), ty));
        }
        let is_empty = fields.is_empty();
        let object = self.types.object(fields);
        Ok(Some(self.optional_unless(!is_empty, object)))
    }

    fn positional(&mut self, spec: &FunctionSpec, inputs: &ObjectSpec) -> Result<Vec<Ty>, String> {
        let mut parameters = Vec::new();
        for name in &spec.multi_argument_inputs {
            let Some(property) = inputs.properties.get(name) else {
                return Err(format!("`multiArgumentInputs` names `{name}`, which is not an input"));
            };
            let ty = self.ty(property, Form::Plain)?;
            parameters.push(self.optional_unless(inputs.required.contains(name), ty));
        }
        Ok(parameters)
    }

    pub fn definition(&mut self, token: &str, definition: &Definition) -> Result<Bound, String> {
        match definition {
            Definition::Resource(spec) => {
                let plain = self.resource_object(token, spec, Form::Plain)?;
                let input = self.resource_object(token, spec, Form::Input)?;
                let reference = Annotation::Reference(self.types.name(token));
                Ok(Bound {
                    plain: self.types.annotate(plain, reference),
                    input: self.types.annotate(input, reference),
                    unions: Unions::default(),
                })
            }
            Definition::Named(spec) if spec.kind.as_deref() == Some("object") => {
                let plain = self.object(&spec.properties, &spec.required, Form::Plain)?;
                let input = self.object(&spec.properties, &spec.required, Form::Input)?;
                let (plain, input) = (self.named(token, plain), self.named(token, input));
                Ok(Bound { plain, input, unions: std::mem::take(&mut self.unions) })
            }
            Definition::Named(spec) => {
                let ty = self.enumeration(token, spec)?;
                Ok(Bound::of(ty))
            }
        }
    }

    /// Annotates a type with the token under which the schema declares it.
    fn named(&mut self, token: &str, ty: Ty) -> Ty {
        let token = self.types.name(token);
        self.types.annotate(ty, Annotation::Named(token))
    }

    fn enumeration(&mut self, token: &str, spec: &NamedSpec) -> Result<Ty, String> {
        let kind = spec.kind.as_deref().unwrap_or_default();
        let underlying = primitive(kind)
            .ok_or_else(|| format!("the values of an enum are strings, numbers or booleans, not `{kind}`"))?;
        let values = spec.values.iter().map(|value| self.constant(&value.value));
        let values: Option<Vec<Constant>> = values.collect();
        let values = values.ok_or("the values of an enum are strings, numbers or booleans")?;
        let document = &self.schemas.get(self.package).document;
        let canonical = document.module_format.canonical(&document.name, token);
        let name = self.types.name(&canonical);
        Ok(self.types.enumeration_type(name, underlying, values))
    }

    /// Returns a string, number or boolean. Numbers are exact.
    fn constant(&mut self, value: &Scalar) -> Option<Constant> {
        match value.text() {
            "true" => Some(Constant::Bool(true)),
            "false" => Some(Constant::Bool(false)),
            text if text.starts_with('"') => {
                let text: String = serde_json::from_str(text).ok()?;
                Some(Constant::Text(self.types.name(&text)))
            }
            number => self.types.number_literal(number).ok().map(Constant::Number),
        }
    }

    fn object(&mut self, properties: &Properties, required: &Required, form: Form) -> Result<Ty, String> {
        let mut fields = Vec::with_capacity(properties.len());
        for (name, spec) in properties {
            let ty = self.property(spec, required.contains(name), form)?;
            fields.push((self.types.name(name), ty));
        }
        let object = self.types.object(fields);
        Ok(self.secrets(object, properties))
    }

    /// Annotates an object type with the properties that are declared secret.
    fn secrets(&mut self, object: Ty, properties: &Properties) -> Ty {
        let secret = properties.iter().filter(|(_, spec)| spec.secret);
        secret.fold(object, |object, (name, _)| {
            let name = self.types.name(name);
            let is_there = self.types.property(object, name).is_some();
            if is_there { self.types.annotate(object, Annotation::Secret(name)) } else { object }
        })
    }

    /// Returns the type of a property. A property with only one value has a constant type, which accepts everything its type
    /// accepts.
    pub(super) fn property(&mut self, spec: &TypeSpec, is_required: bool, form: Form) -> Result<Ty, String> {
        let ty = if is_required { self.ty(spec, form)? } else { self.optional(spec, form)? };
        let ty = match &spec.constant {
            None => ty,
            Some(value) => {
                let value = self.constant(value).ok_or("only strings, numbers and booleans have constant values")?;
                self.types.constant(ty, value)
            }
        };
        self.standing(spec, ty, form)
    }

    /// Returns the type of the elements of a collection.
    fn element(&mut self, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
        let ty = self.ty(spec, form)?;
        self.standing(spec, ty, form)
    }

    /// Records the type of a property or an element if it is a discriminated union, and returns it.
    fn standing(&mut self, spec: &TypeSpec, ty: Ty, form: Form) -> Result<Ty, String> {
        if form == Form::Input
            && let Some(found) = self.discriminated(spec, ty)?
        {
            self.unions.add(Arc::new(found));
        }
        Ok(ty)
    }

    fn optional_unless(&mut self, is_required: bool, ty: Ty) -> Ty {
        if is_required { ty } else { self.types.union(&[ty, NONE]) }
    }

    /// Returns the type of an optional property. The input form accepts an output of the whole.
    fn optional(&mut self, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
        if form == Form::Plain || spec.plain {
            let ty = self.ty(spec, form)?;
            return Ok(self.optional_unless(false, ty));
        }
        let (inner, plain) = (self.inner(spec, form)?, self.inner(spec, Form::Plain)?);
        let output = output_for_optional(self.types, plain);
        Ok(self.types.union(&[inner, NONE, output]))
    }

    /// Returns the type that a specification denotes. The input form accepts outputs of it, unless it is marked as plain.
    fn ty(&mut self, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
        let inner = self.inner(spec, form)?;
        if form == Form::Plain || spec.plain {
            return Ok(inner);
        }
        let plain = self.inner(spec, Form::Plain)?;
        let output = self.types.output(plain);
        Ok(self.types.union(&[inner, output]))
    }

    pub(super) fn inner(&mut self, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
        if let Some(reference) = &spec.reference {
            return self.referred(reference, spec, form);
        }
        if let Some(members) = &spec.one_of {
            let members: Result<Vec<Ty>, String> = members.iter().map(|member| self.ty(member, form)).collect();
            return Ok(self.types.union(&members?));
        }
        match spec.kind.as_deref().unwrap_or_default() {
            "array" => {
                let items = spec.items.as_deref().ok_or("an array has no `items`")?;
                let element = self.element(items, form)?;
                Ok(self.types.list(element))
            }
            "object" => {
                let of_text = TypeSpec { kind: Some("string".into()), ..TypeSpec::default() };
                let element = self.element(spec.additional_properties.as_deref().unwrap_or(&of_text), form)?;
                Ok(self.types.map(element))
            }
            kind => primitive(kind).ok_or_else(|| format!("unknown type `{kind}`")),
        }
    }

    fn referred(&mut self, reference: &str, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
        let target = self.targets.get(&(self.package, reference.into())).cloned();
        match target.ok_or_else(|| format!("unresolved reference `{reference}`"))? {
            Target::Shared(Shared::Any) => Ok(ANY),
            Target::Shared(Shared::Archive) => Ok(self.opaque("Archive")),
            // An archive is accepted wherever an asset is.
            Target::Shared(Shared::Asset) => {
                let members = [self.opaque("Archive"), self.opaque("Asset")];
                Ok(self.types.union(&members))
            }
            Target::Member(member) => {
                let schemas = self.schemas;
                let bound = schemas.bound(&member).ok_or_else(|| format!("unresolved reference `{reference}`"))?;
                if form == Form::Plain {
                    return Ok(bound.plain);
                }
                self.unions.add_all(&bound.unions);
                Ok(bound.input)
            }
            Target::Dangling(token) => {
                let opaque = self.opaque(&token);
                let underlying = spec.kind.as_deref().and_then(primitive);
                Ok(underlying.map_or(opaque, |underlying| self.types.union(&[opaque, underlying])))
            }
        }
    }

    fn opaque(&mut self, name: &str) -> Ty {
        let name = self.types.name(name);
        self.types.opaque(name)
    }
}

/// Returns the primitive type with this name.
fn primitive(kind: &str) -> Option<Ty> {
    Some(match kind {
        "boolean" => BOOL,
        "integer" => INT,
        "number" => NUMBER,
        "string" => STRING,
        _ => return None,
    })
}

/// Returns the last part of a token.
pub(super) fn last_part(token: &str) -> &str {
    token.rsplit(':').next().unwrap_or(token)
}
