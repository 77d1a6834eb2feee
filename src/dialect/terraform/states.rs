//! The states of other programs: the data source `terraform_remote_state`, whose backend decides which settings it has.

use super::blocks::{At, Reader, attributes};
use super::forms::first_reference;
use super::shapes::{backend_path, backends, shape};
use crate::program::structure::StructureProblemKind as Kind;
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, Node, NodeId, ObjectKey, Tree};
use crate::types::Interner;
use crate::types::nearest::nearest;

impl Reader<'_, '_> {
    /// Checks the backend of the state of another program, and its settings as far as they are written there.
    pub(super) fn check_state(&mut self, at: At<'_>, block: &Block) {
        let label = block.labels.first().map(|label| self.types.text(label.0));
        if label != Some("terraform_remote_state") || self.program.is_run_by_pulumi() {
            return;
        }
        let called = |name: &str| attributes(block).find(|attribute| self.types.text(attribute.name) == name).cloned();
        let (backend, config, defaults) = (called("backend"), called("config"), called("defaults"));
        if let Some(defaults) = defaults.filter(|defaults| is_no_object(at.tree, defaults.value)) {
            self.not_a_literal(at, &defaults, defaults.value, "an object with the outputs");
        }
        let Some(backend) = backend else { return };
        let Node::String(name) = at.tree.node(backend.value) else { return };
        let name = self.types.text(name).to_owned();
        if !self.is_backend(at, &name, at.tree.span(backend.value)) {
            return;
        }
        let Some(config) = config else { return };
        match at.tree.node(config.value) {
            // Settings are checked once all of them are known.
            Node::Object(_) if first_reference(at.tree, config.value).is_none() => {
                self.check_settings_of(at, &config, &name);
            }
            _ if is_no_object(at.tree, config.value) => {
                self.not_a_literal(at, &config, config.value, "an object with the settings of the backend");
            }
            _ => {}
        }
    }

    fn check_settings_of(&mut self, at: At<'_>, config: &Attribute, backend: &str) {
        let Some(shape) = shape(&backend_path(backend)) else { return };
        for name in keys(at.tree, config, self.types) {
            if shape.attribute(&name).is_none() && shape.labels(&name).is_none() {
                let suggestion = shape.nearest_attribute(&name);
                self.problem(at, config.name_span, Kind::unknown_attribute(name, shape.called, suggestion));
            }
        }
    }

    /// Holds for names of backends, and reports others.
    pub(super) fn is_backend(&mut self, at: At<'_>, name: &str, span: Span) -> bool {
        // A backend of OpenTofu may be another one.
        let is_known = shape(&backend_path(name)).is_some() || self.evaluates_early;
        if !is_known {
            let meant = nearest(name, backends()).map_or_else(String::new, |meant| format!(": there is `{meant}`"));
            self.problem(at, span, Kind::WrongAddress(format!("unknown backend `{name}`{meant}")));
        }
        is_known
    }
}

/// Holds for values that are written as another one than an object.
fn is_no_object(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.node(node), Node::String(_) | Node::Number(_) | Node::Bool(_) | Node::Tuple(_))
}

/// Returns the keys of an object that are constants.
fn keys(tree: &Tree, attribute: &Attribute, types: &Interner) -> Vec<String> {
    let Node::Object(items) = tree.node(attribute.value) else { return Vec::new() };
    let key = |key: ObjectKey| match key {
        ObjectKey::Name(name) => Some(types.text(name).to_owned()),
        ObjectKey::Expression(key, _) => match tree.node(key) {
            Node::String(name) => Some(types.text(name).to_owned()),
            _ => None,
        },
    };
    tree.items(items).iter().filter_map(|item| key(item.key)).collect()
}
