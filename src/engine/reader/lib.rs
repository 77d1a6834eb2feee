//! The reader of rule files: their syntax, the catalogue of rules, relations and builtins, and the generated code of engines.
//!
//! Only this crate parses rule files. The build scripts of the rule crates call [`prepare`], which writes each engine in the
//! notation of `ascent`. Every rule gets one more premise, which records its conclusions and premises when a trace is
//! requested. Rules that only derive questions are not recorded, because questions are not reasons. Tables become arrays.
//!
//! The feature `build` adds the parts for build scripts, which read Rust files as well.

pub mod ascent;
pub mod book;
pub mod builtins;
pub mod catalogue;
mod compiled;
pub mod drawing;
pub mod elaborate;
pub mod engine;
pub mod item;
pub mod laws;
pub mod notation;
pub mod parse;
pub mod reading;
pub mod record;
pub mod rocq;
mod span;
pub mod stated;
pub mod syntax;
pub mod tables;
pub mod text;
pub mod types;
pub mod typing;

pub use compiled::{Compiled, compiled};
pub use span::Span;

#[cfg(feature = "build")]
mod facts;
#[cfg(feature = "build")]
mod folders;
#[cfg(feature = "build")]
mod joins;
#[cfg(feature = "build")]
mod judgments;
#[cfg(feature = "build")]
mod prepare;
#[cfg(feature = "build")]
mod problems;
#[cfg(feature = "build")]
mod signatures;
#[cfg(feature = "build")]
mod vocabulary;

#[cfg(feature = "build")]
pub use {
    facts::prepare_facts,
    judgments::prepare_judgments,
    prepare::{prepare, prepare_answers, prepare_edition, prepare_engines},
    vocabulary::prepare_builtins,
};
