//! The command line: one file for each command. Only this module accesses the environment and the terminal.

mod baseline;
mod batch;
mod batches;
mod book;
mod check;
mod checking;
mod completions;
mod constants;
mod corpus;
mod diff;
mod explain;
mod export;
mod expr;
mod facts;
mod fault;
mod graph;
mod help;
mod index_files;
mod interface;
mod limits;
mod lsp;
mod man;
mod options;
mod ordered;
mod output;
mod printing;
mod process;
mod program_options;
mod programs;
mod progress;
mod query;
mod repl;
mod report;
mod resume;
mod rule_notices;
mod rule_profile;
mod rules;
mod syntax;
mod temporary_files;
mod type_command;
mod types;
mod value;
mod watch;
mod why_not;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::jobs::STACK_BYTES;
pub use index_files::schema_cache;
use output::{Failure, Status, print_to_stderr};
use process::Process;

/// The exit status for wrong usage and unreadable input.
const WRONG_USAGE: u8 = 2;

/// The exit status for internal faults.
const INTERNAL_FAULT: u8 = 101;

/// The maximum width of help texts, in columns.
const MOST_COLUMNS: usize = 100;

/// Infers the types of HCL and PCL programs, and reports type errors.
///
/// The types are derived by Datalog rules. The folder `rules/` contains them, each with a name and a drawing.
#[derive(Debug, Parser)]
#[command(name = "typelog", version, max_term_width = MOST_COLUMNS, after_help = EXAMPLES, disable_help_subcommand = true)]
struct CommandLine {
    /// The book of rules to use: the name of a built-in book, or a directory
    #[arg(long, global = true, value_name = "NAME|DIR")]
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

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Types(types::Arguments),
    #[command(subcommand)]
    Type(type_command::Command),
    #[command(subcommand)]
    Value(value::Command),
    Expr(expr::Arguments),
    Syntax(syntax::Arguments),
    Explain(explain::Arguments),
    WhyNot(why_not::Arguments),
    Rules(rules::Arguments),
    #[command(subcommand)]
    Book(book::Command),
    Graph(graph::Arguments),
    Interface(interface::Arguments),
    Facts(facts::Arguments),
    Corpus(corpus::Arguments),
    Query(query::Arguments),
    Repl(repl::Arguments),
    Report(report::Arguments),
    Diff(diff::Arguments),
    Lsp(lsp::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    Help(help::Arguments),
}

/// Runs the command given by the arguments of the process.
pub fn run() -> ExitCode {
    run_with(std::env::args_os().collect()).into()
}

/// Runs the command given by `arguments`, of which the first is the name of the program. Returns the exit status.
pub fn run_with(arguments: Vec<OsString>) -> u8 {
    fault::report_panics();
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| run_command(arguments));
    let Ok(worker) = worker else {
        print_to_stderr("typelog: the system cannot start a thread\n");
        return INTERNAL_FAULT;
    };
    worker.join().unwrap_or(INTERNAL_FAULT)
}

/// Returns the commands with their options.
fn command_line() -> clap::Command {
    help::with_hints(CommandLine::command())
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

fn run_command(arguments: Vec<OsString>) -> u8 {
    let matches = command_line().get_matches_from(with_book_first(arguments.into_iter()));
    let CommandLine { book, command } = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let process = Process::new();
    let outcome = process.choose(&book, matches!(command, Command::Diff(_)));
    let outcome = outcome.and_then(|()| run_chosen(&command, &book, &process));
    match process.concluded(outcome) {
        Ok(status) => status.code(),
        Err(failure) => {
            print_to_stderr(&failure.text());
            WRONG_USAGE
        }
    }
}

fn run_chosen(command: &Command, books: &[String], process: &Process) -> Result<Status, Failure> {
    match command {
        Command::Check(arguments) => check::run(arguments, process),
        Command::Types(arguments) => types::run(arguments, process),
        Command::Type(command) => type_command::run(command, process),
        Command::Value(command) => value::run(command, process),
        Command::Expr(arguments) => expr::run(arguments, process),
        Command::Syntax(arguments) => syntax::run(arguments, process),
        Command::Explain(arguments) => explain::run(arguments, process),
        Command::WhyNot(arguments) => why_not::run(arguments, process),
        Command::Rules(arguments) => rules::run(arguments, process),
        Command::Book(command) => book::run(command),
        Command::Graph(arguments) => graph::run(arguments, process),
        Command::Interface(arguments) => interface::run(arguments, process),
        Command::Facts(arguments) => facts::run(arguments, process),
        Command::Corpus(arguments) => corpus::run(arguments, process),
        Command::Query(arguments) => query::run(arguments, process),
        Command::Repl(arguments) => repl::run(arguments, process),
        Command::Report(arguments) => report::run(arguments, process),
        Command::Diff(arguments) => diff::run(arguments, books, process),
        Command::Lsp(arguments) => lsp::run(arguments, process),
        Command::Completions(arguments) => completions::run(arguments, &mut command_line()),
        Command::Man(arguments) => man::run(arguments, command_line()),
        Command::Help(arguments) => help::run(arguments, command_line()),
    }
}
