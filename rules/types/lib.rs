//! Judgments about types: conversion, assignability, unification, traversal, signatures, the model of declared types. None of
//! them depends on a program.
//!
//! Each family is an engine of its own, which answers questions; answers are remembered with the types. A family that needs
//! another one asks through a door ([`typelog_terms::doors`]).
//!
//! | family | judgments | files |
//! |---|---|---|
//! | eventuals | `f(t) = u`, `lift(v, t) = u`, `t unfolds to u` | [`eventuals`], [`declared`] |
//! | conversion and unification | `s ~k> t`, `s \/ t = u : k`, `common(s, t, k) = u` | [`conversion`], `conversion_*`, [`unification`], [`unification_members`], [`common_types`], [`disagreements`] |
//! | assignability | `s <: t` | [`assignability`], `assignability_*` |
//! | parts | `t.k = u`, `each(t) = (k, u)`, `splat(t) = u`, `common(t, k) = u`, `s is inexact for t` | [`traversal`], [`elements`], [`splats`], [`common_members`], [`kinship`], [`exactness`] |
//! | signatures | `f(ts) takes ps, gives r`, `s as t = u` | [`functions`], [`collection_functions`], [`converted`] |
//! | the model of declared types | `s <k: t`, `s in t : c` | `model_*`, [`assignments`] |
//! | overloads and operators | `f(ts) as i : k`, `o(ts) = r` | [`overloads`], [`operations`] |

pub mod answers;
pub mod ask;
pub mod coinduction;
pub mod engines;
pub mod model;

pub mod assignability;
pub mod assignability_members;
pub mod assignability_refinements;
pub mod assignments;
pub mod collection_functions;
pub mod common_members;
pub mod common_types;
pub mod conversion;
pub mod conversion_eventuals;
pub mod conversion_members;
pub mod conversion_refinements;
pub mod conversion_tables;
pub mod conversion_values;
pub mod converted;
pub mod declared;
pub mod disagreements;
pub mod elements;
pub mod eventuals;
pub mod exactness;
pub mod functions;
pub mod kinship;
pub mod model_assignability;
pub mod model_names;
pub mod model_refinements;
pub mod model_structures;
pub mod operations;
pub mod overloads;
pub mod splats;
pub mod traversal;
pub mod unification;
pub mod unification_members;

pub use answers::DOORS;
pub use ask::{failing_way, with_types};

include!(concat!(env!("OUT_DIR"), "/rule_files.rs"));
