//! The compiled engines of the families of judgments about programs.

#[cfg(feature = "compiled")]
typelog_builtins::prepared_rules!();

include!(concat!(env!("OUT_DIR"), "/engines.rs"));
