//! The outputs of a module: their values, and the types that they declare.

use super::blocks::{At, Reader, Value, attributes, free};
use crate::dialect::type_arguments::typed_attribute;
use crate::program::{self, BlockValue, Expression, Kind, Part};
use crate::syntax::tree::{Block, BodyItem, Node, NodeId};
use crate::type_expressions::constraint::Constraint;
use crate::types::{ANY, Interner};

impl Reader<'_, '_> {
    pub(super) fn output(&mut self, at: At<'_>, block: &Block, name: &str) {
        let called =
            |wanted: &str, types: &Interner| attributes(block).find(|attribute| types.text(attribute.name) == wanted);
        let declared = called("type", self.types).and_then(|ty| self.output_type(at, ty.value));
        let part = declared.as_ref().map_or(Part::Free, |declared| Part::Expected(declared.ty));
        let value = called("value", self.types);
        let value = value.map_or(Value::Known(ANY), |attribute| Value::Of(Expression { part, ..free(attribute) }));
        let name_span = block.labels.first().map_or(block.kind_span, |label| label.1);
        let count = self.program.definitions.len();
        self.define(at, Kind::Output, &format!("output.{name}"), block.span, name_span, value);
        if self.program.definitions.len() > count {
            let id = self.last();
            if let Some(Constraint { ty, defaults }) = declared {
                self.program.declared.insert(id, ty);
                self.program.defaults.extend(defaults.map(|defaults| (id, defaults)));
            }
            self.declare_marks(at, block);
        }
        let depends = attributes(block).find(|attribute| self.types.text(attribute.name) == "depends_on");
        if let Some(named) = depends.and_then(|attribute| self.expression(at, attribute, "output")) {
            let (span, name_span) = (named.name_span.to(at.tree.span(named.root)), named.name_span);
            self.hidden(
                at,
                span,
                name_span,
                vec![named],
                program::Block::with_value(BlockValue::Known(ANY), name_span),
            );
        }
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.inner_body(at, inner, "output");
        }
        self.constants(at, block, "output", None);
    }

    /// Returns the type that an output declares for its value.
    fn output_type(&mut self, at: At<'_>, ty: NodeId) -> Option<Constraint> {
        let is_read = !self.is_bare(at.tree, ty) && !matches!(at.tree.node(ty), Node::Broken);
        let attribute = is_read.then(|| self.typed(at, ty, None, false))?;
        let read = typed_attribute(attribute, self.reading.environment, self.types, &mut self.program.problems);
        read.map(|(constraint, _)| constraint)
    }
}
