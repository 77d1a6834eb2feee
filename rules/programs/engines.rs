//! The families of judgments about programs, compiled: each an engine of its own.

typelog_terms::prepared_rules!();

include!(concat!(env!("OUT_DIR"), "/engines.rs"));
