//! HCL's JSON syntax: the same trees, parsed from JSON by `HashiCorp`'s mapping.
//!
//! - A body is an object, or an array of objects that are read in order. The property `"//"` is a comment.
//! - JSON does not distinguish attributes and blocks. The [`BlockShape`]s of the dialect decide: a property is a block if they
//!   name it and its value is an object or an array, and otherwise an attribute. Without shapes all properties are attributes:
//!   plain HCL gives blocks no meaning, so an object there is a value with a type, not a block without one. That is the mapping's
//!   own rule for bodies without a schema.
//! - The labels of a block are nested objects, or arrays of objects. After the last label, an object is a block, and an array
//!   contains one block per object. Where a further label is optional, an object is a level of labels if it is not empty, all its
//!   values may be bodies, and none of its properties belongs to the block itself.
//! - A text is a template: a single interpolation, `"${a.b}"`, is the expression in it. A type expression is written as a text in
//!   native syntax, and so are references to blocks, as in `depends_on`. The name of a property of an object in an expression is a template.
//!   Where no value is computed, as in the default of a variable, a text is what is written.
//! - A number is exact, as everywhere.
//!
//! Spans refer to the JSON text, also inside texts with escapes. A malformed member is one error, and all other members are read.
//! Each error in a template and in the mapping is reported.

mod expression;
mod parse;
mod shape;
mod text;
mod tokens;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::tree::{Attribute, Block, BodyItem, NodeId, Tree};
use super::{SyntaxError, SyntaxErrorKind};
use crate::source::Span;
use crate::types::{Interner, Name};

pub use parse::MAX_JSON_NESTING;
use parse::{Content, Property, Value, parse};
use shape::{ALL, SpecialTexts};
pub use shape::{BICEP, BlockShape, DECLARATIONS, HCL, PCL, TERRAFORM, TESTS};

/// Parses a file in JSON syntax. Errors are sorted by place. Linear in the text.
pub fn parse_body(text: &str, shapes: &[BlockShape], names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    parse_with(text, shapes, SpecialTexts::default(), names)
}

/// Parses a file of values in JSON syntax: it has no blocks, and its texts are no templates. Errors are sorted by place. Linear in
/// the text.
pub fn parse_values(text: &str, names: &mut Interner) -> (Tree, Vec<SyntaxError>) {
    parse_with(text, &[], SpecialTexts { literals: ALL, ..SpecialTexts::default() }, names)
}

fn parse_with(
    text: &str,
    shapes: &[BlockShape],
    texts: SpecialTexts,
    names: &mut Interner,
) -> (Tree, Vec<SyntaxError>) {
    // A byte order mark is not part of JSON, but some editors write one.
    let base = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (value, errors) = parse(text, base);
    let is_whole = errors.iter().all(|error| !matches!(error.kind, SyntaxErrorKind::NestingTooDeep { .. }));
    let malformed = errors.len();
    let mut reader = Reader { text, names, tree: Tree::default(), errors, is_malformed: malformed > 0 };
    if is_whole {
        reader.tree.body = reader.body(&value, shapes, texts);
    }
    let Reader { tree, mut errors, .. } = reader;
    // What stands in a malformed text may be nested otherwise than meant.
    if malformed > 0 {
        errors.truncate(malformed);
    }
    errors.sort_by_key(|error| error.span);
    (tree, errors)
}

struct Reader<'a> {
    text: &'a str,
    names: &'a mut Interner,
    tree: Tree,
    errors: Vec<SyntaxError>,
    /// Holds if the text is no JSON.
    is_malformed: bool,
}

/// The header of a block: its type and the labels read so far, each with its span.
#[derive(Clone)]
struct Header {
    kind: Name,
    kind_span: Span,
    labels: SmallVec<[(Name, Span); 2]>,
}

impl Reader<'_> {
    fn body(&mut self, value: &Value, shapes: &[BlockShape], texts: SpecialTexts) -> Vec<BodyItem> {
        let mut body = Body { items: Vec::new(), names: FxHashMap::default(), shapes, texts };
        match &value.content {
            Content::Object(properties) => self.properties(properties, &mut body),
            Content::Array(elements) => {
                for element in elements {
                    match &element.content {
                        Content::Object(properties) => self.properties(properties, &mut body),
                        _ => self.no_object(element),
                    }
                }
            }
            _ => self.no_object(value),
        }
        body.items
    }

    fn no_object(&mut self, value: &Value) {
        self.misplaced("an object with attributes and blocks", value);
    }

    /// Reports a value of the wrong kind, unless it is malformed, which has been reported.
    fn misplaced(&mut self, expected: &str, value: &Value) {
        if let Some(found) = name_of(value) {
            self.errors.push(SyntaxError::expected(expected, found, value.span));
        }
    }

    fn properties(&mut self, properties: &[Property], body: &mut Body) {
        for property in properties {
            let name = &*property.name;
            if name == "//" {
                continue;
            }
            let shape = body.shapes.iter().find(|shape| shape.kind == name);
            match shape {
                Some(shape) if may_be_block(&property.value) => {
                    let (kind, kind_span) = self.property_name(property);
                    let header = Header { kind, kind_span, labels: SmallVec::new() };
                    self.blocks(&header, shape, &property.value, &mut body.items);
                }
                _ => self.attribute(property, body),
            }
        }
    }

    fn attribute(&mut self, property: &Property, body: &mut Body) {
        let (name, name_span) = self.property_name(property);
        let first = *body.names.entry(name).or_insert(name_span);
        if first != name_span {
            let message = format!("duplicate attribute `{}`", property.name);
            return self.errors.push(SyntaxError::malformed(message, name_span).first_set_at(first));
        }
        let first = NodeId(self.tree.len() as u32);
        let value = match &property.value {
            Value { span, content: Content::String(text) } if body.texts.types.contains(&&*property.name) => {
                self.native_expression(text, *span)
            }
            value => self.value(value, body.texts.of(&property.name)),
        };
        body.items.push(BodyItem::Attribute(Attribute { name, name_span, value, first }));
    }

    fn property_name(&mut self, property: &Property) -> (Name, Span) {
        (self.names.name(&super::text::normalized(&property.name)), property.name_span)
    }

    /// Reads the blocks that a value represents, at the level of a label or after the last one. Null stands for no block, but a label
    /// has to be there.
    fn blocks(&mut self, header: &Header, shape: &BlockShape, value: &Value, items: &mut Vec<BodyItem>) {
        let count = header.labels.len();
        let is_label = count < shape.labels.min || (count < shape.labels.max && shape.is_label_level(value));
        match &value.content {
            Content::Null if count >= shape.labels.min => {}
            Content::Array(elements) => {
                for element in elements {
                    if matches!(element.content, Content::Object(_)) {
                        self.blocks(header, shape, element, items);
                    } else {
                        self.no_object(element);
                    }
                }
            }
            Content::Object(properties) if is_label => {
                for property in properties {
                    let mut inner = header.clone();
                    inner.labels.push(self.property_name(property));
                    self.blocks(&inner, shape, &property.value, items);
                }
            }
            Content::Object(_) => {
                let texts = shape.texts;
                let body = self.body(value, shape.blocks, texts);
                let Header { kind, kind_span, labels } = header.clone();
                let whole = value.span;
                let open = Span { start: whole.start, end: (whole.start + 1).min(whole.end) };
                let block = Block {
                    kind,
                    kind_span,
                    labels,
                    body,
                    open,
                    span: kind_span.to(whole),
                    is_broken: self.is_malformed,
                };
                items.push(BodyItem::Block(Box::new(block)));
            }
            _ if is_label => self.misplaced("an object with the labels of the block", value),
            _ => self.no_object(value),
        }
    }
}

/// The items of a body read so far.
struct Body<'a> {
    items: Vec<BodyItem>,
    names: FxHashMap<Name, Span>,
    shapes: &'a [BlockShape],
    texts: SpecialTexts,
}

/// Holds if a value may represent blocks.
fn may_be_block(value: &Value) -> bool {
    match &value.content {
        Content::Object(_) | Content::Null => true,
        Content::Array(elements) => elements.iter().all(|element| matches!(element.content, Content::Object(_))),
        _ => false,
    }
}

/// Returns the kind of a value, unless it is malformed.
fn name_of(value: &Value) -> Option<&'static str> {
    Some(match value.content {
        Content::String(_) => "a string",
        Content::Number(_) => "a number",
        Content::Bool(_) => "a boolean",
        Content::Object(_) => "an object",
        Content::Array(_) => "an array",
        Content::Null => "null",
        Content::Broken => return None,
    })
}
