//! The settings of a module: what the blocks `backend`, `cloud` and `provider_meta` of a `terraform` block hold.

use super::blocks::{At, Reader, attributes};
use crate::program::structure::StructureProblemKind as Kind;
use crate::syntax::tree::{Block, BodyItem};

/// Backends of versions before 1.3.
const FORMER: [&str; 6] = ["artifactory", "atlas", "etcd", "etcdv3", "manta", "swift"];

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
        let backends = block.body.iter().filter_map(BodyItem::as_block);
        for backend in backends.filter(|inner| self.types.text(inner.kind) == "backend").cloned().collect::<Vec<_>>() {
            self.check_backend(at, &backend);
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

    /// Checks the name of a backend, and the names of its settings. That of a called module is ignored.
    fn check_backend(&mut self, at: At<'_>, backend: &Block) {
        let Some(&(label, span)) = backend.labels.first() else { return };
        if !self.reading.is_outermost() || self.program.is_run_by_pulumi() {
            return;
        }
        let name = self.types.text(label).to_owned();
        if !FORMER.contains(&&name[..]) && !self.is_backend(at, &name, span) {
            return;
        }
        for attribute in attributes(backend) {
            let setting = self.types.text(attribute.name).to_owned();
            self.check_setting(at, &name, setting, attribute.name_span);
        }
    }
}
