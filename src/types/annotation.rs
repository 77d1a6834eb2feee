//! Annotations: links from types to their origins.
//!
//! Types are structural. An annotation adds an origin to a type: it travels with the type through names, members, elements and
//! unions, and no judgment depends on it.

use super::{Name, Ty};

/// The origin of an object type, or a known property of a value. Literals, and objects built from other values, have no
/// annotation: their types are bare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Annotation {
    /// The objects are resources of the class.
    Resource(ClassId),
    /// The schema of a package declares the type under this token.
    Named(Name),
    /// The objects are what other values know of the resources with this token, which they refer to.
    Reference(Name),
    /// The function with this token returns the objects.
    Result(Name),
    /// The schema declares this property of the objects secret.
    Secret(Name),
    /// The value is written out: a tuple or an object describes itself, and the elements of a collection are the members of this
    /// tuple or object. Only in Terraform, where the types of expressions depend on known values.
    Known(Ty),
    /// The value is not null, and nothing else is known of it. Only in Terraform.
    Present,
    /// A for-expression makes the collection of elements that are not known. The value itself is a tuple or an object, of which
    /// only the type of the parts is known, if they have one. Only in Terraform.
    Gathered,
}

/// A handle to a class of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub(crate) u32);

/// A class of resources.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// Its token.
    pub token: Name,
    /// Its methods.
    pub methods: Vec<Method>,
}

/// A method of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// Its name.
    pub name: Name,
    /// The type of its arguments, without the resource.
    pub arguments: Ty,
    /// The type of its result.
    pub returns: Ty,
    /// Holds if its result is available at once.
    pub is_plain: bool,
}

impl Annotation {
    /// Returns the name of its kind.
    pub fn word(self) -> &'static str {
        match self {
            Self::Known(_) => "known",
            Self::Present => "present",
            Self::Gathered => "gathered",
            Self::Resource(_) => "resource",
            Self::Named(_) | Self::Reference(_) => "type",
            Self::Result(_) => "result",
            Self::Secret(_) => "secret",
        }
    }
}
