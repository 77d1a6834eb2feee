//! `typelog types`: the types of programs.

use clap::Args;

use crate::cli::running::programs::{self, Shown};
use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::process::Process;

/// Prints the type of each named value of programs.
///
/// Each line is `NAME: TYPE`, in the order of the source. Attributes in blocks are named by their path. Types of schemas are
/// shown by name, and so are resources of Terraform (`aws_lb`); `--full` shows their structure, a long one over several lines, and
/// after `#` the parts of a type that are resources, types of schemas or results of functions. In Terraform, sensitive and
/// ephemeral parts follow in parentheses. Diagnostics go to standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog types main.hcl          port: const(8080)
  typelog types --all main.hcl    main.hcl:1:8  const(8080)  8080")]
pub struct Arguments {
    #[command(flatten)]
    programs: programs::CheckingArguments,
    /// Print every expression with its place, its type and its text, separated by tabs
    #[arg(long, help_heading = "Output")]
    all: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let shown = Shown::Types { all: arguments.all, is_full: arguments.programs.session.is_full() };
    programs::run(&arguments.programs, shown, process)
}
