//! `typelog syntax`: syntax trees and syntax errors.

use std::path::PathBuf;

use clap::Args;

use crate::cli::options::InputArguments;
use crate::cli::running::batch::{Ending, answer_all};
use crate::cli::terminal::output::{Colour, Failure, Status, print, print_to_stderr};
use crate::cli::terminal::process::Process;
use crate::diagnostics::{Strictness, diagnose};
use crate::dialect::read_files;
use crate::infer::Inference;
use crate::jobs::Jobs;
use crate::program::Program;
use crate::program::environment::Environment;
use crate::project::Input;
use crate::render::{Detail, Report};
use crate::source::Source;
use crate::syntax::{parse_body, print_body, print_file};
use crate::types::Interner;

/// Parses programs, and reports syntax errors.
///
/// With `--tree`, prints the syntax tree of each file on one line: `(file NAME ITEM...)`, where an item is `(attr NAME EXPR)` or
/// `(block TYPE (label TEXT)... ITEM...)`. With `--batch`, reads sources from standard input, separated by NUL bytes, and answers
/// each with `OK ITEM...` or `ERR OFFSET: MESSAGE`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A file, a directory, or `-` for standard input
    #[arg(required_unless_present = "batch", value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    /// Print the syntax tree, one line for each file
    #[arg(long, help_heading = "Output")]
    tree: bool,
    /// Read sources from standard input, separated by NUL bytes
    #[arg(long, requires = "tree", conflicts_with = "programs", help_heading = "Programs")]
    batch: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: Colour,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    if arguments.batch {
        answer_all(Ending { request: 0, answer: b'\n' }, |sources| {
            sources.iter().map(|source| answer(source, &mut status)).collect()
        })?;
        return Ok(status);
    }
    for input in process.project(&[&arguments.input])?.programs(&arguments.programs) {
        status = status.max(match input {
            Ok(input) => parse(arguments, input)?,
            Err(failure) => {
                print_to_stderr(&Failure::from(failure).text());
                Status::Unreadable
            }
        });
    }
    Ok(status)
}

/// Returns the answer to one source of a batch.
fn answer(source: &str, status: &mut Status) -> String {
    let mut types = Interner::default();
    let (tree, errors) = parse_body(source, &mut types);
    match errors.iter().min_by_key(|error| error.span.start) {
        None => format!("OK {}", print_body(&tree, &Source::new("", source), &types)),
        Some(error) => {
            *status = Status::Problems;
            let message = error.message().replace(char::is_control, " ");
            format!("ERR {}: {message}", error.span.start)
        }
    }
}

fn parse(arguments: &Arguments, mut input: Input) -> Result<Status, Failure> {
    let mut types = Interner::default();
    // Only the syntax is checked.
    let files = read_files(input.dialect, Jobs::ONE, std::mem::take(&mut input.texts), &mut types);
    let program = Program { files, ..Program::default() };
    if arguments.tree {
        for file in &program.files {
            print(&(print_file(&file.tree, &file.source, &types) + "\n"))?;
        }
    }
    let inference = Inference::default();
    let diagnostics = diagnose(&program, &inference, &Environment::default(), &types, Strictness::default());
    let status = Status::of(&diagnostics, false);
    let report = Report::new(input.name.clone(), &program, &inference, &types, diagnostics, Detail::Diagnostics);
    arguments.color.print_report(&report, &|file| input.path_of(file));
    Ok(status)
}
