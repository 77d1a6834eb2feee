//! `typelog completions`: completions for shells.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::terminal::output::{Failure, Status, print};

/// Prints the completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  typelog completions bash > ~/.local/share/bash-completion/completions/typelog")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub fn run(arguments: &Arguments, command: &mut Command) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "typelog", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Status::Clean)
}
