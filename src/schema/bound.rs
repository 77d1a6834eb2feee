//! What members of a schema are, once they are bound.

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
    /// What it takes, in the byte order of names.
    pub inputs: Vec<Input>,
    /// What it is looked up by besides its identifier, when it is read.
    pub state_inputs: Vec<Input>,
    /// What it gives: an object of outputs.
    pub outputs: Ty,
    /// Holds for components, which are made of other resources.
    pub is_component: bool,
    /// What can be called on it, in the byte order of names.
    pub methods: Vec<Method>,
    /// Why it should not be used any more.
    pub deprecation: Option<String>,
    /// The named members that its types and those of its methods refer to.
    pub(super) mentions: Vec<Member>,
}

/// Something that a resource takes.
#[derive(Debug)]
pub struct Input {
    /// Its name.
    pub name: Name,
    /// What it accepts, outputs included.
    pub ty: Ty,
    /// Holds if it has only one value, which need not be written.
    pub is_constant: bool,
    /// Holds if the resource gives it back.
    pub is_output: bool,
    /// The unions of which its value, or objects in it, tell which members they are.
    pub unions: Vec<Arc<Discriminated>>,
}

/// Something that can be called on a resource.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: Name,
    /// What it takes, the resource aside.
    pub arguments: Ty,
    /// What it gives.
    pub returns: Ty,
    /// Holds if what it gives is available at once.
    pub is_plain: bool,
}

/// A function that programs invoke.
#[derive(Debug)]
pub struct Function {
    /// Its token in the schema.
    pub token: String,
    /// What it takes: an object in plain form.
    pub plain_inputs: Option<Ty>,
    /// The same in the form for inputs.
    pub inputs: Option<Ty>,
    /// Holds if it takes something.
    pub has_inputs: bool,
    /// What it takes in the order in which it is written, if it takes that one by one.
    pub positional: Option<Vec<Ty>>,
    /// What it returns.
    pub returns: Option<Ty>,
    /// Holds if what it returns is available at once.
    pub(super) returns_plain: bool,
    /// Why it should not be used any more.
    pub deprecation: Option<String>,
    /// What it takes besides the resource it is called on; none if it is not called on any.
    pub(super) method_arguments: Option<Ty>,
    /// The named members that its types refer to.
    pub(super) mentions: Vec<Member>,
}

/// The types of a named member.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub plain: Ty,
    pub input: Ty,
    /// The unions in the form for inputs whose members a property tells apart.
    pub unions: Unions,
    /// The types that are called by its name in messages.
    pub annotated: Option<([Ty; 2], Name)>,
    /// The named members that it refers to.
    pub mentions: Arc<[Member]>,
}

impl Bound {
    /// What is the same in both forms.
    pub fn of(ty: Ty) -> Self {
        Self { plain: ty, input: ty, unions: Unions::default(), annotated: None, mentions: Arc::default() }
    }
}

/// A named member of a package.
pub(super) type Member = (PackageId, Kind, Box<str>);

/// What a reference leads to.
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

/// What references in packages lead to.
pub(super) type Targets = FxHashMap<(PackageId, Box<str>), Target>;

impl Definition {
    pub fn specs(&self) -> Vec<&TypeSpec> {
        match self {
            Self::Named(spec) => spec.properties.values().collect(),
            Self::Resource(spec) => spec.properties.values().collect(),
        }
    }
}
