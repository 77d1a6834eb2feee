//! Diagnostics as they are sent to the client.

use std::ops::Range;
use std::sync::Arc;

use gen_lsp_types::{Diagnostic, Position};
use serde::Serialize;
use serde_json::Value;

use crate::digest::Digest;
use crate::lsp::diagnostics::{SentDiagnostic, ShownDiagnostic};

/// A message to the client, as JSON text.
pub type MessageText = Arc<String>;

/// The diagnostics of a file, as a serialized message. A file may have a thousand, and all are sent with each version of it. The
/// text of unchanged ones is copied.
#[derive(Debug)]
pub struct Publication {
    /// The version of the document, if it is open.
    version: Option<i32>,
    message: MessageText,
    /// The byte range of the list of diagnostics in the message.
    diagnostics: Range<usize>,
    /// The diagnostics of a program, with the byte ranges of their texts in the message.
    sent: Vec<(SentDiagnostic, Range<usize>)>,
}

/// The text that follows the range of a diagnostic in its JSON.
const BEHIND_PLACE: &str = r#","severity":"#;

impl Publication {
    /// Creates the publication of a file of a program. Texts that are reused are taken out of the publication before.
    pub fn new(uri: &str, version: Option<i32>, shown: &[ShownDiagnostic<'_>], before: Option<&mut Self>) -> Self {
        let (earlier, sent) = match before {
            Some(before) => (MessageText::clone(&before.message), std::mem::take(&mut before.sent)),
            None => (MessageText::default(), Vec::new()),
        };
        let mut sent = sent.into_iter().peekable();
        Self::written(uri, version, earlier.len(), |text| {
            let mut written = Vec::with_capacity(shown.len());
            text.push(b'[');
            for shown in shown {
                if !written.is_empty() {
                    text.push(b',');
                }
                // Both lists are in source order; otherwise fewer texts are reused.
                let is_gone = |sent: &SentDiagnostic| !sent.says(shown) && start(sent.range()) < start(shown.range());
                while sent.next_if(|(sent, _)| is_gone(sent)).is_some() {}
                let known = sent.next_if(|(sent, _)| sent.says(shown));
                written.push(push(text, shown, known, &earlier));
            }
            text.push(b']');
            written
        })
    }

    fn written(
        uri: &str,
        version: Option<i32>,
        expected: usize,
        write: impl FnOnce(&mut Vec<u8>) -> Vec<(SentDiagnostic, Range<usize>)>,
    ) -> Self {
        let mut text = Vec::with_capacity(expected + expected / 8);
        text.extend(br#"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"#);
        push_json(&mut text, uri);
        if let Some(version) = version {
            text.extend(br#","version":"#);
            push_json(&mut text, &version);
        }
        text.extend(br#","diagnostics":"#);
        let start = text.len();
        let sent = write(&mut text);
        let diagnostics = start..text.len();
        text.extend(b"}}");
        // JSON is valid UTF-8.
        let message = String::from_utf8(text).unwrap_or_default();
        Self { version, message: message.into(), diagnostics, sent }
    }

    /// Returns the message to the client.
    pub fn message(&self) -> MessageText {
        MessageText::clone(&self.message)
    }

    /// Holds if there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.diagnostics() == "[]"
    }

    /// Holds if it differs from the publication before, so that it has to be sent.
    pub fn is_news(&self, before: Option<&Self>) -> bool {
        match before {
            None => self.version.is_some() || !self.is_empty(),
            Some(before) => self.version != before.version || self.diagnostics() != before.diagnostics(),
        }
    }

    /// Returns the version of the document, if it is open.
    pub fn version(&self) -> Option<i32> {
        self.version
    }

    /// Returns the list of diagnostics.
    pub fn items(&self) -> Value {
        // The text has been written as JSON.
        serde_json::from_str(self.diagnostics()).unwrap_or_default()
    }

    /// Returns a text that is the same for the same diagnostics.
    pub fn digest(&self) -> String {
        let mut digest = Digest::default();
        digest.text(self.diagnostics());
        format!("{:016x}", digest.finish())
    }

    fn diagnostics(&self) -> &str {
        &self.message[self.diagnostics.clone()]
    }
}

/// Returns the message with the diagnostics of a rule file.
pub fn of_rules(uri: &str, version: Option<i32>, diagnostics: &[Diagnostic]) -> MessageText {
    let write = |text: &mut Vec<u8>| {
        push_json(text, diagnostics);
        Vec::new()
    };
    Publication::written(uri, version, 0, write).message
}

/// Returns the message that withdraws all diagnostics of a file.
pub fn withdrawal(uri: &str) -> MessageText {
    of_rules(uri, None, &[])
}

/// Appends a diagnostic, whose text may be copied from an earlier message.
fn push(
    text: &mut Vec<u8>,
    shown: &ShownDiagnostic<'_>,
    known: Option<(SentDiagnostic, Range<usize>)>,
    earlier: &str,
) -> (SentDiagnostic, Range<usize>) {
    let at = text.len();
    let Some((mut sent, place)) = known else {
        push_json(text, shown);
        return (shown.sent(), at..text.len());
    };
    let known = &earlier[place];
    if sent.range() == shown.range() {
        text.extend_from_slice(known.as_bytes());
    } else {
        text.extend(br#"{"range":"#);
        push_json(text, &shown.range());
        text.extend_from_slice(known.find(BEHIND_PLACE).map_or(b"}", |behind| &known.as_bytes()[behind..]));
        sent.move_to(shown.range());
    }
    (sent, at..text.len())
}

fn start(range: gen_lsp_types::Range) -> (u32, u32) {
    let Position { line, character } = range.start;
    (line, character)
}

/// Appends a value to a text, as JSON.
fn push_json<T: Serialize + ?Sized>(text: &mut Vec<u8>, value: &T) {
    let start = text.len();
    // The types of the protocol can always be serialized.
    if serde_json::to_writer(&mut *text, value).is_err() {
        text.truncate(start);
        text.extend(b"null");
    }
}
