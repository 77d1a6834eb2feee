//! The compiled engines of Terraform's types, values and functions.

/// The engines.
pub mod engines {
    typelog_builtins::prepared_rules!();

    include!(concat!(env!("OUT_DIR"), "/engines.rs"));
}
