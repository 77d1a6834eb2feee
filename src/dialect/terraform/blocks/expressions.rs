//! The expressions of blocks, with their roles and scopes.

use compact_str::CompactString;

use super::{At, Reader, attributes};
use crate::dialect::terraform::forms::first_reference;
use crate::dialect::terraform::repeated::{Names, own_scope};
use crate::dialect::terraform::shapes::shape;
use crate::dialect::type_arguments::ConstantCheck;
use crate::program::{self, BlockValue, Definition, Expression, Kind, Part, Place};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, Tree};
use crate::types::ANY;

/// The default of a variable, if it is a constant that is checked as a whole.
#[derive(Clone, Copy)]
pub(in super::super) struct HeldConstant {
    /// Its expression.
    default: NodeId,
    /// Its role; free if it has been checked already.
    part: Part,
    /// Holds if its type is inferred. Does not hold for values with references, which have been reported.
    is_typed: bool,
}

pub(in super::super) fn free(attribute: &Attribute) -> Expression {
    let expression = Expression::value(attribute.first, attribute.value, attribute.name_span);
    Expression { part: Part::Free, ..expression }
}

/// Returns the computed key in the address of an instance: `each.key` in `aws_vpc.main[each.key]`.
fn computed_key(at: At<'_>, attribute: &Attribute) -> Option<Expression> {
    let Node::Index(collection, key) = at.tree.node(attribute.value) else { return None };
    let Node::Variable(..) = at.tree.node(collection) else { return None };
    let expression = Expression::value(NodeId(collection.0 + 1), key, attribute.name_span);
    Some(Expression { part: Part::Free, ..expression })
}

/// Returns how a default is checked, after the check of its value against the type of the variable, if that has one.
pub(in super::super) fn held_constant(at: At<'_>, default: NodeId, check: Option<ConstantCheck>) -> HeldConstant {
    let (part, is_examined) = match check {
        Some(ConstantCheck::Whole { value, taken, converts: false }) => (Part::Constant(value, taken), true),
        // An object may have attributes that the type lacks.
        Some(ConstantCheck::Open(taken)) if has_object(at.tree, default) => (Part::Expected(taken), true),
        _ => (Part::Free, false),
    };
    let is_typed = is_examined || !is_computed(at.tree, default) || first_reference(at.tree, default).is_none();
    HeldConstant { default, part, is_typed }
}

/// Holds if the value of an expression is not written as it is: an operation, a step or a template may fail.
fn is_computed(tree: &Tree, root: NodeId) -> bool {
    match tree.node(root) {
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::String(_) | Node::Broken => false,
        Node::Tuple(_) | Node::Object(_) | Node::Parenthesis(_) => {
            let mut is_any = false;
            tree.each_child(root, &mut |child| is_any |= is_computed(tree, child));
            is_any
        }
        _ => true,
    }
}

/// Holds if a constant is an object with attributes, or has one in it.
fn has_object(tree: &Tree, constant: NodeId) -> bool {
    match tree.node(constant) {
        Node::Object(items) => !tree.items(items).is_empty(),
        Node::Tuple(items) => tree.list(items).iter().any(|&item| has_object(tree, item)),
        Node::Parenthesis(inner) => has_object(tree, inner),
        _ => false,
    }
}

impl Reader<'_, '_> {
    /// Adds the body of a block that defines no name.
    pub(in super::super) fn body(&mut self, at: At<'_>, block: &Block) {
        let address = self.address(block).unwrap_or_default();
        let own = self.names_of(at, block);
        // The `for_each` of an import accepts sequences as well.
        let is_import = self.types.text(block.kind) == "import";
        let each = if is_import { None } else { self.each(at, block) };
        let iterators: Vec<_> = if is_import { self.import_item(at, block).into_iter().collect() } else { Vec::new() };
        let names = Names { own, each, iterators: &iterators, address: &address };
        let mut expressions = self.expressions(at, block, names);
        if is_import {
            expressions.extend(attributes(block).filter_map(|given| computed_key(at, given)));
            // An address stands anywhere in its block, and expressions are in source order.
            expressions.sort_by_key(|expression| expression.first);
        }
        let mut meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
        self.scope(names, &mut expressions, &mut meaning);
        meaning.uses = self.uses(block, &expressions);
        self.hidden(at, block.span, block.kind_span, expressions, meaning);
    }

    pub(in super::super) fn hidden(
        &mut self,
        at: At<'_>,
        span: Span,
        name_span: Span,
        expressions: Vec<Expression>,
        meaning: program::Block,
    ) {
        let label = if self.owner.is_some() { CompactString::default() } else { self.label.clone() };
        let meaning = program::Block { owner: self.owner, ..meaning };
        self.program.definitions.push(Definition {
            kind: Kind::Body,
            name: None,
            label,
            name_span,
            file: at.file,
            span,
            expressions: expressions.into(),
            block: Some(Box::new(meaning)),
            written_out: None,
        });
        self.owner = self.owner.or(Some(self.last()));
    }

    /// Returns the expressions in a block and its nested blocks, in source order.
    pub(in super::super) fn expressions(&mut self, at: At<'_>, block: &Block, names: Names<'_>) -> Vec<Expression> {
        let mut expressions = Vec::new();
        let path = self.types.text(block.kind).to_owned();
        self.add_expressions(at, block, &path, names, &mut expressions);
        expressions
    }

    pub(in super::super) fn add_expressions(
        &mut self,
        at: At<'_>,
        block: &Block,
        path: &str,
        names: Names<'_>,
        expressions: &mut Vec<Expression>,
    ) {
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => expressions.extend(self.expression(at, attribute, path)),
                BodyItem::Block(inner) => match self.types.text(inner.kind) {
                    "dynamic" => self.open_dynamic(at, inner, names),
                    "provisioner" | "connection" if path.starts_with("resource") => {
                        self.provisioner(
                            at,
                            inner,
                            &format!("{path}/{}", self.types.text(inner.kind)),
                            names,
                            expressions,
                        );
                    }
                    kind => self.add_expressions(at, inner, &format!("{path}/{kind}"), names, expressions),
                },
            }
        }
    }

    /// Holds if a constant has a type to be checked.
    fn may_be_typed(&self, at: At<'_>, constant: NodeId) -> bool {
        !matches!(at.tree.node(constant), Node::Null) && self.early_reference(at, constant).is_none()
    }

    /// Adds the constants and settings among the attributes of a block.
    pub(in super::super) fn constants(&mut self, at: At<'_>, block: &Block, path: &str, held: Option<HeldConstant>) {
        let held_at = |attribute: &Attribute| held.filter(|held| held.default == attribute.value);
        let is_typed = |attribute: &&Attribute| {
            let of_shape = shape(path).and_then(|shape| shape.attribute(self.types.text(attribute.name)));
            held_at(attribute).map_or(of_shape.is_some_and(|of| of.form.is_constant()), |held| held.is_typed)
        };
        let expressions = attributes(block).filter(is_typed).filter_map(|attribute| match held_at(attribute) {
            Some(HeldConstant { part, .. }) => Some(Expression { part, ..free(attribute) }),
            None => self.expression(at, attribute, path),
        });
        let expressions: Vec<Expression> = expressions.collect();
        if !expressions.is_empty() {
            let meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
            self.hidden(at, block.span, block.kind_span, expressions, meaning);
        }
    }

    /// Returns the expression of an attribute of the block with a path, if the attribute has a value.
    pub(in super::super) fn expression(&self, at: At<'_>, attribute: &Attribute, path: &str) -> Option<Expression> {
        if self.owned.contains(&Place { file: at.file, node: attribute.value }) {
            return None;
        }
        match self.attribute_of(path, self.types.text(attribute.name)) {
            Some(of_shape) if !of_shape.form.is_value() => self.naming(attribute, path),
            // Other constants have been reported.
            Some(of_shape) if of_shape.form.is_constant() && !self.may_be_typed(at, attribute.value) => None,
            Some(of_shape) => {
                let part = of_shape.ty.map_or(Part::Free, Part::Expected);
                Some(Expression { part, scope: own_scope(path), ..free(attribute) })
            }
            // What is given to an attribute that does not exist does not matter.
            None if shape(path).is_some() && !self.program.is_run_by_pulumi() => None,
            None => Some(Expression { scope: own_scope(path), ..free(attribute) }),
        }
    }
}
