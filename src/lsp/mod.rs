//! Editor features of a checked program, in the types of the language server protocol.
//!
//! Nothing is decided here: types, problems and name resolution come from the checked program, and questions about types go to
//! the rules. The server is `typelog lsp` ([`crate::cli`]).

pub mod actions;
pub mod book;
pub mod commands;
pub mod completion;
pub mod definitions;
pub mod diagnostics;
mod docs;
mod expected;
pub mod extraction;
pub mod facts_at;
pub mod folding;
pub mod formatting;
pub mod hierarchy;
pub mod hints;
pub mod hover;
pub mod links;
pub mod modules;
pub mod proofs;
pub mod references;
pub mod renaming;
mod rule_items;
pub mod rules;
pub mod selection;
pub mod semantic_tokens;
pub mod signatures;
pub mod subject;
pub mod symbols;
pub mod text;
pub mod types;
pub mod uris;
pub mod view;
