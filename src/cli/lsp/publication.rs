//! Diagnostics as they are sent to the client.

use std::sync::Arc;

use gen_lsp_types::Diagnostic;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The diagnostics of a file, for `textDocument/publishDiagnostics`. They are made text once, because a file may have a thousand,
/// and are sent with each version of it.
#[derive(Clone, Debug, Serialize)]
pub struct Publication {
    uri: String,
    /// The version of the document, if it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    /// A list in JSON.
    #[serde(serialize_with = "write_raw")]
    diagnostics: Arc<RawValue>,
}

impl Publication {
    /// The diagnostics of a file.
    pub fn new(uri: &str, version: Option<i32>, diagnostics: &[Diagnostic]) -> Self {
        // What the types of the protocol hold can be written.
        let text = to_raw_value(diagnostics).unwrap_or_else(|_| RawValue::NULL.to_owned());
        Self { uri: uri.to_owned(), version, diagnostics: text.into() }
    }

    /// The message that takes all diagnostics of a file back.
    pub fn withdrawal(uri: &str) -> Self {
        Self::new(uri, None, &[])
    }

    /// Holds if there is none.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.get() == "[]"
    }

    /// Holds if the client does not know it from what it has been told before.
    pub fn is_news(&self, before: Option<&Self>) -> bool {
        match before {
            None => self.version.is_some() || !self.is_empty(),
            Some(before) => self.version != before.version || self.diagnostics.get() != before.diagnostics.get(),
        }
    }
}

fn write_raw<S: Serializer>(text: &Arc<RawValue>, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::serialize(text, serializer)
}
