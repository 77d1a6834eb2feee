//! The command line. Only this module accesses the environment and the terminal.
//!
//! - `commands` has a file for each command.
//! - `running` checks programs for several commands: in batches, on several threads, with baselines and progress.
//! - `terminal` has the process: output, exit status, temporary files, faults.
//! - `options` and `limits` are the options that commands share.
//! - `completion` answers shells.

mod commands;
mod completion;
mod limits;
mod options;
mod running;
mod terminal;
mod version;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::jobs::STACK_BYTES;
use commands::Command;
use terminal::fault::report_panics;
pub use terminal::index_files::schema_cache;
use terminal::output::{INTERNAL_FAULT, WRONG_USAGE, print_to_stderr};
use terminal::process::Process;

/// The maximum width of help texts, in columns.
const MOST_COLUMNS: usize = 100;

/// Infers the types of HCL, PCL and Terraform programs, and reports type errors.
///
/// The types are derived by Datalog rules. The folder `rules/` contains them, each with a name and a drawing.
#[derive(Debug, Parser)]
#[command(name = "typelog", version = version::VERSION, max_term_width = MOST_COLUMNS, after_help = EXAMPLES, disable_help_subcommand = true)]
struct CommandLine {
    /// The book of rules to use: the name of a built-in book, or a directory
    #[arg(long, global = true, value_name = "NAME|DIR", add = completion::books())]
    book: Vec<String>,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  typelog check infra/                     the problems of the program in a directory
  typelog types main.hcl                   the type of each of its named values
  typelog expr '[for n in [1, 2] : n * 2]' the type of an expression
  typelog type convert int string          whether one type converts to another

Exit status: 0 success, 1 an error, or no answer (errors of programs count for `check`, `types`,
`expr` and `syntax`; for others with `--exit-code`), 2 wrong usage or unreadable input, 101 an
internal fault of typelog.";

/// Runs the command given by the arguments of the process.
pub fn run() -> ExitCode {
    run_with(std::env::args_os().collect()).into()
}

/// Runs the command given by `arguments`, of which the first is the name of the program. Returns the exit status.
pub fn run_with(arguments: Vec<OsString>) -> u8 {
    report_panics();
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| run_command(arguments));
    let Ok(worker) = worker else {
        print_to_stderr("typelog: the system cannot start a thread\n");
        return INTERNAL_FAULT;
    };
    worker.join().unwrap_or(INTERNAL_FAULT)
}

/// Returns the commands with their options.
fn command_line() -> clap::Command {
    limits::with_hints(CommandLine::command())
}

/// Moves the `--book` options to the front of the arguments. They may occur anywhere, even between an option and its value.
fn with_book_first(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.peekable();
    let mut first: Vec<OsString> = arguments.next().into_iter().collect();
    let mut others = Vec::new();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if text == "--" {
            others.push(argument);
            others.extend(arguments);
            break;
        } else if text == "--book" {
            first.push(argument);
            first.extend(arguments.next());
        } else if text.starts_with("--book=") {
            first.push(argument);
        } else {
            others.push(argument);
        }
    }
    first.extend(others);
    first
}

/// Returns a hint if a program stands in the place of the command.
fn program_without_command(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let is_path = word.contains(['.', '/', std::path::MAIN_SEPARATOR]) || Path::new(word).exists();
    is_path.then(|| format!("typelog: a command precedes the program: `typelog check {word}` reports its problems\n"))
}

fn run_command(arguments: Vec<OsString>) -> u8 {
    match completion::answer(&arguments, command_line) {
        None => {}
        Some(Ok(())) => return 0,
        Some(Err(error)) => error.exit(),
    }
    let given = arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let matches = command_line().try_get_matches_from(with_book_first(arguments.into_iter()));
    let matches = match matches.map_err(|error| (program_without_command(&error), error)) {
        Ok(matches) => matches,
        Err((Some(hint), _)) => {
            print_to_stderr(&hint);
            return WRONG_USAGE;
        }
        Err((None, error)) => error.exit(),
    };
    let CommandLine { book, command } = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let process = Process::new(given);
    let outcome = process.choose(&book, command.compares_books());
    let outcome = outcome.and_then(|()| command.run(&book, &process));
    match process.concluded(outcome) {
        Ok(status) => status.code(),
        Err(failure) => {
            print_to_stderr(&failure.text());
            WRONG_USAGE
        }
    }
}
