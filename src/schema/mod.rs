//! Pulumi package schemas: the inputs and outputs of resources, and the signatures of functions.
//!
//! Schemas are megabytes in size and programs use little of them. So a file is opened when a program names its package, and
//! scanned once, and a member is read when a program refers to it. Whatever has been read is cached. The index of a large file,
//! which locates its members, may be cached from one start to the next: see [`IndexCache`].
//!
//! The types of schemas become types of the interner, in two forms: the plain form, for outputs of resources and arguments of
//! functions, and the input form, which accepts an output in place of every value that is not marked as plain. A recursive type
//! becomes a declared type; every other type becomes its definition.

mod bind;
mod bound;
mod build;
mod document;
mod entries;
mod error;
mod index_cache;
mod named;
mod provider_functions;
mod provider_texts;
mod provider_types;
mod providers;
mod reference;
mod resources;
mod schema_text;
mod spec;
mod store;
mod token;
mod unions;

pub use bound::{Function, Input, Resource};
pub use entries::{Entry, EntryKind, EntryPart};
pub use error::SchemaError;
pub use index_cache::IndexCache;
pub use provider_functions::{FoundFunction, ProviderFunction};
pub use provider_texts::ProviderText;
pub use providers::{FoundBlock, NestedBlock, Nesting, ProviderBlock, ProviderName, ProviderSection};
pub use store::{MissingPackage, PackageId, Schemas};
pub use token::Token;
pub use unions::{Discriminated, UnionVariant};
