//! The faults of files of settings, as diagnostics of these files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gen_lsp_types::{Diagnostic, DiagnosticSeverity, Message};

use super::publication::{MessageText, of_rules, withdrawal};
use crate::lsp::text::Encoding;
use crate::lsp::uris::uri_of;
use crate::project::SettingsFault;

/// The files of settings with faults.
#[derive(Default)]
pub struct SettingsFaults {
    /// For each file that has been reported, its fault, if it still has one.
    faults: BTreeMap<PathBuf, Option<SettingsFault>>,
    is_news: bool,
}

impl SettingsFaults {
    /// Notes the fault of a file.
    pub fn note(&mut self, fault: SettingsFault) {
        self.faults.insert(fault.path.clone(), Some(fault));
        self.is_news = true;
    }

    /// Forgets all faults, since the files are read again.
    pub fn forget(&mut self) {
        self.faults.values_mut().for_each(|fault| *fault = None);
        self.is_news = !self.faults.is_empty();
    }

    /// Takes the messages to the client about faults that are new or gone.
    pub fn take_messages(&mut self, encoding: Encoding) -> Vec<MessageText> {
        if !std::mem::take(&mut self.is_news) {
            return Vec::new();
        }
        let message = |(path, fault): (&PathBuf, &Option<SettingsFault>)| match fault {
            Some(fault) => of_rules(&uri_of(path), None, &[diagnostic(fault, encoding)]),
            None => withdrawal(&uri_of(path)),
        };
        let messages = self.faults.iter().map(message).collect();
        self.faults.retain(|_, fault| fault.is_some());
        messages
    }
}

fn diagnostic(fault: &SettingsFault, encoding: Encoding) -> Diagnostic {
    Diagnostic {
        range: fault.source.lines().range(&fault.source.text, fault.span, encoding),
        severity: Some(DiagnosticSeverity::Error),
        code: None,
        code_description: None,
        source: Some("typelog".to_owned()),
        message: Message::String(format!("{}; the settings before it are used", fault.message)),
        tags: None,
        related_information: None,
        data: None,
    }
}
