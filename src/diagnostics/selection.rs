//! The diagnostics that a user wants to see, and how bad each code is to them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Diagnostic, Severity};

/// A choice among the diagnostics.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The codes that are shown; none stands for all.
    pub selected: BTreeSet<String>,
    /// The codes that are not shown.
    pub ignored: BTreeSet<String>,
    /// The severities of codes that are not to have their own. None if the code is not shown.
    pub severities: BTreeMap<String, Option<Severity>>,
    /// The least bad severity that is shown.
    pub least: Severity,
}

impl Default for Selection {
    /// Everything, as it is.
    fn default() -> Self {
        let (selected, ignored) = (BTreeSet::new(), BTreeSet::new());
        Self { selected, ignored, severities: BTreeMap::new(), least: Severity::Note }
    }
}

impl Selection {
    /// Holds if every diagnostic is chosen as it is.
    pub fn is_all(&self) -> bool {
        self.selected.is_empty()
            && self.ignored.is_empty()
            && self.severities.is_empty()
            && self.least == Severity::Note
    }

    /// The chosen diagnostics, in their order. A severity is set before the severities are compared.
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
