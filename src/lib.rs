//! typelog
pub mod declarations;
pub mod engine;
pub mod environment;
pub mod facts;
pub mod graph;
pub mod infer;
pub mod lower;
pub mod nearest;
pub mod problem;
pub mod program;
pub mod resolve;
#[path = "../rules/mod.rs"]
pub mod rules;
pub mod source;
pub mod syntax;
pub mod types;
pub mod value;
