//! `typelog init`: a first `typelog.toml`.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::terminal::output::{Failure, Status, print};
use crate::cli::terminal::process::Process;
use crate::project::{Contents, FILE_NAME};

/// Writes a `typelog.toml` for the programs and schemas in a directory, and says the next command.
///
/// A file that is there is left as it is.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog init
  typelog init infra/")]
pub struct Arguments {
    /// The directory
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
    /// Print the settings, and write nothing
    #[arg(long)]
    print: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let contents = Contents::of(&arguments.directory, &process.system)?;
    let settings = contents.settings();
    if arguments.print {
        print(&settings)?;
        return Ok(Status::Clean);
    }
    let path = arguments.directory.join(FILE_NAME);
    let written = File::create_new(&path).and_then(|mut file| file.write_all(settings.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Final(format!("{}: the file is there already", path.display())),
        _ => Failure::Final(format!("{}: the file cannot be written: {error}", path.display())),
    })?;
    let each = contents.programs.iter();
    let found: Vec<String> = each.map(|(dialect, count)| format!("{count} in {dialect}")).collect();
    let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
    print(&format!("{}: written; programs: {found}\n{}", path.display(), contents.next(&arguments.directory)))?;
    Ok(Status::Clean)
}
