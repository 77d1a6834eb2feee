//! The language server: programs that are checked while an editor changes their texts.
//!
//! - `frames` divides the client's stream into texts, and `message` reads them. Neither fails.
//! - `inbox` receives messages from the client, and notes which requests are cancelled.
//! - `service` answers them one after the other.
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
mod service;
mod workspace;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::thread;

use crate::project::Project;
pub use in_process::{ServerInProcess, with_server};
use inbox::Inbox;
use outbox::Outbox;
use service::Server;

/// Serves a client until it exits or disconnects. Each stream has a thread of its own. The lints in `rules` are also reported.
/// Returns `true` if the client has requested a shutdown.
///
/// # Errors
/// If a stream cannot be read or written.
pub fn serve(
    project: &Project,
    rules: &[PathBuf],
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<bool> {
    let (inbox, sender) = Inbox::channel();
    let reader = thread::spawn(move || sender.put_all(input));
    let (outbox, writer) = Outbox::to_stream(output);
    let has_ended_well = Server::run(project, rules, inbox, outbox);
    for thread in [reader, writer] {
        thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))?;
    }
    Ok(has_ended_well)
}
