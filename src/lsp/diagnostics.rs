//! Diagnostics as an editor shows them.

use std::fmt::Write as _;

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Message,
};

use super::view::View;
use crate::diagnostics::{self, Severity};
use crate::program::FileId;

/// How many diagnostics of one file are sent: editors show no more, and slow down before.
pub const MOST: usize = 1_000;

/// The diagnostics of each file of a program, in the order of files. Of very many the worst are taken.
pub fn diagnostics(view: &View<'_>, all: &[diagnostics::Diagnostic]) -> Vec<Vec<Diagnostic>> {
    let mut of_files: Vec<Vec<&diagnostics::Diagnostic>> = view.file_ids().map(|_| Vec::new()).collect();
    for found in all {
        of_files[found.file.0 as usize].push(found);
    }
    let shown = |(file, mut found): (FileId, Vec<&diagnostics::Diagnostic>)| {
        if found.len() > MOST {
            found.sort_by_key(|found| found.severity);
            found.truncate(MOST);
            found.sort_by_key(|found| found.span);
        }
        found.into_iter().map(|found| diagnostic(view, file, found)).collect()
    };
    view.file_ids().zip(of_files).map(shown).collect()
}

/// A diagnostic of a file.
pub fn diagnostic(view: &View<'_>, file: FileId, found: &diagnostics::Diagnostic) -> Diagnostic {
    let tag = match &found.code[..] {
        "unused-definition" => Some(DiagnosticTag::Unnecessary),
        "deprecated" => Some(DiagnosticTag::Deprecated),
        _ => None,
    };
    let href = view.client.code_link.as_ref().map(|link| link.replace("{code}", &found.code));
    Diagnostic {
        range: view.range(file, found.span),
        severity: Some(severity(found.severity)),
        code: Some(Code::String(found.code.to_string())),
        code_description: href.map(|href| CodeDescription { href: href.into() }),
        source: Some("typelog".to_owned()),
        message: Message::String(message(found)),
        tags: tag.map(|tag| vec![tag]),
        related_information: related(view, found),
        data: None,
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    }
}

/// The sentence, what there is to say at the place itself, the types that differ, and the suggestion: a line each.
fn message(found: &diagnostics::Diagnostic) -> String {
    let mut text = found.message.clone();
    for label in found.labels.iter().filter(|label| is_here(found, label)) {
        let _ = write!(text, "\n{}", label.text);
    }
    let parts =
        [("expected", found.expected.as_deref()), ("found", found.found.as_deref()), ("help", found.help.as_deref())];
    for (word, part) in parts {
        if let Some(part) = part {
            let _ = write!(text, "\n{word}: {part}");
        }
    }
    text
}

/// The places of the causes.
fn related(view: &View<'_>, found: &diagnostics::Diagnostic) -> Option<Vec<DiagnosticRelatedInformation>> {
    let elsewhere = found.labels.iter().filter(|label| !is_here(found, label));
    let related = elsewhere.map(|label| DiagnosticRelatedInformation {
        location: view.location(label.file, label.span),
        message: label.text.clone(),
    });
    let related: Vec<_> = related.collect();
    (!related.is_empty()).then_some(related)
}

fn is_here(found: &diagnostics::Diagnostic, label: &diagnostics::Label) -> bool {
    (label.file, label.span) == (found.file, found.span)
}
