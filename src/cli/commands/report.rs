//! `typelog report`: an HTML page about a program.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::options::ProgramOptions;
use crate::cli::terminal::output::{Failure, Status, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::cli::terminal::temporary_files::replace_file;
use crate::files::{AllowedDirectories, FileKind, read_text};
use crate::relations::collect::Collector;
use crate::render::report::{is_page, report};
use crate::results::page_data::page_data;

/// Writes an HTML page about a program: its source with the type and the proof of every expression, its diagnostics, its
/// dependency graph, and all relations.
///
/// The page is one self-contained file, to be opened in a browser. An earlier page is replaced when the new one is complete.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog report infra/                                    infra.html
  typelog report --schemas schemas --out page.html main.pp")]
pub struct Arguments {
    /// A file, a directory, or `-` for standard input
    #[arg(value_name = "PROGRAM", default_value = ".")]
    program: PathBuf,
    /// The file of the page; by default the name of the program with the ending `.html`, in the current directory
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    options: ProgramOptions,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let project = arguments.options.project(process)?;
    let mut inputs = project.programs(std::slice::from_ref(&arguments.program));
    let (Some(input), None) = (inputs.next(), inputs.next()) else {
        return Err(Failure::Usage("a page is about one program".to_owned()));
    };
    let mut input = input?;
    let mut session = project.session(input.configuration.as_deref())?;
    let unreadable = if input.is_unreadable() { Status::Unreadable } else { Status::Clean };
    let mut collector = Collector::default();
    let mut checked = session.collect(&mut input, &mut collector);
    let status = Status::of(&checked.diagnostics, false);
    let environment = session.environment(input.dialect);
    let data = page_data(&input.name, &mut checked, &collector.finish(), environment);
    let out = arguments.out(process)?;
    replace(&out, &report(&data))?;
    if arguments.out.is_none() {
        print_to_stderr(&format!("{}: written\n", out.display()));
    }
    Ok(arguments.options.end.status(status.max(unreadable)))
}

impl Arguments {
    /// Returns the file of the page. By default, only an earlier page is replaced.
    fn out(&self, process: &Process) -> Result<PathBuf, Failure> {
        if let Some(out) = &self.out {
            return Ok(out.clone());
        }
        let whole = self.program.canonicalize().unwrap_or_else(|_| self.program.clone());
        let name = if whole.is_dir() { whole.file_name() } else { whole.file_stem() };
        let name = name.filter(|name| *name != "-").unwrap_or("report".as_ref());
        let out = Path::new(name).with_added_extension("html");
        let there = AllowedDirectories::all(&process.system);
        let is_own = || read_text(&out, FileKind::Data, &there).is_ok_and(|text| is_page(&text));
        if process.system.is_file(&out) && !is_own() {
            let message =
                format!("{}: there is a file that is no page of typelog: `--out` names another one", out.display());
            return Err(Failure::Usage(message));
        }
        Ok(out)
    }
}

/// Writes a file under a temporary name, and then renames it. Anything but a regular file, like a terminal, is written directly.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let failure = |error| Failure::at(path, format_args!("the page cannot be written: {error}"));
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, text).map_err(failure);
    }
    replace_file(path, text.as_bytes()).map_err(failure)
}
