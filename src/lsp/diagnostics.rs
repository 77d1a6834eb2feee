//! Diagnostics in the form of the protocol.

use std::fmt::{self, Display};

use typed_index_collections::TiVec;

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    Message, Range,
};
use serde::{Serialize, Serializer};

use super::view::View;
use crate::diagnostics::{self, Severity};
use crate::program::FileId;

/// The maximal number of diagnostics sent for one file. Editors show no more, and slow down before.
pub const MOST: usize = 1_000;

/// A diagnostic of the protocol with borrowed texts, because a thousand may be sent with each version of a file.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownDiagnostic<'a> {
    range: Range,
    severity: DiagnosticSeverity,
    code: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code_description: Option<CodeDescription>,
    source: &'static str,
    message: ShownMessage<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<[DiagnosticTag; 1]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_information: Vec<Cause<'a>>,
}

/// A related location and its message.
#[derive(Clone, Debug, Serialize)]
struct Cause<'a> {
    location: CauseLocation<'a>,
    message: &'a str,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct CauseLocation<'a> {
    uri: &'a str,
    range: Range,
}

/// The message of a diagnostic: the sentence, the label at its own place, the types that differ, and the suggestion, each on a
/// line.
#[derive(Clone, Copy, Debug)]
struct ShownMessage<'a>(&'a diagnostics::Diagnostic);

/// A diagnostic that has been sent, kept for comparison.
#[derive(Clone, Debug)]
pub struct SentDiagnostic {
    range: Range,
    found: diagnostics::Diagnostic,
    causes: Vec<(String, Range)>,
}

/// Returns the diagnostics of each file of a program, in the order of files. Of too many, the most severe are kept.
pub fn diagnostics<'a>(
    view: &'a View<'_>,
    all: &'a [diagnostics::Diagnostic],
) -> impl Iterator<Item = Vec<ShownDiagnostic<'a>>> {
    let mut of_files: TiVec<FileId, Vec<&diagnostics::Diagnostic>> = view.file_ids().map(|_| Vec::new()).collect();
    for found in all {
        of_files[found.file].push(found);
    }
    of_files
        .into_iter()
        .map(|found| most_severe(found).into_iter().map(|found| ShownDiagnostic::new(view, found)).collect())
}

/// Returns the diagnostics of a file that the client knows: of too many, the most severe.
pub fn most_severe(mut of_file: Vec<&diagnostics::Diagnostic>) -> Vec<&diagnostics::Diagnostic> {
    if of_file.len() > MOST {
        of_file.sort_by_key(|found| found.severity);
        of_file.truncate(MOST);
        of_file.sort_by_key(|found| found.span);
    }
    of_file
}

impl<'a> ShownDiagnostic<'a> {
    /// Creates the protocol form of a diagnostic.
    pub fn new(view: &'a View<'_>, found: &'a diagnostics::Diagnostic) -> Self {
        let tag = match found.code.own() {
            Some(diagnostics::Code::UnusedDefinition) => Some(DiagnosticTag::Unnecessary),
            Some(diagnostics::Code::Deprecated) => Some(DiagnosticTag::Deprecated),
            _ => None,
        };
        let href = view.client.code_link.as_ref().map(|link| link.replace("{code}", &found.code));
        let elsewhere = found.labels.iter().filter(|label| !is_here(found, label));
        let cause = |label: &'a diagnostics::Label| Cause {
            location: CauseLocation { uri: view.uri(label.file), range: view.range(label.file, label.span) },
            message: &label.text,
        };
        Self {
            range: view.range(found.file, found.span),
            severity: severity(found.severity),
            code: &found.code,
            code_description: href.map(|href| CodeDescription { href: href.into() }),
            source: "typelog",
            message: ShownMessage(found),
            tags: tag.map(|tag| [tag]),
            related_information: elsewhere.map(cause).collect(),
        }
    }
}

impl ShownDiagnostic<'_> {
    /// Returns the range of the diagnostic.
    pub fn range(&self) -> Range {
        self.range
    }

    /// Returns the record that is kept once the diagnostic is sent.
    pub fn sent(&self) -> SentDiagnostic {
        let causes = self.related_information.iter().map(|cause| (cause.location.uri.to_owned(), cause.location.range));
        SentDiagnostic { range: self.range, found: self.message.0.clone(), causes: causes.collect() }
    }
}

impl SentDiagnostic {
    /// Returns the range of the diagnostic.
    pub fn range(&self) -> Range {
        self.range
    }

    /// Holds if another diagnostic has the same content, possibly at another place.
    pub fn says(&self, shown: &ShownDiagnostic<'_>) -> bool {
        let (before, now) = (&self.found, shown.message.0);
        let causes = shown.related_information.iter().map(|cause| cause.location);
        before.says_same(now)
            && labels(before).eq(labels(now))
            && self.causes.iter().map(|(uri, range)| (&uri[..], *range)).eq(causes.map(|of| (of.uri, of.range)))
    }

    /// Moves the diagnostic to the range of an equal one.
    pub fn move_to(&mut self, range: Range) {
        self.range = range;
    }
}

impl From<ShownDiagnostic<'_>> for Diagnostic {
    fn from(shown: ShownDiagnostic<'_>) -> Self {
        let cause = |Cause { location, message }: Cause<'_>| DiagnosticRelatedInformation {
            location: Location { uri: location.uri.into(), range: location.range },
            message: message.to_owned(),
        };
        let causes: Vec<_> = shown.related_information.into_iter().map(cause).collect();
        Self {
            range: shown.range,
            severity: Some(shown.severity),
            code: Some(Code::String(shown.code.to_owned())),
            code_description: shown.code_description,
            source: Some(shown.source.to_owned()),
            message: Message::String(shown.message.to_string()),
            tags: shown.tags.map(Vec::from),
            related_information: (!causes.is_empty()).then_some(causes),
            data: None,
        }
    }
}

impl Display for ShownMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.0;
        f.write_str(&found.message)?;
        for label in found.labels.iter().filter(|label| is_here(found, label)) {
            write!(f, "\n{}", label.text)?;
        }
        let parts = [
            ("expected", found.expected.as_deref()),
            ("found", found.found.as_deref()),
            ("help", found.help.as_deref()),
        ];
        for (word, part) in parts {
            if let Some(part) = part {
                write!(f, "\n{word}: {part}")?;
            }
        }
        Ok(())
    }
}

impl Serialize for ShownMessage<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    }
}

fn is_here(found: &diagnostics::Diagnostic, label: &diagnostics::Label) -> bool {
    (label.file, label.span) == (found.file, found.span)
}

/// Returns the texts of labels; the flag holds for a label at the diagnostic's own place.
fn labels(found: &diagnostics::Diagnostic) -> impl Iterator<Item = (&str, bool)> {
    found.labels.iter().map(|label| (&label.text[..], is_here(found, label)))
}
