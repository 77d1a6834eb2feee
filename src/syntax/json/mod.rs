//! HCL's JSON syntax: the same trees from JSON, by `HashiCorp`'s mapping.
//!
//! - A body is an object, or an array of objects that are read one after the other. The property `"//"` is a comment.
//! - Whether a property is an attribute or a block is not written in JSON: the [`BlockShape`]s of the dialect tell. A
//!   property that they do not name is an attribute, and so is one that they name whose value is neither an object nor
//!   an array. Without shapes all properties are attributes: plain HCL gives blocks no meaning, so an object there is
//!   a value with a type, not a block without one. That is the mapping's own rule for bodies without a schema.
//! - The labels of a block are nested objects, or arrays of objects; behind the last one an object is a block and an array
//!   is a block for each of its objects. Where a further label is optional, an object is taken for a level of labels if it
//!   is not empty, all its values could be bodies, and none of its properties is one of the block's own.
//! - A text is a template: one that is a single interpolation, `"${a.b}"`, is the expression in it. A type expression is
//!   written as a text, and is what the text says in native syntax. A property of an object in an expression has
//!   a template for its name.
//! - A number is exact, as everywhere.
//!
//! Places are those in the JSON text, also within texts that have escapes. A text that is not JSON is one error, at the
//! first place that is not; errors in templates and in the mapping are each reported.

mod expression;
mod shape;
mod text;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use rustc_hash::FxHashSet;

use super::tree::{Attribute, Block, BodyItem, NodeId, Tree};
use super::{SyntaxError, SyntaxErrorKind};
use crate::source::Span;
use crate::types::{Interner, Name};

pub use shape::{BlockShape, DECLARATIONS, HCL, PCL};

/// The greatest nesting of JSON: the limit of its parser.
pub const MAX_JSON_NESTING: u32 = 512;

/// Parses a file in JSON syntax. What is wrong with it is listed by place. Linear in the text.
pub fn parse_body(text: &str, shapes: &[BlockShape], names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    let mut reader = Reader { text, names, tree: Tree::default(), errors: Vec::new(), base: 0 };
    // A byte order mark is no part of JSON, but some editors write one.
    let json = text.strip_prefix('\u{feff}').unwrap_or(text);
    reader.base = (text.len() - json.len()) as u32;
    match parse_to_ast(json, &CollectOptions::default(), &STRICT) {
        Ok(parsed) => match parsed.value {
            Some(value) => reader.tree.body = reader.body(&value, shapes, &[]),
            None => reader.fail("expected a JSON object, found nothing", Span::new(text.len()..text.len())),
        },
        Err(error) => reader.no_json(&error),
    }
    let Reader { tree, mut errors, .. } = reader;
    errors.sort_by_key(|error| error.span);
    (tree, errors)
}

/// JSON as it is standardised, with no extension.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

struct Reader<'a> {
    text: &'a str,
    names: &'a mut Interner,
    tree: Tree,
    errors: Vec<SyntaxError>,
    /// Where the JSON starts, behind a byte order mark.
    base: u32,
}

/// A block under way: its type and the labels so far, each with its place.
#[derive(Clone)]
struct Header {
    kind: Name,
    kind_span: Span,
    labels: Vec<(Name, Span)>,
}

impl Reader<'_> {
    fn span(&self, node: &impl Ranged) -> Span {
        let range = node.range();
        Span { start: range.start as u32 + self.base, end: range.end as u32 + self.base }
    }

    fn fail(&mut self, message: impl Into<String>, span: Span) {
        self.errors.push(SyntaxError::malformed(message, span));
    }

    fn no_json(&mut self, error: &jsonc_parser::errors::ParseError) {
        let range = error.range();
        let span = Span { start: range.start as u32 + self.base, end: range.end as u32 + self.base };
        let kind = match error.kind() {
            ParseErrorKind::NestingDepthExceeded => SyntaxErrorKind::NestingTooDeep { limit: MAX_JSON_NESTING },
            kind => SyntaxErrorKind::Malformed { message: format!("invalid JSON: {}", lowered(kind)), help: None },
        };
        self.errors.push(SyntaxError { kind, span });
    }

    fn body(&mut self, value: &Value, shapes: &[BlockShape], types: &[&str]) -> Vec<BodyItem> {
        let mut body = Body { items: Vec::new(), names: FxHashSet::default(), shapes, types };
        match value {
            Value::Object(object) => self.properties(object, &mut body),
            Value::Array(array) => {
                for element in &array.elements {
                    match element {
                        Value::Object(object) => self.properties(object, &mut body),
                        other => self.no_object(other),
                    }
                }
            }
            other => self.no_object(other),
        }
        body.items
    }

    fn no_object(&mut self, value: &Value) {
        let message = format!("expected an object with attributes and blocks, found {}", name_of(value));
        self.fail(message, self.span(value));
    }

    fn properties(&mut self, object: &Object, body: &mut Body) {
        for property in &object.properties {
            let name = property.name.as_str();
            if name == "//" {
                continue;
            }
            let shape = body.shapes.iter().find(|shape| shape.kind == name);
            match shape {
                Some(shape) if may_be_block(&property.value) => {
                    let (kind, kind_span) = self.property_name(property);
                    let header = Header { kind, kind_span, labels: Vec::new() };
                    self.blocks(&header, shape, &property.value, &mut body.items);
                }
                _ => self.attribute(property, body),
            }
        }
    }

    fn attribute(&mut self, property: &ObjectProp, body: &mut Body) {
        let (name, name_span) = self.property_name(property);
        if !body.names.insert(name) {
            let message = format!("the attribute `{}` is set a second time", property.name.as_str());
            return self.fail(message, name_span);
        }
        let first = NodeId(self.tree.len() as u32);
        let value = match &property.value {
            Value::StringLit(literal) if body.types.contains(&property.name.as_str()) => self.type_expression(literal),
            value => self.value(value),
        };
        body.items.push(BodyItem::Attribute(Attribute { name, name_span, value, first }));
    }

    fn property_name(&mut self, property: &ObjectProp) -> (Name, Span) {
        (self.names.name(property.name.as_str()), self.span(&property.name))
    }

    /// The blocks that a value stands for, at the level of some label or behind the last.
    fn blocks(&mut self, header: &Header, shape: &BlockShape, value: &Value, items: &mut Vec<BodyItem>) {
        let count = header.labels.len();
        let is_label = count < shape.labels.min || (count < shape.labels.max && shape.is_label_level(value));
        match value {
            Value::NullKeyword(_) => {}
            Value::Array(array) => {
                for element in &array.elements {
                    if matches!(element, Value::Object(_)) {
                        self.blocks(header, shape, element, items);
                    } else {
                        self.no_object(element);
                    }
                }
            }
            Value::Object(object) if is_label => {
                for property in &object.properties {
                    let mut inner = header.clone();
                    inner.labels.push(self.property_name(property));
                    self.blocks(&inner, shape, &property.value, items);
                }
            }
            Value::Object(_) => {
                let body = self.body(value, shape.blocks, shape.types);
                let Header { kind, kind_span, labels } = header.clone();
                let whole = self.span(value);
                let open = Span { start: whole.start, end: (whole.start + 1).min(whole.end) };
                let block = Block { kind, kind_span, labels, body, open, span: kind_span.to(whole), is_broken: false };
                items.push(BodyItem::Block(block));
            }
            other if is_label => {
                let message = format!("expected an object with the labels of the block, found {}", name_of(other));
                self.fail(message, self.span(other));
            }
            other => self.no_object(other),
        }
    }
}

/// The items of a body under way.
struct Body<'a> {
    items: Vec<BodyItem>,
    names: FxHashSet<Name>,
    shapes: &'a [BlockShape],
    /// The attributes whose values are type expressions.
    types: &'a [&'a str],
}

/// Holds for the values that may stand for blocks.
fn may_be_block(value: &Value) -> bool {
    match value {
        Value::Object(_) | Value::NullKeyword(_) => true,
        Value::Array(array) => array.elements.iter().all(|element| matches!(element, Value::Object(_))),
        _ => false,
    }
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::StringLit(_) => "a string",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(_) => "a boolean",
        Value::Object(_) => "an object",
        Value::Array(_) => "an array",
        Value::NullKeyword(_) => "null",
    }
}

/// The parser's message as a part of a sentence.
fn lowered(kind: &ParseErrorKind) -> String {
    let message = kind.to_string();
    let mut characters = message.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => message,
    }
}
