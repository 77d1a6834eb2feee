//! The targets of the tests, for the coverage-guided fuzzer.

#[path = "../../tests/hostile/fuzz/targets/mod.rs"]
mod targets;

/// Gives bytes to the target of a name.
pub fn take(name: &str, bytes: &[u8]) {
    targets::Target::named(name).take(bytes);
}
