//! Members of a schema, with bound types.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::reference::{Kind, Shared};
use super::spec::{NamedSpec, ResourceSpec, TypeSpec};
use super::store::PackageId;
use super::unions::{Discriminated, Unions};
use crate::types::{Name, Ty};

/// A resource.
#[derive(Debug)]
pub struct Resource {
    /// Its token in the schema.
    pub token: String,
    /// Its inputs, in the byte order of names.
    pub inputs: Vec<Input>,
    /// The inputs by which an existing resource is looked up, besides its identifier.
    pub state_inputs: Vec<Input>,
    /// The type of its value: an object of outputs, annotated with its class.
    pub outputs: Ty,
    /// Holds for components, which consist of other resources.
    pub is_component: bool,
    /// The message of its deprecation.
    pub deprecation: Option<String>,
}

/// An input of a resource.
#[derive(Debug)]
pub struct Input {
    /// Its name.
    pub name: Name,
    /// The type that it accepts, outputs included.
    pub ty: Ty,
    /// Holds if it has only one possible value, which may be omitted.
    pub is_constant: bool,
    /// Holds if the resource also has it as an output.
    pub is_output: bool,
    /// Holds if the schema declares it secret.
    pub is_secret: bool,
    /// The message of its deprecation.
    pub deprecation: Option<Box<str>>,
    /// The discriminated unions that its value, or objects in it, may belong to.
    pub unions: Vec<Arc<Discriminated>>,
}

/// A function that programs invoke.
#[derive(Debug)]
pub struct Function {
    /// Its token in the schema.
    pub token: String,
    /// The type of its arguments: an object in plain form.
    pub plain_inputs: Option<Ty>,
    /// The type of its arguments, in input form.
    pub inputs: Option<Ty>,
    /// Holds if it takes arguments.
    pub has_inputs: bool,
    /// The types of its positional arguments, if it takes any.
    pub positional: Option<Vec<Ty>>,
    /// The type of its result.
    pub returns: Option<Ty>,
    /// Holds if its result is available at once.
    pub(super) returns_plain: bool,
    /// The message of its deprecation.
    pub deprecation: Option<String>,
    /// The arguments besides the resource of a method; `None` for other functions.
    pub(super) method_arguments: Option<Ty>,
}

/// The types of a named member.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub plain: Ty,
    pub input: Ty,
    /// The discriminated unions, in input form.
    pub unions: Unions,
}

impl Bound {
    /// Creates a member whose plain form and input form are the same.
    pub fn of(ty: Ty) -> Self {
        Self { plain: ty, input: ty, unions: Unions::default() }
    }
}

/// A named member of a package.
pub(super) type Member = (PackageId, Kind, Box<str>);

/// The target of a reference.
#[derive(Clone)]
pub(super) enum Target {
    Shared(Shared),
    Member(Member),
    /// A type that its package does not define.
    Dangling(String),
}

/// The definition of a named member.
pub(super) enum Definition {
    Named(Arc<NamedSpec>),
    Resource(Arc<ResourceSpec>),
}

/// The targets of references, by package and reference.
pub(super) type Targets = FxHashMap<(PackageId, Box<str>), Target>;

impl Definition {
    pub fn specs(&self) -> Vec<&TypeSpec> {
        match self {
            Self::Named(spec) => spec.properties.values().collect(),
            Self::Resource(spec) => spec.properties.values().collect(),
        }
    }
}
