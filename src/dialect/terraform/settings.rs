//! The settings of a module: what the blocks `backend`, `cloud` and `provider_meta` of a `terraform` block hold.

use super::blocks::{At, Reader, attributes};
use super::shapes::backend_path;
use crate::program::structure::StructureProblemKind as Kind;
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem};
use crate::types::Name;

impl Reader<'_, '_> {
    /// Checks that the settings of backends and clouds, and the metadata of providers, are constants. Released versions have no
    /// experiments.
    pub(super) fn check_settings(&mut self, at: At<'_>, block: &Block) {
        let experiments = attributes(block).find(|attribute| self.types.text(attribute.name) == "experiments");
        if let (Some(experiments), false) = (experiments, self.program.is_run_by_pulumi()) {
            let (name, inside) = ("experiments".to_owned(), "the settings of a released version");
            let kind = Kind::unknown_attribute(name, inside, None);
            self.problem(at, experiments.name_span, kind);
        }
        // The settings of a called module are ignored.
        let is_read = self.reading.is_outermost() && !self.program.is_run_by_pulumi();
        for inner in block.body.iter().filter_map(BodyItem::as_block).filter(|_| is_read) {
            match (self.types.text(inner.kind), &inner.labels[..]) {
                ("backend", &[(label, span)]) => self.check_backend(at, inner, (label, span)),
                ("cloud", []) => self.check_settings_by(at, inner, "cloud"),
                _ => {}
            }
        }
        // In JSON, these are texts, not templates.
        if at.is_json {
            return;
        }
        // The backend of a called module is ignored.
        let is_outermost = self.reading.is_outermost();
        let is_constant = |inner: &&Block| match self.types.text(inner.kind) {
            "backend" | "cloud" => is_outermost,
            kind => kind == "provider_meta",
        };
        let mut open: Vec<&Block> = block.body.iter().filter_map(BodyItem::as_block).filter(is_constant).collect();
        while let Some(inner) = open.pop() {
            for attribute in attributes(inner) {
                if let Some(reference) = self.early_reference(at, attribute.value) {
                    self.not_a_literal(at, attribute, reference, "a value without references");
                }
            }
            open.extend(inner.body.iter().filter_map(BodyItem::as_block));
        }
    }

    /// Checks the name of a backend, and its settings.
    fn check_backend(&mut self, at: At<'_>, backend: &Block, (label, span): (Name, Span)) {
        let name = self.types.text(label).to_owned();
        if self.is_backend(at, &name, span) {
            self.check_settings_by(at, backend, &name);
        }
    }

    /// Checks the settings in a block, which are those of a backend.
    fn check_settings_by(&mut self, at: At<'_>, block: &Block, backend: &str) {
        let path = backend_path(backend);
        self.check_body(at, block, &path);
        // In JSON, these are texts, not templates.
        if !at.is_json {
            self.constants(at, block, &path, None);
        }
    }
}
