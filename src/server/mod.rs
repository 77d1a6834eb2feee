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

mod background;
mod books;
mod capabilities;
mod documents;
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
mod settings;
mod workspace;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crate::files::Overlay;
use crate::project::Project;
pub use in_process::{ServerInProcess, with_server};
use inbox::Inbox;
use outbox::Outbox;
use service::Server;

/// The project that a server is about.
struct ServedProject {
    /// The project, whose file system has the open documents.
    project: Project,
    /// The texts of the open documents.
    texts: Arc<Overlay>,
    /// The rule files whose lints are also reported.
    rules: Vec<PathBuf>,
}

impl ServedProject {
    fn new(project: Project, rules: Vec<PathBuf>) -> Self {
        let (project, texts) = project.with_open_documents();
        Self { project, texts, rules }
    }
}

/// Serves a client until it exits or disconnects. Each stream has a thread of its own. The lints in `rules` are also reported.
/// Returns `true` if the client has requested a shutdown.
///
/// # Errors
/// If a stream cannot be read or written.
pub fn serve(
    project: Project,
    rules: Vec<PathBuf>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<bool> {
    let (inbox, sender) = Inbox::channel();
    let reader = thread::spawn(move || sender.put_all(input));
    let (outbox, writer) = Outbox::to_stream(output);
    let has_ended_well = Server::run(&ServedProject::new(project, rules), inbox, outbox);
    for thread in [reader, writer] {
        thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))?;
    }
    Ok(has_ended_well)
}
