//! Incremental checking: after an edit, results of the previous version of a program are copied where they still hold.
//!
//! - `open_file` keeps a text in pieces, and parses the pieces that an edit touches; [`open_program`] assembles them.
//! - `versions` matches the definitions with the same text, and `definition_changes` compares them. If all definitions keep their numbers
//!   and names, and there were no cycles, `in_place` updates the previous results, most of which stay in place. Otherwise
//!   `reresolve` copies the targets of names, and `reinfer` the types and problems, definition by definition.
//! - `rediagnose` copies the messages; `owners` maps problems to definitions.
//! - Interfaces of called programs, modules of Terraform and components of PCL, are kept while their program is read, until their files
//!   change ([`crate::dialect::KeptModules`]).
//!
//! `salsa` was considered. It would determine by itself which results an edit invalidates, with one query per definition. But the
//! rules type definitions by the chunk, in the order of a graph that the edit itself may change, and write the types of nodes
//! into one table per file. With a query per definition, each definition would need a run of the engines and a copy of its rows,
//! which is what makes a full check slow. Here the unit of reuse is the definition, and the unit of work is the chunk of
//! remaining definitions.

mod definition_changes;
mod in_place;
mod open_file;
pub mod open_program;
mod problem_owners;
mod rediagnose;
mod reinfer;
mod reresolve;
mod versions;

pub use open_program::{CheckedVersion, ExtensibleVersion, OpenProgram};
