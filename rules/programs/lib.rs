//! Judgments about programs: the types of expressions and bindings, and their problems.
//!
//! They are three families, each an engine of its own, which run one after the other over the facts of a chunk. They ask the
//! judgments about types through doors ([`typelog_terms::doors`]).
//!
//! | family | judgments | files |
//! |---|---|---|
//! | classes | `e is c`, `e calls c.m`: the resource that an expression is, and the method that it calls | `classes.dl`, `methods.dl` |
//! | typing | `e : t`, `b : t` | `expressions.dl`, `operators.dl`, `references.dl`, `iterations.dl`, `calls.dl`, `builtins.dl`, `modelled.dl`, `invocations.dl`, `configuration.dl`, `ranges.dl`, `depth.dl` |
//! | problems | `x expects p`, `x takes p`, problems and notes | `expectations.dl`, `problems.dl`, `unknowns.dl`, `arguments.dl`, `inputs.dl`, `acceptance.dl`, `variants.dl`, `properties.dl`, `range_problems.dl`, `notes.dl`, `limits.dl` |
//!
//! Facts are declared in `program.dl` and `blocks.dl`, and the relations that typing hands on to problems in `typings.dl`.

pub mod engines;
pub mod evidence;
pub mod problem;
pub mod run;

pub use engines::ENGINES;

include!(concat!(env!("OUT_DIR"), "/rule_files.rs"));
