//! The variables of a module: their types, their defaults, and whether they may be null.

use super::blocks::{At, Reader, Value, attributes, held_constant};
use super::marks::{NullGiven, nullable_parts};
use crate::builtins::type_of_variable;
use crate::dialect::type_arguments::typed_attribute;
use crate::program::Kind;
use crate::program::structure::StructureProblemKind;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId};
use crate::types::vocabulary::Mark;
use crate::types::{ANY, Interner};

impl Reader<'_, '_> {
    pub(super) fn variable(&mut self, at: At<'_>, block: &Block, name: &str) {
        let called = |wanted: &str, types: &Interner| {
            attributes(block).find(|attribute| types.text(attribute.name) == wanted).map(|attribute| attribute.value)
        };
        let (ty, default) = (called("type", self.types), called("default", self.types));
        let address = format!("var.{name}");
        let overriding = self.variables.get(&self.types.name(&address)).copied();
        // With overrides, the default is checked once both type and default are known.
        let held = default.filter(|_| overriding.is_none() && !at.is_override);
        let is_read = |&ty: &NodeId| !self.is_bare(at.tree, ty) && !matches!(at.tree.node(ty), Node::Broken);
        let declared = ty.filter(is_read).and_then(|ty| {
            let attribute = self.typed(at, ty, held, true);
            typed_attribute(attribute, self.reading.environment, self.types, &mut self.program.problems)
        });
        let check = declared.as_ref().map(|(_, check)| *check);
        let filled = declared.as_ref().map_or(ANY, |(constraint, _)| constraint.filled(self.types));
        let (declared, defaults) = declared.map(|(constraint, _)| (constraint.ty, constraint.defaults)).unzip();
        let default = attributes(block).find(|attribute| Some(attribute.value) == default);
        let known = type_of_variable(self.types, declared.unwrap_or(ANY));
        let count = self.program.definitions.len();
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        self.define(at, Kind::Variable, &address, block.span, name_span, Value::Known(known));
        if self.program.definitions.len() > count {
            let id = self.last();
            self.program.declared.insert(id, declared.unwrap_or(ANY));
            self.program.defaults.extend(defaults.flatten().map(|defaults| (id, defaults)));
            let (is_required, is_null) = (default.is_none(), default.is_some_and(|default| is_null(at, default)));
            // The default may be in what cannot be read.
            if is_required && !block.is_broken {
                self.program.required.insert(id);
            }
            let is_constant =
                called("const", self.types).is_some_and(|value| matches!(at.tree.node(value), Node::Bool(true)));
            self.program.constants.extend(is_constant.then_some(id));
            self.declare_marks(at, block);
            if !self.program.is_run_by_pulumi() {
                let is_nullable = is_nullable(at, block, self.types);
                if is_nullable && !is_required && !is_null {
                    self.program.replaced_by_null.insert(id);
                }
                if !is_nullable && self.program.required.contains(&id) {
                    self.program.never_null.insert(id);
                }
                let here = (is_nullable && is_null).then(Vec::new);
                let nullable = here.into_iter().chain(nullable_parts(filled, self.types));
                let nullable: Vec<_> = nullable.map(|keys| (keys, Mark::Nullable)).collect();
                self.mark(id, None, nullable);
                let null = match (is_nullable, is_null) {
                    (false, _) => NullGiven::Never,
                    (true, false) => NullGiven::Demanded,
                    (true, true) => NullGiven::Default,
                };
                self.mark_given(id, name, declared.unwrap_or(ANY), null);
            }
            if at.is_override {
                self.overriding(at, declared, default);
            }
        } else if let Some(overriding) = overriding {
            self.overridden(at, block, overriding, (declared, default));
        }
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.inner_body(at, inner, "variable");
        }
        let held = held.map(|default| held_constant(at, default, check));
        self.constants(at, block, "variable", held);
    }

    /// Reports marks of a constant variable: its value is known, and written down, before there are any.
    pub(super) fn check_known_early(&mut self, at: At<'_>, block: &Block) {
        let is_true = |attribute: &&Attribute| matches!(at.tree.node(attribute.value), Node::Bool(true));
        let called = |name: &str, types: &Interner| {
            attributes(block).filter(is_true).find(|attribute| types.text(attribute.name) == name)
        };
        if called("const", self.types).is_none() || !self.has_constants {
            return;
        }
        for name in ["sensitive", "ephemeral"] {
            if let Some(attribute) = called(name, self.types) {
                let kind = StructureProblemKind::unknown_attribute(name.to_owned(), "a constant variable", None);
                self.problem(at, attribute.name_span, kind);
            }
        }
    }
}

/// Holds if a block sets an attribute to null.
fn is_null(at: At<'_>, attribute: &Attribute) -> bool {
    matches!(at.tree.node(attribute.value), Node::Null)
}

/// Holds unless a variable is declared as not nullable.
fn is_nullable(at: At<'_>, block: &Block, types: &Interner) -> bool {
    let mut declared = attributes(block).filter(|attribute| types.text(attribute.name) == "nullable");
    !declared.any(|attribute| matches!(at.tree.node(attribute.value), Node::Bool(false)))
}
