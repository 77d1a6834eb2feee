//! Type expressions of tuples and objects, whose properties may be optional and have defaults.

use rustc_hash::FxHashSet;

use super::constraint::{Constraint, Reading};
use super::defaults::Defaults;
use super::parse::{Reader, TypeError};
use crate::syntax::tree::{Node, NodeId, ObjectItem, ObjectKey};
use crate::types::{NONE, Name, Ty, Value};
use crate::value::{convert, evaluate};

impl Reader<'_> {
    pub(super) fn tuple(&mut self, elements: NodeId) -> Constraint {
        let Node::Tuple(list) = self.tree.node(elements) else {
            return self.fail(elements, "`tuple` takes its element types in brackets: `tuple([string, int])`");
        };
        let (mut members, mut defaults) = (Vec::new(), Vec::new());
        for (at, element) in self.tree.list(list).to_vec().into_iter().enumerate() {
            let member = self.constraint(element);
            members.push(member.ty);
            defaults.extend(member.defaults.map(|found| (at, found)));
        }
        Constraint { ty: self.types.tuple(&members), defaults: Defaults::of_members(defaults) }
    }

    pub(super) fn object(&mut self, properties: NodeId) -> Constraint {
        let Node::Object(items) = self.tree.node(properties) else {
            return self.fail(properties, "`object` takes its property types in braces: `object({name=string})`");
        };
        let (mut fields, mut values, mut children): (Vec<(Name, Ty)>, Vec<_>, Vec<_>) = Default::default();
        let mut names = FxHashSet::default();
        for item in self.tree.items(items).to_vec() {
            let (constraint, default) = self.property(item.value);
            let Some(name) = self.key(&item) else { continue };
            if !names.insert(name) {
                let message = format!("duplicate property `{}`", self.types.text(name));
                self.errors.push(TypeError { message, suggestion: None, span: item.key_span });
                continue;
            }
            fields.push((name, constraint.ty));
            values.extend(default.map(|default| (name, default)));
            children.extend(constraint.defaults.map(|found| (name, found)));
        }
        Constraint { ty: self.types.object(fields), defaults: Defaults::of_properties(values, children, self.types) }
    }

    /// Reads the type of a property, in which `optional` may have a default.
    fn property(&mut self, value: NodeId) -> (Constraint, Option<Value>) {
        let Node::Call(id) = self.tree.node(value) else { return (self.constraint(value), None) };
        let call = *self.tree.call(id);
        match *self.tree.list(call.arguments) {
            [_, _] if self.types.text(call.function) == "optional" && self.reading == Reading::Exact => {
                (self.refuse_optional(&call), None)
            }
            [_, default] if self.types.text(call.function) == "optional" && self.reading == Reading::Constraint => {
                (self.fail(default, "a default is not allowed in a constraint without defaults"), None)
            }
            [element, default] if self.types.text(call.function) == "optional" => {
                let constraint = self.with_inner(element, |types, element| types.union(&[element, NONE]));
                let default = self.default_value(default, constraint.ty);
                (constraint, default)
            }
            _ => (self.constraint(value), None),
        }
    }

    /// Evaluates a default, and converts it to the type of its property.
    fn default_value(&mut self, node: NodeId, ty: Ty) -> Option<Value> {
        let value = match evaluate(self.tree, node, false, self.types) {
            Ok(value) => value,
            Err(errors) => {
                self.errors.extend(errors.into_iter().map(TypeError::from));
                return None;
            }
        };
        // A null default has the type without `none`.
        let ty = self.types.without_null(ty);
        match convert(&value, ty, self.types) {
            Ok(converted) => Some(converted),
            Err(error) => {
                let message = format!("the default does not convert: {}", error.display(self.types));
                self.fail(node, &message);
                None
            }
        }
    }

    /// The name of a property.
    pub(super) fn key(&mut self, item: &ObjectItem) -> Option<Name> {
        match item.key {
            ObjectKey::Name(name) => return Some(name),
            ObjectKey::Expression(node, false) => {
                if let Node::String(text) = self.tree.node(node) {
                    return Some(text);
                }
            }
            ObjectKey::Expression(_, true) => {}
        }
        let message = "a property name must be an identifier or a string".to_owned();
        self.errors.push(TypeError { message, suggestion: None, span: item.key_span });
        None
    }
}
