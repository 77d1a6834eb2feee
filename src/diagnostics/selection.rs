//! The selection of diagnostics by code and severity, as a user configures it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Diagnostic, ModuleErrors, Severity};

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

    /// The selected diagnostics, in order. A report about a called module carries the selected ones of the module's errors.
    pub fn apply(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.is_all() {
            return diagnostics;
        }
        diagnostics.retain_mut(|diagnostic| {
            // Contents that are shared with the version before are copied only if they change.
            if let Some(inside) = diagnostic.inside.clone() {
                diagnostic.inside = self.inside(&diagnostic.code, inside);
                return diagnostic.inside.is_some();
            }
            let severity = self.severity(&diagnostic.code, diagnostic.severity);
            diagnostic.severity = severity.unwrap_or(diagnostic.severity);
            severity.is_some()
        });
        diagnostics
    }

    /// Selects among the errors of a called module; `None` if none is left, or the reports with this code, which carry them, are
    /// not shown.
    fn inside(&self, code: &str, mut inside: Arc<ModuleErrors>) -> Option<Arc<ModuleErrors>> {
        let is_hidden = self.ignored.contains(code) || self.severities.get(code).is_some_and(Option::is_none);
        let selected = Arc::make_mut(&mut inside);
        selected.severity = self.severity(code, Severity::Note);
        if !self.selected.contains(code) {
            selected.errors = self.apply(std::mem::take(&mut selected.errors));
        }
        (!is_hidden && !inside.errors.is_empty()).then_some(inside)
    }

    /// The severity with which a code is shown, if it is. Overrides apply before the lowest severity is compared.
    fn severity(&self, code: &str, own: Severity) -> Option<Severity> {
        let is_selected = self.selected.is_empty() || self.selected.contains(code);
        let severity = self.severities.get(code).copied().unwrap_or(Some(own));
        severity.filter(|&severity| is_selected && !self.ignored.contains(code) && severity <= self.least)
    }
}
