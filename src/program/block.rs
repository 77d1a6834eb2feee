//! Blocks: their values, what they hold, and the names that exist inside of them.

use compact_str::CompactString;
use thin_vec::ThinVec;

use super::DefinitionId;
use crate::source::Span;
use crate::types::vocabulary::{HookKind, InterfaceId, Mark, Path, RangeKind, Usage};
use crate::types::{Name, Ty};

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
        /// Holds for what says that it may be null.
        is_nullable: bool,
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

impl Variable {
    /// Holds for variables of the definition itself.
    pub fn is_local(self) -> bool {
        !matches!(self, Self::Of(_))
    }
}
