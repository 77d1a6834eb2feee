//! Conversion of JSON values to expressions.

use rustc_hash::FxHashMap;

use super::super::native::{parse_expression_into, parse_template};
use super::super::scan::is_name;
use super::super::tree::{Node, NodeId, ObjectItem, ObjectKey, Tree};
use super::super::{SyntaxError, SyntaxErrorKind};
use super::Reader;
use super::parse::{Content, Property, Value};
use super::text::Places;
use crate::source::Span;
use crate::types::vocabulary::UnaryOperator;
use crate::types::{Interner, NumberError};

/// A reader of native syntax.
type Parse = fn(&str, &mut Tree, &mut Interner) -> Result<NodeId, Vec<SyntaxError>>;

/// The meaning of the texts in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Texts {
    /// Templates.
    Templates,
    /// References or words in native syntax.
    References,
    /// Texts without interpolations.
    Literals,
}

impl Reader<'_> {
    /// Converts a value to an expression.
    pub(super) fn value(&mut self, value: &Value, texts: Texts) -> NodeId {
        let span = value.span;
        let node = match &value.content {
            Content::Null => Node::Null,
            Content::Broken => Node::Broken,
            Content::Bool(value) => Node::Bool(*value),
            Content::Number(digits) => return self.number(digits, span),
            Content::String(text) => return self.text(text, span, texts),
            Content::Array(elements) => {
                let elements: Vec<NodeId> = elements.iter().map(|element| self.value(element, texts)).collect();
                Node::Tuple(self.tree.add_list(&elements))
            }
            Content::Object(properties) => self.object(properties, texts),
        };
        self.tree.add(node, span)
    }

    fn text(&mut self, text: &str, span: Span, texts: Texts) -> NodeId {
        match texts {
            Texts::Templates => self.template(text, span),
            Texts::References => self.native_expression(text, span),
            Texts::Literals => self.literal(text, span),
        }
    }

    /// Converts a number. JSON's sign is part of the number, but in the tree it is an operator.
    fn number(&mut self, text: &str, span: Span) -> NodeId {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let place = Span { start: span.end - digits.len() as u32, ..span };
        let node = match self.names.number_literal(digits) {
            Ok(number) => Node::Number(number),
            Err(error) => {
                self.errors.push(match error {
                    NumberError::ExponentTooLarge => SyntaxError { kind: SyntaxErrorKind::ImpreciseNumber, span },
                    NumberError::TooManyDigits => SyntaxError { kind: SyntaxErrorKind::LongNumber, span },
                    NumberError::Malformed => SyntaxError::malformed("invalid number", span),
                });
                Node::Broken
            }
        };
        let number = self.tree.add(node, place);
        if place == span { number } else { self.tree.add(Node::Unary(UnaryOperator::Negate, number), span) }
    }

    fn template(&mut self, text: &str, span: Span) -> NodeId {
        if !text.contains(['$', '%', '\r']) {
            return self.literal(text, span);
        }
        self.embedded(text, span, parse_template)
    }

    fn literal(&mut self, text: &str, span: Span) -> NodeId {
        let text = self.names.name(&super::super::text::normalized(text));
        self.tree.add(Node::String(text), span)
    }

    /// Parses a text as an expression in native syntax. A text that is no expression stays a text: it may be a type in the notation
    /// of unions and refinements, and if it is none, that is one error of the type.
    pub(super) fn native_expression(&mut self, text: &str, span: Span) -> NodeId {
        if parse_expression_into(text, &mut Tree::default(), self.names).is_err() {
            let text = self.names.name(text);
            return self.tree.add(Node::String(text), span);
        }
        self.embedded(text, span, parse_expression_into)
    }

    /// Parses a text in native syntax.
    fn embedded(&mut self, text: &str, span: Span, parse: Parse) -> NodeId {
        let inner = Span { start: span.start + 1, end: span.end - 1 };
        let places = Places::new(self.text.get(inner.range()).unwrap_or(""), inner.start);
        let extent = self.tree.extent();
        let parsed = parse(text, &mut self.tree, self.names);
        self.tree.move_since(extent, |span| places.span(span));
        match parsed {
            Ok(node) => node,
            Err(errors) => {
                let moved = errors.into_iter().map(|error| error.placed(&|span| places.span(span)));
                self.errors.extend(moved);
                self.tree.add(Node::Broken, span)
            }
        }
    }

    fn object(&mut self, properties: &[Property], texts: Texts) -> Node {
        let mut seen = FxHashMap::default();
        let mut items = Vec::with_capacity(properties.len());
        for property in properties {
            let name = &*property.name;
            let first = *seen.entry(name).or_insert(property.name_span);
            if first != property.name_span {
                let message = format!("duplicate property `{name}`");
                self.errors.push(SyntaxError::malformed(message, property.name_span).first_set_at(first));
            }
            items.push(self.item(property, texts));
        }
        Node::Object(self.tree.add_items(&items))
    }

    fn item(&mut self, property: &Property, texts: Texts) -> ObjectItem {
        let key_span = property.name_span;
        let key = if is_name(&property.name) {
            ObjectKey::Name(self.names.name(&super::super::text::normalized(&property.name)))
        } else {
            // References stand in values only.
            let texts = if texts == Texts::References { Texts::Templates } else { texts };
            let node = self.text(&property.name, key_span, texts);
            // A name with sequences is computed, like a key in parentheses.
            let is_computed = !matches!(self.tree.node(node), Node::String(_));
            ObjectKey::Expression(node, is_computed)
        };
        ObjectItem { key, key_span, value: self.value(&property.value, texts) }
    }
}
