//! The blocks of a module as definitions.

use rustc_hash::FxHashSet;

use super::modules::Reading;
use crate::dialect::type_arguments::typed_attribute;
use crate::program::{self, BlockValue, Definition, DefinitionId, Expression, File, FileId, Kind, Part, Program};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, Tree};
use crate::terms::type_of_variable;
use crate::types::vocabulary::InterfaceId;
use crate::types::{ANY, Interner, Name, Ty};

/// Attributes whose expressions are references to blocks, not values.
const REFERENCES: [&str; 5] = ["depends_on", "ignore_changes", "provider", "providers", "replace_triggered_by"];

/// Attributes of a module's call that are no variables of the module.
const OF_CALLS: [&str; 6] = ["source", "version", "count", "for_each", "depends_on", "providers"];

pub(super) struct Reader<'r, 'a> {
    reading: &'r mut Reading<'a>,
    types: &'r mut Interner,
    program: &'r mut Program,
    /// The iterators of dynamic blocks that have been defined.
    iterators: FxHashSet<Name>,
    /// The addresses that have been defined by files that override others.
    overridden: FxHashSet<Name>,
}

/// A file that is being read.
#[derive(Clone, Copy)]
struct At<'t> {
    tree: &'t Tree,
    file: FileId,
}

impl<'r, 'a> Reader<'r, 'a> {
    pub fn new(reading: &'r mut Reading<'a>, types: &'r mut Interner, program: &'r mut Program) -> Self {
        let (iterators, overridden) = (FxHashSet::default(), FxHashSet::default());
        Self { reading, types, program, iterators, overridden }
    }

    /// Reads files. What a file overrides is defined by it, and by no other.
    pub fn files(&mut self, files: &[File]) {
        let numbered = || files.iter().zip(0..files.len() as u32).map(|(file, id)| (file, FileId(id)));
        let overrides = |file: &File| is_override(&file.source.name);
        // Of several files that override others the last counts.
        for (file, id) in numbered().rev().filter(|(file, _)| overrides(file)) {
            self.file(At { tree: &file.tree, file: id });
            self.overridden = self.program.definitions.iter().filter_map(|definition| definition.name).collect();
        }
        for (file, id) in numbered().filter(|(file, _)| !overrides(file)) {
            self.file(At { tree: &file.tree, file: id });
        }
    }

    fn file(&mut self, at: At<'_>) {
        for item in &at.tree.body {
            let BodyItem::Block(block) = item else { continue };
            let labels: Vec<String> = block.labels.iter().map(|label| self.types.text(label.0).to_owned()).collect();
            let kind = self.types.text(block.kind).to_owned();
            match (&kind[..], &labels[..]) {
                ("variable", [name]) => self.variable(at, block, name),
                ("locals", []) => self.locals(at, block),
                ("output", [name]) => self.output(at, block, name),
                ("resource", [ty, name]) => self.resource(at, block, Kind::Resource, &format!("{ty}.{name}")),
                ("data", [ty, name]) => self.resource(at, block, Kind::Data, &format!("data.{ty}.{name}")),
                ("ephemeral", [ty, name]) => {
                    self.resource(at, block, Kind::Ephemeral, &format!("ephemeral.{ty}.{name}"));
                }
                ("module", [name]) => self.module(at, block, name),
                ("check", [_]) => {
                    for inner in block.body.iter().filter_map(BodyItem::as_block) {
                        if let [(ty, _), (name, _)] = inner.labels[..] {
                            let address = format!("data.{}.{}", self.types.text(ty), self.types.text(name));
                            self.resource(at, inner, Kind::Data, &address);
                        } else {
                            self.body(at, inner);
                        }
                    }
                }
                ("provider" | "import", _) => self.body(at, block),
                // They name blocks, and have no values.
                _ => {}
            }
        }
    }

    /// A definition with an address, unless another file has overridden it.
    fn define(&mut self, at: At<'_>, kind: Kind, address: &str, span: Span, name_span: Span, value: Value) {
        let name = self.types.name(address);
        if self.overridden.contains(&name) {
            return;
        }
        let (expressions, value) = match value {
            Value::Known(ty) => (Vec::new(), BlockValue::Known(ty)),
            Value::Of(expression) => (vec![expression], BlockValue::Expression(0)),
        };
        self.program.definitions.push(Definition {
            kind,
            name: Some(name),
            label: address.to_owned(),
            name_span,
            file: at.file,
            span,
            expressions,
            block: Some(Box::new(program::Block::with_value(value, name_span))),
        });
    }

    fn last(&self) -> DefinitionId {
        DefinitionId(self.program.definitions.len() as u32 - 1)
    }

    fn variable(&mut self, at: At<'_>, block: &Block, name: &str) {
        let called = |wanted: &str, types: &Interner| {
            attributes(block).find(|attribute| types.text(attribute.name) == wanted).map(|attribute| attribute.value)
        };
        let (ty, default) = (called("type", self.types), called("default", self.types));
        let declared = ty.filter(|&ty| !self.is_bare(at.tree, ty)).and_then(|ty| {
            let environment = self.reading.environment;
            typed_attribute(at.file, at.tree, default, ty, environment, self.types, &mut self.program.problems)
        });
        let declared = declared.map_or(ANY, |(constraint, _)| constraint.ty);
        let known = type_of_variable(self.types, declared);
        let count = self.program.definitions.len();
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        self.define(at, Kind::Variable, &format!("var.{name}"), block.span, name_span, Value::Known(known));
        if self.program.definitions.len() > count {
            let id = self.last();
            self.program.declared.insert(id, declared);
            if default.is_none() {
                self.program.required.insert(id);
            }
        }
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.body(at, inner);
        }
    }

    /// Holds for types in the manner of old versions: texts, and constructors alone.
    fn is_bare(&self, tree: &Tree, ty: NodeId) -> bool {
        match tree.node(ty) {
            Node::String(_) => true,
            Node::Variable(name, steps) => {
                tree.steps(steps).is_empty() && ["list", "map", "set"].contains(&self.types.text(name))
            }
            _ => false,
        }
    }

    fn locals(&mut self, at: At<'_>, block: &Block) {
        for attribute in attributes(block) {
            let address = format!("local.{}", self.types.text(attribute.name));
            let span = attribute.name_span.to(at.tree.span(attribute.value));
            let value = Value::Of(free(attribute));
            self.define(at, Kind::Local, &address, span, attribute.name_span, value);
        }
    }

    fn output(&mut self, at: At<'_>, block: &Block, name: &str) {
        let value = attributes(block).find(|attribute| self.types.text(attribute.name) == "value");
        let value = value.map_or(Value::Known(ANY), |attribute| Value::Of(free(attribute)));
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        self.define(at, Kind::Output, &format!("output.{name}"), block.span, name_span, value);
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.body(at, inner);
        }
    }

    fn resource(&mut self, at: At<'_>, block: &Block, kind: Kind, address: &str) {
        let name_span = block.labels.last().map_or(block.kind_span, |label| label.1);
        self.define(at, kind, address, block.span, name_span, Value::Known(ANY));
        self.body(at, block);
    }

    fn module(&mut self, at: At<'_>, block: &Block, name: &str) {
        let called =
            |wanted: &str, types: &Interner| attributes(block).find(|attribute| types.text(attribute.name) == wanted);
        let source = called("source", self.types).and_then(|attribute| match at.tree.node(attribute.value) {
            Node::String(text) => Some(self.types.text(text).to_owned()),
            _ => None,
        });
        let interface = source.and_then(|source| self.reading.interface(&source, self.types));
        let outputs = interface.as_ref().map_or(ANY, |interface| interface.outputs);
        let is_open = interface.is_none();
        let value = match (called("count", self.types), called("for_each", self.types)) {
            _ if is_open => ANY,
            (Some(_), _) => self.types.list(outputs),
            (None, Some(_)) => self.types.map(outputs),
            (None, None) => outputs,
        };
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        self.define(at, Kind::Module, &format!("module.{name}"), block.span, name_span, Value::Known(value));
        let mut expressions = self.expressions(at, block);
        let mut meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
        meaning.is_broken = block.is_broken;
        if let Some(interface) = interface {
            meaning.interface = Some(self.add_interface(interface.inputs));
            for attribute in attributes(block) {
                let is_input = !OF_CALLS.contains(&self.types.text(attribute.name));
                let own = expressions.iter_mut().filter(|expression| is_input && expression.root == attribute.value);
                own.for_each(|expression| expression.part = Part::Input(attribute.name));
            }
        }
        self.hidden(at, block.span, name_span, expressions, meaning);
    }

    fn add_interface(&mut self, inputs: Vec<program::Input>) -> InterfaceId {
        self.program.interfaces.push(inputs);
        InterfaceId(self.program.interfaces.len() as u32 - 1)
    }

    /// What is in a block, whatever that gives.
    fn body(&mut self, at: At<'_>, block: &Block) {
        let expressions = self.expressions(at, block);
        let meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
        self.hidden(at, block.span, block.kind_span, expressions, meaning);
    }

    fn hidden(
        &mut self,
        at: At<'_>,
        span: Span,
        name_span: Span,
        expressions: Vec<Expression>,
        meaning: program::Block,
    ) {
        self.program.definitions.push(Definition {
            kind: Kind::Body,
            name: None,
            label: String::new(),
            name_span,
            file: at.file,
            span,
            expressions,
            block: Some(Box::new(meaning)),
        });
    }

    /// The expressions in a block and in the blocks inside of it, in source order.
    fn expressions(&mut self, at: At<'_>, block: &Block) -> Vec<Expression> {
        let mut expressions = Vec::new();
        self.add_expressions(at, block, &mut expressions);
        expressions
    }

    fn add_expressions(&mut self, at: At<'_>, block: &Block, expressions: &mut Vec<Expression>) {
        if self.types.text(block.kind) == "dynamic" {
            self.iterator(at, block);
        }
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => {
                    let name = self.types.text(attribute.name);
                    let is_iterator = name == "iterator" && self.types.text(block.kind) == "dynamic";
                    let is_target = name == "to" && self.types.text(block.kind) == "import";
                    if !REFERENCES.contains(&name) && !is_iterator && !is_target {
                        expressions.push(free(attribute));
                    }
                }
                BodyItem::Block(inner) => self.add_expressions(at, inner, expressions),
            }
        }
    }

    /// The iterator of a dynamic block: the name of the block, or the one that is given.
    fn iterator(&mut self, at: At<'_>, block: &Block) {
        let Some(&(label, span)) = block.labels.first() else { return };
        let given = attributes(block).find(|attribute| self.types.text(attribute.name) == "iterator");
        let given = given.and_then(|attribute| match at.tree.node(attribute.value) {
            Node::Variable(name, _) => Some(name),
            _ => None,
        });
        let name = given.unwrap_or(label);
        if self.iterators.insert(name) {
            let properties = vec![(self.types.name("key"), ANY), (self.types.name("value"), ANY)];
            let ty = self.types.object(properties);
            let address = self.types.text(name).to_owned();
            self.define(at, Kind::Body, &address, block.span, span, Value::Known(ty));
        }
    }
}

/// What a definition is.
enum Value {
    /// A value of a known type.
    Known(Ty),
    /// The value of an expression.
    Of(Expression),
}

fn attributes(block: &Block) -> impl Iterator<Item = &Attribute> {
    block.body.iter().filter_map(BodyItem::as_attribute)
}

fn free(attribute: &Attribute) -> Expression {
    let expression = Expression::value(attribute.first, attribute.value, attribute.name_span);
    Expression { part: Part::Free, ..expression }
}

/// Holds for files that override what others define.
fn is_override(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    stem == "override" || stem.ends_with("_override")
}
