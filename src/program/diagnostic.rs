//! Diagnostics as data: messages with their places.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use typed_index_collections::TiVec;

use serde::{Deserialize, Serialize};

use crate::codes::DiagnosticCode;
use crate::program::FileId;
use crate::source::{Source, Span};

/// A message about a program, with its evidence. Two diagnostics are equal if they say the same of the same places. Copies share
/// their contents: an edit keeps most diagnostics of a program.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The code: a stable identifier.
    pub code: DiagnosticCode,
    /// The severity.
    pub severity: Severity,
    /// The file.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
    /// The number of the problem that it reports, among those of the program. None for diagnostics about the text itself, blocks,
    /// packages, and the order of definitions.
    pub problem: Option<u32>,
    /// The message, with its evidence.
    pub(crate) contents: Arc<Contents>,
}

/// The message of a diagnostic, with its evidence.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The message, in one sentence on one line.
    pub message: String,
    /// The labels, for the place itself and for its causes.
    pub labels: Vec<Label>,
    /// The type that is expected there.
    pub expected: Option<String>,
    /// The type that is found there.
    pub found: Option<String>,
    /// The suggestion.
    pub help: Option<Cow<'static, str>>,
    /// The other structures to which the name at the place belongs, as in the help.
    pub(crate) owners: Vec<String>,
    /// The edit that mends it.
    pub fix: Option<Fix>,
    /// The name of the provider or module that the run lacks, if it says no more than that.
    pub lacking: Option<String>,
    /// The errors that it stands for, if they are in another program that this one calls.
    pub inside: Option<Arc<ModuleErrors>>,
}

impl Diagnostic {
    /// A diagnostic with a message only.
    pub(crate) fn new(code: DiagnosticCode, severity: Severity, file: FileId, span: Span, message: String) -> Self {
        let contents = Arc::new(Contents { message, ..Contents::default() });
        Self { code, severity, file, span, problem: None, contents }
    }

    /// The files of the diagnostic and of its labels.
    pub(crate) fn files(&self) -> impl Iterator<Item = FileId> {
        [self.file].into_iter().chain(self.labels.iter().map(|label| label.file))
    }

    /// Gives the files other numbers.
    pub(crate) fn renumber(&mut self, number: impl Fn(FileId) -> FileId) {
        self.file = number(self.file);
        for label in &mut self.labels {
            label.file = number(label.file);
        }
    }
}

/// Its contents are read as if they were its own.
impl Deref for Diagnostic {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.contents
    }
}

/// A change of one diagnostic does not change its copies.
impl DerefMut for Diagnostic {
    fn deref_mut(&mut self) -> &mut Contents {
        Arc::make_mut(&mut self.contents)
    }
}

/// An edit that mends the cause of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Its kind.
    pub kind: FixKind,
    /// The name that it writes.
    pub name: String,
    /// The place of the edit, in the diagnostic's file.
    pub span: Span,
}

/// The kinds of fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// The name replaces the text at the place, but for its quotes.
    Replace,
    /// A part with the name is added behind the brace at the place.
    Add,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The program is wrong.
    Error,
    /// The program works, but perhaps not as intended.
    Warning,
    /// Information about a correct program.
    Note,
}

impl Severity {
    /// All severities.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The name of the severity.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place related to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The file.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
    /// The text shown at the place.
    pub text: String,
}

/// The errors of a called module, and of the modules that it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleErrors {
    /// The message at the call, which refers to the errors.
    pub message: String,
    /// The severity of that message; none if it is not shown.
    pub severity: Option<Severity>,
    /// The files that the errors are in. Their names are relative to the program that is checked.
    pub sources: TiVec<FileId, Source>,
    /// The errors, each with the number of its file among these files.
    pub errors: Vec<Diagnostic>,
}
