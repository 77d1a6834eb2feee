//! Project-wide tests: the house rules for sources, the licences of dependencies, the sizes and plans of the engines, laws for
//! random types and programs, and the recorded results of the examples.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/mod.rs"]
mod support;

mod drawings;
mod examples;
mod house;
mod laws;
mod licences;
mod model;
mod plan;
