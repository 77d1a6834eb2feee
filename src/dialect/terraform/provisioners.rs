//! Provisioners: their types and arguments, which are a part of the language.

use super::blocks::{At, Reader, attributes};
use crate::program::structure::StructureProblemKind as Kind;
use crate::syntax::tree::Block;
use crate::types::nearest::nearest;

/// A type of provisioners.
struct Provisioner {
    name: &'static str,
    /// What it is called in messages.
    called: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
}

const PROVISIONERS: [Provisioner; 3] = [
    Provisioner {
        name: "file",
        called: "a provisioner `file`",
        required: &["destination"],
        optional: &["content", "source"],
    },
    Provisioner {
        name: "local-exec",
        called: "a provisioner `local-exec`",
        required: &["command"],
        optional: &["environment", "interpreter", "quiet", "working_dir"],
    },
    Provisioner {
        name: "remote-exec",
        called: "a provisioner `remote-exec`",
        required: &[],
        optional: &["inline", "script", "scripts"],
    },
];

/// The arguments that provisioners of all types have.
const OF_ALL: [&str; 2] = ["when", "on_failure"];

impl Reader<'_, '_> {
    /// Checks the type and the arguments of a provisioner.
    pub(super) fn check_provisioner(&mut self, at: At<'_>, block: &Block) {
        let Some(&(label, span)) = block.labels.first() else { return };
        let Some(of) = PROVISIONERS.iter().find(|of| of.name == self.types.text(label)) else {
            let expected = "the type of a provisioner: `file`, `local-exec` or `remote-exec`";
            return self.problem(at, span, Kind::WrongLabels { block: "provisioner".to_owned(), expected });
        };
        let known = || of.required.iter().chain(of.optional).chain(&OF_ALL).copied();
        for attribute in attributes(block) {
            let name = self.types.text(attribute.name).to_owned();
            if !known().any(|known| known == name) {
                let suggestion = nearest(&name, known());
                self.problem(at, attribute.name_span, Kind::UnknownAttribute { name, inside: of.called, suggestion });
            }
        }
        for &name in of.required {
            let is_there = attributes(block).any(|attribute| self.types.text(attribute.name) == name);
            if !is_there && !block.is_broken {
                self.problem(at, block.kind_span, Kind::MissingAttribute { name, inside: of.called });
            }
        }
    }
}
