//! The reader of rule files: their syntax, the catalogue of rules, relations and words, and the generated code of engines.
//!
//! Only this crate parses rule files. The build scripts of the rule crates call [`prepare`], which writes each engine in the
//! notation of `ascent`. Every rule gets one more premise, which records its conclusions and premises when a trace is
//! requested. Rules that only derive questions are not recorded, because questions are not reasons. Tables become arrays.
//! Each engine is also written as functions that answer small questions without a run of the engine.

pub mod ascent;
pub mod book;
pub mod catalogue;
mod compiled;
mod direct;
pub mod drawing;
pub mod elaborate;
pub mod engine;
mod facts;
pub mod notation;
pub mod parse;
pub mod syntax;
pub mod typing;
pub mod words;

mod prepare;
pub mod record;
mod span;
pub mod tables;
pub mod text;
mod vocabulary;

pub use compiled::{Compiled, compiled};
pub use facts::prepare_facts;
pub use prepare::{prepare, prepare_edition};
pub use span::Span;
pub use vocabulary::prepare_words;
