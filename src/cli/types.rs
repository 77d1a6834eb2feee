//! `typelog types`: the types in programs.

use std::fmt::Write as _;

use clap::Args;

use super::output::{Failure, Status};
use super::programs::{self, Shown};
use crate::render::{Detail, Report};
use crate::types::AnnotatedPart;
use crate::visible::visible;

/// Prints the type of each named value of programs.
///
/// One line each, `NAME: TYPE`, in the order of the source. Attributes in blocks are named by their path. Types from schemas
/// are called by their names; `--full` shows their structure, and behind `#` which parts of a type are resources, types of
/// schemas or results of functions. What is wrong with the program goes to standard error.
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

impl Types {
    /// The text of a type for people.
    fn text<'a>(&self, canonical: &'a str, by_name: Option<&'a String>) -> &'a str {
        by_name.filter(|_| !self.is_full).map_or(canonical, String::as_str)
    }

    /// The annotations of the parts of a type, if they are shown.
    fn annotations(&self, parts: &[AnnotatedPart]) -> String {
        let parts: Vec<String> = parts
            .iter()
            .filter(|_| self.is_full)
            .map(
                |AnnotatedPart { at, kind, token }| {
                    if at.is_empty() { format!("{kind} {token}") } else { format!("{at} {kind} {token}") }
                },
            )
            .collect();
        if parts.is_empty() { String::new() } else { format!("  # {}", parts.join(", ")) }
    }
}

impl Shown for Types {
    fn detail(&self) -> Detail {
        if self.all { Detail::Expressions } else { Detail::Definitions }
    }

    fn human(&self, report: &Report, path_of: &dyn Fn(&str) -> String) -> Option<String> {
        let mut text = String::new();
        for node in report.nodes.iter().filter(|_| !self.all) {
            let ty = self.text(&node.ty, node.ty_by_name.as_ref());
            let _ = writeln!(text, "{}: {ty}{}", visible(&node.name), self.annotations(&node.annotations));
        }
        for found in report.expressions.iter().flatten() {
            let source = &report.sources[found.file.0 as usize];
            let (path, at) = (path_of(&source.name), source.position(found.span.start));
            let piece = source.slice(found.span).split_whitespace().collect::<Vec<_>>().join(" ");
            let ty = self.text(&found.ty, found.ty_by_name.as_ref());
            let _ = writeln!(text, "{}:{}:{}\t{ty}\t{piece}", visible(&path), at.line, at.column);
        }
        Some(text)
    }
}
