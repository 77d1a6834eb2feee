//! `typelog repl`: an interactive session of questions and rules over programs.

mod editing;
mod state;

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::options::{InputArguments, SessionArguments};
use crate::cli::terminal::output::{Failure, Status, print_to_stderr};
use crate::cli::terminal::process::Process;
use state::{Next, Repl};

/// Answers questions about programs, and runs rules, line by line.
///
/// A line is a question, such as `has_type(e, any), part(e, x, _)`, whose answers are numbered; a rule, which ends with a full
/// stop; or a command. `:help` lists the commands: `why 1` proves the first answer, `whynot ROW` shows where the rules fail. On a
/// terminal, Tab completes names, and the arrow keys recall earlier lines. From a pipe, lines are read without a prompt.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  typelog repl infra/
  typelog repl --rules unused.dl infra/
  echo 'node_type(d, t), is_any(t)' | typelog repl infra/")]
pub struct Arguments {
    /// A file, or a directory (one program)
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    session: SessionArguments,
    /// A rule file to load at the start
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    rules: Vec<PathBuf>,
    /// The history file; by default `typelog/history` in the state directory
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    history: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, process: &Process) -> Result<Status, Failure> {
    if arguments.programs.iter().any(|path| path == Path::new("-")) {
        return Err(Failure::Usage("standard input holds the lines of the session, and no program".to_owned()));
    }
    let is_terminal = stdin().is_terminal();
    let project = process.project(&[&arguments.input, &arguments.session])?;
    let mut repl = Repl::open(arguments, &project, is_terminal)?;
    if is_terminal { editing::edit(&mut repl, arguments.history.as_deref()) } else { read_lines(&mut repl) }
}

/// Reads the lines of a pipe. The status is [`Status::Problems`] if a line was not understood.
fn read_lines(repl: &mut Repl<'_>) -> Result<Status, Failure> {
    let (mut status, mut waiting) = (Status::Clean, String::new());
    for line in stdin().lines() {
        waiting.push_str(&line?);
        waiting.push('\n');
        if is_unfinished(&waiting) {
            continue;
        }
        match take(repl, &std::mem::take(&mut waiting))? {
            (Next::Quit, _) => return Ok(status),
            (Next::Go, found) => status = status.max(found),
        }
    }
    if !waiting.trim().is_empty() {
        let (_, found) = take(repl, &waiting)?;
        status = status.max(found);
    }
    Ok(status)
}

/// Executes a line. Its errors are printed, and do not end the session.
fn take(repl: &mut Repl<'_>, line: &str) -> Result<(Next, Status), Failure> {
    match repl.line(line.trim()) {
        Ok(next) => Ok((next, Status::Clean)),
        Err(failure) if failure.is_final() => Err(failure),
        Err(failure) => {
            print_to_stderr(&format!("{}{failure}\n", failure.faults()));
            Ok((Next::Go, Status::Problems))
        }
    }
}

/// Holds if a rule or a question continues on the next line.
fn is_unfinished(text: &str) -> bool {
    let text = text.trim();
    let (mut depth, mut is_quoted) = (0_i64, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' if !text[..at].ends_with('\\') => is_quoted = !is_quoted,
            '(' | '{' | '[' if !is_quoted => depth += 1,
            ')' | '}' | ']' if !is_quoted => depth -= 1,
            _ => {}
        }
    }
    depth > 0 || text.ends_with(":-") || text.ends_with(',') || text.ends_with(';')
}
