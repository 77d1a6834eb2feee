//! Diagnostics and completions for files of user rules and of rule books.

use gen_lsp_types::{
    Code, CompletionItem, CompletionItemKind, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    Message, Range,
};
use typelog_reader::syntax::Fault;

use crate::source::Span;

/// Converts a fault to a diagnostic; `range` converts its spans.
pub fn diagnostic(fault: &Fault, uri: &str, range: impl Fn(Span) -> Range) -> Diagnostic {
    let help = fault.help.as_ref().map_or_else(String::new, |help| format!("\nhelp: {help}"));
    let note = |(span, text): &(Span, String)| DiagnosticRelatedInformation {
        location: Location { uri: uri.into(), range: range(*span) },
        message: text.clone(),
    };
    let notes: Vec<_> = fault.notes.iter().map(note).collect();
    Diagnostic {
        range: range(fault.span),
        severity: Some(DiagnosticSeverity::Error),
        code: Some(Code::String(fault.code.to_owned())),
        source: Some("typelog".to_owned()),
        message: Message::String(fault.message.clone() + &help),
        related_information: (!notes.is_empty()).then_some(notes),
        ..Diagnostic::default()
    }
}

/// Creates a completion; lower ranks come first.
pub fn offer(label: &str, kind: CompletionItemKind, detail: &str, rank: u8) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        sort_text: Some(format!("{rank}{label}")),
        ..CompletionItem::default()
    }
}
