//! `typelog graph`: the dependency graph of a program.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::options::ProgramOptions;
use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::jobs::Jobs;
use crate::project::Sessions;
use crate::render::{GraphFormat, graph};

/// Prints the dependency graph of a program: its definitions in the order in which they are typed, the references of each, and
/// the definitions that depend on themselves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog graph main.hcl                              as text
  typelog graph --format dot main.hcl | dot -Tsvg     as a picture")]
pub struct Arguments {
    /// A file, a directory, or `-` for standard input
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// The output format
    #[arg(long, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    options: ProgramOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line for each definition
    Text,
    /// Graphviz
    Dot,
    /// Mermaid
    Mermaid,
    /// JSON
    Json,
    /// An SVG image
    Svg,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let format = match arguments.format {
        Format::Text => GraphFormat::Text,
        Format::Dot => GraphFormat::Dot,
        Format::Mermaid => GraphFormat::Mermaid,
        Format::Json => GraphFormat::Json,
        Format::Svg => GraphFormat::Svg,
    };
    let project = arguments.options.project(process)?;
    let mut sessions = Sessions::new(&project, Jobs::ONE);
    let mut status = Status::Clean;
    for input in project.programs(std::slice::from_ref(&arguments.program)) {
        let mut input = input?;
        let checked = sessions.of(&input)?.check(&mut input);
        status = status.max(Status::of(&checked.diagnostics, false));
        print(&graph(&checked.graph(), format))?;
    }
    Ok(arguments.options.end.status(status))
}
