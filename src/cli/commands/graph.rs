//! `typelog graph`: the dependency graph of a program.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::options::ProgramOptions;
use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::process::Process;
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
    #[arg(short, long, default_value = "text", help_heading = "Output")]
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
    arguments.options.print_each(&arguments.program, process, |checked| graph(&checked.graph(), format))
}
