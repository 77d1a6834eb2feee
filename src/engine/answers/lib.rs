//! Answers to the judgments about types: conversion, assignability, unification, traversal, signatures, the model of declared types. They
//! are independent of programs.
//!
//! Each family is compiled to an engine, in one of the crates of `src/engine/compiled`. Here it is asked, and its answers are remembered
//! with the types. A family that needs another one asks by a query ([`typelog_builtins::queries`]).
//!
//! | family | judgments | files |
//! |---|---|---|
//! | eventuals | `f(t) = u`, `lift(v, t) = u`, `t unfolds to u` | `eventuals.dl`, `declared.dl` |
//! | conversion and unification | `s ~k> t`, `s \/ t = u : k`, `common(s, t, k) = u` | `conversion.dl`, `conversion_*`, `unification.dl`, `unification_members.dl`, `common_types.dl`, `conversion_mismatches.dl` |
//! | assignability | `s <: t` | `assignability.dl`, `assignability_*` |
//! | traversal | `t.k = u`, `i catches`, `k is a step`, `t is open` | `traversal.dl`, `traversal_elements.dl`, `traversal_unions.dl`, `catching.dl`, `constant_keys.dl`, `openness.dl` |
//! | elements | `each(t) = (k, u)`, `t[k] = u`, `splat(t) = u`, `common(t, k) = u`, `t is a range` | `elements.dl`, `indices.dl`, `splats.dl`, `common_members.dl`, `repetition.dl` |
//! | exactness | `s is inexact for t`, `match(s, t) = b` | `exactness.dl`, `best_matches.dl` |
//! | signatures | `f(ts) takes ps, gives r`, `s as t = u` | `functions.dl`, `collection_functions.dl`, `converted.dl` |
//! | the model of declared types | `s <k: t`, `s in t : c` | `model_*`, `assignments.dl` |
//! | overloads and operators | `f(ts) as i : k`, `o(ts) = r` | `overloads.dl`, `operations.dl` |

pub mod ask;
pub mod coinduction;
pub mod engines;
pub mod model;
pub mod queries;

pub use ask::{failing_way, with_types};
pub use queries::{ENGINES, QUERIES};

include!(concat!(env!("OUT_DIR"), "/rule_files.rs"));

/// Returns the rules that the engines of this crate use if they are not compiled.
#[cfg(not(feature = "compiled"))]
fn built_in() -> std::sync::Arc<typelog_interpreter::Book> {
    use std::sync::{Arc, LazyLock};
    use typelog_interpreter::Book;

    static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| Arc::new(Book::built_in("types", RULE_FILES, ENGINE_FILES)));
    BOOK.clone()
}
