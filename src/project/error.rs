//! The reason why a question about programs has no answer.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use typed_index_collections::TiVec;

use crate::diagnostics::{Diagnostic, DiagnosticCode, Label, Severity};
use crate::program::FileId;
use crate::render::{Palette, Report, page};
use crate::source::{Source, Span};
use crate::types::{RuleLabel, RunFault};

/// The reason why a call has no result: a file or an option that cannot be used. A wrong program is no such reason.
#[derive(Clone, Debug, Default)]
pub struct Error {
    message: String,
    is_final: bool,
    /// The faults that the message sums up, each at its place.
    faults: Vec<Report>,
    /// The fault of a file of settings, if it is one.
    settings: Option<Box<SettingsFault>>,
}

/// A fault of a file of settings.
#[derive(Clone, Debug)]
pub struct SettingsFault {
    /// The file.
    pub path: PathBuf,
    /// Its text, under its path; empty if it cannot be read.
    pub source: Source,
    /// The place of the fault.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// A result of a call about programs.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Creates the error with this message, which concerns one program or question.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// Creates the error with this message, which concerns all programs: a run ends.
    pub fn of_run(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_final: true, ..Self::default() }
    }

    /// Creates the error about a fault of a file of settings.
    pub(super) fn of_settings(message: impl Into<String>, fault: SettingsFault) -> Self {
        Self { settings: Some(Box::new(fault)), ..Self::of_run(message) }
    }

    /// Returns the fault of a file of settings, if the error is about one.
    pub fn settings_fault(&self) -> Option<&SettingsFault> {
        self.settings.as_deref()
    }

    /// Returns the error about some faults of the runs of a book's rules, if there are any.
    ///
    /// # Errors
    /// If there are faults.
    pub fn if_any(faults: &[RunFault]) -> Result<()> {
        if faults.is_empty() {
            return Ok(());
        }
        let messages: Vec<String> = faults.iter().map(RunFault::message).collect();
        Err(Self::of_run(messages.join("\n")).because_of(faults.iter().filter_map(run_report).collect()))
    }

    /// Adds the faults of some texts, which the message sums up.
    #[must_use]
    pub fn because_of(mut self, faults: Vec<Report>) -> Self {
        self.faults.extend(faults);
        self
    }

    /// Returns the same error as one that concerns all programs.
    #[must_use]
    pub fn ending_the_run(self) -> Self {
        Self { is_final: true, ..self }
    }

    /// Holds if the error concerns all programs.
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    /// Returns the message in one sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the faults that the message sums up, each with the texts that it is about.
    pub fn faults(&self) -> &[Report] {
        &self.faults
    }
}

impl fmt::Display for Error {
    /// Writes the message, followed by the reports of the faults.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: String = self.faults.iter().map(|faults| page(faults, Palette::Plain, &str::to_owned)).collect();
        write!(out, "{}", format!("{}\n{faults}", self.message).trim_end())
    }
}

impl std::error::Error for Error {}

/// Returns the report about a fault in a run of a book's rules, if it has places in the book.
fn run_report(fault: &RunFault) -> Option<Report> {
    let mut sources: TiVec<FileId, Source> = TiVec::new();
    let mut labels = Vec::new();
    for RuleLabel { file, span, text } in &fault.labels {
        let known = sources.position(|source| source.name == file.0);
        let file = known.unwrap_or_else(|| sources.push_and_get_key(Source::new(file.0.clone(), file.1.clone())));
        let span = Span { start: span.0, end: span.1 };
        labels.push(Label { file, span, text: text.clone() });
    }
    let (file, span) = labels.first().map(|label| (label.file, label.span))?;
    let code = DiagnosticCode::OfRules(Cow::Borrowed(fault.code));
    let mut found = Diagnostic::new(code, Severity::Error, file, span, fault.message());
    found.labels = labels;
    Some(report_about(sources, vec![found.help(fault.help.clone())]))
}

/// Returns the report about texts that are no program.
pub fn report_about(sources: TiVec<FileId, Source>, diagnostics: Vec<Diagnostic>) -> Report {
    Report { sources, diagnostics, ..Report::default() }
}
