//! Attributes that name blocks or provider configurations instead of giving values.

use super::blocks::{At, Reader, Value, free};
use super::provided::required;
use crate::program::resolve::PROVIDER;
use crate::program::{BlockNames, Expression, Kind, Part, Scope};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Node, ObjectKey};
use crate::types::ANY;

impl Reader<'_, '_> {
    /// Returns the expression of an attribute that names blocks which the module has to declare.
    pub(super) fn naming(&self, attribute: &Attribute, path: &str) -> Option<Expression> {
        let scope = match self.types.text(attribute.name) {
            "depends_on" | "replace_triggered_by" => Scope::Block(BlockNames::NONE),
            "provider" | "providers" if path != "import" => Scope::Providers,
            _ => return None,
        };
        Some(Expression { part: Part::Named, scope, ..free(attribute) })
    }

    /// Defines a provider configuration, unless it is defined.
    pub(super) fn define_provider(&mut self, at: At<'_>, address: &str, span: Span, name_span: Span) {
        if self.once.is_new(&format!("configuration {address}")) {
            self.define(at, Kind::Body, address, span, name_span, Value::Known(ANY));
        }
    }

    /// Defines the provider configurations that callers of the module have to pass: `configuration_aliases`.
    pub(super) fn define_aliases(&mut self, at: At<'_>) {
        for entry in required(at.tree, self.types) {
            let Node::Object(items) = at.tree.node(entry.value) else { continue };
            let aliases = at.tree.items(items).iter().find(|item| match item.key {
                ObjectKey::Name(name) => self.types.text(name) == "configuration_aliases",
                ObjectKey::Expression(key, _) => {
                    matches!(at.tree.node(key), Node::String(text) if self.types.text(text) == "configuration_aliases")
                }
            });
            let Some(Node::Tuple(aliases)) = aliases.map(|item| at.tree.node(item.value)) else { continue };
            for &alias in at.tree.list(aliases) {
                let address = match at.tree.node(alias) {
                    Node::String(text) => Some(self.types.text(text).to_owned()),
                    _ => super::addresses::address(at.tree, alias, self.types),
                };
                if let Some(address) = address {
                    let span = at.tree.span(alias);
                    self.define_provider(at, &format!("{PROVIDER}{address}"), span, span);
                }
            }
        }
    }
}
