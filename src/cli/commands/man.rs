//! `typelog man`: the manual pages.

use std::fs::create_dir_all;
use std::path::PathBuf;

use clap::{Args, Command};

use crate::cli::terminal::output::{Failure, Status};

/// Writes the manual pages into a directory: one for each command.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  typelog man ~/.local/share/man/man1")]
pub struct Arguments {
    /// The directory; it is created if it does not exist
    dir: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments, command: Command) -> Result<Status, Failure> {
    let written = create_dir_all(&arguments.dir).and_then(|()| clap_mangen::generate_to(command, &arguments.dir));
    written.map_err(|error| Failure::at(&arguments.dir, error))?;
    Ok(Status::Clean)
}
