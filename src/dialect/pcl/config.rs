//! `config`, `output` and `pulumi` blocks.

use smallvec::SmallVec;

use super::body::{LOGICAL_NAME, expected, expression, free, literal};
use super::{Reader, Reading};
use crate::answers::ask::{configured_type, normalized};
use crate::program::structure::StructureProblemKind;
use crate::program::{Block, BlockValue, Kind, Part, Scope};
use crate::source::Span;
use crate::syntax::parse_expression;
use crate::syntax::tree::{self, BodyItem};
use crate::type_expressions::foreign::part_with_brackets;
use crate::type_expressions::parse::read_type;
use crate::types::nearest::may_stand_for;
use crate::types::{ANY, Name, STRING, Ty};

/// The attributes of a `config` block, and of an `output` block.
const OF_CONFIG: [&str; 4] = ["default", "description", "nullable", "secret"];
const OF_OUTPUT: [&str; 2] = ["description", "value"];

impl Reader<'_, '_> {
    /// `config "name" "type" { default = x }`
    pub(super) fn config(&mut self, block: &tree::Block) {
        let declared = match block.labels[..] {
            [_] => ANY,
            [_, label] => {
                let ty = self.type_in_label(label);
                let Reading { configured_types, types, .. } = &mut *self.reading;
                *configured_types.entry(ty).or_insert_with(|| configured_type(types, ty))
            }
            _ => return self.mislabelled(block, Kind::Config, "a name and optionally a type"),
        };
        let mut expressions = SmallVec::new();
        let (mut is_secret, mut is_nullable) = (false, false);
        for item in &block.body {
            let BodyItem::Attribute(attribute) = item else {
                if let BodyItem::Block(inner) = item {
                    self.ignored_block(inner, "a `config` block", &OF_CONFIG);
                    expressions.extend(super::body::free_expressions(inner));
                }
                continue;
            };
            match self.text(attribute.name) {
                "default" => {
                    expressions.push(expression(attribute, Part::Default, Scope::Everywhere));
                    continue;
                }
                "secret" => is_secret = self.literal_bool(attribute).unwrap_or(false),
                "nullable" => is_nullable = self.literal_bool(attribute).unwrap_or(false),
                "description" | LOGICAL_NAME => _ = self.literal_text(attribute),
                _ => {
                    self.ignored_attribute(attribute, "a `config` block", &OF_CONFIG);
                    expressions.push(free(attribute));
                    continue;
                }
            }
            expressions.push(literal(attribute));
        }
        let meaning = Block::with_value(BlockValue::Config { declared, is_secret, is_nullable }, block.open);
        let definition = self.definition(Kind::Config, block, block.labels.first(), "", expressions, meaning);
        self.define(definition);
    }

    /// `output "name" "type" { value = x }`. Without a declared type, it has the type of its value.
    pub(super) fn output(&mut self, block: &tree::Block) {
        let mut attributes = block.body.iter().filter_map(BodyItem::as_attribute);
        let has_value = attributes.any(|attribute| self.text(attribute.name) == "value");
        let declared = match block.labels[..] {
            [_] => None,
            [_, label] => Some(self.type_in_label(label)),
            _ => return self.mislabelled(block, Kind::Output, "a name and optionally a type"),
        };
        let (mut expressions, mut value) = (SmallVec::new(), None);
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) if self.text(attribute.name) == "value" => {
                    value.get_or_insert(expressions.len() as u32);
                    expressions.push(expected(attribute, declared.unwrap_or(ANY)));
                }
                BodyItem::Attribute(attribute) if self.text(attribute.name) == LOGICAL_NAME => {
                    self.literal_text(attribute);
                    expressions.push(literal(attribute));
                }
                BodyItem::Attribute(attribute) => {
                    let name = self.text(attribute.name);
                    // The attribute that stands for a missing value is reported with it.
                    if name != "description" && (has_value || !may_stand_for(name, "value")) {
                        self.ignored_attribute(attribute, "an `output` block", &OF_OUTPUT);
                    }
                    expressions.push(free(attribute));
                }
                BodyItem::Block(inner) => {
                    self.ignored_block(inner, "an `output` block", &OF_OUTPUT);
                    expressions.extend(super::body::free_expressions(inner));
                }
            }
        }
        if value.is_none() && !block.is_broken {
            self.missing_value(block);
        }
        let value = match (declared, value) {
            (None, Some(number)) => BlockValue::Expression(number),
            (declared, _) => BlockValue::Known(declared.unwrap_or(ANY)),
        };
        let meaning = Block::with_value(value, block.open);
        let definition = self.definition(Kind::Output, block, block.labels.first(), "", expressions, meaning);
        self.define(definition);
    }

    /// Reports that an output has no value: at the attribute that probably stands for it, or at the opening of the block.
    fn missing_value(&mut self, block: &tree::Block) {
        let attributes = block.body.iter().filter_map(BodyItem::as_attribute);
        let names = attributes.map(|attribute| (self.text(attribute.name).to_owned(), attribute.name_span));
        let inside = "an `output` block";
        match names.into_iter().find(|(name, _)| may_stand_for(name, "value")) {
            Some((name, span)) => {
                let suggestion = Some("value".to_owned());
                self.problem(span, StructureProblemKind::unknown_attribute(name, inside, suggestion));
            }
            None => self.problem(block.open, StructureProblemKind::MissingAttribute { name: "value".into(), inside }),
        }
    }

    /// `pulumi { requiredVersionRange = x }`
    pub(super) fn pulumi(&mut self, block: &tree::Block) {
        if !block.labels.is_empty() {
            return self.mislabelled(block, Kind::Pulumi, "no labels");
        }
        let mut expressions = SmallVec::new();
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) if self.text(attribute.name) == "requiredVersionRange" => {
                    expressions.push(expected(attribute, STRING));
                }
                BodyItem::Attribute(attribute) => {
                    self.ignored_attribute(attribute, "a `pulumi` block", &["requiredVersionRange"]);
                    expressions.push(free(attribute));
                }
                BodyItem::Block(inner) => {
                    self.ignored_block(inner, "a `pulumi` block", &[]);
                    expressions.extend(super::body::free_expressions(inner));
                }
            }
        }
        let name = (self.reading.types.name("pulumi"), block.kind_span);
        let meaning = Block::with_value(BlockValue::Known(ANY), block.open);
        let definition = self.definition(Kind::Pulumi, block, Some(&name), "", expressions, meaning);
        self.define(definition);
    }

    /// Returns the type in a label; the dynamic type if it is invalid.
    fn type_in_label(&mut self, (label, span): (Name, Span)) -> Ty {
        if let Some(&known) = self.reading.types_in_labels.get(&label) {
            return known;
        }
        let text = self.text(label).to_owned();
        let types = &mut *self.reading.types;
        let error = match parse_expression(&text, types) {
            Err(errors) => {
                let inside = |part| self.source.source.inside_label(span, &text, part);
                let (part, meant) =
                    part_with_brackets(&text).map_or((None, None), |(part, meant)| (Some(part), Some(meant)));
                match (part, errors.first()) {
                    (Some(part), _) => {
                        let at = Span { start: part.start as u32, end: part.end as u32 };
                        (format!("`{}` is not a type", &text[part]), meant, inside(at))
                    }
                    (None, Some(error)) => {
                        (format!("`{text}` is not a type: {}", error.message()), None, inside(error.span))
                    }
                    (None, None) => (format!("`{text}` is not a type"), None, span),
                }
            }
            Ok((tree, root)) => match read_type(&tree, root, &self.reading.environment.types, types) {
                Ok(ty) => {
                    let ty = normalized(types, ty);
                    self.reading.types_in_labels.insert(label, ty);
                    return ty;
                }
                Err(errors) => match errors.into_iter().next() {
                    Some(error) => {
                        let at = self.source.source.inside_label(span, &text, error.span);
                        (error.message, error.suggestion, at)
                    }
                    None => (format!("`{text}` is not a type"), None, span),
                },
            },
        };
        let (message, suggestion, at) = error;
        self.problem(at, StructureProblemKind::WrongType { message, suggestion });
        ANY
    }
}
