//! `hook` blocks: commands that run at lifecycle steps of resources.

use super::Reader;
use super::body::{expected, expression, free};
use crate::program::structure::StructureProblemKind;
use crate::program::{Block, BlockValue, Kind, Part, Scope, Variable};
use crate::syntax::tree::{self, BodyItem};
use crate::types::vocabulary::HookKind;
use crate::types::{ANY, BOOL, ID, Interner, STRING, Ty};

impl Reader<'_, '_> {
    /// `hook resource "name" { command = [x] }`
    pub(super) fn hook(&mut self, block: &tree::Block) {
        let [(kind, kind_span), name] = block.labels[..] else {
            return self.mislabelled(block, Kind::Hook, "a kind, `resource` or `error`, and a name");
        };
        let kind = match self.text(kind) {
            "resource" => HookKind::Resource,
            "error" => HookKind::Error,
            other => {
                let other = other.to_owned();
                self.problem(kind_span, StructureProblemKind::UnknownHookKind(other));
                let expressions = super::body::free_expressions(block);
                let meaning = Block::with_value(BlockValue::Known(ANY), block.open);
                let definition = self.definition(Kind::Hook, block, Some(&name), "", expressions, meaning);
                return self.define(definition);
            }
        };
        let (inside, known): (_, &[&str]) = match kind {
            HookKind::Resource => ("a hook", &["command", "ignoreErrors", "onDryRun"]),
            HookKind::Error => ("a hook for errors", &["command"]),
        };
        let strings = self.reading.types.list(STRING);
        let (mut expressions, mut has_command) = (Vec::new(), false);
        for item in &block.body {
            let attribute = match item {
                BodyItem::Attribute(attribute) => attribute,
                BodyItem::Block(inner) => {
                    self.unsupported_block(inner, inside, known);
                    expressions.extend(super::body::free_expressions(inner));
                    continue;
                }
            };
            if !known.contains(&self.text(attribute.name)) {
                self.unsupported_attribute(attribute, inside, known);
            }
            expressions.push(match self.text(attribute.name) {
                "command" => {
                    has_command = true;
                    expression(attribute, Part::Expected(strings), Scope::Inside)
                }
                "onDryRun" | "ignoreErrors" => expected(attribute, BOOL),
                _ => free(attribute),
            });
        }
        if !has_command && !block.is_broken {
            self.problem(
                block.open,
                StructureProblemKind::MissingAttribute { name: "command".into(), inside: "a hook" },
            );
        }
        let arguments = arguments(self.reading.types, kind);
        let name_of_arguments = self.reading.types.name("args");
        let meaning = Block {
            variable: Some((name_of_arguments, Variable::Known(arguments))),
            ..Block::with_value(BlockValue::Hook(kind), block.open)
        };
        let definition = self.definition(Kind::Hook, block, Some(&name), "", expressions, meaning);
        self.define(definition);
    }
}

/// Returns the type of the arguments of a hook's command. After a failed step, there are no new outputs.
fn arguments(types: &mut Interner, kind: HookKind) -> Ty {
    let map = types.map(ANY);
    let mut properties = vec![
        ("id", ID),
        ("name", STRING),
        ("newInputs", map),
        ("oldInputs", map),
        ("oldOutputs", map),
        ("type", STRING),
        ("urn", STRING),
    ];
    if kind == HookKind::Resource {
        properties.push(("newOutputs", map));
    }
    let properties = properties.into_iter().map(|(name, ty)| (types.name(name), ty)).collect();
    types.object(properties)
}
