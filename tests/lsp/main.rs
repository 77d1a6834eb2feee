//! The language server: a client drives it through sessions over the examples, and what it answers is held against what the
//! library knows of the same programs.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/files.rs"]
mod files;

mod books;
mod broken;
mod client;
mod completion;
mod examples;
mod names;
mod protocol;
mod rules;
mod sessions;
mod terraform;
mod wire;
