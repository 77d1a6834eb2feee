//! `typelog lsp`: a language server.
//!
//! - `inbox` takes messages from the client, and notes which requests it cancels.
//! - `server` answers them one after the other.
//! - `outbox` takes what it says to the client.
//! - `in_process` drives it without a stream, for tests.
//! - `workspace` knows the documents, and the programs that they are part of.
//!
//! What answers say is in [`crate::lsp`].

mod books;
mod capabilities;
mod in_process;
mod inbox;
mod outbox;
mod programs;
mod publication;
mod requests;
mod rules;
mod server;
mod workspace;

use std::path::PathBuf;

use clap::Args;
use lsp_server::Connection;

use super::input::InputArguments;
use super::output::{Failure, Status};
use super::session::SessionArguments;
pub use in_process::{ServerInProcess, with_server};
use inbox::Inbox;
use outbox::Outbox;
use server::Server;

/// Serves an editor over standard input and output, by the language server protocol.
///
/// A document is part of the program in its directory, as `check` reads it. `typelog.toml` decides schemas and dialect; the
/// options here are for programs without one. Editors start the server: examples/editors has an extension for VS Code, and
/// settings for others.
#[derive(Debug, Args)]
#[command(
    mut_arg("recursive", |argument| argument.hide(true)),
    mut_arg("stdin_filename", |argument| argument.hide(true)),
    after_help = "\
Examples:
  typelog lsp                            settings come from `typelog.toml`
  typelog lsp --schemas /path/to/schemas with the schemas in a directory"
)]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// A file of rules whose lints are reported as well; when it is saved, they are found anew
    #[arg(long, value_name = "FILE", help_heading = "Diagnostics")]
    rules: Vec<PathBuf>,
    /// Talk over standard input and output, which is what the server does anyway
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    // Its writer would have each message as a tree before it is text, which takes longer than a check.
    let (Connection { receiver, .. }, threads) = Connection::stdio();
    let (outbox, writer) = Outbox::to_output();
    let has_ended_well = Server::run(arguments, Inbox::new(receiver), outbox);
    threads.join().map_err(Failure::Write)?;
    writer.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault)).map_err(Failure::Write)?;
    Ok(if has_ended_well { Status::Clean } else { Status::Problems })
}
