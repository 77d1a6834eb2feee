//! Judgments about programs: the types of expressions and bindings, and their problems.
//!
//! They are three families, in engines that run one after the other over the facts of a chunk. They ask the
//! judgments about types through doors ([`typelog_terms::doors`]).
//!
//! | family | judgments | files |
//! |---|---|---|
//! | typing | `e : t`, `b : t` | [`expressions`], [`operators`], [`references`], [`iterations`], [`calls`], [`builtins`], [`modelled`], [`invocations`], [`configuration`], [`ranges`], [`depth`] |
//! | problems | `x expects p`, `x takes p`, `x is held to t by l`, problems and notes | [`expectations`], [`problems`], [`unknowns`], [`arguments`], [`methods`], [`inputs`], [`acceptance`], [`properties`], [`range_problems`], [`notes`], [`limits`] |
//! | misfits | `y faces t by l`, `y misfits t` | [`faces`], [`variants`], [`objects`], [`misfits`] |
//!
//! Facts are declared in [`program`], [`blocks`] and [`telling`], and the relations that one family hands on to the next in
//! [`typings`], [`expected`] and [`held`].

pub mod engines;
pub mod evidence;
pub mod problem;
pub mod run;

pub mod acceptance;
pub mod arguments;
pub mod blocks;
pub mod builtins;
pub mod calls;
pub mod configuration;
pub mod depth;
pub mod expectations;
pub mod expected;
pub mod expressions;
pub mod faces;
pub mod held;
pub mod inputs;
pub mod invocations;
pub mod iterations;
pub mod limits;
pub mod methods;
pub mod misfits;
pub mod modelled;
pub mod notes;
pub mod objects;
pub mod operator_tables;
pub mod operators;
pub mod problems;
pub mod program;
pub mod properties;
pub mod range_problems;
pub mod ranges;
pub mod references;
pub mod telling;
pub mod typings;
pub mod unknowns;
pub mod variants;

include!(concat!(env!("OUT_DIR"), "/rule_files.rs"));
