//! The bodies of blocks: attributes, literals, and labels.

use compact_str::CompactString;
use smallvec::{SmallVec, smallvec};

use super::Reader;
use crate::program::structure::StructureProblemKind;
use crate::program::{Block, BlockValue, Definition, Expression, Kind, Part, Scope};
use crate::source::Span;
use crate::syntax::tree::{self, Attribute, BodyItem, Node, NodeId};
use crate::types::{ANY, Name, Ty};

/// The attribute that gives a block another name at run time.
pub(super) const LOGICAL_NAME: &str = "__logicalName";

impl Reader<'_, '_> {
    /// Adds the definition of an attribute at the top, which is a named value.
    pub(super) fn local(&mut self, attribute: &Attribute) {
        let Attribute { name, name_span, first, value } = *attribute;
        let label = self.text(name).into();
        let span = name_span.to(self.tree().span(value));
        self.define(Definition {
            kind: Kind::Local,
            name: Some(name),
            label,
            name_span,
            file: self.file,
            span,
            expressions: smallvec![Expression::value(first, value, name_span)],
            block: None,
            written_out: self.source.written_value(value),
        });
    }

    /// Creates the definition of a block.
    pub(super) fn definition(
        &self,
        kind: Kind,
        block: &tree::Block,
        label: Option<&(Name, Span)>,
        unnamed: impl Into<CompactString>,
        expressions: impl Into<SmallVec<[Expression; 1]>>,
        mut meaning: Block,
    ) -> Definition {
        meaning.is_broken = block.is_broken;
        let expressions = expressions.into();
        let written_out = self.source.written_range(&expressions);
        Definition {
            kind,
            name: label.map(|label| label.0),
            label: label.map_or_else(|| unnamed.into(), |label| self.text(label.0).into()),
            name_span: label.map_or(block.kind_span, |label| label.1),
            file: self.file,
            span: block.span,
            expressions,
            block: Some(Box::new(meaning)),
            written_out,
        }
    }

    /// Reports a block with the wrong labels, and adds a definition that types its expressions.
    pub(super) fn mislabelled(&mut self, block: &tree::Block, kind: Kind, expected: &'static str) {
        let span = match (block.labels.first(), block.labels.last()) {
            (Some(first), Some(last)) => first.1.to(last.1),
            _ => block.kind_span,
        };
        if !block.has_malformed_header() {
            let name = self.text(block.kind).to_owned();
            self.problem(span, StructureProblemKind::WrongLabels { block: name, expected, given: None });
        }
        let expressions = free_expressions(block);
        let meaning = Block::with_value(BlockValue::Known(ANY), block.open);
        let definition = self.definition(kind, block, block.labels.first(), "", expressions, meaning);
        self.define(definition);
    }

    /// Reports a block whose name stands behind its other label.
    pub(super) fn exchanged_labels(&mut self, block: &tree::Block, name: (Name, Span), other: Name) {
        let labels = [name.0, other].map(|label| self.text(label).to_owned());
        let (kind, span) = (self.text(block.kind).to_owned(), block.labels[0].1);
        self.problem(span, StructureProblemKind::ExchangedLabels { block: kind, labels });
    }

    /// Reports a misplaced nested block. One with a malformed header may be an attribute.
    pub(super) fn unsupported_block(&mut self, block: &tree::Block, inside: &'static str, known: &[&str]) {
        if block.has_malformed_header() {
            return;
        }
        let kind = self.text(block.kind).to_owned();
        let suggestion = crate::types::nearest::nearest(&kind, known.iter().copied());
        self.problem(
            block.kind_span,
            StructureProblemKind::UnknownBlock { block: kind, inside: Some(inside), suggestion },
        );
    }

    /// Reports a misplaced attribute.
    pub(super) fn unsupported_attribute(&mut self, attribute: &Attribute, inside: &'static str, known: &[&str]) {
        let name = self.text(attribute.name).to_owned();
        let suggestion = crate::types::nearest::nearest(&name, known.iter().copied());
        self.problem(
            attribute.name_span,
            StructureProblemKind::UnknownAttribute { name, inside, suggestion, known: owned(known) },
        );
    }

    /// Reports an attribute without meaning, which the reference ignores.
    pub(super) fn ignored_attribute(&mut self, attribute: &Attribute, inside: &'static str, known: &[&str]) {
        let name = self.text(attribute.name).to_owned();
        let suggestion = crate::types::nearest::nearest(&name, known.iter().copied());
        self.problem(
            attribute.name_span,
            StructureProblemKind::IgnoredAttribute { name, inside, suggestion, known: owned(known) },
        );
    }

    /// Reports a block without meaning, which the reference ignores. It may stand for an attribute.
    pub(super) fn ignored_block(&mut self, block: &tree::Block, inside: &'static str, attributes: &[&str]) {
        let name = self.text(block.kind).to_owned();
        let attribute = crate::types::nearest::nearest(&name, attributes.iter().copied());
        self.problem(block.kind_span, StructureProblemKind::IgnoredBlock { name, inside, attribute });
    }

    /// Returns the text of an attribute; reports anything but a literal text.
    pub(super) fn literal_text(&mut self, attribute: &Attribute) -> Option<Name> {
        match self.tree().node(attribute.value) {
            Node::String(text) => Some(text),
            _ => self.no_literal(attribute, "a string without interpolation"),
        }
    }

    /// Returns the Boolean of an attribute; reports anything but a literal Boolean.
    pub(super) fn literal_bool(&mut self, attribute: &Attribute) -> Option<bool> {
        match self.tree().node(attribute.value) {
            Node::Bool(value) => Some(value),
            _ => self.no_literal(attribute, "`true` or `false`"),
        }
    }

    fn no_literal<T>(&mut self, attribute: &Attribute, expected: &'static str) -> Option<T> {
        let name = self.text(attribute.name).to_owned();
        let span = self.tree().span(attribute.value);
        if !matches!(self.tree().node(attribute.value), Node::Broken) {
            self.problem(span, StructureProblemKind::NotALiteral { name, expected: expected.into() });
        }
        None
    }

    /// Returns the text of a literal node.
    pub(super) fn text_at(&self, node: NodeId) -> Option<Name> {
        match self.tree().node(node) {
            Node::String(text) => Some(text),
            _ => None,
        }
    }
}

/// Creates an expression without an expected type.
pub(super) fn free(attribute: &Attribute) -> Expression {
    expression(attribute, Part::Free, Scope::Everywhere)
}

/// Creates an expression that should be a literal.
pub(super) fn literal(attribute: &Attribute) -> Expression {
    expression(attribute, Part::Free, Scope::Literal)
}

/// Creates an expression with an expected type.
pub(super) fn expected(attribute: &Attribute, ty: Ty) -> Expression {
    expression(attribute, if ty == ANY { Part::Free } else { Part::Expected(ty) }, Scope::Everywhere)
}

pub(super) fn expression(attribute: &Attribute, part: Part, scope: Scope) -> Expression {
    Expression { root: attribute.value, first: attribute.first, name_span: attribute.name_span, part, scope }
}

/// Returns all expressions in a block and its nested blocks, without expected types.
pub(super) fn free_expressions(block: &tree::Block) -> Vec<Expression> {
    let mut expressions = Vec::new();
    for item in &block.body {
        match item {
            BodyItem::Attribute(attribute) => expressions.push(free(attribute)),
            BodyItem::Block(inner) => expressions.extend(free_expressions(inner)),
        }
    }
    expressions
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
