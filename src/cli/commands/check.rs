//! `typelog check`: the problems of programs.

use clap::Args;

use crate::cli::running::programs::{self, Shown};
use crate::cli::running::watch::watch;
use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::process::Process;

/// Reports the problems of programs.
///
/// Each diagnostic has a code, a place, and labels for its causes. If types differ, it shows the expected type and the found one.
/// Nothing is printed for a program without problems.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog check main.hcl                  one file
  typelog check --recursive infra/        every program below a directory
  typelog check --format github .         annotations in a workflow
  typelog check --watch infra/            again after each change of a file
  typelog check --declare env.hcl x.hcl   with variables and functions declared elsewhere")]
pub struct Arguments {
    #[command(flatten)]
    programs: programs::CheckingArguments,
    /// Check the program again whenever its files change, and print the result if it differs: on a terminal in place of the
    /// earlier result, elsewhere below it, with the names of the changed files
    #[arg(long, conflicts_with_all = ["recursive", "resume", "rules"], help_heading = "Run")]
    watch: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let run = if arguments.watch { watch } else { programs::run };
    run(&arguments.programs, Shown::Diagnostics, process)
}
