//! The labels of blocks: names and their form, the providers that are configured, and the blocks that are overridden.

use super::blocks::{At, Reader, attributes};
use super::once::Named;
use crate::program::structure::{StructureProblem, StructureProblemKind as Kind};
use crate::program::{Definition, Kind as Of};
use crate::syntax::tree::{Block, BodyItem, Node};

/// The variable names that would conflict with the arguments of a module call.
const RESERVED: [&str; 8] =
    ["source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals"];

impl Reader<'_, '_> {
    /// Checks that the labels of a block are names.
    pub(super) fn check_names(&mut self, at: At<'_>, block: &Block, kind: &str) {
        for (number, &(label, span)) in block.labels.iter().enumerate() {
            let name = self.types.text(label).to_owned();
            let is_type = number == 0 && ["resource", "data", "ephemeral", "provider"].contains(&kind);
            let provider = if kind == "provider" { &name } else { provider_of(&name) };
            // Pulumi allows any text as a name.
            let is_name = is_identifier(&name) || self.program.is_run_by_pulumi() && !name.is_empty();
            let is_right = is_name && (!is_type || is_provider(provider));
            let expected =
                "a name of letters, digits, underscores and dashes, the first of which is a letter or an underscore";
            if !is_right {
                self.problem(at, span, Kind::WrongLabels { block: kind.to_owned(), expected, given: Some(name) });
            } else if kind == "variable" && RESERVED.contains(&&name[..]) && !self.program.is_run_by_pulumi() {
                let expected = "a name other than those of the arguments that calls of all modules have";
                self.problem(at, span, Kind::WrongLabels { block: kind.to_owned(), expected, given: Some(name) });
            }
        }
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            if let ("provider_meta", [(label, span)]) = (self.types.text(inner.kind), &inner.labels[..])
                && !is_provider(self.types.text(*label))
            {
                let expected = "the name of a provider, which has no underscores";
                self.problem(
                    at,
                    *span,
                    Kind::WrongLabels {
                        block: "provider_meta".to_owned(),
                        expected,
                        given: Some(self.types.text(*label).to_owned()),
                    },
                );
            }
        }
        if kind == "terraform" {
            self.check_settings(at, block);
        }
        if kind == "provider" && !at.is_override {
            self.check_provider(at, block);
        }
    }

    /// Checks that no two providers have the same name and alias.
    fn check_provider(&mut self, at: At<'_>, block: &Block) {
        let Some(&(label, span)) = block.labels.first() else { return };
        let alias = attributes(block).find(|attribute| self.types.text(attribute.name) == "alias");
        let alias = alias.and_then(|attribute| match at.tree.node(attribute.value) {
            Node::String(text) => Some((self.types.text(text).to_owned(), at.tree.span(attribute.value))),
            Node::Number(number) => Some((self.types.number_of(number).to_string(), at.tree.span(attribute.value))),
            _ => None,
        });
        if let Some((wrong, span)) = alias.as_ref().filter(|alias| !is_identifier(&alias.0)) {
            let reason = format!(
                "`{wrong}` is not an alias: a letter or an underscore is first, and letters, digits, underscores and dashes follow"
            );
            self.problem(at, *span, Kind::WrongConstant(reason));
        }
        let name = format!("provider {} {}", self.types.text(label), alias.map_or_else(String::new, |alias| alias.0));
        if !self.once.is_new(Named::Provider, &name) {
            self.problem(at, span, Kind::DuplicateBlock(name.trim_end().to_owned()));
        }
    }

    /// Checks that overridden definitions exist in other files. The first `overriding` definitions are those of override files.
    pub(super) fn check_overrides(&mut self, overriding: usize) {
        let definitions = &self.program.definitions.raw[..overriding];
        let is_stray = |definition: &&Definition| {
            definition.name.is_some_and(|name| !self.bases.contains(&name)) && definition.kind != Of::Body
        };
        let stray: Vec<StructureProblem> = definitions
            .iter()
            .filter(is_stray)
            .map(|definition| {
                let block = definition.address().next().unwrap_or_default().to_owned();
                let expected = "the name of a block that another file defines";
                let kind = Kind::WrongLabels { block, expected, given: None };
                StructureProblem { file: definition.file, span: definition.name_span, kind }
            })
            .collect();
        self.program.problems.extend(stray);
    }
}

/// Holds for valid names of blocks.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

/// Holds for valid names of providers.
pub(super) fn is_provider(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}

/// Returns the provider in the name of a resource type.
pub(super) fn provider_of(ty: &str) -> &str {
    ty.split('_').next().unwrap_or(ty)
}
