//! A program: its files, and the definitions in them.
//!
//! - [`diagnostic`]: messages about it.
//! - [`environment`]: the variables, functions and types that it may refer to.
//! - [`structure`]: the problems of its blocks.
//! - [`mod@resolve`]: the targets of its names.
//! - [`graph`]: the order of its definitions, and the cycles among them.

pub mod diagnostic;
pub mod environment;
pub mod graph;
mod places;
pub mod resolve;
pub mod structure;

use std::path::PathBuf;
use std::sync::Arc;

use compact_str::CompactString;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use thin_vec::ThinVec;
use typed_index_collections::TiVec;

use crate::program::environment::{Environment, Signature};
use crate::program::structure::StructureProblem;
use crate::source::{Source, Span};
use crate::syntax::SyntaxError;
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::type_expressions::defaults::Defaults;
use crate::types::vocabulary::{
    Acceptance, HookKind, InterfaceId, InvocationForm, Mark, Path, Presence, RangeKind, Sharing, Usage,
};
use crate::types::{Name, Ty};

/// A program: its files and its definitions.
#[derive(Debug, Default)]
pub struct Program {
    /// The files, in the byte order of their names.
    pub files: TiVec<FileId, File>,
    /// The definitions, in source order.
    pub definitions: TiVec<DefinitionId, Definition>,
    /// The interfaces of its blocks: lists of inputs in the byte order of names, one for all blocks with the same inputs.
    pub interfaces: TiVec<InterfaceId, Vec<Input>>,
    /// The numbers of nested blocks that blocks with an interface may hold, in the byte order of names.
    pub block_limits: FxHashMap<InterfaceId, Vec<BlockLimits>>,
    /// For the interfaces of components, the outputs, each with the inputs on which it depends.
    pub flows: FxHashMap<InterfaceId, Vec<(Name, Vec<Name>)>>,
    /// The invocations of package functions, by the places of the calls.
    pub invocations: FxHashMap<Place, Invocation>,
    /// The signatures of the calls with type arguments, by the places of the calls.
    pub instances: FxHashMap<Place, Instance>,
    /// The provider functions that are called, by name; for a function that does not exist, a name that may have been meant.
    pub provided: FxHashMap<Name, Result<Signature, Option<String>>>,
    /// The files that calls of Terraform's functions name, as far as they are known.
    pub named_files: FxHashMap<Place, NamedFile>,
    /// The files that calls of Terraform's functions name and that are there, by the places of their paths.
    pub linked_files: Vec<(Place, PathBuf)>,
    /// The hooks that options bind to lifecycle steps of resources, each with the kind that the step takes.
    pub hooks: Vec<Vec<(NodeId, HookKind)>>,
    /// The problems of its blocks.
    pub problems: Vec<StructureProblem>,
    /// Holds if assignments are checked in the model of declared types, in which texts without interpolations are constants.
    pub is_modelled: bool,
    /// The number of components among its definitions.
    pub component_count: u32,
    /// Holds for programs of Terraform: names have several parts, and the types of expressions include what is known of their
    /// values.
    pub is_terraform: bool,
    /// The expressions that share a budget of known values.
    pub budget: Budget,
    /// What runs a module of Terraform.
    pub runner: Runner,
    /// The calls of modules of Terraform whose text is known.
    pub calls: FxHashMap<DefinitionId, Arc<ModuleCall>>,
    /// The declared types of Terraform variables, which determine the optional properties.
    pub declared: FxHashMap<DefinitionId, Ty>,
    /// The defaults in these types.
    pub defaults: FxHashMap<DefinitionId, Defaults>,
    /// The required variables of a Terraform module.
    pub required: FxHashSet<DefinitionId>,
    /// The variables of Terraform whose default is not null, and is replaced by null.
    pub replaced_by_null: FxHashSet<DefinitionId>,
    /// Holds for root modules of Terraform, and not for modules that are checked because another one calls them.
    pub is_root: bool,
    /// The parts of what the caller of a module gives, by the variable and the path: their numbers are the conditions of marks.
    pub given_parts: Vec<(Name, Path)>,
    /// The write-only inputs of its blocks, which may be ephemeral.
    pub ephemeral_inputs: FxHashSet<(InterfaceId, Name)>,
}

/// A module that a call refers to.
#[derive(Clone, Debug, Default)]
pub struct ModuleCall {
    /// Its directory.
    pub directory: PathBuf,
    /// The name of the file that shows it: `main.tf`, or its first one.
    pub main: String,
    /// The dependencies of its outputs.
    pub flows: ModuleFlows,
    /// The descriptions of its variables and outputs, by their addresses.
    pub descriptions: FxHashMap<Name, Name>,
    /// Its demands of the values of its variables.
    pub demands: Vec<Demand>,
    /// Its own resources.
    pub resources: Vec<ModuleResource>,
    /// Holds if it, or a module that it calls, configures a provider.
    pub configures_providers: bool,
}

/// A resource of a called module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleResource {
    /// Its address in the module.
    pub address: String,
    /// The kind of repetition, if it is repeated.
    pub repeated: Option<RangeKind>,
}

/// A demand of a called module: a part of the value of a variable must not have a mark.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Demand {
    /// The variable.
    pub input: Name,
    /// The path to the part.
    pub path: Path,
    /// The path as text: `.name`, `[*]`; none for the whole value.
    pub part: String,
    /// The mark.
    pub mark: Mark,
    /// The place in the module where a value with the mark fails: `net/main.tf:3`.
    pub place: String,
}

/// For each output of a called module, what it depends on.
pub type ModuleFlows = FxHashMap<Name, Flow>;

/// The dependencies of a module's output on what its caller gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// The variables.
    pub inputs: Vec<Name>,
    /// The provider configurations, by the names that they have in the module.
    pub providers: Vec<Name>,
}

/// The extent of a budget of known values. The numbers are powers of two, so that few edits change them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The expressions of the program.
    OfProgram(Sharing),
    /// The expressions of each file.
    OfFiles,
}

/// What runs a module of Terraform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runner {
    /// Terraform itself, or a tool like it.
    #[default]
    Terraform,
    /// Pulumi, where names are arbitrary, and a block may also be named by a key: `var["a"]`.
    Pulumi,
}

/// One file of a program.
#[derive(Debug)]
pub struct File {
    /// The text.
    pub source: Source,
    /// The syntax tree, as far as the text is well-formed.
    pub tree: Tree,
    /// The syntax errors.
    pub errors: Vec<SyntaxError>,
    /// Spans of bytes that were not valid UTF-8. In the text, question marks stand for them.
    pub invalid_bytes: Vec<Span>,
    /// The reason why the file cannot be read, if it cannot.
    pub unreadable: Option<String>,
}

/// A problem of a program, with the places and definitions of the program.
pub type Problem = crate::program_rules::problem::Problem<Place, DefinitionId>;

/// A handle to a file of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A handle to a definition of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub u32);

typelog_types::indices!(FileId, DefinitionId);

/// The kind of a definition in its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An attribute of plain HCL.
    Attribute,
    /// A configuration value.
    Config,
    /// An attribute that is a named value.
    Local,
    /// A resource that the program creates.
    Resource,
    /// An existing resource that the program reads.
    Read,
    /// A component: another program that is part of this one.
    Component,
    /// An output.
    Output,
    /// A command that runs at lifecycle steps of resources.
    Hook,
    /// A requirement of the program on the engine that runs it.
    Pulumi,
    /// The description of a package.
    Package,
    /// A variable of a module.
    Variable,
    /// A resource that a module reads.
    Data,
    /// An ephemeral resource, which a module does not store.
    Ephemeral,
    /// A call of a module.
    Module,
    /// The contents of a block that is represented by other definitions. It is not listed.
    Body,
}

/// A definition: an attribute, or a block with its attributes.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its kind in its dialect.
    pub kind: Kind,
    /// The name by which other definitions refer to it, if they can.
    pub name: Option<Name>,
    /// Its label in listings: the name, or the path through its blocks.
    pub label: CompactString,
    /// The place of the name.
    pub name_span: Span,
    /// Its file.
    pub file: FileId,
    /// The span of the whole definition.
    pub span: Span,
    /// Its expressions, in source order. Most definitions have one, which is stored inline.
    pub expressions: SmallVec<[Expression; 1]>,
    /// Its block, if it is one. Otherwise its value is that of its only expression.
    pub block: Option<Box<Block>>,
}

/// An expression of a definition.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The root of the expression: the last of its nodes.
    pub root: NodeId,
    /// The first of its nodes.
    pub first: NodeId,
    /// The span of the name of its attribute.
    pub name_span: Span,
    /// Its role in the definition.
    pub part: Part,
    /// The additional names in its scope.
    pub scope: Scope,
}

/// The role of an expression in its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is the value of the definition.
    Value,
    /// It is typed without an expected type.
    Free,
    /// It is the default of a configuration value.
    Default,
    /// The range of the block, which has one instance per item, with the expected type.
    Range(Ty),
    /// It has an expected type, and outputs of that type are accepted.
    Expected(Ty),
    /// As `Expected`, and the value is the provider of the block.
    Provider(Ty),
    /// It is a constant of this value, which is converted to this type and checked as a whole.
    Constant(Ty, Ty),
    /// It is the number of the block's instances.
    Count,
    /// It is the value of this input of the block. If it is an object, the texts among its properties may select a member of a
    /// union.
    Input(Name),
    /// It names blocks, whose values it does not use.
    Named,
    /// It binds hooks to lifecycle steps of a resource: the hooks with this index in [`Program::hooks`].
    Hooks(u32),
}

impl Part {
    /// The name of the input, for the value of one.
    pub fn input(self) -> Option<Name> {
        match self {
            Self::Input(name) => Some(name),
            _ => None,
        }
    }
}

/// The scope of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The names of the program and its environment.
    Everywhere,
    /// As `Everywhere`, and the variable of the block.
    Inside,
    /// As `Everywhere`, and the names of a block of Terraform, among them its variable.
    Block(BlockNames),
    /// The names of provider configurations.
    Providers,
    /// The names of the block's inputs, and nothing else.
    Properties,
    /// No names, because a literal is expected. Any other expression is reported as a whole.
    Literal,
}

/// The names that exist only in some blocks of Terraform: a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockNames(u8);

impl BlockNames {
    /// No names.
    pub const NONE: Self = Self(0);
    /// `count.index`, in blocks with `count`.
    pub const COUNT: Self = Self(1);
    /// `each.key` and `each.value`, in blocks with `for_each`.
    pub const EACH: Self = Self(2);
    /// `self`, in provisioners, connections and postconditions.
    pub const OWN: Self = Self(4);
    /// All of them.
    pub const ALL: Self = Self(7);
    /// The outputs of the module, in its tests.
    pub const OUTPUTS: Self = Self(8);

    /// The union of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The difference of two sets.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Holds if all names of the other set are in this one.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The value and the inputs of a block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The value of its name.
    pub value: BlockValue,
    /// The definition of the block that this one is a part of, if it is another one: the body of a block of Terraform belongs to
    /// the definition that others refer to.
    pub owner: Option<DefinitionId>,
    /// The kind of repetition, if it is repeated by a block inside of it.
    pub repeated: Option<RangeKind>,
    /// The variable that its expressions may refer to.
    pub variable: Option<(Name, Variable)>,
    /// The iterators of the dynamic blocks around it, each with its definition, the innermost last.
    pub iterators: ThinVec<(Name, DefinitionId)>,
    /// The phrase for the block in messages, if it is not that for its kind.
    pub phrase: CompactString,
    /// Its inputs, if they are known.
    pub interface: Option<InterfaceId>,
    /// The place where missing inputs are reported.
    pub missing_span: Span,
    /// Holds if its text has errors, so that attributes may be missing from the tree only.
    pub is_broken: bool,
    /// Its nested blocks, if it is known which ones it may hold.
    pub nested: ThinVec<NestedBlocks>,
    /// The declared marks of its value, each with the path to the marked part.
    pub marks: ThinVec<(Path, Mark)>,
    /// The uses of its expressions in which marks matter, by the index of the expression.
    pub uses: ThinVec<(u32, Usage)>,
    /// Holds if its inputs are stored.
    pub keeps_inputs: bool,
    /// Holds if its inputs are the variables of a module of Terraform.
    pub gives_variables: bool,
}

/// A file that a call of a function of Terraform names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedFile {
    /// There is no such file.
    Missing,
    /// A template that refers to these names.
    Template(Vec<Name>),
}

/// The blocks of one name inside of a block.
#[derive(Clone, Debug)]
pub struct NestedBlocks {
    /// The name.
    pub name: Name,
    /// The places of the names, in source order.
    pub spans: Vec<Span>,
    /// Holds if the number of blocks depends on values.
    pub is_dynamic: bool,
}

/// The number of blocks of one name that a block may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLimits {
    /// The name.
    pub name: Name,
    /// The minimum.
    pub least: u32,
    /// The maximum.
    pub most: u32,
}

/// The value of the name of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockValue {
    /// A configuration value of a declared type.
    Config {
        /// The type.
        declared: Ty,
        /// Holds for secrets.
        is_secret: bool,
    },
    /// A value of a known type.
    Known(Ty),
    /// The value of the expression with this index.
    Expression(u32),
    /// A hook.
    Hook(HookKind),
    /// The item of the range of a block that is repeated.
    Item,
    /// The iterator of a dynamic block, for the elements of its first expression.
    Iterator,
    /// Instances of a resource or component.
    Instance {
        /// The type of each instance.
        ty: Ty,
        /// Holds for resources.
        is_resource: bool,
    },
}

/// A variable of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// The item of the range.
    Range,
    /// The value of another definition, which has no name.
    Of(DefinitionId),
    /// A value of a known type.
    Known(Ty),
}

impl Variable {
    /// Holds for variables of the definition itself.
    pub fn is_local(self) -> bool {
        !matches!(self, Self::Of(_))
    }
}

/// An input of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: Name,
    /// The expected type.
    pub ty: Ty,
    /// The strictness with which it is checked.
    pub acceptance: Acceptance,
    /// Its required or optional presence.
    pub presence: Presence,
    /// Holds for secrets.
    pub is_secret: bool,
    /// The union variants that it, or objects in it, may select.
    pub variants: Vec<UnionVariant>,
}

/// A variant of a discriminated union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionVariant {
    /// The union.
    pub union: Ty,
    /// The discriminating property.
    pub property: Name,
    /// The text of that property in the member.
    pub text: Name,
    /// The member.
    pub member: Ty,
}

/// A call of a package's function, or of a resource's method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// A function with its signatures.
    Function {
        /// The form of the invocation, which selects the signature.
        form: InvocationForm,
        /// The type of its argument in plain form.
        plain: Ty,
        /// The type of its argument in the form that accepts outputs.
        inputs: Ty,
        /// The parameters and the result in each form.
        signatures: Vec<(InvocationForm, Ty, Ty)>,
    },
    /// A method of the resource in the first argument.
    Method(Name),
    /// An unknown function: the types of its parameters and its result.
    Unknown(Ty, Ty),
}

/// The signature of a call with type arguments, in which these are substituted for the type parameters of the function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The positions of the arguments that are type expressions.
    pub positions: Vec<u32>,
    /// The types of the parameters that take values, as a tuple.
    pub parameters: Ty,
    /// The type of further arguments, if the function takes any.
    pub variadic: Option<Ty>,
    /// The type of the result.
    pub returns: Ty,
    /// The argument whose converted value is the result, by its index among the values, if the type of the result alone leaves
    /// that open.
    pub converted: Option<u32>,
    /// The constants among the arguments that are checked as a whole: the position of each, its value, and the type that it is
    /// converted to.
    pub constants: Vec<(u32, Ty, Ty)>,
}

/// A place in a program: a node of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The node.
    pub node: NodeId,
}

impl Program {
    /// Creates a program of some files, with room for a definition per item.
    pub(crate) fn with_files(files: TiVec<FileId, File>) -> Self {
        let items = files.iter().map(|file| file.tree.body.len()).sum();
        Self { files, definitions: TiVec::with_capacity(items), ..Self::default() }
    }

    /// Divides the budget of known values among the expressions of all files.
    pub fn divide_budget(&mut self) {
        self.budget = Budget::OfProgram(sharing(&self.files.raw));
    }

    /// Returns how a file divides its budget of known values, if it shares none with other files.
    pub fn own_budget(&self, file: FileId) -> Option<Sharing> {
        matches!(self.budget, Budget::OfFiles).then(|| sharing(std::slice::from_ref(self.file(file))))
    }

    /// A file.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id]
    }

    /// A definition.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id]
    }

    /// Returns the definition of the whole block that a definition belongs to.
    pub fn owner(&self, id: DefinitionId) -> DefinitionId {
        self.definition(id).block.as_ref().and_then(|block| block.owner).unwrap_or(id)
    }

    /// Returns the definitions with a value that decides which instances there are: here, or in a module that the definition calls.
    pub fn deciding_definitions(&self) -> impl Iterator<Item = DefinitionId> {
        self.definitions.iter_enumerated().filter_map(|(id, definition)| {
            let block = definition.block.as_deref()?;
            let called = block.owner.filter(|_| block.gives_variables).and_then(|owner| self.calls.get(&owner));
            let is_deciding = !block.uses.is_empty() || called.is_some_and(|call| !call.demands.is_empty());
            is_deciding.then_some(id)
        })
    }

    /// Returns the name of a definition for readers: `ingress in aws_security_group.a` for a block inside of another one, which has
    /// no name of its own.
    pub fn title(&self, id: DefinitionId) -> String {
        let (owner, definition) = (self.definition(self.owner(id)), self.definition(id));
        match self.file(definition.file).source.slice(definition.name_span) {
            part if definition.label.is_empty() => format!("{part} in {}", owner.label),
            _ => definition.label.to_string(),
        }
    }

    /// Returns the signature of a function that the program calls.
    pub fn signature<'a>(&'a self, environment: &'a Environment, function: Name) -> Option<&'a Signature> {
        let declared = environment.function(function).map(|id| environment.signature(id));
        declared.or_else(|| self.provided.get(&function)?.as_ref().ok())
    }

    /// Returns the tree of the file of a definition.
    pub fn tree(&self, id: DefinitionId) -> &Tree {
        &self.file(self.definition(id).file).tree
    }

    /// Returns the value of a definition that is written out as an object or a tuple.
    pub fn literal(&self, id: DefinitionId) -> Option<NodeId> {
        let definition = self.definition(id);
        let value = definition.expressions.first().filter(|_| definition.block.is_none())?.root;
        matches!(self.tree(id).node(value), Node::Object(_) | Node::Tuple(_)).then_some(value)
    }

    /// Returns the inputs of a definition, in the byte order of names; empty if they are unknown.
    pub fn inputs(&self, definition: &Definition) -> &[Input] {
        let interface = definition.block.as_ref().and_then(|block| block.interface);
        interface.and_then(|id| self.interfaces.get(id)).map_or(&[], |inputs| inputs)
    }

    /// Holds for modules of Terraform that Pulumi runs.
    pub fn is_run_by_pulumi(&self) -> bool {
        self.runner == Runner::Pulumi
    }

    /// The handles of all definitions, in source order.
    pub fn definition_ids(&self) -> impl DoubleEndedIterator<Item = DefinitionId> + ExactSizeIterator + Clone + use<> {
        self.definitions.keys()
    }
}

impl Kind {
    /// Returns the name of the kind.
    pub fn word(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
            Self::Config => "config",
            Self::Local => "local",
            Self::Resource => "resource",
            Self::Read => "read",
            Self::Component => "component",
            Self::Output => "output",
            Self::Hook => "hook",
            Self::Pulumi => "pulumi",
            Self::Package => "package",
            Self::Variable => "variable",
            Self::Data => "data",
            Self::Ephemeral => "ephemeral",
            Self::Module => "module",
            Self::Body => "block",
        }
    }
}

impl Definition {
    /// The number of its nodes.
    pub fn node_count(&self) -> usize {
        self.expressions.iter().map(Expression::node_count).sum()
    }

    /// Returns the parts of its address, in Terraform: `data`, `aws_vpc` and `main` of `data.aws_vpc.main`. Elsewhere, the parts of the
    /// path through its blocks.
    pub fn address(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.label.split('.')
    }

    /// Returns its address without the word for its kind, in Terraform: `region` of `var.region`.
    pub fn own_name(&self) -> Option<&str> {
        self.label.split_once('.').map(|parts| parts.1)
    }

    /// Returns the type of a resource or data source, in Terraform.
    pub fn resource_type(&self) -> Option<&str> {
        self.address().rev().nth(1)
    }

    /// Returns the type of the definition's name, if it is known without typing.
    pub fn known_type(&self) -> Option<Ty> {
        let block = self.block.as_ref()?;
        let has_range = self.expressions.iter().any(|expression| matches!(expression.part, Part::Range(_)));
        let is_ranged = has_range || block.repeated.is_some();
        match block.value {
            BlockValue::Known(ty) | BlockValue::Instance { ty, .. } if !is_ranged => Some(ty),
            _ => None,
        }
    }

    /// Holds for configuration values that are declared secret.
    pub fn is_secret_config(&self) -> bool {
        self.block.as_ref().is_some_and(|block| matches!(block.value, BlockValue::Config { is_secret: true, .. }))
    }

    /// Returns the type of each instance of a resource or a component.
    pub fn instance_type(&self) -> Option<Ty> {
        match self.block.as_ref()?.value {
            BlockValue::Instance { ty, .. } => Some(ty),
            _ => None,
        }
    }
}

impl Block {
    /// Creates a block without inputs.
    pub fn with_value(value: BlockValue, missing_span: Span) -> Self {
        Self {
            value,
            owner: None,
            repeated: None,
            variable: None,
            iterators: ThinVec::new(),
            phrase: CompactString::default(),
            interface: None,
            missing_span,
            is_broken: false,
            nested: ThinVec::new(),
            marks: ThinVec::new(),
            uses: ThinVec::new(),
            keeps_inputs: false,
            gives_variables: false,
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::OfProgram(Sharing::default())
    }
}

fn sharing(files: &[File]) -> Sharing {
    let number = |count: fn(&Tree) -> usize| {
        let all = files.iter().map(|file| count(&file.tree)).sum::<usize>();
        u32::try_from(all.next_power_of_two()).unwrap_or(u32::MAX)
    };
    Sharing { iterations: number(Tree::iterations), makers: number(Tree::makers) }
}

impl Expression {
    /// Creates the expression that is the value of its definition.
    pub fn value(first: NodeId, root: NodeId, name_span: Span) -> Self {
        Self { root, first, name_span, part: Part::Value, scope: Scope::Everywhere }
    }

    /// The number of its nodes.
    pub fn node_count(&self) -> usize {
        (self.root.0 - self.first.0) as usize + 1
    }

    /// Returns the nodes of the expression, children first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (self.first.0..=self.root.0).map(NodeId)
    }
}
