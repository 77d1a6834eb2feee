//! The output of a command, and its exit status.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};

use crate::diagnostics::{Diagnostic, Severity};
use crate::project::Error;
use crate::render::{Palette, Report, page};
use crate::visible::visible_except;

/// The exit status for wrong usage and unreadable input.
pub const WRONG_USAGE: u8 = 2;

/// The exit status for internal faults.
pub const INTERNAL_FAULT: u8 = 101;

/// The outcome of a command, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// There is no error.
    Clean,
    /// There is at least one error.
    Problems,
    /// Some input cannot be read.
    Unreadable,
    /// An internal fault has lost a result.
    Fault,
}

/// The reason why a command has no result.
#[derive(Debug)]
pub enum Failure {
    /// The arguments, or the files that they name, cannot be used, for the reason in the message.
    Usage(String),
    /// The same, for a reason that concerns all programs: the run ends.
    Final(String),
    /// A question about programs has no answer.
    Project(Error),
    /// The result cannot be written.
    Write(io::Error),
}

/// The option for the exit status of commands that do not report errors.
#[derive(Clone, Copy, Debug, Args)]
pub struct ExitArguments {
    /// Exit with status 1 if the program has errors; by default the status is 0 if the command succeeds
    #[arg(long, help_heading = "Diagnostics")]
    exit_code: bool,
}

impl ExitArguments {
    /// Returns the outcome of a command that has succeeded, for programs with this outcome.
    pub fn status(self, programs: Status) -> Status {
        if programs == Status::Problems && !self.exit_code { Status::Clean } else { programs }
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Even if the output is not a terminal
    Always,
    /// Not at all
    Never,
}

impl Status {
    /// Returns the exit status.
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Problems => 1,
            Self::Unreadable => WRONG_USAGE,
            Self::Fault => INTERNAL_FAULT,
        }
    }

    /// Returns the outcome of a command with these diagnostics.
    pub fn of(diagnostics: &[Diagnostic], deny_warnings: bool) -> Self {
        let counts = |severity| severity == Severity::Error || (deny_warnings && severity == Severity::Warning);
        if diagnostics.iter().any(|diagnostic| counts(diagnostic.severity)) { Self::Problems } else { Self::Clean }
    }
}

impl Colour {
    /// Returns the colours of a stream.
    pub fn palette(self, stream: &impl IsTerminal) -> Palette {
        let is_wanted = match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => stream.is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        IS_COLOURED.fetch_or(is_wanted, Ordering::Relaxed);
        if is_wanted { Palette::Coloured } else { Palette::Plain }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Final(message) => write!(out, "{message}"),
            Self::Project(error) => write!(out, "{}", error.message()),
            Self::Write(error) => write!(out, "the result cannot be written: {error}"),
        }
    }
}

impl Failure {
    /// Holds if the failure ends the command, even if there are further programs to check.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Usage(_) => false,
            Self::Project(error) => error.is_final(),
            Self::Final(_) | Self::Write(_) => true,
        }
    }

    /// Returns the text for standard error: the faults, each at its place, and then the message.
    pub fn text(&self) -> String {
        format!("{}typelog: {self}\n", self.faults())
    }

    /// Returns the reports about the faults that the message sums up.
    pub fn faults(&self) -> String {
        let faults = match self {
            Self::Project(error) => error.faults(),
            _ => &[],
        };
        faults.iter().map(|faults| page(faults, Palette::Plain, &str::to_owned)).collect()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Project(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// Holds if texts may contain colours.
static IS_COLOURED: AtomicBool = AtomicBool::new(false);

/// Holds if the reader of standard output is gone.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Writes to standard output, with escapes for hidden characters. If the reader is gone, nothing is written, which is no failure:
/// the status of the command is the same.
pub fn print(text: &str) -> Result<(), Failure> {
    print_raw(&shown(text))
}

/// As [`print`], without escapes.
pub fn print_raw(text: &str) -> Result<(), Failure> {
    if is_closed() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => IS_CLOSED.store(true, Ordering::Relaxed),
        written => written?,
    }
    Ok(())
}

/// Returns the text with escapes for hidden characters, except line breaks, tabs and, if there are any, colours.
fn shown(text: &str) -> Cow<'_, str> {
    // Most texts are plain ASCII. Without early exit, the loop is vectorised.
    let is_plain = |byte: u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        return Cow::Borrowed(text);
    }
    let is_coloured = IS_COLOURED.load(Ordering::Relaxed);
    visible_except(text, |found| matches!(found, '\n' | '\t') || is_coloured && found == '\x1b')
}

/// Holds if the reader of standard output is gone, so that work that only prints may stop.
pub fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// Writes answers to standard output, each on one line, followed by `end`.
pub fn print_answers(answers: &[String], end: u8) -> Result<(), Failure> {
    let mut text = String::new();
    for answer in answers {
        text.push_str(&visible_except(answer, |found| found == '\t'));
        text.push(end.into());
    }
    print_raw(&text)
}

/// Writes to standard error; failures are ignored.
pub fn print_to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(shown(text).as_bytes());
}

/// Writes reports about texts to standard error.
pub fn print_reports(reports: &[Report]) {
    for report in reports {
        print_to_stderr(&page(report, Palette::Plain, &str::to_owned));
    }
}
