//! `typelog interface`: the inputs and outputs of a module.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::options::ProgramOptions;
use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::process::Process;
use crate::results::interface::{
    ModuleInterface, interface_json, interface_markdown, interface_schema, interface_text,
};

/// Prints the interface of a module: its inputs with their types and defaults, and its outputs with their inferred types.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog interface modules/network                        one line for each input and output
  typelog interface --format markdown modules/network      tables for its documentation
  typelog interface --format json-schema modules/network   a schema for the values of its inputs")]
pub struct Arguments {
    /// A directory or a file
    #[arg(value_name = "MODULE")]
    module: PathBuf,
    /// The output format
    #[arg(short, long, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    options: ProgramOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line for each input and output
    Text,
    /// One object with the lists `inputs` and `outputs`
    Json,
    /// The JSON Schema of the values of the inputs
    JsonSchema,
    /// Markdown tables
    Markdown,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    arguments.options.print_each(&arguments.module, process, |checked| {
        let interface = ModuleInterface::of(&checked.program, &checked.inference, &checked.types);
        match arguments.format {
            Format::Text => interface_text(&interface, &checked.types),
            Format::Json => format!("{:#}\n", interface_json(&interface, &checked.types)),
            Format::JsonSchema => format!("{:#}\n", interface_schema(&interface, &checked.types)),
            Format::Markdown => interface_markdown(&interface, &checked.types),
        }
    })
}
