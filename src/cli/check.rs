//! `typelog check`: what is wrong with programs.

use clap::Args;

use super::output::{Failure, Status};
use super::programs::{self, Shown};
use crate::render::{Detail, Report};

/// Reports what is wrong with programs.
///
/// Each diagnostic has a code, a place, and labels for its causes; where types differ, what is expected and what is
/// found. Nothing is printed for a program that is right.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog check main.hcl                  one file
  typelog check --recursive infra/        every program below a directory
  typelog check --format github .         annotations in a workflow
  typelog check --watch infra/            again and again, while the program is edited
  typelog check --declare env.hcl x.hcl   with variables and functions declared elsewhere")]
pub struct Arguments {
    #[command(flatten)]
    programs: programs::CheckingArguments,
    /// Check the program again whenever its files change, and print what is wrong then, if that is different: on a terminal
    /// in place of the earlier result, elsewhere below it, with the names of the files that have changed
    #[arg(long, conflicts_with_all = ["recursive", "resume", "rules"], help_heading = "Run")]
    watch: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let run = if arguments.watch { programs::watch } else { programs::run };
    run(&arguments.programs, &Diagnostics)
}

/// `check` shows the diagnostics alone.
pub(super) struct Diagnostics;

impl Shown for Diagnostics {
    fn detail(&self) -> Detail {
        Detail::Diagnostics
    }

    fn human(&self, _: &Report, _: &dyn Fn(&str) -> String) -> Option<String> {
        None
    }
}
