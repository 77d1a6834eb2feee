//! `typelog lsp`: the language server.

use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;

use clap::Args;

use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::process::Process;
use crate::server::serve;

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
    let project = process.project(&[&arguments.input, &arguments.session])?;
    let has_ended_well = serve(project, arguments.rules.clone(), BufReader::new(stdin()), stdout())?;
    Ok(if has_ended_well { Status::Clean } else { Status::Problems })
}
