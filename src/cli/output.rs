//! The output of a command, and its exit status.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};

use crate::diagnostics::{Diagnostic, Severity};
use crate::render::Palette;
use crate::visible::visible_except;

/// How a command ends, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// There is no error.
    Clean,
    /// There is at least one.
    Problems,
    /// Some input cannot be read.
    Unreadable,
    /// A fault of typelog has cost a result.
    Fault,
}

/// Why a command has no result.
#[derive(Debug)]
pub enum Failure {
    /// The arguments, or what they name, make no sense; the message says why.
    Usage(String),
    /// The same where it is about all programs: none is checked.
    Final(String),
    /// The result cannot be written.
    Write(io::Error),
}

/// How a command ends that is asked for something else than errors.
#[derive(Clone, Copy, Debug, Args)]
pub struct EndArguments {
    /// Errors in the program give the exit status 1; without it, the status is 0 when what was asked is done
    #[arg(long, help_heading = "Diagnostics")]
    exit_code: bool,
}

impl EndArguments {
    /// The end of a command that has done what was asked, for programs that end like this.
    pub fn status(self, programs: Status) -> Status {
        if programs == Status::Problems && !self.exit_code { Status::Clean } else { programs }
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// In any case
    Always,
    /// Not at all
    Never,
}

impl Status {
    /// The exit status.
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Problems => 1,
            Self::Unreadable => super::WRONG_USAGE,
            Self::Fault => super::INTERNAL_FAULT,
        }
    }

    /// How a command ends that has these diagnostics to show.
    pub fn of(diagnostics: &[Diagnostic], deny_warnings: bool) -> Self {
        let counts = |severity| severity == Severity::Error || (deny_warnings && severity == Severity::Warning);
        if diagnostics.iter().any(|diagnostic| counts(diagnostic.severity)) { Self::Problems } else { Self::Clean }
    }
}

impl Colour {
    /// The colours of a stream.
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
            Self::Write(error) => write!(out, "the result cannot be written: {error}"),
        }
    }
}

impl Failure {
    /// Holds if the command ends here, also where it has further programs to check.
    pub fn is_final(&self) -> bool {
        !matches!(self, Self::Usage(_))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// Holds if texts have colours.
static IS_COLOURED: AtomicBool = AtomicBool::new(false);

/// Holds if nobody reads standard output any more.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Writes to standard output. Where nobody reads it any more, nothing is written, which is no failure: the status of the
/// command is the same.
pub fn print(text: &str) -> Result<(), Failure> {
    print_as_it_is(&shown(text))
}

/// As [`print`], with everything that controls a terminal.
pub fn print_as_it_is(text: &str) -> Result<(), Failure> {
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

/// The text without characters that control a terminal, but line breaks, tabs and colours, if there are any.
fn shown(text: &str) -> Cow<'_, str> {
    // Most texts have none, which bytes tell. To look at all is several at a time, and faster than to stop at the first one.
    let is_plain = |byte: u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        return Cow::Borrowed(text);
    }
    let is_coloured = IS_COLOURED.load(Ordering::Relaxed);
    visible_except(text, |found| matches!(found, '\n' | '\t') || is_coloured && found == '\x1b')
}

/// Holds if nobody reads standard output any more: what only prints need not go on.
pub fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// Writes answers to standard output, each with its end behind it, and none on several lines.
pub fn print_answers(answers: &[String], end: u8) -> Result<(), Failure> {
    let mut text = String::new();
    for answer in answers {
        text.push_str(&visible_except(answer, |found| found == '\t'));
        text.push(end.into());
    }
    print_as_it_is(&text)
}

thread_local! {
    /// The texts for standard error on this thread, while they are collected.
    static ASIDE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Writes to standard error, unless it is collected; failures are ignored.
pub fn print_aside(text: &str) {
    let is_collected = ASIDE.with_borrow_mut(|aside| aside.as_mut().map(|aside| aside.push_str(text)).is_some());
    if !is_collected {
        let _ = io::stderr().lock().write_all(shown(text).as_bytes());
    }
}

/// Does some work, and collects what it would write to standard error.
pub fn collecting_aside<T>(work: impl FnOnce() -> T) -> (T, String) {
    let before = ASIDE.replace(Some(String::new()));
    let result = work();
    (result, ASIDE.replace(before).unwrap_or_default())
}
