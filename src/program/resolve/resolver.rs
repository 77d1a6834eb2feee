//! The resolution of the names in a definition, by the names in scope at each of its nodes.

use rustc_hash::FxHashMap;
use typed_index_collections::{TiSlice, TiVec};

use super::qualified::{attribute_path, provider_names, qualifications, qualified_names};
use super::{Reference, Target};
use crate::program::environment::Environment;
use crate::program::{self, BlockNames, Definition, DefinitionId, Expression, FileId, Kind, Program, Variable};
use crate::syntax::tree::{CallId, For, Node, NodeId, Tree};
use crate::types::vocabulary::Builtin;
use crate::types::{Interner, Name};

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
