//! `typelog graph`: the dependency graph of a program.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::options::ProgramOptions;
use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::process::Process;
use crate::project::Error;
use crate::render::{GraphFormat, around, graph};
use crate::types::nearest::nearest;

/// Prints the dependency graph of a program: its definitions in the order in which they are typed, the references of each, and
/// the definitions that depend on themselves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog graph main.hcl                              as text
  typelog graph --format dot main.hcl | dot -Tsvg     as a picture
  typelog graph --around module.net infra             a definition with its neighbours")]
pub struct Arguments {
    /// A file, a directory, or `-` for standard input
    #[arg(value_name = "PROGRAM", default_value = ".")]
    program: PathBuf,
    /// The output format
    #[arg(short, long, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Only a definition, those that it refers to, and those that refer to it
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    around: Option<String>,
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
    arguments.options.print_each(&arguments.program, process, |checked| {
        let nodes = checked.graph();
        let Some(name) = &arguments.around else { return Ok(graph(&nodes, format)) };
        around(&nodes, name).map(|near| graph(&near, format)).ok_or_else(|| {
            let meant = nearest(name, nodes.iter().map(|node| &node.name[..]));
            let meant = meant.map_or_else(String::new, |meant| format!("; there is `{meant}`"));
            Error::new(format!("there is no definition `{name}`{meant}")).into()
        })
    })
}
