//! Binding: members of a schema become the engine's types.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::document::SchemaError;
use super::reference::{Kind, Reference, Shared};
use super::spec::{Discriminator, FunctionSpec, NamedSpec, ObjectSpec, Properties, ResourceSpec, ReturnSpec, TypeSpec};
use super::store::{Package, PackageId, Schemas, read_once};
use crate::graph;
use crate::types::{ANY, BOOL, ID, INT, Interner, NONE, NUMBER, Name, NamedId, STRING, Ty};
use crate::value::Constant;

/// A resource.
#[derive(Debug)]
pub struct Resource {
    /// Its token in the schema.
    pub token: String,
    /// What it takes, in the byte order of names.
    pub inputs: Vec<Input>,
    /// What it is looked up by besides its identifier, when it is read.
    pub state_inputs: Vec<Input>,
    /// What it gives: an object of outputs.
    pub outputs: Ty,
    /// Holds for components, which are made of other resources.
    pub is_component: bool,
    /// What can be called on it, in the byte order of names.
    pub methods: Vec<Method>,
    /// Why it should not be used any more.
    pub deprecation: Option<String>,
}

/// Something that a resource takes.
#[derive(Debug)]
pub struct Input {
    /// Its name.
    pub name: Name,
    /// What it accepts, outputs included.
    pub ty: Ty,
    /// Holds if it has only one value, which need not be written.
    pub is_constant: bool,
    /// Holds if the resource gives it back.
    pub is_output: bool,
    /// How its value tells which member of a union it is, if it does.
    pub discriminated: Option<Discriminated>,
}

/// A union of objects that a property of theirs tells apart.
#[derive(Debug)]
pub struct Discriminated {
    /// The property.
    pub property: Name,
    /// The objects, by the values of the property.
    pub arms: Vec<Arm>,
}

/// One object of such a union.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// The value of the property that tells it.
    pub value: Name,
    /// The object.
    pub ty: Ty,
}

/// Something that can be called on a resource.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: Name,
    /// What it takes, the resource aside.
    pub arguments: Ty,
    /// What it gives.
    pub returns: Ty,
    /// Holds if what it gives is available at once.
    pub is_plain: bool,
}

/// A function that programs invoke.
#[derive(Debug)]
pub struct Function {
    /// Its token in the schema.
    pub token: String,
    /// What it takes: an object in plain form.
    pub plain_inputs: Option<Ty>,
    /// The same in the form for inputs.
    pub inputs: Option<Ty>,
    /// Holds if it takes something.
    pub has_inputs: bool,
    /// What it takes in the order in which it is written, if it takes that one by one.
    pub positional: Option<Vec<Ty>>,
    /// What it returns.
    pub returns: Option<Ty>,
    /// Holds if what it returns is available at once.
    returns_plain: bool,
    /// Why it should not be used any more.
    pub deprecation: Option<String>,
    /// What it takes besides the resource it is called on; none if it is not called on any.
    method_arguments: Option<Ty>,
}

/// The types of a named member.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    plain: Ty,
    input: Ty,
}

/// The form of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Input,
}

/// A named member of a package.
type Member = (PackageId, Kind, Box<str>);

/// What a reference leads to.
#[derive(Clone)]
enum Target {
    Shared(Shared),
    Member(Member),
    /// A type that its package does not define.
    Dangling(String),
}

/// The definition of a named member.
enum Definition {
    Named(Arc<NamedSpec>),
    Resource(Arc<ResourceSpec>),
}

/// What references in packages lead to.
type Targets = FxHashMap<(PackageId, Box<str>), Target>;

impl Schemas {
    /// The resource that a program calls `token`. None if the package has no such resource.
    ///
    /// # Errors
    /// What is wrong with the schema.
    pub fn resource(
        &mut self,
        package: PackageId,
        token: &str,
        types: &mut Interner,
    ) -> Option<Result<Arc<Resource>, SchemaError>> {
        let token = self.get_mut(package).resource_token(token)?;
        Some(self.resource_of(package, &token, types))
    }

    /// The provider of a package.
    ///
    /// # Errors
    /// What is wrong with the schema.
    pub fn provider(&mut self, package: PackageId, types: &mut Interner) -> Result<Arc<Resource>, SchemaError> {
        let token = provider_token(self, package);
        self.resource_of(package, &token, types)
    }

    /// The function that a program calls `token`. None if the package has no such function.
    ///
    /// # Errors
    /// What is wrong with the schema.
    pub fn function(
        &mut self,
        package: PackageId,
        token: &str,
        types: &mut Interner,
    ) -> Option<Result<Arc<Function>, SchemaError>> {
        let token = self.get_mut(package).function_token(token)?;
        self.function_of(package, &token, types)
    }

    fn resource_of(
        &mut self,
        package: PackageId,
        token: &str,
        types: &mut Interner,
    ) -> Result<Arc<Resource>, SchemaError> {
        if let Some(known) = self.get(package).resources.get(token) {
            return known.clone();
        }
        let bound = self.bind_resource(package, token, types).map(Arc::new);
        self.get_mut(package).resources.insert(token.into(), bound.clone());
        bound
    }

    fn function_of(
        &mut self,
        package: PackageId,
        token: &str,
        types: &mut Interner,
    ) -> Option<Result<Arc<Function>, SchemaError>> {
        if let Some(known) = self.get(package).functions.get(token) {
            return Some(known.clone());
        }
        let place = self.get(package).document.functions.get(token)?;
        let Package { document, specs, .. } = self.get_mut(package);
        let spec = read_once(&mut specs.functions, token, || document.member(place));
        let bound = spec.and_then(|spec| self.bind_function(package, token, &spec, types)).map(Arc::new);
        self.get_mut(package).functions.insert(token.into(), bound.clone());
        Some(bound)
    }

    fn bind_resource(
        &mut self,
        package: PackageId,
        token: &str,
        types: &mut Interner,
    ) -> Result<Resource, SchemaError> {
        let member = (package, Kind::Resource, token.into());
        let spec = self.resource_spec(&member)?;
        let state = spec.state_inputs.as_ref().map(|state| &state.properties);
        let of_all = [Some(&spec.properties), Some(&spec.input_properties), state];
        let specs: Vec<&TypeSpec> = of_all.into_iter().flatten().flat_map(Properties::values).collect();
        let targets = self.bind_references(&member, &specs, types)?;
        let mut methods = Vec::new();
        for (name, function) in &spec.methods {
            methods.push(self.bind_method(&member, name, function, types)?);
        }
        let mut builder = Builder { schemas: self, targets: &targets, package, types };
        let bound = builder.resource(token, &spec, methods);
        bound.map_err(|message| self.error(&member, message))
    }

    fn bind_method(
        &mut self,
        resource: &Member,
        name: &str,
        function: &str,
        types: &mut Interner,
    ) -> Result<Method, SchemaError> {
        let Some(bound) = self.function_of(resource.0, function, types) else {
            return Err(
                self.error(resource, format!("the method `{name}` is the function `{function}`, which does not exist"))
            );
        };
        let bound = bound?;
        let Some(arguments) = bound.method_arguments else {
            return Err(self.error(resource, format!("the method `{name}` does not take the resource as `__self__`")));
        };
        let returns = bound.returns.unwrap_or(NONE);
        Ok(Method { name: types.name(name), arguments, returns, is_plain: bound.returns_plain })
    }

    fn bind_function(
        &mut self,
        package: PackageId,
        token: &str,
        spec: &FunctionSpec,
        types: &mut Interner,
    ) -> Result<Function, SchemaError> {
        let place = self.get(package).document.functions.get(token);
        let inputs = spec.inputs.as_ref().map(|inputs| &inputs.properties);
        let outputs = spec.outputs.as_ref().and_then(|outputs| outputs.properties.as_ref());
        let mut specs: Vec<&TypeSpec> = [inputs, outputs].into_iter().flatten().flat_map(Properties::values).collect();
        specs.extend(spec.outputs.as_ref().map(|outputs| &outputs.ty));
        let targets = self.discover(package, &specs, types).map_err(|(from, message)| match from {
            Some(member) => self.error(&member, message),
            None => self.get(package).document.error(place.clone(), message),
        })?;
        let mut builder = Builder { schemas: self, targets: &targets, package, types };
        builder.function(token, spec).map_err(|message| self.get(package).document.error(place, message))
    }

    /// Binds all members that types of a member refer to, directly and in the end.
    fn bind_references(
        &mut self,
        from: &Member,
        specs: &[&TypeSpec],
        types: &mut Interner,
    ) -> Result<Targets, SchemaError> {
        self.discover(from.0, specs, types)
            .map_err(|(member, message)| self.error(member.as_ref().unwrap_or(from), message))
    }

    /// As [`Self::bind_references`]. An error comes with the member that it is in, if that is not the one that is asked
    /// about.
    fn discover(
        &mut self,
        package: PackageId,
        specs: &[&TypeSpec],
        types: &mut Interner,
    ) -> Result<Targets, (Option<Member>, String)> {
        let mut discovery = Discovery::default();
        discovery.follow(self, package, specs).map_err(|message| (None, message))?;
        let mut edges: Vec<Vec<u32>> = Vec::new();
        let mut definitions = Vec::new();
        while let Some(member) = discovery.members.get(definitions.len()).cloned() {
            let failed = |message| (Some(member.clone()), message);
            let definition = self.definition(&member).map_err(|error| failed(error.message))?;
            edges.push(discovery.follow(self, member.0, &definition.specs()).map_err(failed)?);
            definitions.push(definition);
        }
        let Discovery { members, targets, .. } = discovery;
        for component in graph::components(&edges) {
            let is_recursive = component.len() > 1 || edges[component[0] as usize].contains(&component[0]);
            let group: Vec<(&Member, &Definition)> =
                component.iter().map(|&at| (&members[at as usize], &definitions[at as usize])).collect();
            self.bind_group(&group, is_recursive, &targets, types)?;
        }
        Ok(targets)
    }

    /// Binds members that lead to one another, or one that does not lead back to itself.
    fn bind_group(
        &mut self,
        group: &[(&Member, &Definition)],
        is_recursive: bool,
        targets: &Targets,
        types: &mut Interner,
    ) -> Result<(), (Option<Member>, String)> {
        let mut declared: Vec<[NamedId; 2]> = Vec::new();
        if is_recursive {
            for (member, _) in group {
                let name = types.name(&member.2);
                let [(plain, plain_ty), (input, input_ty)] =
                    [types.declare_unfolding(name), types.declare_unfolding(name)];
                declared.push([plain, input]);
                self.keep(member, Bound { plain: plain_ty, input: input_ty });
            }
        }
        let mut bound = Vec::new();
        for &(member, definition) in group {
            let mut builder = Builder { schemas: self, targets, package: member.0, types };
            let built = builder.definition(&member.2, definition);
            bound.push(built.map_err(|message| (Some(member.clone()), message))?);
        }
        if !is_recursive {
            for (&(member, _), bound) in group.iter().zip(bound) {
                self.keep(member, bound);
            }
            return Ok(());
        }
        let both = declared.iter().zip(&bound);
        let definitions: Vec<(NamedId, Ty)> =
            both.flat_map(|(ids, bound)| [(ids[0], bound.plain), (ids[1], bound.input)]).collect();
        types.define(&definitions);
        Ok(())
    }

    fn keep(&mut self, member: &Member, bound: Bound) {
        self.get_mut(member.0).bound.insert((member.1, member.2.clone()), bound);
    }

    fn bound(&self, member: &Member) -> Option<Bound> {
        self.get(member.0).bound.get(&(member.1, member.2.clone())).copied()
    }

    fn definition(&mut self, member: &Member) -> Result<Definition, SchemaError> {
        match member.1 {
            Kind::Resource => self.resource_spec(member).map(Definition::Resource),
            Kind::Type => {
                let Package { document, specs, .. } = self.get_mut(member.0);
                let place = document.types.get(&member.2);
                let read = || place.map(|place| document.member(place)).transpose().map(Option::unwrap_or_default);
                read_once(&mut specs.types, &member.2, read).map(Definition::Named)
            }
        }
    }

    fn resource_spec(&mut self, member: &Member) -> Result<Arc<ResourceSpec>, SchemaError> {
        let place = self.resource_place(member);
        let Package { document, specs, .. } = self.get_mut(member.0);
        // A package has a provider even if its schema says nothing about it.
        let read = || place.map(|place| document.member(place)).transpose().map(Option::unwrap_or_default);
        read_once(&mut specs.resources, &member.2, read)
    }

    fn resource_place(&self, member: &Member) -> Option<std::ops::Range<usize>> {
        let document = &self.get(member.0).document;
        if *member.2 == *provider_token(self, member.0) {
            return document.provider.clone();
        }
        document.resources.get(&member.2)
    }

    fn error(&self, member: &Member, message: String) -> SchemaError {
        let document = &self.get(member.0).document;
        let place = match member.1 {
            Kind::Type => document.types.get(&member.2),
            Kind::Resource => self.resource_place(member),
        };
        document.error(place, message)
    }

    /// What a reference in a package leads to.
    fn target(&mut self, package: PackageId, reference: &str) -> Result<Target, String> {
        let (of, kind, token) = match Reference::parse(reference)? {
            Reference::Shared(shared) => return Ok(Target::Shared(shared)),
            Reference::Member(of, kind, token) => (of, kind, token),
        };
        let package = match of {
            Some((name, version)) if !self.is_own(package, &name, version.as_ref()) => self
                .package(&name, version.as_ref())
                .or_else(|_| self.package(&name, None))
                .map_err(|_| format!("`{reference}` refers to the package `{name}`, which is not at hand"))?,
            _ => package,
        };
        let provider = provider_token(self, package);
        let token = if kind == Kind::Resource && token.is_empty() { provider.clone() } else { token };
        let document = &self.get(package).document;
        match kind {
            Kind::Type if document.types.get(&token).is_none() => Ok(Target::Dangling(token)),
            Kind::Resource if token != provider && document.resources.get(&token).is_none() => {
                Err(format!("`{reference}` refers to a resource that does not exist"))
            }
            _ => Ok(Target::Member((package, kind, token.into()))),
        }
    }

    fn is_own(&self, package: PackageId, name: &str, version: Option<&semver::Version>) -> bool {
        let document = &self.get(package).document;
        document.name == name
            && version.is_none_or(|version| document.version.as_ref().is_none_or(|own| own == version))
    }
}

/// The token of a package's provider.
fn provider_token(schemas: &Schemas, package: PackageId) -> String {
    format!("pulumi:providers:{}", schemas.name(package))
}

/// Members that have been met, each once, and what references lead to.
#[derive(Default)]
struct Discovery {
    members: Vec<Member>,
    numbers: FxHashMap<Member, u32>,
    targets: Targets,
}

impl Discovery {
    /// Notes what types refer to, and answers the numbers of the members that are not bound yet.
    fn follow(&mut self, schemas: &mut Schemas, package: PackageId, specs: &[&TypeSpec]) -> Result<Vec<u32>, String> {
        let mut references = Vec::new();
        for spec in specs {
            spec.references(&mut references);
        }
        let mut numbers = Vec::new();
        for reference in references {
            let key = (package, reference.into());
            if !self.targets.contains_key(&key) {
                let target = schemas.target(package, reference)?;
                self.targets.insert(key.clone(), target);
            }
            if let Target::Member(member) = &self.targets[&key]
                && schemas.bound(member).is_none()
            {
                let next = self.members.len() as u32;
                let number = *self.numbers.entry(member.clone()).or_insert(next);
                if number == next {
                    self.members.push(member.clone());
                }
                numbers.push(number);
            }
        }
        Ok(numbers)
    }
}

impl Definition {
    fn specs(&self) -> Vec<&TypeSpec> {
        match self {
            Self::Named(spec) => spec.properties.values().collect(),
            Self::Resource(spec) => spec.properties.values().collect(),
        }
    }
}

impl TypeSpec {
    fn references<'a>(&'a self, found: &mut Vec<&'a str>) {
        found.extend(self.reference.as_deref());
        for part in self.items.iter().chain(&self.additional_properties) {
            part.references(found);
        }
        for part in self.one_of.iter().flatten() {
            part.references(found);
        }
    }
}

/// Builds the types of one package's members, once all that they refer to is bound.
struct Builder<'a> {
    schemas: &'a Schemas,
    targets: &'a Targets,
    package: PackageId,
    types: &'a mut Interner,
}

impl Builder<'_> {
    fn resource(&mut self, token: &str, spec: &ResourceSpec, methods: Vec<Method>) -> Result<Resource, String> {
        let output = |builder: &mut Self, ty| builder.types.output(ty);
        let (id, urn) = (output(self, ID), output(self, STRING));
        let mut outputs = vec![(self.types.name("id"), id), (self.types.name("urn"), urn)];
        for (name, property) in &spec.properties {
            let ty = self.ty(property, Form::Plain)?;
            let ty = self.optional_unless(spec.required.contains(name), ty);
            outputs.push((self.types.name(name), output(self, ty)));
        }
        let mut inputs = self.inputs(&spec.input_properties, &spec.required_inputs)?;
        let outputs = self.types.object(outputs);
        for input in &mut inputs {
            input.is_output = self.types.property(outputs, input.name).is_some();
        }
        let state_inputs = match &spec.state_inputs {
            Some(state) => self.inputs(&state.properties, &state.required)?,
            None => Vec::new(),
        };
        let deprecation = spec.deprecation_message.as_deref().map(str::to_owned);
        let is_component = spec.is_component;
        Ok(Resource { token: token.to_owned(), inputs, state_inputs, outputs, is_component, methods, deprecation })
    }

    fn inputs(&mut self, properties: &Properties, required: &[Box<str>]) -> Result<Vec<Input>, String> {
        let mut inputs = Vec::new();
        for (name, spec) in properties {
            let ty = self.property(spec, required.contains(name), Form::Input)?;
            let discriminated = match (&spec.one_of, &spec.discriminator) {
                (Some(arms), Some(discriminator)) => Some(self.discriminated(arms, discriminator)?),
                _ => None,
            };
            let is_constant = spec.constant.is_some();
            inputs.push(Input { name: self.types.name(name), ty, is_constant, is_output: true, discriminated });
        }
        Ok(inputs)
    }

    /// The objects of a union by the values that tell them. A value names an object by the last part of its token.
    fn discriminated(&mut self, specs: &[TypeSpec], discriminator: &Discriminator) -> Result<Discriminated, String> {
        let mut objects: Vec<(&str, Ty)> = Vec::new();
        for spec in specs {
            if let Some(reference) = &spec.reference {
                let ty = self.inner(spec, Form::Input)?;
                objects.push((last_part(reference), ty));
            }
        }
        let mut arms = Vec::new();
        for (value, token) in &discriminator.mapping {
            if let Some(&(_, ty)) = objects.iter().find(|object| object.0 == last_part(token)) {
                arms.push(Arm { value: self.types.name(value), ty });
            }
        }
        Ok(Discriminated { property: self.types.name(&discriminator.property_name), arms })
    }

    fn function(&mut self, token: &str, spec: &FunctionSpec) -> Result<Function, String> {
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

    /// What a method takes besides the resource that it is called on. None for what is no method.
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
                return Err(format!("`multiArgumentInputs` names `{name}`, which is no input"));
            };
            let ty = self.ty(property, Form::Plain)?;
            parameters.push(self.optional_unless(inputs.required.contains(name), ty));
        }
        Ok(parameters)
    }

    fn definition(&mut self, token: &str, definition: &Definition) -> Result<Bound, String> {
        match definition {
            Definition::Resource(spec) => {
                let ty = self.object(&spec.properties, &spec.required, Form::Plain)?;
                Ok(Bound { plain: ty, input: ty })
            }
            Definition::Named(spec) if spec.kind.as_deref() == Some("object") => {
                let plain = self.object(&spec.properties, &spec.required, Form::Plain)?;
                let input = self.object(&spec.properties, &spec.required, Form::Input)?;
                let name = self.types.name(token);
                self.types.annotate(plain, name);
                self.types.annotate(input, name);
                Ok(Bound { plain, input })
            }
            Definition::Named(spec) => {
                let ty = self.enumeration(token, spec)?;
                Ok(Bound { plain: ty, input: ty })
            }
        }
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

    fn constant(&mut self, value: &serde_json::Value) -> Option<Constant> {
        match value {
            serde_json::Value::Bool(value) => Some(Constant::Bool(*value)),
            serde_json::Value::String(text) => Some(Constant::Text(self.types.name(text))),
            serde_json::Value::Number(number) => {
                self.types.number_literal(&number.to_string()).ok().map(Constant::Number)
            }
            _ => None,
        }
    }

    fn object(&mut self, properties: &Properties, required: &[Box<str>], form: Form) -> Result<Ty, String> {
        let mut fields = Vec::with_capacity(properties.len());
        for (name, spec) in properties {
            let ty = self.property(spec, required.contains(name), form)?;
            fields.push((self.types.name(name), ty));
        }
        Ok(self.types.object(fields))
    }

    /// The type of a property. One that has only one value is a constant, which takes what its type would take.
    fn property(&mut self, spec: &TypeSpec, is_required: bool, form: Form) -> Result<Ty, String> {
        let ty = self.ty(spec, form)?;
        let ty = self.optional_unless(is_required, ty);
        match &spec.constant {
            None | Some(serde_json::Value::Null) => Ok(ty),
            Some(value) => {
                let value = self.constant(value).ok_or("only strings, numbers and booleans have constant values")?;
                Ok(self.types.constant(ty, value))
            }
        }
    }

    fn optional_unless(&mut self, is_required: bool, ty: Ty) -> Ty {
        if is_required { ty } else { self.types.union(&[ty, NONE]) }
    }

    /// The type that is written. In the form for inputs, outputs of it are welcome unless it is marked as plain.
    fn ty(&mut self, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
        let inner = self.inner(spec, form)?;
        if form == Form::Plain || spec.plain {
            return Ok(inner);
        }
        let plain = self.inner(spec, Form::Plain)?;
        let output = self.types.output(plain);
        Ok(self.types.union(&[inner, output]))
    }

    fn inner(&mut self, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
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
                let element = self.ty(items, form)?;
                Ok(self.types.list(element))
            }
            "object" => {
                let of_text = TypeSpec { kind: Some("string".into()), ..TypeSpec::default() };
                let element = self.ty(spec.additional_properties.as_deref().unwrap_or(&of_text), form)?;
                Ok(self.types.map(element))
            }
            kind => primitive(kind).ok_or_else(|| format!("`{kind}` is no kind of type")),
        }
    }

    fn referred(&mut self, reference: &str, spec: &TypeSpec, form: Form) -> Result<Ty, String> {
        let target = self.targets.get(&(self.package, reference.into())).cloned();
        match target.ok_or_else(|| format!("`{reference}` leads nowhere"))? {
            Target::Shared(Shared::Any) => Ok(ANY),
            Target::Shared(Shared::Archive) => Ok(self.opaque("Archive")),
            // Wherever an asset is welcome, so is an archive.
            Target::Shared(Shared::Asset) => {
                let members = [self.opaque("Archive"), self.opaque("Asset")];
                Ok(self.types.union(&members))
            }
            Target::Member(member) => {
                let bound = self.schemas.bound(&member).ok_or_else(|| format!("`{reference}` leads nowhere"))?;
                Ok(if form == Form::Input { bound.input } else { bound.plain })
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

/// The primitive type of a name.
fn primitive(kind: &str) -> Option<Ty> {
    Some(match kind {
        "boolean" => BOOL,
        "integer" => INT,
        "number" => NUMBER,
        "string" => STRING,
        _ => return None,
    })
}

/// The last part of a token.
fn last_part(token: &str) -> &str {
    token.rsplit(':').next().unwrap_or(token)
}
