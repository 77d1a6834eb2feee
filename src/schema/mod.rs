//! Pulumi package schemas: what resources take and give, what functions take and return.
//!
//! Schemas are megabytes and programs use little of them, so a file is opened when a program names its package, scanned
//! once, and a member is read when a program refers to it. What has been read is kept.
//!
//! The types of schemas become the engine's. A type has two forms: the plain one, which is what a resource gives and
//! what a function takes, and the one for inputs, where an output is welcome in place of every value that is not marked
//! as plain. A type that leads back to itself becomes a declared type; every other one is its definition.

mod annotate;
mod bind;
mod bound;
mod build;
mod document;
mod reference;
mod regular;
mod spec;
mod store;
mod token;
mod unions;

pub use bound::{Function, Input, Method, Resource};
pub use document::SchemaError;
pub use regular::{read_regular, read_regular_text};
pub use store::{MissingPackage, PackageId, Schemas};
pub use token::Token;
pub use unions::{Arm, Discriminated};
