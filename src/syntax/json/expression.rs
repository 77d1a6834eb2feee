//! Values as expressions.

use jsonc_parser::ast::{Object, ObjectProp, ObjectPropName, StringLit, Value};
use rustc_hash::FxHashSet;

use super::super::native::{parse_expression_into, parse_template};
use super::super::scan::is_name;
use super::super::tree::{Node, NodeId, ObjectItem, ObjectKey, Tree};
use super::super::{SyntaxError, SyntaxErrorKind};
use super::Reader;
use super::text::Places;
use crate::source::Span;
use crate::types::vocabulary::UnaryOperator;
use crate::types::{Interner, NumberError};

/// A reader of native syntax.
type Parse = fn(&str, &mut Tree, &mut Interner) -> Result<NodeId, Vec<SyntaxError>>;

impl Reader<'_> {
    /// A value as an expression.
    pub(super) fn value(&mut self, value: &Value) -> NodeId {
        let span = self.span(value);
        let node = match value {
            Value::NullKeyword(_) => Node::Null,
            Value::BooleanLit(literal) => Node::Bool(literal.value),
            Value::NumberLit(literal) => return self.number(literal.value, span),
            Value::StringLit(literal) => return self.template(literal),
            Value::Array(array) => {
                let elements: Vec<NodeId> = array.elements.iter().map(|element| self.value(element)).collect();
                Node::Tuple(self.tree.add_list(&elements))
            }
            Value::Object(object) => self.object(object),
        };
        self.tree.add(node, span)
    }

    /// JSON's sign is part of the number; the tree's is an operator.
    fn number(&mut self, text: &str, span: Span) -> NodeId {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let place = Span { start: span.end - digits.len() as u32, ..span };
        let node = match self.names.number_literal(digits) {
            Ok(number) => Node::Number(number),
            Err(error) => {
                self.errors.push(match error {
                    NumberError::ExponentTooLarge => SyntaxError { kind: SyntaxErrorKind::ImpreciseNumber, span },
                    NumberError::TooManyDigits => SyntaxError { kind: SyntaxErrorKind::LongNumber, span },
                    NumberError::Malformed => SyntaxError::malformed("this is no number", span),
                });
                Node::Broken
            }
        };
        let number = self.tree.add(node, place);
        if place == span { number } else { self.tree.add(Node::Unary(UnaryOperator::Negate, number), span) }
    }

    fn template(&mut self, literal: &StringLit) -> NodeId {
        let span = self.span(literal);
        if !literal.value.contains(['$', '%']) && !literal.value.contains('\r') {
            let text = self.names.name(&super::super::text::normalized(&literal.value));
            return self.tree.add(Node::String(text), span);
        }
        self.embedded(literal, parse_template)
    }

    /// A text that says a type in native syntax.
    pub(super) fn type_expression(&mut self, literal: &StringLit) -> NodeId {
        self.embedded(literal, parse_expression_into)
    }

    /// A text in native syntax.
    fn embedded(&mut self, literal: &StringLit, parse: Parse) -> NodeId {
        let span = self.span(literal);
        let inner = Span { start: span.start + 1, end: span.end - 1 };
        let places = Places::new(self.text.get(inner.range()).unwrap_or(""), inner.start);
        let extent = self.tree.extent();
        let parsed = parse(&literal.value, &mut self.tree, self.names);
        self.tree.move_since(extent, |span| places.span(span));
        match parsed {
            Ok(node) => node,
            Err(errors) => {
                let moved = errors.into_iter().map(|error| SyntaxError { span: places.span(error.span), ..error });
                self.errors.extend(moved);
                self.tree.add(Node::Broken, span)
            }
        }
    }

    fn object(&mut self, object: &Object) -> Node {
        let mut seen = FxHashSet::default();
        let mut items = Vec::with_capacity(object.properties.len());
        for property in &object.properties {
            let name = property.name.as_str();
            if !seen.insert(name) {
                let span = self.span(&property.name);
                self.fail(format!("the property `{name}` is set a second time"), span);
            }
            items.push(self.item(property));
        }
        Node::Object(self.tree.add_items(&items))
    }

    fn item(&mut self, property: &ObjectProp) -> ObjectItem {
        let key_span = self.span(&property.name);
        let key = match &property.name {
            ObjectPropName::String(name) if !is_name(&name.value) => {
                let node = self.template(name);
                // A name with sequences is computed, like a key in parentheses.
                let is_computed = !matches!(self.tree.node(node), Node::String(_));
                ObjectKey::Expression(node, is_computed)
            }
            name => ObjectKey::Name(self.names.name(name.as_str())),
        };
        ObjectItem { key, key_span, value: self.value(&property.value) }
    }
}
