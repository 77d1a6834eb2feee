//! Incremental checking: after an edit, results of the previous version of a program are copied where they still hold.
//!
//! - `open_file` keeps a text in pieces, and parses those again that an edit touches; [`open_program`] puts them together.
//! - `versions` finds the definitions of the same text, and `meanings` compares them. If all have their previous numbers and names, and there were no cycles, `in_place` makes the
//!   results of those of the previous version, of which most stay where they are. Otherwise `reresolve` copies the targets
//!   of names, and `reinfer` the types and problems, definition by definition.
//! - `rediagnose` copies the messages; `owners` knows the definitions that problems belong to.
//!
//! `salsa` was weighed for this. It would find out by itself which results an edit outdates, for one query per definition:
//! but the rules type definitions by the chunk, in the order of a graph that the edit itself may change, and write the types
//! of nodes into one table per file. As queries, chunks would be definitions, each with a run of the engines and a copy of its
//! rows, which is what makes a check of everything slow. Here the unit of reuse is the definition, and the unit of work the
//! chunk of those that are left.

mod in_place;
mod meanings;
mod open_file;
pub mod open_program;
mod owners;
mod rediagnose;
mod reinfer;
mod reresolve;
mod versions;

pub use open_program::{CheckedVersion, ExtensibleVersion, OpenProgram};
