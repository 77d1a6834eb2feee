//! `typelog lsp`: a language server.
//!
//! - `frames` divides the client's stream into texts, and `message` reads them. Neither fails.
//! - `inbox` receives messages from the client, and notes which requests are cancelled.
//! - `server` answers them one after the other.
//! - `outbox` sends messages to the client.
//! - `in_process` runs the server without a stream, for tests.
//! - `workspace` manages the documents, and the programs that they are part of.
//!
//! The contents of answers are computed in [`crate::lsp`].

mod books;
mod capabilities;
mod frames;
mod in_process;
mod inbox;
mod message;
mod outbox;
mod programs;
mod publication;
mod requests;
mod rules;
mod server;
mod workspace;

use std::io::stdin;
use std::path::PathBuf;
use std::thread;

use clap::Args;

use super::options::{InputArguments, SessionArguments};
use super::output::{Failure, Status};
use super::process::Process;
use crate::project::Project;
pub use in_process::{ServerInProcess, with_server};
use inbox::Inbox;
use outbox::Outbox;
use server::Server;

/// Runs a server for the language server protocol, over standard input and output.
///
/// A document is part of the program in its directory, as `check` reads it. `typelog.toml` sets schemas and dialect; the options
/// here are for programs without one. Editors start the server: examples/editors has an extension for VS Code, and settings for
/// others.
#[derive(Debug, Args)]
#[command(
    mut_arg("recursive", |argument| argument.hide(true)),
    mut_arg("no_ignore", |argument| argument.hide(true)),
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
    /// A rule file whose lints are also reported; it is read again when it is saved
    #[arg(long, value_name = "FILE", help_heading = "Diagnostics")]
    rules: Vec<PathBuf>,
    /// Use standard input and output, as the server does by default
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let project = arguments.project(process)?;
    let (inbox, sender) = Inbox::channel();
    let reader = thread::spawn(move || sender.put_all(stdin().lock()));
    let (outbox, writer) = Outbox::to_output();
    let has_ended_well = Server::run(&project, &arguments.rules, inbox, outbox);
    for thread in [reader, writer] {
        thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault)).map_err(Failure::Write)?;
    }
    Ok(if has_ended_well { Status::Clean } else { Status::Problems })
}

impl Arguments {
    fn project(&self, process: &Process) -> Result<Project, Failure> {
        process.project(&[&self.input, &self.session])
    }
}
