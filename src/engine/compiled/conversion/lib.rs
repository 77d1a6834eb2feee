//! The compiled engine of conversion and unification.

/// The engines.
pub mod engines {
    typelog_builtins::prepared_rules!();

    include!(concat!(env!("OUT_DIR"), "/engines.rs"));
}
