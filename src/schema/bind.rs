//! Binding: translates the members of a schema to types.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bound::{Bound, Definition, Function, Member, Resource, Target, Targets};
use super::build::Builder;
use super::error::SchemaError;
use super::reference::{Kind, Reference};
use super::resources::provider_token;
use super::spec::{FunctionSpec, Properties, ResourceSpec, TypeSpec, references};
use super::store::{Package, PackageId, Schemas, get_or_read};
use super::unions::Unions;
use crate::types::{Interner, Method, NONE, NamedId, Ty, components};

impl Schemas {
    /// Returns the resource that a program refers to as `token`, or `None` if the package has no such resource.
    ///
    /// # Errors
    /// The error in the schema.
    pub fn resource(
        &mut self,
        package: PackageId,
        token: &str,
        types: &mut Interner,
    ) -> Option<Result<Arc<Resource>, SchemaError>> {
        let token = self.get_mut(package).resource_token(token)?;
        Some(self.resource_of(package, &token, types))
    }

    /// Returns the provider of a package.
    ///
    /// # Errors
    /// The error in the schema.
    pub fn provider(&mut self, package: PackageId, types: &mut Interner) -> Result<Arc<Resource>, SchemaError> {
        let token = provider_token(self, package);
        self.resource_of(package, &token, types)
    }

    /// Returns the function that a program refers to as `token`, or `None` if the package has no such function.
    ///
    /// # Errors
    /// The error in the schema.
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
        let spec = get_or_read(&mut specs.functions, token, || document.member(place));
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
        let methods = spec.methods.iter().map(|(name, function)| self.bind_method(&member, name, function, types));
        let methods = methods.collect::<Result<_, _>>()?;
        let mut builder = Builder::new(self, &targets, package, types);
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
        let mut builder = Builder::new(self, &targets, package, types);
        let bound = builder.function(token, spec);
        bound.map_err(|message| self.get(package).document.error(place, message))
    }

    /// Binds all members that types of a member refer to, transitively.
    fn bind_references(
        &mut self,
        from: &Member,
        specs: &[&TypeSpec],
        types: &mut Interner,
    ) -> Result<Targets, SchemaError> {
        self.discover(from.0, specs, types)
            .map_err(|(member, message)| self.error(member.as_ref().unwrap_or(from), message))
    }

    /// As [`Self::bind_references`]. An error comes with the member that contains it, unless that is the member whose types these
    /// are.
    pub(super) fn discover(
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
        for component in components(&edges) {
            let is_recursive = component.len() > 1 || edges[component[0] as usize].contains(&component[0]);
            let group: Vec<(&Member, &Definition)> =
                component.iter().map(|&at| (&members[at as usize], &definitions[at as usize])).collect();
            self.bind_group(&group, is_recursive, &targets, types)?;
        }
        Ok(targets)
    }

    /// Binds a strongly connected group of members: mutually recursive ones, or a single one.
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
                self.keep(member, Bound { input: input_ty, ..Bound::of(plain_ty) });
            }
        }
        let mut bound = Vec::new();
        for &(member, definition) in group {
            let mut builder = Builder::new(self, targets, member.0, types);
            let built = builder.definition(&member.2, definition);
            bound.push(built.map_err(|message| (Some(member.clone()), message))?);
        }
        if !is_recursive {
            for (&(member, _), bound) in group.iter().zip(bound) {
                self.keep(member, bound);
            }
            return Ok(());
        }
        self.share_unions(group, &bound);
        let both = declared.iter().zip(&bound);
        let definitions: Vec<(NamedId, Ty)> =
            both.flat_map(|(ids, bound)| [(ids[0], bound.plain), (ids[1], bound.input)]).collect();
        types.define(&definitions);
        Ok(())
    }

    /// Gives all members of a recursive group the unions of the whole group.
    fn share_unions(&mut self, group: &[(&Member, &Definition)], bound: &[Bound]) {
        let mut all = Unions::default();
        for bound in bound {
            all.add_all(&bound.unions);
        }
        for (member, _) in group {
            if let Some(kept) = self.bound_mut(member) {
                kept.unions = all.clone();
            }
        }
    }

    fn keep(&mut self, member: &Member, bound: Bound) {
        self.get_mut(member.0).bound.insert((member.1, member.2.clone()), bound);
    }

    fn bound_mut(&mut self, member: &Member) -> Option<&mut Bound> {
        self.get_mut(member.0).bound.get_mut(&(member.1, member.2.clone()))
    }

    pub(super) fn bound(&self, member: &Member) -> Option<&Bound> {
        self.get(member.0).bound.get(&(member.1, member.2.clone()))
    }

    fn definition(&mut self, member: &Member) -> Result<Definition, SchemaError> {
        match member.1 {
            Kind::Resource => self.resource_spec(member).map(Definition::Resource),
            Kind::Type => {
                let Package { document, specs, .. } = self.get_mut(member.0);
                let place = document.types.get(&member.2);
                let read = || place.map(|place| document.member(place)).transpose().map(Option::unwrap_or_default);
                get_or_read(&mut specs.types, &member.2, read).map(Definition::Named)
            }
        }
    }

    fn resource_spec(&mut self, member: &Member) -> Result<Arc<ResourceSpec>, SchemaError> {
        let place = self.resource_place(member);
        let Package { document, specs, .. } = self.get_mut(member.0);
        // Every package has a provider, even if its schema does not describe one.
        let read = || place.map(|place| document.member(place)).transpose().map(Option::unwrap_or_default);
        get_or_read(&mut specs.resources, &member.2, read)
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

    /// Resolves a reference in a package.
    fn target(&mut self, package: PackageId, reference: &str) -> Result<Target, String> {
        let (of, kind, token) = match Reference::parse(reference)? {
            Reference::Shared(shared) => return Ok(Target::Shared(shared)),
            Reference::Member(of, kind, token) => (of, kind, token),
        };
        let package = match of {
            Some((name, version)) if !self.is_own(package, &name, version.as_ref()) => {
                self.package(&name, version.as_ref()).or_else(|_| self.package(&name, None)).map_err(|_| {
                    format!(
                        "`{reference}` refers to the package `{name}`, which has no schema in the schema directories"
                    )
                })?
            }
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

/// The members found so far, each once, and the targets of references.
#[derive(Default)]
struct Discovery {
    members: Vec<Member>,
    numbers: FxHashMap<Member, u32>,
    targets: Targets,
}

impl Discovery {
    /// Resolves the references of types, and returns the numbers of the referenced members that are not bound yet.
    fn follow(&mut self, schemas: &mut Schemas, package: PackageId, specs: &[&TypeSpec]) -> Result<Vec<u32>, String> {
        let mut numbers = Vec::new();
        for reference in references(specs) {
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
