//! The process that runs a command: its output and exit status, its files that are not finished, and its faults.

pub mod fault;
pub mod index_files;
pub mod output;
pub mod process;
mod rule_notices;
pub mod temporary_files;
