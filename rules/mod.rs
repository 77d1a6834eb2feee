//! The book of rules: one judgment family per file.
//!
//! A file holds relations with their meaning and rules with their drawing. Files are included into an engine, where
//! the names that they use are resolved: whoever includes them imports [`terms`]. `rules/README.md` says how to read
//! them and how to add one.

pub mod terms;

pub mod arms;
pub mod assignability;
pub mod assignability_members;
pub mod assignments;
pub mod blocks;
pub mod calls;
pub mod classes;
pub mod collection_functions;
pub mod common_types;
pub mod configuration;
pub mod conversion;
pub mod conversion_eventuals;
pub mod conversion_members;
pub mod conversion_tables;
pub mod conversion_values;
pub mod declared;
pub mod elements;
pub mod eventuals;
pub mod expressions;
pub mod functions;
pub mod inputs;
pub mod invocations;
pub mod iterations;
pub mod limits;
pub mod model_assignability;
pub mod model_names;
pub mod model_refinements;
pub mod model_structures;
pub mod modelled;
pub mod notes;
pub mod operators;
pub mod overloads;
pub mod problems;
pub mod program;
pub mod properties;
pub mod ranges;
pub mod references;
pub mod refinements;
pub mod splats;
pub mod traversal;
pub mod unification;
pub mod unification_members;
