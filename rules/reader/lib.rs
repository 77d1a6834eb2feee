//! The reader of the book: the notation of rules, files of rules with their relations and words, and the engines that are
//! compiled of them.
//!
//! A rule file is read by nothing else. [`prepare`] is what the build scripts of the crates of rules call: each engine is written
//! in the notation of `ascent`, with one more premise in every rule, which records the rule's conclusions and premises when
//! a trace is asked for. Rules that only ask need none: questions are no reasons. Tables become arrays, and questions to other
//! engines are put in batches. For small questions it is written a second time, as functions that answer without a run of it.

pub mod ascent;
mod batched;
pub mod book;
pub mod catalogue;
mod compiled;
mod direct;
pub mod elaborate;
pub mod engine;
mod facts;
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
