//! Name resolution: the targets of the names in a program.

use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use typed_index_collections::{TiSlice, TiVec, ti_vec};

use crate::program::environment::Environment;
use crate::program::{self, BlockNames, Definition, DefinitionId, Expression, FileId, Kind, Place, Program, Variable};
use crate::syntax::tree::{CallId, For, Node, NodeId, StepKey, Tree};
use crate::types::vocabulary::Builtin;
use crate::types::{Interner, Name};

/// The target of a name, or the variables that a node binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The node is neither a name nor a binder.
    None,
    /// An unresolved name.
    Unknown,
    /// A definition of the program.
    Definition(DefinitionId),
    /// A declared variable.
    Declared(Name),
    /// A variable of an enclosing for-expression, splat, call or block, by its number within the definition.
    Local(u32),
    /// The input of the block with this index.
    Property(u32),
    /// The node binds variables, beginning with this number. A for-expression binds its key variable, if it has one, and then its
    /// value variable; a splat, the element; a call, the error that its second argument recovers from.
    Binds(u32),
}

/// The targets of all names of a program, and the references between definitions.
#[derive(Debug, Default)]
pub struct Resolution {
    /// For each file, the targets of its nodes.
    pub(crate) targets: TiVec<FileId, TiVec<NodeId, Target>>,
    pub(crate) references: References,
    /// The number of variables that each definition binds.
    pub(crate) locals: TiVec<DefinitionId, u32>,
    /// For-expressions whose key and value variables have the same name.
    pub redefinitions: Vec<(DefinitionId, NodeId)>,
    /// Definitions whose name has been defined before, each with the first definition of the name.
    pub duplicates: Vec<(DefinitionId, DefinitionId)>,
    /// The definition that each name refers to.
    pub(crate) named: FxHashMap<Name, DefinitionId>,
    /// In a module that others call: the definitions on whose values it depends what instances there are, here or in a module that
    /// this one calls. In others, nothing is decided by values that a caller gives.
    pub(crate) deciding: Option<FxHashSet<DefinitionId>>,
}

/// A reference: its target, and the first node that refers to it.
pub type Reference = (DefinitionId, NodeId);

/// The references of each definition, each target once.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// For each definition, the end of its references in `all`.
    ends: Vec<u32>,
    all: Vec<Reference>,
}

/// The definitions of a program by name. Outputs have a namespace of their own: an output may have the name of another
/// definition, and the name then refers to that definition.
pub(crate) struct DefinedNames {
    /// The definition that each name refers to: the first in source order, outputs after all others.
    pub named: FxHashMap<Name, DefinitionId>,
    /// Further definitions of a name, each with the first one.
    pub duplicates: Vec<(DefinitionId, DefinitionId)>,
}

impl Resolution {
    /// Returns the target of a node.
    pub fn target(&self, at: Place) -> Target {
        self.targets[at.file][at.node]
    }

    /// Returns the definitions that a definition refers to, each once, with the first node that refers to it.
    pub fn references(&self, id: DefinitionId) -> &[Reference] {
        self.references.of(id)
    }

    /// Returns the definitions that refer to any of these, in order. Linear in all references.
    pub fn dependents(&self, of: &[DefinitionId]) -> Vec<DefinitionId> {
        let mut is_meant: TiVec<DefinitionId, bool> = ti_vec![false; self.locals.len()];
        for &id in of {
            is_meant[id] = true;
        }
        self.references.referring(|to| is_meant[to])
    }

    /// Returns these definitions and all that they depend on. Linear in the references.
    pub fn with_all_below(&self, of: impl IntoIterator<Item = DefinitionId>) -> FxHashSet<DefinitionId> {
        let mut open: Vec<DefinitionId> = of.into_iter().collect();
        let mut found: FxHashSet<DefinitionId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let new = self.references(id).iter().filter(|&&(to, _)| found.insert(to));
            open.extend(new.map(|&(to, _)| to));
        }
        found
    }

    /// The number of variables that a definition binds.
    pub fn local_count(&self, id: DefinitionId) -> u32 {
        self.locals[id]
    }
}

impl References {
    /// Creates an empty list, with room for a number of definitions.
    fn with_capacity(definitions: usize) -> Self {
        Self { ends: Vec::with_capacity(definitions), all: Vec::with_capacity(definitions) }
    }

    /// Adds the references of the next definition.
    pub fn push(&mut self, references: impl IntoIterator<Item = Reference>) {
        self.all.extend(references);
        self.ends.push(self.all.len() as u32);
    }

    /// Returns the references of a definition.
    pub fn of(&self, id: DefinitionId) -> &[Reference] {
        &self.all[self.range(id)]
    }

    /// Returns the references of a definition, mutably.
    pub fn of_mut(&mut self, id: DefinitionId) -> &mut [Reference] {
        let range = self.range(id);
        &mut self.all[range]
    }

    /// Returns the references after some definitions, given in order, have changed theirs. Linear in all references, with a small
    /// constant.
    pub fn with_others(&self, changed: &[(DefinitionId, Vec<Reference>)]) -> Self {
        let mut new = Self::with_capacity(self.ends.len());
        for (id, references) in changed {
            new.extend_from(self, usize::from(*id));
            new.push(references.iter().copied());
        }
        new.extend_from(self, self.ends.len());
        new
    }

    /// Adds the references of the next definitions from another list, up to the definition `end`.
    fn extend_from(&mut self, other: &Self, end: usize) {
        let next = self.ends.len();
        let Some(last) = end.checked_sub(1).filter(|_| next < end) else { return };
        let start = next.checked_sub(1).map_or(0, |before| other.ends[before]);
        let len = self.all.len() as u32;
        self.all.extend_from_slice(&other.all[start as usize..other.ends[last] as usize]);
        self.ends.extend(other.ends[next..end].iter().map(|end| end - start + len));
    }

    /// Returns the definitions with a reference to a target that `is_meant`, in order.
    fn referring(&self, is_meant: impl Fn(DefinitionId) -> bool) -> Vec<DefinitionId> {
        let mut from = Vec::new();
        let mut start = 0;
        for (&end, id) in self.ends.iter().zip(0..) {
            if self.all[start..end as usize].iter().any(|reference| is_meant(reference.0)) {
                from.push(DefinitionId(id));
            }
            start = end as usize;
        }
        from
    }

    fn range(&self, id: DefinitionId) -> Range<usize> {
        let id = usize::from(id);
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        start..self.ends[id] as usize
    }
}

/// Resolves the names of a program. A name is looked up among the variables of the enclosing expressions, innermost first, then
/// among the definitions, then among the declared variables. The first of several definitions of a name in source order counts,
/// and an output only if no other definition has its name.
pub fn resolve(program: &Program, environment: &Environment, types: &mut Interner) -> Resolution {
    resolve_with(program, environment, DefinedNames::of(program), |_, _| false, types)
}

/// As [`resolve`], with the names that the program defines. `copy` adds the names in a definition to the resolution and returns
/// `true`, or returns `false` if they have to be resolved.
pub(crate) fn resolve_with(
    program: &Program,
    environment: &Environment,
    DefinedNames { named, duplicates }: DefinedNames,
    copy: impl Fn(DefinitionId, &mut Resolution) -> bool,
    types: &mut Interner,
) -> Resolution {
    let mut resolution = Resolution {
        targets: program.files.iter().map(|file| ti_vec![Target::None; file.tree.len()]).collect(),
        references: References::with_capacity(program.definitions.len()),
        locals: TiVec::with_capacity(program.definitions.len()),
        duplicates,
        ..Resolution::default()
    };
    let resolver = Resolver::new(program, environment, &named, types);
    for id in program.definition_ids() {
        if !copy(id, &mut resolution) {
            let ResolvedDefinition { references, locals, redefinitions } =
                resolver.resolve(id, &mut resolution.targets);
            resolution.references.push(references);
            resolution.locals.push(locals);
            resolution.redefinitions.extend(redefinitions.into_iter().map(|node| (id, node)));
        }
    }
    resolution.named = named;
    resolution
}

/// The resolver of the names in definitions.
pub(crate) struct Resolver<'a> {
    program: &'a Program,
    environment: &'a Environment,
    named: &'a FxHashMap<Name, DefinitionId>,
    qualified: FxHashMap<Vec<Name>, Target>,
    /// The provider configurations of Terraform, by name and alias.
    providers: FxHashMap<(Name, Option<Name>), DefinitionId>,
    /// The name of the error variable in the expression that recovers from it.
    error: Name,
}

/// The references of a definition, and the variables that it binds.
pub(crate) struct ResolvedDefinition {
    /// The definitions that it refers to, each once.
    pub references: Vec<Reference>,
    /// The number of variables that it binds.
    pub locals: u32,
    /// Its for-expressions whose key and value variables have the same name.
    pub redefinitions: Vec<NodeId>,
}

impl<'a> Resolver<'a> {
    /// Creates a resolver for a program, its definitions by name, and its environment.
    pub fn new(
        program: &'a Program,
        environment: &'a Environment,
        named: &'a FxHashMap<Name, DefinitionId>,
        types: &mut Interner,
    ) -> Self {
        let error = types.name("error");
        let qualified = qualified_names(program, environment, named, types);
        let providers = provider_names(program, named, types);
        Self { program, environment, named, qualified, providers, error }
    }

    /// Resolves the names in a definition.
    pub fn resolve(
        &self,
        id: DefinitionId,
        targets: &mut TiSlice<FileId, TiVec<NodeId, Target>>,
    ) -> ResolvedDefinition {
        let definition = self.program.definition(id);
        let variable = definition.block.as_ref().and_then(|block| block.variable);
        let mut scope = Scope {
            names: self,
            tree: self.program.tree(id),
            properties: None,
            unknown: Target::Unknown,
            variables: Vec::new(),
            items: Vec::new(),
            block: None,
            iterators: &[],
            allowed: BlockNames::NONE,
            locals: u32::from(variable.is_some_and(|variable| variable.1.is_local())),
            targets: &mut targets[definition.file],
            references: Vec::new(),
            redefinitions: Vec::new(),
        };
        for expression in &definition.expressions {
            scope.expression(definition, expression, variable);
        }
        let Scope { locals, references, redefinitions, .. } = scope;
        ResolvedDefinition { references: each_once(references), locals, redefinitions }
    }
}

impl Resolver<'_> {
    /// Holds if a declared name exists where these names of blocks are allowed.
    fn is_allowed(&self, declared: Name, allowed: BlockNames) -> bool {
        self.environment.block_names.get(&declared).is_none_or(|&needed| allowed.contains(needed))
    }

    /// Holds if a name of Terraform is one without further parts: `self` where it exists.
    fn is_whole(&self, name: Name, allowed: BlockNames) -> bool {
        self.environment.variables.contains_key(&name) && self.is_allowed(name, allowed)
    }
}

/// Returns the name and the definition of a block's variable that is the value of another definition.
fn item_of((name, variable): (Name, Variable)) -> Option<(Name, DefinitionId)> {
    match variable {
        Variable::Of(item) => Some((name, item)),
        Variable::Range | Variable::Known(_) => None,
    }
}

/// Returns the qualified names that a program of Terraform may refer to, by their parts.
fn qualified_names(
    program: &Program,
    environment: &Environment,
    named: &FxHashMap<Name, DefinitionId>,
    types: &mut Interner,
) -> FxHashMap<Vec<Name>, Target> {
    if !program.is_terraform {
        return FxHashMap::default();
    }
    let declared = environment.variables.keys().map(|&name| (name, Target::Declared(name)));
    let defined = named.iter().filter(|named| !is_provider(program.definition(*named.1)));
    let all = declared.chain(defined.map(|(&name, &id)| (name, Target::Definition(id))));
    let mut qualified = FxHashMap::default();
    for (name, target) in all {
        qualified.extend(paths_of(name, types).into_iter().map(|parts| (parts, target)));
    }
    qualified
}

/// The prefix of the names of provider configurations.
pub(crate) const PROVIDER: &str = "provider.";

/// Holds for provider configurations.
pub(crate) fn is_provider(definition: &Definition) -> bool {
    definition.kind == Kind::Body && definition.label.starts_with(PROVIDER)
}

/// Returns the provider configurations of a program of Terraform, by name and alias.
fn provider_names(
    program: &Program,
    named: &FxHashMap<Name, DefinitionId>,
    types: &mut Interner,
) -> FxHashMap<(Name, Option<Name>), DefinitionId> {
    let mut providers = FxHashMap::default();
    for &id in named.values().filter(|id| program.is_terraform && is_provider(program.definition(**id))) {
        let label = program.definition(id).label[PROVIDER.len()..].to_owned();
        let (name, alias) = label.split_once('.').map_or((&label[..], None), |(name, alias)| (name, Some(alias)));
        let alias = alias.map(|alias| types.name(alias));
        providers.insert((types.name(name), alias), id);
    }
    providers
}

/// Returns the number of parts of a qualified name, by its prefix. The last part may contain dots.
fn part_count(name: &str) -> usize {
    let has_type = ["data.", "ephemeral.", "call."].iter().any(|kind| name.starts_with(kind));
    if has_type { 3 } else { 2 }
}

/// The word that may precede the address of a resource: `resource.aws_vpc.main`.
const RESOURCE: &str = "resource";

/// The first parts of qualified names that are no addresses of resources.
const OTHERS: [&str; 13] = [
    "output",
    "var",
    "local",
    "module",
    "data",
    "ephemeral",
    "call",
    "path",
    "terraform",
    "tofu",
    "pulumi",
    "count",
    "each",
];

/// Returns the ways to write a qualified name, each as its parts. A name without dots has none.
pub(crate) fn paths_of(name: Name, types: &mut Interner) -> Vec<Vec<Name>> {
    let text = types.text(name).to_owned();
    if !text.contains('.') {
        return Vec::new();
    }
    let parts: Vec<Name> = text.splitn(part_count(&text), '.').map(|part| types.name(part)).collect();
    if OTHERS.contains(&text.split('.').next().unwrap_or_default()) {
        return vec![parts];
    }
    let whole = std::iter::once(types.name(RESOURCE)).chain(parts.iter().copied()).collect();
    vec![parts, whole]
}

/// Returns the number of steps of a variable that are part of the name of its target: names of Terraform have several parts.
pub(crate) fn steps_in_name(program: &Program, target: Target, tree: &Tree, id: NodeId, types: &Interner) -> usize {
    let name = match target {
        _ if !program.is_terraform => None,
        Target::Definition(target) => program.definition(target).name,
        Target::Declared(name) => Some(name),
        _ => None,
    };
    name.map_or(0, |name| steps_of_name(tree, id, name, types))
}

/// Returns the number of steps of a variable that are part of a qualified name.
fn steps_of_name(tree: &Tree, id: NodeId, name: Name, types: &Interner) -> usize {
    let has_word = matches!(tree.node(id), Node::Variable(root, _) if types.text(root) == RESOURCE);
    let name = types.text(name);
    // Configurations of providers are written without their prefix.
    let name = name.strip_prefix(PROVIDER).unwrap_or(name);
    name.matches('.').count() + usize::from(has_word && name.split('.').next() != Some(RESOURCE))
}

/// Returns a variable and the attributes right after it.
pub(crate) fn attribute_path(tree: &Tree, id: NodeId) -> Vec<Name> {
    path(tree, id, |key| matches!(key, StepKey::Attribute(_)))
}

/// Returns a variable and the names in the steps right after it, as long as these have a form.
fn path(tree: &Tree, id: NodeId, is_part: impl Fn(StepKey) -> bool) -> Vec<Name> {
    let Node::Variable(name, steps) = tree.node(id) else { return Vec::new() };
    let names = tree.steps(steps).iter().map_while(|step| match step.key {
        StepKey::Attribute(name) | StepKey::Text(name) if is_part(step.key) => Some(name),
        _ => None,
    });
    std::iter::once(name).chain(names).collect()
}

/// Returns the qualified names that a variable with its steps may denote, the longest first: `a.b.c`, `a.b`.
pub(crate) fn qualifications(tree: &Tree, id: NodeId) -> impl Iterator<Item = Vec<Name>> + use<> {
    let mut parts = path(tree, id, |_| true);
    parts.truncate(3);
    (2..=parts.len()).rev().map(move |count| parts[..count].to_vec())
}

impl DefinedNames {
    pub fn of(program: &Program) -> Self {
        let mut named = FxHashMap::with_capacity_and_hasher(program.definitions.len(), FxBuildHasher);
        let (mut outputs, mut duplicates) = (FxHashMap::default(), Vec::new());
        for id in program.definition_ids() {
            let definition = program.definition(id);
            let Some(name) = definition.name else { continue };
            let names =
                if definition.kind == Kind::Output && !program.is_terraform { &mut outputs } else { &mut named };
            let first = *names.entry(name).or_insert(id);
            if first != id {
                duplicates.push((id, first));
            }
        }
        for (name, output) in outputs {
            named.entry(name).or_insert(output);
        }
        Self { named, duplicates }
    }
}

/// Removes repeated references to a definition, and keeps the first node of each, in source order.
fn each_once(mut references: Vec<Reference>) -> Vec<Reference> {
    references.sort_unstable();
    references.dedup_by_key(|reference| reference.0);
    references.sort_unstable_by_key(|reference| reference.1);
    references
}

/// The names in scope at some point of a definition.
struct Scope<'a> {
    names: &'a Resolver<'a>,
    tree: &'a Tree,
    /// The inputs of a block, to which names refer that are not variables.
    properties: Option<&'a [program::Input]>,
    /// The target of unresolved names.
    unknown: Target,
    /// The variable of the block, if it refers to another definition.
    block: Option<(Name, DefinitionId)>,
    /// The iterators of dynamic blocks, the innermost last.
    iterators: &'a [(Name, DefinitionId)],
    /// The names that exist only in some blocks, and exist here.
    allowed: BlockNames,
    variables: Vec<(Name, u32)>,
    items: Vec<u32>,
    locals: u32,
    targets: &'a mut TiSlice<NodeId, Target>,
    references: Vec<(DefinitionId, NodeId)>,
    redefinitions: Vec<NodeId>,
}

impl<'a> Scope<'a> {
    fn expression(&mut self, definition: &'a Definition, expression: &Expression, variable: Option<(Name, Variable)>) {
        self.variables.clear();
        (self.block, self.iterators, self.allowed) = (None, &[], BlockNames::NONE);
        (self.properties, self.unknown) = (None, Target::Unknown);
        match expression.scope {
            program::Scope::Everywhere => {}
            program::Scope::Block(allowed) => {
                self.allowed = allowed;
                self.iterators = definition.block.as_ref().map_or(&[], |block| &block.iterators);
                self.block = variable.filter(|_| allowed.contains(BlockNames::EACH)).and_then(item_of);
            }
            program::Scope::Inside => match variable {
                Some((name, Variable::Of(item))) => self.block = Some((name, item)),
                local => self.variables.extend(local.map(|(name, _)| (name, 0))),
            },
            program::Scope::Properties => {
                self.properties = Some(self.names.program.inputs(definition));
            }
            program::Scope::Literal => self.unknown = Target::None,
            program::Scope::Providers => return self.providers(expression.root),
        }
        self.visit(expression.root);
    }

    fn visit(&mut self, id: NodeId) {
        match self.tree.node(id) {
            Node::Variable(name, _) => self.variable(id, name),
            Node::Item => {
                self.targets[id] = self.items.last().map_or(Target::Unknown, |&item| Target::Local(item));
            }
            Node::For(parts) => self.for_expression(id, *self.tree.for_parts(parts)),
            Node::Splat(source, each) => {
                self.visit(source);
                let item = self.bind(id, 1);
                self.items.push(item);
                self.visit(each);
                self.items.pop();
            }
            Node::Call(call) => self.call(id, call),
            _ => self.tree.each_child(id, &mut |child| self.visit(child)),
        }
    }

    /// Resolves the names of provider configurations in an expression. A provider without an alias needs no declaration.
    fn providers(&mut self, id: NodeId) {
        match self.tree.node(id) {
            Node::Variable(name, _) => {
                let path = attribute_path(self.tree, id);
                let alias = path.get(1).copied();
                self.targets[id] = match self.names.providers.get(&(name, alias)) {
                    Some(&provider) => {
                        self.references.push((provider, id));
                        Target::Definition(provider)
                    }
                    None if alias.is_some() => Target::Unknown,
                    None => Target::None,
                };
            }
            Node::Object(items) => self.tree.items(items).iter().for_each(|item| self.providers(item.value)),
            Node::Index(collection, _) => self.providers(collection),
            _ => {}
        }
    }

    fn variable(&mut self, id: NodeId, name: Name) {
        let local = self.variables.iter().rev().find(|variable| variable.0 == name);
        let iterator = self.iterators.iter().rev().find(|iterator| iterator.0 == name);
        let iterator = iterator.map(|iterator| Target::Definition(iterator.1));
        if local.is_none()
            && let Some(target) = iterator.or_else(|| self.qualified_target(id, name))
        {
            if let Target::Definition(definition) = target {
                self.references.push((definition, id));
            }
            self.targets[id] = target;
            return;
        }
        self.targets[id] = if let Some(&(_, local)) = local {
            Target::Local(local)
        } else if self.names.program.is_terraform && !self.names.is_whole(name, self.allowed) {
            self.unknown
        } else if let Some((_, item)) = self.block.filter(|block| block.0 == name) {
            self.references.push((item, id));
            Target::Definition(item)
        } else if let Some(properties) = self.properties {
            let found = properties.iter().position(|property| property.name == name);
            found.map_or(Target::Unknown, |at| Target::Property(at as u32))
        } else if let Some(&definition) = self.names.named.get(&name) {
            self.references.push((definition, id));
            Target::Definition(definition)
        } else if self.names.environment.variables.contains_key(&name) {
            Target::Declared(name)
        } else {
            self.unknown
        };
    }

    /// Returns the target of the longest qualified name at a node that has one. `name` is its first part.
    fn qualified_target(&self, id: NodeId, name: Name) -> Option<Target> {
        if self.names.qualified.is_empty() {
            return None;
        }
        let is_attribute =
            |count: usize| self.names.program.is_run_by_pulumi() || attribute_path(self.tree, id).len() >= count;
        let found = |parts: Vec<Name>| self.names.qualified.get(&parts).filter(|_| is_attribute(parts.len())).copied();
        let target = qualifications(self.tree, id).find_map(found)?;
        Some(match (target, self.block) {
            (Target::Declared(_), Some((variable, item))) if variable == name => Target::Definition(item),
            // Only the tests of a module refer to its outputs.
            (Target::Definition(id), _) if self.is_hidden(id) => self.unknown,
            (Target::Declared(declared), _) if !self.names.is_allowed(declared, self.allowed) => self.unknown,
            _ => target,
        })
    }

    fn is_hidden(&self, id: DefinitionId) -> bool {
        let is_output = self.names.program.definition(id).kind == Kind::Output;
        is_output && !self.allowed.contains(BlockNames::OUTPUTS)
    }

    fn call(&mut self, id: NodeId, call: CallId) {
        let call = self.tree.call(call);
        let function =
            self.names.environment.function(call.function).map(|function| self.names.environment.signature(function));
        let recovers = function.is_some_and(|function| function.builtin == Some(Builtin::Recover));
        for (at, &argument) in self.tree.list(call.arguments).iter().enumerate() {
            let outer = self.variables.len();
            if recovers && at == 1 {
                let error = self.bind(id, 1);
                self.variables.push((self.names.error, error));
            }
            self.visit(argument);
            self.variables.truncate(outer);
        }
    }

    fn for_expression(&mut self, id: NodeId, parts: For) {
        self.visit(parts.collection);
        let outer = self.variables.len();
        let mut next = self.bind(id, 1 + u32::from(parts.key_variable.is_some()));
        if let Some(key) = parts.key_variable {
            self.variables.push((key, next));
            next += 1;
        }
        if parts.key_variable == Some(parts.value_variable) {
            self.redefinitions.push(id);
        } else {
            self.variables.push((parts.value_variable, next));
        }
        for part in [parts.key, Some(parts.value), parts.condition].into_iter().flatten() {
            self.visit(part);
        }
        self.variables.truncate(outer);
    }

    /// Numbers the variables that a node binds, and returns the first number.
    fn bind(&mut self, id: NodeId, count: u32) -> u32 {
        let first = self.locals;
        self.locals += count;
        self.targets[id] = Target::Binds(first);
        first
    }
}
