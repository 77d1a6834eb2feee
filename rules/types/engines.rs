//! The families of judgments about types, compiled: each an engine of its own.

typelog_terms::prepared_rules!(
    pub use crate::coinduction::{assign_coinductively, convert_coinductively, fit_coinductively};
);

include!(concat!(env!("OUT_DIR"), "/engines.rs"));
