//! Hostile and hard inputs: programs that are large, broken or untrusted, system faults, random bytes, and programs with one
//! mistake. Every run ends, with an answer, and within bounds of memory.

mod allocations;
#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/command.rs"]
mod command;
#[path = "../support/end.rs"]
mod end;
#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/files.rs"]
mod files;

mod edits;
mod expressions;
mod families;
mod fuzz;
mod hard;
mod leaks;
mod mutants;
mod workspace;
