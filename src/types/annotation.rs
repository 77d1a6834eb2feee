//! Annotations: links from types to what they come from.
//!
//! A type is what it is made of. An annotation adds where it comes from: it travels with the type through names, members,
//! elements and unions, and no judgment depends on it.

use super::{Name, Ty};

/// A link from the type of objects to what it comes from, or what is known of a value. Objects without one are bare: literals,
/// and what is built from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Annotation {
    /// The objects are resources of the class.
    Resource(ClassId),
    /// The schema of a package declares the type by the token.
    Named(Name),
    /// The function of the token gives the objects.
    Result(Name),
    /// The schema declares the property of the objects secret.
    Secret(Name),
    /// The values are written out: tuples and objects as they are, collections with the elements in the places of this tuple
    /// or object. Only in Terraform, where what is known of a value decides the types of others.
    Known(Ty),
    /// The values are not null, though nothing else is known of them. Only in Terraform.
    Present,
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

/// Something that can be called on a resource.
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
    /// The word for its kind.
    pub fn word(self) -> &'static str {
        match self {
            Self::Known(_) => "known",
            Self::Present => "present",
            Self::Resource(_) => "resource",
            Self::Named(_) => "type",
            Self::Result(_) => "result",
            Self::Secret(_) => "secret",
        }
    }
}
