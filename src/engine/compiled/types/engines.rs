//! The compiled engines of the families of judgments about types.

#[cfg(feature = "compiled")]
typelog_builtins::prepared_rules!();

include!(concat!(env!("OUT_DIR"), "/engines.rs"));
