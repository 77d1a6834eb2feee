//! The syntax of a file: blocks, attributes, expressions and their parts.

use super::super::Cell;
use super::places::Places;
use super::{Collected, Collector, Id, Text, place};
use crate::program::{FileId, Place};
use crate::syntax::tree::{BodyItem, For, Node, NodeId, ObjectKey, StepKey, Steps};
use crate::types::Constant;
use crate::types::display::display_constant;

/// The maximal length of an expression's text, in characters.
const LONGEST_TEXT: usize = 80;

/// Adds a file of a program.
pub(super) fn file(collector: &mut Collector, collected: &Collected<'_>, places: &Places, file: usize) {
    let (block, attribute) = places.firsts(file);
    let mut reader = Reader { collector, collected, places, file, block, attribute };
    reader.body(&collected.program.files[FileId::from(file)].tree.body, None);
    for (node, number) in places.expressions_of(file) {
        reader.expression(node, number);
    }
}

struct Reader<'a, 'c> {
    collector: &'a mut Collector,
    collected: &'a Collected<'c>,
    places: &'a Places,
    file: usize,
    /// The numbers of the next block and attribute.
    block: Cell,
    attribute: Cell,
}

impl Reader<'_, '_> {
    fn body(&mut self, body: &[BodyItem], outer: Option<Cell>) {
        let (types, source) = (self.collected.types, &self.collected.program.files[FileId::from(self.file)].source);
        let number_of_file = self.places.files[self.file];
        let file = || Id(number_of_file);
        for item in body {
            match item {
                BodyItem::Attribute(attribute) => {
                    let number = self.attribute;
                    self.attribute += 1;
                    let [start, end, line, column] = place(source, attribute.name_span);
                    let value = Id(self.number(attribute.value));
                    let name = Text(types.text(attribute.name));
                    self.collector.row("attribute", &[Id(number), file(), name, value, start, end, line, column]);
                    if let Some(outer) = outer {
                        self.collector.row("attribute_in", &[Id(number), Id(outer)]);
                    }
                }
                BodyItem::Block(block) => {
                    let number = self.block;
                    self.block += 1;
                    let [start, end, line, column] = place(source, block.span);
                    let labels = block.labels.iter().map(|label| types.text(label.0));
                    let kind = types.text(block.kind);
                    let text = labels.clone().fold(kind.to_owned(), |text, label| text + " \"" + label + "\"");
                    let row = [Id(number), file(), Text(kind), Text(&text), start, end, line, column];
                    self.collector.row("block", &row);
                    for (position, label) in (0..).zip(labels) {
                        self.collector.row("block_label", &[Id(number), Id(position), Text(label)]);
                    }
                    if let Some(outer) = outer {
                        self.collector.row("block_in", &[Id(number), Id(outer)]);
                    }
                    self.body(&block.body, Some(number));
                }
            }
        }
    }

    fn number(&self, node: NodeId) -> Cell {
        self.places.expression(self.place(node))
    }

    fn place(&self, node: NodeId) -> Place {
        Place { file: FileId::from(self.file), node }
    }

    fn expression(&mut self, id: NodeId, number: Cell) {
        let file = &self.collected.program.files[FileId::from(self.file)];
        let (node, span) = (file.tree.node(id), file.tree.span(id));
        let [start, end, line, column] = place(&file.source, span);
        let text = piece(file.source.slice(span));
        let row =
            [Id(number), Id(self.places.files[self.file]), Text(form(node)), Text(&text), start, end, line, column];
        self.collector.row("expression", &row);
        self.details(id, number, node);
    }

    fn details(&mut self, id: NodeId, number: Cell, node: Node) {
        let tree = &self.collected.program.files[FileId::from(self.file)].tree;
        match node {
            Node::Null => self.literal(number, "null", "null"),
            Node::Bool(value) => self.literal(number, "bool", if value { "true" } else { "false" }),
            Node::Number(value) => {
                let value = display_constant(self.collected.types, Constant::Number(value));
                self.literal(number, "number", &value);
            }
            Node::String(text) => self.literal(number, "text", self.collected.types.text(text)),
            Node::Broken | Node::Text(_) | Node::Type => {}
            Node::Template(parts) => self.parts(number, "piece", tree.list(parts)),
            Node::Tuple(elements) => self.parts(number, "element", tree.list(elements)),
            Node::Wrap(inner) | Node::Join(inner) | Node::Parenthesis(inner) => self.part(number, "inner", 0, inner),
            Node::Object(items) => {
                for (position, item) in (0..).zip(tree.items(items)) {
                    self.item(number, position, item.key, item.value);
                }
            }
            Node::Variable(_, steps) => {
                self.collector.name(self.collected, self.places, self.place(id));
                self.steps(number, steps);
            }
            Node::Item => self.collector.name(self.collected, self.places, self.place(id)),
            Node::Relative(source, steps) => {
                self.part(number, "source", 0, source);
                self.steps(number, steps);
            }
            Node::Index(collection, key) => self.pair(number, ("collection", collection), ("key", key)),
            Node::Splat(source, each) => self.pair(number, ("splatted", source), ("each", each)),
            Node::Unary(operator, operand) => {
                self.operator(number, operator.symbol());
                self.part(number, "operand", 0, operand);
            }
            Node::Binary(operator, left, right) => {
                self.operator(number, operator.symbol());
                self.pair(number, ("left", left), ("right", right));
            }
            Node::Conditional(parts) => {
                for (&part, role) in tree.list(parts).iter().zip(["condition", "then", "else"]) {
                    self.part(number, role, 0, part);
                }
            }
            Node::For(parts) => self.for_expression(number, *tree.for_parts(parts)),
            Node::Call(call) => {
                let call = tree.call(call);
                let function = Text(self.collected.types.text(call.function));
                self.collector.row("call", &[Id(number), function]);
                self.parts(number, "argument", tree.list(call.arguments));
            }
        }
    }

    fn literal(&mut self, number: Cell, kind: &str, value: &str) {
        self.collector.row("literal", &[Id(number), Text(kind), Text(value)]);
    }

    fn operator(&mut self, number: Cell, operator: &str) {
        self.collector.row("operator", &[Id(number), Text(operator)]);
    }

    fn part(&mut self, of: Cell, role: &str, position: Cell, part: NodeId) {
        let part = self.number(part);
        self.collector.row("part", &[Id(part), Id(of), Text(role), Id(position)]);
    }

    fn pair(&mut self, of: Cell, first: (&str, NodeId), second: (&str, NodeId)) {
        self.part(of, first.0, 0, first.1);
        self.part(of, second.0, 0, second.1);
    }

    fn parts(&mut self, of: Cell, role: &str, parts: &[NodeId]) {
        for (position, &part) in (0..).zip(parts) {
            self.part(of, role, position, part);
        }
    }

    fn item(&mut self, of: Cell, position: Cell, key: ObjectKey, value: NodeId) {
        let tree = &self.collected.program.files[FileId::from(self.file)].tree;
        let types = self.collected.types;
        let name = match key {
            ObjectKey::Name(name) => types.text(name),
            ObjectKey::Expression(node, _) => {
                self.part(of, "item_key", position, node);
                match tree.node(node) {
                    Node::String(text) => types.text(text),
                    _ => "",
                }
            }
        };
        self.part(of, "item_value", position, value);
        let value = Id(self.number(value));
        self.collector.row("object_item", &[Id(of), Id(position), Text(name), value]);
    }

    fn steps(&mut self, number: Cell, steps: Steps) {
        let types = self.collected.types;
        for (position, step) in (0..).zip(self.collected.program.files[FileId::from(self.file)].tree.steps(steps)) {
            let constant = |constant| display_constant(types, constant);
            let (kind, key) = match step.key {
                StepKey::Attribute(name) | StepKey::Text(name) => ("name", types.text(name).to_owned()),
                StepKey::Number(value) => ("number", constant(Constant::Number(value))),
                StepKey::Bool(value) => ("bool", value.to_string()),
                StepKey::Null => ("null", "null".to_owned()),
            };
            self.collector.row("step", &[Id(number), Id(position), Text(kind), Text(&key)]);
        }
    }

    fn for_expression(&mut self, of: Cell, parts: For) {
        self.part(of, "iterated", 0, parts.collection);
        self.part(of, "for_value", 0, parts.value);
        for (role, part) in [("for_key", parts.key), ("for_condition", parts.condition)] {
            if let Some(part) = part {
                self.part(of, role, 0, part);
            }
        }
    }
}

/// Returns the start of a source text, on one line.
fn piece(source: &str) -> String {
    let mut text = String::new();
    let mut count = 0;
    for word in source.split_whitespace() {
        if count > 0 {
            text.push(' ');
            count += 1;
        }
        for character in word.chars() {
            if count >= LONGEST_TEXT {
                text.push_str("...");
                return text;
            }
            text.push(character);
            count += 1;
        }
    }
    text
}

fn form(node: Node) -> &'static str {
    match node {
        Node::Null => "null",
        Node::Bool(_) => "bool",
        Node::Number(_) => "number",
        Node::Broken => "broken",
        Node::String(_) => "text",
        Node::Text(_) => "piece",
        Node::Type => "type",
        Node::Template(_) => "template",
        Node::Wrap(_) => "wrap",
        Node::Join(_) => "join",
        Node::Parenthesis(_) => "parenthesis",
        Node::Tuple(_) => "tuple",
        Node::Object(_) => "object",
        Node::Variable(..) => "variable",
        Node::Relative(..) => "relative",
        Node::Index(..) => "index",
        Node::Splat(..) => "splat",
        Node::Item => "item",
        Node::Unary(..) => "unary",
        Node::Binary(..) => "binary",
        Node::Conditional(_) => "conditional",
        Node::For(_) => "for",
        Node::Call(_) => "call",
    }
}
