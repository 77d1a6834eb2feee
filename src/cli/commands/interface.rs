//! `typelog interface`: the inputs and outputs of a module.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::options::ProgramOptions;
use crate::cli::terminal::output::{Failure, Status, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::cli::terminal::temporary_files::replace_file;
use crate::files::{AllowedDirectories, FileKind, read_text};
use crate::jobs::Jobs;
use crate::project::Sessions;
use crate::results::interface::{
    ModuleInterface, interface_json, interface_markdown, interface_schema, interface_text,
};

/// Prints the interface of a module: its inputs with their types and defaults, and its outputs with their inferred types.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog interface modules/network                        one line for each input and output
  typelog interface --format markdown modules/network      tables for its documentation
  typelog interface --into README.md modules/network       the same tables, between markers in a file
  typelog interface --format json-schema modules/network   a schema for the values of its inputs")]
pub struct Arguments {
    /// A directory or a file
    #[arg(value_name = "MODULE", default_value = ".")]
    module: PathBuf,
    /// The output format
    #[arg(short, long, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Write the tables into this file, between the lines `<!-- BEGIN_TYPELOG -->` and `<!-- END_TYPELOG -->`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    into: Option<PathBuf>,
    /// With `--into`, write nothing, and exit with 1 if the file has other tables
    #[arg(long, requires = "into", help_heading = "Output")]
    check: bool,
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

/// The lines around the tables in a document.
const MARKERS: [&str; 2] = ["<!-- BEGIN_TYPELOG -->", "<!-- END_TYPELOG -->"];

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    if let Some(file) = &arguments.into {
        return write_into(file, arguments, process);
    }
    arguments.options.print_each(&arguments.module, process, |checked| {
        let interface = ModuleInterface::of(&checked.program, &checked.inference, &checked.types);
        if interface.inputs.is_empty() && interface.outputs.is_empty() {
            let module = arguments.module.display();
            print_to_stderr(&format!("typelog: {module}: the module has neither inputs nor outputs\n"));
        }
        Ok(match arguments.format {
            Format::Text => interface_text(&interface, &checked.types),
            Format::Json => format!("{:#}\n", interface_json(&interface, &checked.types)),
            Format::JsonSchema => format!("{:#}\n", interface_schema(&interface, &checked.types)),
            Format::Markdown => interface_markdown(&interface, &checked.types),
        })
    })
}

/// Replaces the tables in a document, or only compares them.
fn write_into(file: &Path, arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    if !matches!(arguments.format, Format::Text | Format::Markdown) {
        return Err(Failure::Usage("`--into` writes Markdown".to_owned()));
    }
    let unreadable = |reason: String| Failure::Final(format!("{}: {reason}", file.display()));
    let named = AllowedDirectories::all(&process.system);
    let text = read_text(file, FileKind::Text, &named)
        .map_err(|error| unreadable(format!("the file cannot be read: {error}")))?;
    let [begin, end] = MARKERS;
    let start = text.find(begin).map(|at| at + begin.len());
    let place = start.and_then(|start| Some(start..start + text[start..].find(end)?));
    let Some(place) = place else {
        return Err(unreadable(format!("the file has no lines `{begin}` and `{end}`")));
    };
    let project = arguments.options.project(process)?;
    let mut input = project.program(&arguments.module)?;
    let checked = Sessions::new(&project, Jobs::ONE).of(&input)?.check(&mut input);
    let interface = ModuleInterface::of(&checked.program, &checked.inference, &checked.types);
    let tables = format!("\n{}", interface_markdown(&interface, &checked.types));
    if text[place.clone()] == tables {
        return Ok(Status::Clean);
    }
    if arguments.check {
        print_to_stderr(&format!("typelog: {}: the tables are not those of the module\n", file.display()));
        return Ok(Status::Problems);
    }
    let new = format!("{}{tables}{}", &text[..place.start], &text[place.end..]);
    replace_file(file, new.as_bytes()).map_err(|error| unreadable(format!("the file cannot be written: {error}")))?;
    Ok(Status::Clean)
}
