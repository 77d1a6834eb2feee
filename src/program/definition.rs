//! Definitions, their expressions, and the inputs that blocks take.

use compact_str::CompactString;
use smallvec::SmallVec;

use super::{Block, BlockValue, FileId};
use crate::source::Span;
use crate::syntax::tree::NodeId;
use crate::types::vocabulary::{Acceptance, Presence};
use crate::types::{Name, Ty};

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
    /// The place of its value, if that is written out as an object, a tuple or a text: problems of its dependants are reported in it.
    /// For a block, that of its range, if it is written out: its dependants name its instances.
    pub written_out: Option<Span>,
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
    /// It binds hooks to lifecycle steps of a resource: the hooks with this index in [`hooks`](super::Program::hooks).
    Hooks(u32),
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
    /// The message of its deprecation.
    pub deprecation: Option<Box<str>>,
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

impl Part {
    /// The name of the input, for the value of one.
    pub fn input(self) -> Option<Name> {
        match self {
            Self::Input(name) => Some(name),
            _ => None,
        }
    }
}

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
