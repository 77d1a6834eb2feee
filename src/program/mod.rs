//! A program: its files, and the definitions in them.
//!
//! - [`diagnostic`]: messages about it.
//! - [`environment`]: the variables, functions and types that it may refer to.
//! - [`structure`]: the problems of its blocks.
//! - [`mod@resolve`]: the targets of its names.
//! - [`graph`]: the order of its definitions, and the cycles among them.

mod block;
mod definition;
pub mod diagnostic;
pub mod environment;
pub mod graph;
pub(crate) mod owners;
mod places;
pub mod resolve;
pub mod structure;

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiVec;

pub use block::{Block, BlockLimits, BlockValue, NestedBlocks, Variable};
pub use definition::{BlockNames, Definition, Expression, Input, Kind, Part, Scope, UnionVariant};

use crate::program::environment::{Environment, Signature};
use crate::program::structure::StructureProblem;
use crate::source::{Source, Span};
use crate::syntax::SyntaxError;
use crate::syntax::tree::{Node, NodeId, Tree};
use crate::type_expressions::defaults::Defaults;
use crate::types::vocabulary::{HookKind, InterfaceId, InvocationForm, Mark, Path, RangeKind, Sharing};
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
    /// The number of blocks with a range outside of Terraform.
    pub range_count: u32,
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
    /// The variables of Terraform that are known before all others: `const = true`.
    pub constants: FxHashSet<DefinitionId>,
    /// The names of the checks of Terraform in which definitions stand.
    pub inside_checks: FxHashMap<DefinitionId, Name>,
    /// The attributes of resources of Terraform that their schemas mark as deprecated.
    pub deprecated_attributes: FxHashMap<DefinitionId, Vec<Name>>,
    /// The variables of Terraform that are required, and never null.
    pub never_null: FxHashSet<DefinitionId>,
    /// The variables of Terraform whose default is not null, and is replaced by null.
    pub replaced_by_null: FxHashSet<DefinitionId>,
    /// Holds for root modules of Terraform, and not for modules that are checked because another one calls them.
    pub is_root: bool,
    /// The number of blocks of an unknown type in a module of Terraform, which may be meant as blocks of any other type.
    pub unknown_block_count: u32,
    /// The parts of what the caller of a module gives: their numbers are the conditions of marks.
    pub given_parts: Vec<GivenPart>,
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

/// A part of what the caller of a module gives for a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenPart {
    /// The variable.
    pub input: Name,
    /// The path to the part.
    pub path: Path,
    /// Holds for a variable, as a whole, that is null by default.
    pub is_null_by_default: bool,
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

/// The extent of budgets. The numbers are powers of two, or change with them, so that few edits change them.
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

impl File {
    /// Returns the place of a value that is written out as an object, a tuple or a text.
    pub fn written_value(&self, value: NodeId) -> Option<Span> {
        let is_written_out = matches!(self.tree.node(value), Node::Object(_) | Node::Tuple(_) | Node::String(_));
        is_written_out.then(|| self.tree.span(value))
    }

    /// Returns the place of the range among the expressions of a block, if it is written out as a number, an object or a tuple, or
    /// is a name, perhaps with steps.
    pub fn written_range(&self, expressions: &[Expression]) -> Option<Span> {
        let range = range_in(expressions)?;
        let range_node = self.tree.node(range);
        let is_written_out =
            matches!(range_node, Node::Object(_) | Node::Tuple(_) | Node::Number(_) | Node::Variable(..));
        is_written_out.then(|| self.tree.span(range))
    }
}

/// Returns the range among the expressions of a block.
fn range_in(expressions: &[Expression]) -> Option<NodeId> {
    let range = expressions.iter().find(|expression| matches!(expression.part, Part::Range(_)))?;
    Some(range.root)
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

/// A file that a call of a function of Terraform names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedFile {
    /// There is no such file.
    Missing,
    /// A template with a syntax error, or with a function that does not exist: the number of its line, and the error.
    Malformed {
        /// The number of the line.
        line: u32,
        /// The fault in its syntax, or in a call inside of it.
        message: String,
    },
    /// A template.
    Template {
        /// The names that it refers to.
        names: Vec<Name>,
        /// Holds if it is more than one interpolation, whose value may be no text.
        is_text: bool,
    },
    /// A file with this text, which is the result of the call.
    Text(Name),
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

    /// Divides the budgets of the program among the parts of all files: that of known values, which only Terraform has, and that of
    /// missing parts that are named.
    pub fn divide_budget(&mut self) {
        let interface =
            |definition: &&Definition| definition.block.as_ref().is_some_and(|block| block.interface.is_some());
        let blocks = self.definitions.iter().filter(interface).count();
        let named = named(&self.files.raw, blocks);
        let values = if self.is_terraform { sharing(&self.files.raw) } else { Sharing::default() };
        self.budget = Budget::OfProgram(Sharing { named, ..values });
    }

    /// Returns the number of missing parts that are named of each block.
    pub fn named_of_missing(&self) -> u32 {
        match self.budget {
            Budget::OfProgram(sharing) => sharing.named,
            Budget::OfFiles => Sharing::MOST_NAMED,
        }
    }

    /// Returns how a file divides its budgets, if it shares none with other files.
    pub fn own_budget(&self, file: FileId) -> Option<Sharing> {
        let files = || std::slice::from_ref(self.file(file));
        matches!(self.budget, Budget::OfFiles).then(|| Sharing { named: named(files(), 0), ..sharing(files()) })
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
        self.written_out(id).filter(|&value| !matches!(self.tree(id).node(value), Node::String(_)))
    }

    /// Returns the value of a definition that is written out as an object, a tuple or a text.
    pub fn written_out(&self, id: DefinitionId) -> Option<NodeId> {
        let definition = self.definition(id);
        let is_value = definition.written_out.is_some() && definition.block.is_none();
        is_value.then(|| Some(definition.expressions.first()?.root))?
    }

    /// Returns the range of a block that is written out as a number, an object or a tuple, or is a name.
    pub fn written_range(&self, id: DefinitionId) -> Option<NodeId> {
        let definition = self.definition(id);
        let is_range = definition.written_out.is_some() && definition.block.is_some();
        is_range.then(|| range_in(&definition.expressions))?
    }

    /// Holds for a configuration value that may be null because it says so.
    pub fn is_nullable(&self, id: DefinitionId) -> bool {
        let block = self.definition(id).block.as_ref();
        block.is_some_and(|block| matches!(block.value, BlockValue::Config { is_nullable: true, .. }))
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
    Sharing { iterations: number(Tree::iterations), makers: number(Tree::makers), ..Sharing::default() }
}

/// Returns the number of missing parts that are named of each object in files, and of each of so many blocks.
fn named(files: &[File], blocks: usize) -> u32 {
    // One part is named of each of more objects, however many there are.
    let most = Sharing::NAMED_IN_ALL as usize;
    let objects = files.iter().flat_map(|file| file.tree.objects()).take(most).count();
    // A report takes some 3 kB while it is printed. Each part counts twice, so that the reports about a short text take no more than
    // 300 bytes for a byte of it.
    Sharing::named_of(2 * (objects + blocks))
}
