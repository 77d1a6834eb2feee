//! The compiled engines of the judgments about types, but for conversion and Terraform, which have crates of their own: they take the longest to compile.

/// The engines.
pub mod engines {
    typelog_builtins::prepared_rules!();

    include!(concat!(env!("OUT_DIR"), "/engines.rs"));
}
