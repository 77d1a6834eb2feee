//! The `options` of resources and components.

use super::Reader;
use super::body::{expected, expression, free};
use super::resource::read_version;
use crate::program::structure::StructureProblemKind;
use crate::program::{Expression, Part, Scope};
use crate::syntax::tree::{self, Attribute, BodyItem, Node, NodeId, ObjectKey};
use crate::types::nearest::nearest;
use crate::types::vocabulary::HookKind;
use crate::types::{ANY, Name};

/// The options in which names denote the inputs of the resource.
pub(super) const OF_PROPERTIES: [&str; 4] =
    ["additionalSecretOutputs", "hideDiffs", "ignoreChanges", "replaceOnChanges"];

/// The lifecycle steps of a resource, with the kind of hooks of each.
const STEPS: [(&str, HookKind); 7] = [
    ("afterCreate", HookKind::Resource),
    ("afterDelete", HookKind::Resource),
    ("afterUpdate", HookKind::Resource),
    ("beforeCreate", HookKind::Resource),
    ("beforeDelete", HookKind::Resource),
    ("beforeUpdate", HookKind::Resource),
    ("onError", HookKind::Error),
];

/// The names in scope in the options of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// In some options, names denote properties of the block.
    Properties,
    /// As `Properties`, but the properties are unknown.
    UnknownProperties,
    /// In all options, the block's variable is in scope.
    Variable,
}

impl Reader<'_, '_> {
    /// Returns the expressions in a block's options.
    pub(super) fn options(&mut self, options: &tree::Block, names: Names) -> Vec<Expression> {
        let mut expressions = Vec::new();
        for item in &options.body {
            match item {
                BodyItem::Attribute(attribute) => expressions.extend(self.option(attribute, names)),
                BodyItem::Block(inner) => {
                    self.unsupported_block(inner, "options", &[]);
                    expressions.extend(super::body::free_expressions(inner));
                }
            }
        }
        expressions
    }

    pub(super) fn option(&mut self, attribute: &Attribute, names: Names) -> Option<Expression> {
        let known = &self.reading.environment.options;
        let Some(&ty) = known.get(&attribute.name) else {
            let name = self.text(attribute.name).to_owned();
            let of_terraform = ["count", "for_each"].contains(&&name[..]).then(|| "range".to_owned());
            let suggestion =
                of_terraform.or_else(|| nearest(&name, known.keys().map(|&known| self.reading.types.text(known))));
            // What follows from the range of a block is as it would be without the slip.
            let range = known.iter().find(|option| self.reading.types.text(*option.0) == "range");
            let range = range.filter(|_| suggestion.as_deref() == Some("range")).map(|option| *option.1);
            let mut known: Vec<String> = known.keys().map(|&name| self.text(name).to_owned()).collect();
            known.sort_unstable();
            let kind = StructureProblemKind::UnknownAttribute { name, inside: "options", suggestion, known };
            self.problem(attribute.name_span, kind);
            return Some(range.map_or_else(
                || free(attribute),
                |range| expression(attribute, Part::Range(range), Scope::Everywhere),
            ));
        };
        let name = self.text(attribute.name);
        let scope = if names == Names::Variable { Scope::Inside } else { Scope::Everywhere };
        let part = if ty == ANY { Part::Free } else { Part::Expected(ty) };
        match name {
            "version" => {
                self.check_version(attribute);
                Some(expected(attribute, ty))
            }
            "provider" if ty != ANY => Some(expression(attribute, Part::Provider(ty), scope)),
            "range" => Some(expression(attribute, Part::Range(ty), Scope::Everywhere)),
            "hooks" => {
                let hooks = self.hooks(attribute);
                self.program.hooks.push(hooks);
                Some(expression(attribute, Part::Hooks(self.program.hooks.len() as u32 - 1), scope))
            }
            _ if OF_PROPERTIES.contains(&name) && names == Names::Properties => {
                Some(expression(attribute, part, Scope::Properties))
            }
            // The names could not be resolved, which is no error of the program.
            _ if OF_PROPERTIES.contains(&name) && names == Names::UnknownProperties => None,
            _ if names == Names::Variable => Some(expression(attribute, part, scope)),
            _ => Some(expected(attribute, ty)),
        }
    }

    /// Reports a literal text that is no version.
    fn check_version(&mut self, attribute: &Attribute) {
        let Some(text) = self.text_at(attribute.value) else { return };
        if read_version(self.text(text)).is_none() {
            let span = self.tree().span(attribute.value);
            let name = "version".to_owned();
            let expected = "a version like `1.2.0`".into();
            self.problem(span, StructureProblemKind::NotALiteral { name, expected });
        }
    }

    /// Returns the hooks bound to steps, each with the kind of its step.
    fn hooks(&mut self, attribute: &Attribute) -> Vec<(NodeId, HookKind)> {
        let tree = self.tree();
        let Node::Object(items) = tree.node(attribute.value) else {
            self.malformed_hooks(attribute.value);
            return Vec::new();
        };
        let mut hooks = Vec::new();
        for item in tree.items(items) {
            let Some(step) = self.key(item.key) else { continue };
            let step = self.text(step).to_owned();
            let kind = STEPS.iter().find(|known| known.0 == step).map(|known| known.1);
            if kind.is_none() {
                let suggestion = nearest(&step, STEPS.map(|known| known.0));
                self.problem(item.key_span, StructureProblemKind::UnknownHookStep { name: step, suggestion });
            }
            let Node::Tuple(elements) = tree.node(item.value) else {
                self.malformed_hooks(item.value);
                continue;
            };
            let kind = kind.unwrap_or(HookKind::Resource);
            hooks.extend(tree.list(elements).iter().map(|&element| (element, kind)));
        }
        hooks
    }

    fn malformed_hooks(&mut self, node: NodeId) {
        let span = self.tree().span(node);
        self.problem(span, StructureProblemKind::MalformedHooks);
    }

    fn key(&self, key: ObjectKey) -> Option<Name> {
        match key {
            ObjectKey::Name(name) => Some(name),
            ObjectKey::Expression(node, _) => self.text_at(node),
        }
    }
}
