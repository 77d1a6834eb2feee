//! The selection of diagnostics by code and severity, as a user configures it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Diagnostic, Severity};

/// A filter for diagnostics.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The codes that are shown. If empty, all are.
    pub selected: BTreeSet<String>,
    /// The codes that are not shown.
    pub ignored: BTreeSet<String>,
    /// The severities of codes that override the default. None if the code is not shown.
    pub severities: BTreeMap<String, Option<Severity>>,
    /// The lowest severity that is shown.
    pub least: Severity,
}

impl Default for Selection {
    /// Selects every diagnostic, with its own severity.
    fn default() -> Self {
        let (selected, ignored) = (BTreeSet::new(), BTreeSet::new());
        Self { selected, ignored, severities: BTreeMap::new(), least: Severity::Note }
    }
}

impl Selection {
    /// Holds if every diagnostic is selected, with its own severity.
    pub fn is_all(&self) -> bool {
        self.selected.is_empty()
            && self.ignored.is_empty()
            && self.severities.is_empty()
            && self.least == Severity::Note
    }

    /// The selected diagnostics, in order. Overrides of severities apply before the lowest severity is compared.
    pub fn apply(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        diagnostics.retain_mut(|diagnostic| {
            let code = &diagnostic.code[..];
            let severity = self.severities.get(code).copied().unwrap_or(Some(diagnostic.severity));
            let is_wanted = (self.selected.is_empty() || self.selected.contains(code)) && !self.ignored.contains(code);
            let Some(severity) = severity.filter(|&severity| is_wanted && severity <= self.least) else { return false };
            diagnostic.severity = severity;
            true
        });
        diagnostics
    }
}
