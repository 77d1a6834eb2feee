//! `typelog types`: the types in programs.

use clap::Args;

use super::output::{Failure, Status};
use super::programs::{self, Shown};
use crate::render::{Detail, Report, definition_types, expression_types};

/// Prints the type of each named value of programs.
///
/// One line each, `NAME: TYPE`, in the order of the source. Attributes in blocks are named by their path. Types from schemas
/// are called by their names; `--full` shows their structure, and behind `#` which parts of a type are resources, types of
/// schemas or results of functions. In Terraform, what is sensitive or ephemeral follows in parentheses. What is wrong with the
/// program goes to standard error.
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
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    programs::run(&arguments.programs, &Types { all: arguments.all, is_full: arguments.programs.session.is_full() })
}

struct Types {
    all: bool,
    is_full: bool,
}

impl Shown for Types {
    fn detail(&self) -> Detail {
        if self.all { Detail::Expressions } else { Detail::Definitions }
    }

    fn human(&self, report: &Report, path_of: &dyn Fn(&str) -> String) -> Option<String> {
        Some(if self.all {
            expression_types(report, self.is_full, path_of)
        } else {
            definition_types(report, self.is_full)
        })
    }
}
