//! The library: properties of all types and all programs, tested on random ones, the soundness of proofs, the front end, the
//! public API, the plans of the engines, and the recorded results of the examples.
//!
//! Every run uses the same random numbers. `PROPTEST_RNG_SEED` selects others, and `PROPTEST_CASES` sets the number of cases.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/mod.rs"]
mod support;

mod about_annotations;
mod about_components;
mod about_declarations;
mod about_edits;
mod about_groups;
mod about_memory;
mod about_modules;
mod about_names;
mod about_programs;
mod about_reasons;
mod about_sentences;
mod about_shared_types;
mod about_types;
mod demands;
mod edited_programs;
mod examples;
#[path = "../bench/generate_pcl.rs"]
mod generate_pcl;
mod library;
mod model;
mod pcl;
mod plan;
mod programs;
mod proof_census;
mod proofs;
mod query;
mod rule_examples;
mod syntax;
mod syntax_properties;
mod types;
mod value_laws;

use proptest::test_runner::{Config, RngSeed};

/// The configuration of a law: a number of cases, unless the environment overrides it.
fn cases(count: u32) -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = count;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// The items in another order, chosen by a seed.
fn shuffled<T>(mut items: Vec<T>, seed: u64) -> Vec<T> {
    let mut state = seed | 1;
    for last in (1..items.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        items.swap(last, usize::try_from(state >> 33).unwrap_or(0) % (last + 1));
    }
    items
}
