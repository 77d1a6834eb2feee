//! The output of a command, and its exit status.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::diagnostics::{Diagnostic, Severity};
use crate::project::Error;
use crate::render::{Palette, Report, page};
use crate::visible::visible_except;

/// The exit status for wrong usage and unreadable input.
pub const WRONG_USAGE: u8 = 2;

/// The exit status for internal faults.
pub const INTERNAL_FAULT: u8 = 101;

/// The outcome of a command, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// Returns the colours of standard output and standard error.
    pub fn palettes(self) -> [Palette; 2] {
        [self.palette(&io::stdout()), self.palette(&io::stderr())]
    }

    /// Writes a report about texts to standard error.
    pub fn print_report(self, report: &Report, path_of: &dyn Fn(&str) -> String) {
        let palette = self.palette(&io::stderr());
        write_aside(&page(report, palette, path_of), palette);
    }

    fn palette(self, stream: &impl IsTerminal) -> Palette {
        match self {
            Self::Always => Palette::Coloured,
            Self::Auto if stream.is_terminal() && std::env::var_os("NO_COLOR").is_none() => Palette::Coloured,
            Self::Auto | Self::Never => Palette::Plain,
        }
    }
}

/// The output of a command that prints many results.
pub struct Output {
    /// The colours of standard output and standard error.
    palettes: [Palette; 2],
    /// Holds if the reader of standard output is gone.
    is_closed: bool,
}

impl Output {
    /// Creates the output with the colours of standard output and standard error.
    pub fn new(palettes: [Palette; 2]) -> Self {
        Self { palettes, is_closed: false }
    }

    /// Holds if the reader of standard output is gone, so that work that only prints may stop.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Writes to standard output, with escapes for hidden characters except its colours. If the reader is gone, nothing is written,
    /// which is no failure: the status of the command is the same.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.print_raw(&shown(text, self.palettes[0]))
    }

    /// As [`Self::print`], without escapes.
    pub fn print_raw(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_closed {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.is_closed = true,
            written => written?,
        }
        Ok(())
    }

    /// Writes answers to standard output, each on one line, followed by `end`.
    pub fn print_answers(&mut self, answers: &[String], end: u8) -> Result<(), Failure> {
        let mut text = String::new();
        for answer in answers {
            text.push_str(&visible_except(answer, |found| found == '\t'));
            text.push(end.into());
        }
        self.print_raw(&text)
    }

    /// Writes to standard error, with escapes for hidden characters except its colours; failures are ignored.
    pub fn print_aside(&self, text: &str) {
        write_aside(text, self.palettes[1]);
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
    /// Returns the failure of a file or a directory, for a reason.
    pub fn at(path: impl AsRef<Path>, reason: impl fmt::Display) -> Self {
        Self::Usage(format!("{}: {reason}", path.as_ref().display()))
    }

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

/// Writes a text without colours to standard output, as [`Output::print`] does.
pub fn print(text: &str) -> Result<(), Failure> {
    Output::new([Palette::Plain; 2]).print(text)
}

/// Writes a text without colours to standard error, as [`Output::print_aside`] does.
pub fn print_to_stderr(text: &str) {
    write_aside(text, Palette::Plain);
}

/// Writes reports about texts to standard error, without colours.
pub fn print_reports(reports: &[Report]) {
    for report in reports {
        Colour::Never.print_report(report, &str::to_owned);
    }
}

fn write_aside(text: &str, palette: Palette) {
    let _ = io::stderr().lock().write_all(shown(text, palette).as_bytes());
}

/// Returns the text with escapes for hidden characters, except line breaks, tabs and, if there are any, colours.
fn shown(text: &str, palette: Palette) -> Cow<'_, str> {
    // Most texts are plain ASCII. Without early exit, the loop is vectorised.
    let is_plain = |byte: u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        return Cow::Borrowed(text);
    }
    visible_except(text, |found| matches!(found, '\n' | '\t') || palette == Palette::Coloured && found == '\x1b')
}
