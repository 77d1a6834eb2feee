//! The words of the rules: how a rule takes a type apart, and how it puts one together.
//!
//! Functions here name a type's constructor, hand out its parts, pair the parts of two types, or build a type from
//! parts. They decide nothing: which types go together is said by the rules and their tables.

pub use crate::engine::coinduction::{assign_coinductively, convert_coinductively};
pub use crate::engine::model::{Miss, chosen, fit_coinductively, refines};
mod apart;
mod blocks;
mod expressions;
mod likeness;
mod limits;
mod lists;
mod pairing;
mod refinements;
mod together;

pub use apart::*;
pub use blocks::*;
pub use expressions::*;
pub use likeness::*;
pub use limits::*;
pub use lists::*;
pub use pairing::*;
pub use refinements::*;
pub use together::*;

pub use crate::engine::storage::{function, given, once, passing, placed, set};
pub use crate::engine::trace::by;
pub use crate::facts::{
    Acceptance, BinaryOperator, BindingId, Builtin, ClassId, Comprehension, ExprId, Form, FunctionId, HookKind,
    InterfaceId, InvocationForm, Literal, Role, Step, UnaryOperator,
};
pub use crate::types::Constructor::{
    self, Constant, Enum, List, Map, Named, Null, Object, Opaque, Output, Primitive, Promise, Set, Tuple, Union,
};
pub use crate::types::{ANY, BOOL, Eventuality, ID, INT, Mapping, NONE, NUMBER, Name, Nature, STRING, Ty, TyList};

pub use Conversion::{No, Safe, Unsafe};
pub use Mapping::{Input, Normalize, Resolve, ResolvePromises};
pub use Mode::{Plain, Unfolding, Unifying};
pub use Pairing::{Gather, Scatter, Zip};

use crate::engine::context::types;

/// How well a type converts to another. The order is from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conversion {
    /// There is no conversion.
    No,
    /// Some values convert, or it is not known whether all do.
    Unsafe,
    /// Every value converts.
    Safe,
}

/// The circumstances of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// The ordinary ones.
    Plain,
    /// Unification asks: tuples and objects may differ in their members.
    Unifying,
    /// As `Plain`, but a recursive type on top is taken apart where it would otherwise be assumed to convert.
    Unfolding,
}

/// How the members of two types are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pairing {
    /// Every member of the source with the element of the target.
    Gather,
    /// The element of the source with every member of the target.
    Scatter,
    /// The members of the target with those of the source in the same place or of the same name; where the source has
    /// none, with the type `none`.
    Zip,
}

/// What two structures have in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Both have a member there.
    Both(Ty, Ty),
    /// One of them has.
    One(Ty),
    /// There are no more places.
    End,
}

/// What a step meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// What it names.
    Found,
    /// A property whose name differs in case only.
    OtherCase,
    /// Null.
    IntoNone,
    /// A value without parts.
    NotTraversable,
    /// An object without such a property.
    UnknownProperty,
    /// A tuple, which has no names.
    NotAnIndex,
    /// A tuple that is shorter.
    OutOfRange,
}

/// How one finds the part of a type in which a conversion fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// In the type that the question goes by.
    Through,
    /// In a pair of members.
    Member(Pairing, u32),
}

impl Outcome {
    /// Holds if the step leads nowhere.
    pub fn fails(self) -> bool {
        !matches!(self, Self::Found | Self::OtherCase | Self::IntoNone)
    }
}

/// `Safe` if all are, `No` if none is better, `Unsafe` otherwise, given the worst and the best of them.
pub fn all_or_some(worst: Conversion, best: Conversion) -> Conversion {
    match (worst, best) {
        (Safe, _) => Safe,
        (_, No) => No,
        _ => Unsafe,
    }
}

/// The mode in which the parts of types are asked about.
pub fn inside(m: Mode) -> Mode {
    if m == Unfolding { Plain } else { m }
}

/// Holds if a question about `s` and `t` could lead back to itself, and is to be answered coinductively: one of them is
/// recursive, and neither ends.
pub fn assumes(s: Ty, t: Ty, m: Mode) -> bool {
    m != Unfolding
        && types(|types| types.is_infinite(s) && types.is_infinite(t))
        && (is_recursive(s) || is_recursive(t))
}
