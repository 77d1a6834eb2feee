//! Tests of the whole: the sources keep to the rules of the house, what the project is built of has allowed licences, the
//! engines are small and their plans as they were measured, laws hold for random types and programs, and the examples are
//! typed as recorded.

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
