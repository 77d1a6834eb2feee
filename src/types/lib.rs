//! Types: hash-consed, `Copy`, and without any knowledge of source text.
//!
//! A [`Ty`] is a handle into an [`Interner`]; two handles of one interner are equal if and only if the types and their
//! [annotations](Annotation) are. The structure of a type is its [`Shape`]. The rules decide how types relate, not this crate.

mod alternatives;
mod annotated_parts;
mod annotation;
mod book;
mod components;
mod declared_as;
pub mod display;
mod interner;
mod limits;
pub mod memory;
mod names;
pub mod nearest;
mod number;
mod operators;
mod reading;
mod terraform_vocabulary;
mod value;
pub mod vocabulary;
mod words;

pub use alternatives::{alternatives, may_be, may_be_null};
pub use annotated_parts::{AnnotatedPart, annotated_parts};
pub use annotation::{Annotation, Class, ClassId, Method};
pub use book::{BookHandle, ConstructorSignature, Faults, Piece, RuleLabel, RunFault};
pub use components::components;
pub use declared_as::{DeclaredAs, Facets, Interval, Refinement, model_types};
pub use interner::{Interner, Named, Rewriting, Snapshot, Translation, TyList, ValueSize};
pub use limits::Limits;
pub use names::Name;
pub use number::{MAX_DIGITS, MAX_EXPONENT, Number, NumberError};
pub use reading::truth_of;
pub use value::{Content, Value};

/// Makes ids the indices of vectors: of `TiVec<Id, T>`.
#[macro_export]
macro_rules! indices {
    ($($id:ident),*) => {
        $(
            impl From<$id> for usize {
                #[inline(always)]
                fn from(id: $id) -> Self {
                    id.0 as Self
                }
            }

            impl From<usize> for $id {
                #[inline(always)]
                fn from(at: usize) -> Self {
                    Self(at as u32)
                }
            }
        )*
    };
}

indices!(Ty, NumberId, EnumId, NamedId);

/// A handle to an interned [`Number`]. Two handles of one interner are equal if and only if the numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberId(u32);

/// The value of a constant type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(NumberId),
    /// A text.
    Text(Name),
}

/// A handle to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

impl Ty {
    /// Returns its index in the table of its interner.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// The dynamic type: the type of a value whose type is unknown.
pub const ANY: Ty = Ty(0);
/// The type of null.
pub const NONE: Ty = Ty(1);
/// Truth values.
pub const BOOL: Ty = Ty(2);
/// Integers of any size.
pub const INT: Ty = Ty(3);
/// Numbers.
pub const NUMBER: Ty = Ty(4);
/// Texts.
pub const STRING: Ty = Ty(5);
/// The reference's opaque type of resource identifiers, a kind of text.
pub const ID: Ty = Ty(6);
/// The tuple without members: also the path to a value itself, and the context outside of all iterations.
pub const EMPTY_TUPLE: Ty = Ty(7);

/// The shape of a type: its constructor and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `any`
    Any,
    /// `none`
    None,
    /// `bool`, `int`, `number`, `string` and `id`: the types that primitive conversions relate.
    Primitive(Name),
    /// A type known only by its name: `Asset`, `Archive`, and declared ones.
    Opaque(Name),
    /// `const(value)`: the primitive type of the value, and the value.
    Constant(Ty, Constant),
    /// `enum("token", T, [values])`
    Enum(EnumId),
    /// `list(T)`
    List(Ty),
    /// `set(T)`
    Set(Ty),
    /// `map(T)`
    Map(Ty),
    /// `output(T)`
    Output(Ty),
    /// `promise(T)`
    Promise(Ty),
    /// `tuple([T, U])`
    Tuple(Span),
    /// `object({a=T})`: its properties in the byte order of their names.
    Object(Span),
    /// `union(T, U)`: two members or more, none of them a union.
    Union(Span),
    /// A declared type, which may contain itself.
    Named(NamedId),
    /// `secret(T)`: a constructor that the book declares, and its arguments.
    Applied(OwnConstructor, Span),
}

/// The outermost constructor of a type: its [`Shape`] without the parts. The tables of the rules are about constructors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constructor {
    /// `any`
    Dynamic,
    /// `none`
    Null,
    /// `bool int number string id`
    Primitive,
    /// A type known only by its name.
    Opaque,
    /// `const(value)`
    Constant,
    /// `enum(...)`
    Enum,
    /// `list(T)`
    List,
    /// `set(T)`
    Set,
    /// `map(T)`
    Map,
    /// `output(T)`
    Output,
    /// `promise(T)`
    Promise,
    /// `tuple([...])`
    Tuple,
    /// `object({...})`
    Object,
    /// `union(...)`
    Union,
    /// A declared type.
    Named,
    /// `secret(T)`: a constructor that the book declares.
    Applied(OwnConstructor),
}

impl Shape {
    /// Returns the outermost constructor.
    pub fn constructor(self) -> Constructor {
        match self {
            Self::Any => Constructor::Dynamic,
            Self::None => Constructor::Null,
            Self::Primitive(_) => Constructor::Primitive,
            Self::Opaque(_) => Constructor::Opaque,
            Self::Constant(..) => Constructor::Constant,
            Self::Enum(_) => Constructor::Enum,
            Self::List(_) => Constructor::List,
            Self::Set(_) => Constructor::Set,
            Self::Map(_) => Constructor::Map,
            Self::Output(_) => Constructor::Output,
            Self::Promise(_) => Constructor::Promise,
            Self::Tuple(_) => Constructor::Tuple,
            Self::Object(_) => Constructor::Object,
            Self::Union(_) => Constructor::Union,
            Self::Named(_) => Constructor::Named,
            Self::Applied(own, _) => Constructor::Applied(own),
        }
    }
}

/// A constructor of types that a book declares: its place in [the list of the book](BookHandle::constructors).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OwnConstructor(u8);

impl OwnConstructor {
    /// The constructor of no type.
    pub const UNKNOWN: Self = Self(u8::MAX);
}

/// The range of the members of a tuple, object, union or own constructor in the interner's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    start: u32,
    len: u32,
}

/// A handle to an enum's token, underlying type and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnumId(u32);

/// A handle to a declared type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedId(u32);

/// The eventuality of a value: the strongest eventual type that occurs anywhere in its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Eventuality {
    /// Available at once.
    #[default]
    Prompt,
    /// A promise occurs, but no output.
    Promise,
    /// An output occurs.
    Output,
}

/// A structural mapping from types to types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mapping {
    /// Removes all eventuals.
    Resolve,
    /// Removes all promises.
    ResolvePromises,
    /// Flattens nested eventuals.
    Normalize,
    /// Accepts outputs at every level: the type that is expected of an input.
    Input,
    /// Replaces constants by the types of their values.
    Widen,
}
