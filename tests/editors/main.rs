//! The language server: a client runs sessions over the examples, and the answers are compared with the library's results for
//! the same programs.

#[allow(dead_code, reason = "each test uses a part")]
#[path = "../support/files.rs"]
mod files;

mod addresses;
mod books;
mod broken;
mod client;
mod completion;
mod examples;
mod formatting;
mod frames;
mod hovers;
mod names;
mod protocol;
mod rules;
mod sessions;
mod terraform;
mod wire;
