//! A program: its files, and the definitions in them.

use rustc_hash::FxHashMap;

use crate::facts::{Acceptance, ClassId, HookKind, InterfaceId, InvocationForm};
use crate::source::{Source, Span};
use crate::structure::StructureProblem;
use crate::syntax::SyntaxError;
use crate::syntax::tree::{NodeId, Tree};
use crate::types::{Name, Ty};

/// The files of a program and what they define.
#[derive(Debug, Default)]
pub struct Program {
    /// The files, in the byte order of their names.
    pub files: Vec<File>,
    /// The definitions, in source order.
    pub definitions: Vec<Definition>,
    /// The resources that its blocks are instances of.
    pub classes: Vec<Class>,
    /// What its blocks take, in the byte order of names: each once for all blocks that take the same.
    pub interfaces: Vec<Vec<Input>>,
    /// What its calls of packages' functions call, by the places of the calls.
    pub invocations: FxHashMap<Place, Invocation>,
    /// What its calls of `convert` convert to, by the places of the calls.
    pub conversions: FxHashMap<Place, Conversion>,
    /// What is wrong with its blocks.
    pub problems: Vec<StructureProblem>,
    /// Whether what is given to declarations is judged by the model of declared types, in which texts without
    /// interpolations are constants.
    pub is_modelled: bool,
}

/// One file of a program.
#[derive(Debug)]
pub struct File {
    /// The text.
    pub source: Source,
    /// What the text says, as far as it is understood.
    pub tree: Tree,
    /// What is not understood.
    pub errors: Vec<SyntaxError>,
    /// Bytes that are no text. In the text, question marks stand for them.
    pub invalid_bytes: Vec<Span>,
    /// Why the file cannot be read, if it cannot.
    pub unreadable: Option<String>,
}

/// A handle to a file of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A handle to a definition of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub u32);

/// What a definition is in its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An attribute of plain HCL.
    Attribute,
    /// A configuration value.
    Config,
    /// An attribute that is a named value.
    Local,
    /// A resource that is made.
    Resource,
    /// A resource that is there.
    Read,
    /// A program that is part of this one.
    Component,
    /// A result.
    Output,
    /// A command that runs at steps in the life of resources.
    Hook,
    /// What the program asks of the engine that runs it.
    Pulumi,
    /// What a package is.
    Package,
}

/// Expressions that belong together: an attribute, or a block with its attributes.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What it is in its dialect.
    pub kind: Kind,
    /// The name by which other definitions refer to it, if they can.
    pub name: Option<Name>,
    /// What it is called when it is listed: the name, or the path through its blocks.
    pub label: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The file it stands in.
    pub file: FileId,
    /// Where it stands as a whole.
    pub span: Span,
    /// Its expressions, in source order.
    pub expressions: Vec<Expression>,
    /// What the name means. Without it, the value of the one expression.
    pub block: Option<Box<Block>>,
}

/// An expression of a definition.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The expression: the last of its nodes.
    pub root: NodeId,
    /// The first of its nodes.
    pub first: NodeId,
    /// Where the name of its attribute stands.
    pub name_span: Span,
    /// What it is for.
    pub part: Part,
    /// What names mean in it besides what they mean everywhere.
    pub scope: Scope,
}

/// What an expression is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is the value of the definition.
    Value,
    /// It is typed, and nothing is expected of it.
    Free,
    /// It is the value of a configuration that is not set.
    Default,
    /// There is an instance of the block for each of its items. The type says what is expected of it.
    Range(Ty),
    /// Something is expected of it, and outputs are welcome.
    Expected(Ty),
    /// It is given to the block as this input. If it is an object, the texts among its properties may say which member
    /// of a union it is.
    Input(Name),
    /// It binds hooks to steps in the life of a resource: the nodes of hooks, each with the kind that the step takes.
    Hooks(Vec<(NodeId, HookKind)>),
}

/// What names mean in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What they mean everywhere.
    Everywhere,
    /// The block has a variable of its own.
    Inside,
    /// They name the properties that the block takes, and nothing else.
    Properties,
}

/// What a block gives and takes.
#[derive(Clone, Debug)]
pub struct Block {
    /// What its name means.
    pub gives: Gives,
    /// The variable that its expressions may refer to.
    pub variable: Option<(Name, Variable)>,
    /// What it takes, if that is known.
    pub interface: Option<InterfaceId>,
    /// Where to report what is missing.
    pub missing_span: Span,
    /// Holds if its text has errors, so that something may be missing only in the tree.
    pub is_broken: bool,
}

/// What the name of a block means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// A configuration value of a declared type.
    Config {
        /// The type.
        declared: Ty,
        /// Holds for secrets.
        is_secret: bool,
    },
    /// A value of a known type.
    Known(Ty),
    /// A hook.
    Hook(HookKind),
    /// Instances of a resource or component.
    Instance {
        /// What each gives.
        ty: Ty,
        /// The resource's class.
        class: Option<ClassId>,
        /// Holds for resources.
        is_resource: bool,
    },
}

/// A variable of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// The item of the range.
    Range,
    /// A value of a known type.
    Known(Ty),
}

/// Something that a block takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: Name,
    /// What it takes.
    pub ty: Ty,
    /// How strictly.
    pub acceptance: Acceptance,
    /// Whether it has to be given.
    pub presence: Presence,
    /// The members of unions that objects in it, or it itself, may tell that they are.
    pub arms: Vec<Arm>,
}

/// A member of a union, and what tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The union.
    pub union: Ty,
    /// The property that tells its members apart.
    pub property: Name,
    /// The text of that property in the member.
    pub text: Name,
    /// The member.
    pub member: Ty,
}

/// Whether an input has to be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// In any case.
    Required,
    /// In no case.
    Implied,
    /// Unless its type accepts null.
    ByType,
}

/// A class of resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its token.
    pub token: String,
    /// What can be called on its resources.
    pub methods: Vec<Method>,
}

/// Something that can be called on a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: Name,
    /// What it takes.
    pub arguments: Ty,
    /// What it gives.
    pub returns: Ty,
    /// Holds if the result is available at once.
    pub is_plain: bool,
}

/// A call of a package's function, or of a resource's method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// A function with its signatures.
    Function {
        /// What decides between the signatures.
        form: InvocationForm,
        /// The object that it takes in plain form.
        plain: Ty,
        /// The same where outputs are welcome.
        inputs: Ty,
        /// The parameters and the result in each form.
        signatures: Vec<(InvocationForm, Ty, Ty)>,
    },
    /// A method of the resource that is the first argument.
    Method(Name),
    /// Something of which nothing is known: its parameters and its result.
    Unknown(Ty, Ty),
}

/// A call of `convert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The type that is asked for.
    pub ty: Ty,
    /// Holds if the value is a constant, and has been held to the type.
    pub is_checked: bool,
}

/// A place: a node of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The node.
    pub node: NodeId,
}

impl Program {
    /// A file.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// A definition.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.0 as usize]
    }

    /// The tree that a definition is part of.
    pub fn tree(&self, id: DefinitionId) -> &Tree {
        &self.file(self.definition(id).file).tree
    }

    /// What a definition takes, in the byte order of names; nothing, if that is not known.
    pub fn inputs(&self, definition: &Definition) -> &[Input] {
        let interface = definition.block.as_ref().and_then(|block| block.interface);
        interface.and_then(|id| self.interfaces.get(id.0 as usize)).map_or(&[], |inputs| inputs)
    }

    /// The handles of all definitions, in source order.
    pub fn definition_ids(&self) -> impl DoubleEndedIterator<Item = DefinitionId> + ExactSizeIterator + Clone + use<> {
        (0..self.definitions.len() as u32).map(DefinitionId)
    }
}

impl Kind {
    /// The word for it.
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
        }
    }
}

impl Definition {
    /// How many nodes the expressions are made of.
    pub fn node_count(&self) -> usize {
        self.expressions.iter().map(Expression::node_count).sum()
    }

    /// What the name means, if that is known without typing anything.
    pub fn known_type(&self) -> Option<Ty> {
        let block = self.block.as_ref()?;
        let is_ranged = self.expressions.iter().any(|expression| matches!(expression.part, Part::Range(_)));
        match block.gives {
            Gives::Known(ty) | Gives::Instance { ty, .. } if !is_ranged => Some(ty),
            _ => None,
        }
    }

    /// Holds for configuration values that are declared secret.
    pub fn is_secret_config(&self) -> bool {
        self.block.as_ref().is_some_and(|block| matches!(block.gives, Gives::Config { is_secret: true, .. }))
    }

    /// The resource that the name means, or those that it means several of.
    pub fn class(&self) -> Option<ClassId> {
        match self.block.as_ref()?.gives {
            Gives::Instance { class, .. } => class,
            _ => None,
        }
    }
}

impl Block {
    /// A block that takes nothing.
    pub fn giving(gives: Gives, missing_span: Span) -> Self {
        Self { gives, variable: None, interface: None, missing_span, is_broken: false }
    }
}

impl Expression {
    /// An expression that is the value of its definition.
    pub fn value(first: NodeId, root: NodeId, name_span: Span) -> Self {
        Self { root, first, name_span, part: Part::Value, scope: Scope::Everywhere }
    }

    /// How many nodes it is made of.
    pub fn node_count(&self) -> usize {
        (self.root.0 - self.first.0) as usize + 1
    }

    /// The nodes that it is made of, children first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (self.first.0..=self.root.0).map(NodeId)
    }
}
