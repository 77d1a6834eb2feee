//! `typelog completions`: completions for shells.

use clap::Args;
use clap_complete::Shell;

use crate::cli::completion::script;
use crate::cli::terminal::output::{Failure, Status, print};

/// Prints the completions for a shell.
///
/// The script asks `typelog` itself, which knows commands, options, rules, codes, relations and books.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  typelog completions bash > ~/.local/share/bash-completion/completions/typelog")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let script = script(&arguments.shell.to_string())?;
    print(&String::from_utf8_lossy(&script))?;
    Ok(Status::Clean)
}
