//! `typelog types`: the types in programs.

use std::fmt::Write as _;

use clap::Args;

use super::output::{Failure, Status};
use super::programs::{self, Shown};
use crate::render::{Detail, Report};

/// Prints the type of each named value of programs.
///
/// One line each, `NAME: TYPE`, in the order of the source. Attributes in blocks are named by their path. What is wrong
/// with the program goes to standard error.
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
    programs::run(&arguments.programs, &Types { all: arguments.all })
}

struct Types {
    all: bool,
}

impl Shown for Types {
    fn detail(&self) -> Detail {
        if self.all { Detail::Expressions } else { Detail::Definitions }
    }

    fn human(&self, report: &Report, path_of: &dyn Fn(&str) -> String) -> Option<String> {
        let mut text = String::new();
        for node in report.nodes.iter().filter(|_| !self.all) {
            let _ = writeln!(text, "{}: {}", node.name, node.ty);
        }
        for found in report.expressions.iter().flatten() {
            let source = &report.sources[found.file.0 as usize];
            let (path, at) = (path_of(&source.name), source.position(found.span.start));
            let piece = source.slice(found.span).split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "{path}:{}:{}\t{}\t{piece}", at.line, at.column, found.ty);
        }
        Some(text)
    }
}
