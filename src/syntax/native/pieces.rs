//! Pieces: the expression of an attribute, and the cuts in it.

use std::borrow::Cow;
use std::ops::Range;

use hcl_edit::expr::Expression;

use super::super::SyntaxError;
use super::super::cuts::{CutItem, CutKind, Cuts};
use super::super::mask::Mask;
use super::super::scan::is_name;
use super::super::text::Quoting;
use super::super::tree::{Node, NodeId, ObjectItem, ObjectKey};
use super::Builder;
use super::ahead::Ahead;
use crate::source::Span;
use crate::types::vocabulary::BinaryOperator;

/// The pieces of a text that hcl-edit parses one at a time.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'a> {
    pub(super) mask: &'a Mask,
    pub(super) cuts: &'a Cuts,
}

/// A piece parsed by hcl-edit, and the cuts in it.
pub(super) struct Parsed {
    expression: Result<Expression, hcl_edit::parser::Error>,
    inner: Range<usize>,
}

impl<'a> Pieces<'a> {
    /// Parses the expression of an attribute, unless all of it is one cut.
    pub(super) fn parse_ahead(self, span: Span) -> Option<Parsed> {
        let cuts = self.cuts.all();
        self.cut_of(span, cuts.clone()).is_none().then(|| self.parse(span, cuts))
    }

    fn parse(self, span: Span, cuts: Range<usize>) -> Parsed {
        let (text, inner) = self.masked(span, cuts);
        let text = std::str::from_utf8(&text).unwrap_or("").trim_end();
        Parsed { expression: hcl_edit::parser::parse_expr(text), inner }
    }

    /// Returns the index of the cut that covers all of a piece.
    fn cut_of(self, span: Span, cuts: Range<usize>) -> Option<usize> {
        self.cuts.outermost(cuts, span).next().filter(|&first| self.cuts.get(first).span == span)
    }

    /// Returns the masked text of a piece, and the cuts in it.
    fn masked(self, span: Span, cuts: Range<usize>) -> (Cow<'a, [u8]>, Range<usize>) {
        let mut text = Cow::Borrowed(self.mask.text(span).as_bytes());
        let mut inner = 0..0;
        for number in self.cuts.outermost(cuts, span) {
            let first = if inner.is_empty() { number } else { inner.start };
            inner = first..self.cuts.inside(number).end;
            mask_cut(text.to_mut(), self.cuts.get(number).span, span.start);
        }
        (text, inner)
    }
}

impl Builder<'_> {
    /// Converts the expression of an attribute, or a standalone expression.
    pub(super) fn root(&mut self, span: Span) -> NodeId {
        match self.ahead.as_mut().and_then(Ahead::next) {
            Some(parsed) => {
                let node = self.parsed(&parsed, span);
                if let Some(ahead) = &mut self.ahead {
                    ahead.give_back(parsed);
                }
                node
            }
            None => self.piece(span, self.pieces.cuts.all()),
        }
    }

    /// Converts the whole text as a template. Returns the node without adding it.
    pub(super) fn bare_template(&mut self) -> Node {
        let whole = Span::new(0..self.text.len());
        let (text, inner) = self.pieces.masked(whole, self.pieces.cuts.all());
        match hcl_edit::parser::parse_template(std::str::from_utf8(&text).unwrap_or("")) {
            Ok(template) => {
                self.inner = inner;
                self.template(&template, whole, Quoting::Bare)
            }
            Err(error) => {
                self.refused(&error, whole);
                Node::Broken
            }
        }
    }

    /// Parses and converts a separate expression, with the cuts that may be inside.
    fn piece(&mut self, span: Span, cuts: Range<usize>) -> NodeId {
        match self.pieces.cut_of(span, cuts.clone()) {
            Some(cut) => self.cut(cut),
            None => self.parsed(&self.pieces.parse(span, cuts), span),
        }
    }

    fn parsed(&mut self, Parsed { expression, inner }: &Parsed, span: Span) -> NodeId {
        match expression {
            Ok(expression) => {
                let outer = (self.base, std::mem::replace(&mut self.inner, inner.clone()));
                self.base = span.start as usize;
                let node = self.expression(expression);
                (self.base, self.inner) = outer;
                node
            }
            Err(error) => {
                self.refused(error, span);
                self.tree.add(Node::Broken, span)
            }
        }
    }

    /// Reports that hcl-edit rejects a text that the validator has accepted. No such text is known, but no text may be lost.
    fn refused(&mut self, error: &hcl_edit::parser::Error, span: Span) {
        let place = (span.start as usize + error.location().offset()).min(span.end as usize);
        let start = (0..=place).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0) as u32;
        self.errors.push(SyntaxError::malformed(error.message(), Span { start, end: span.end }));
    }

    /// Converts the cut at this place of the current piece, if there is one.
    pub(super) fn cut_at(&mut self, place: Span) -> Option<NodeId> {
        if self.inner.is_empty() {
            return None;
        }
        let number = self.pieces.cuts.outermost(self.inner.clone(), place).next()?;
        (self.pieces.cuts.get(number).span == place).then(|| self.cut(number))
    }

    fn cut(&mut self, number: usize) -> NodeId {
        let (cuts, inside) = (self.pieces.cuts, self.pieces.cuts.inside(number));
        let cut = cuts.get(number);
        match &cut.kind {
            CutKind::Whole => self.piece(cut.span, inside),
            CutKind::Chain { operands, operators } => self.chain(operands, operators, &inside),
            CutKind::Object(items) => {
                let items: Vec<ObjectItem> = items.iter().map(|item| self.object_item(item, &inside)).collect();
                let items = self.tree.add_items(&items);
                self.tree.add(Node::Object(items), cut.span)
            }
        }
    }

    /// Builds the tree of a chain of operands and operators by precedence. All operators associate to the left.
    fn chain(&mut self, operands: &[Span], operators: &[Span], cuts: &Range<usize>) -> NodeId {
        let mut waiting: Vec<(NodeId, BinaryOperator)> = Vec::new();
        let mut right = self.piece(operands[0], cuts.clone());
        for (&operator, &operand) in operators.iter().zip(&operands[1..]) {
            let operator = binary_operator(self.source(operator));
            while let Some((left, before)) = waiting.pop_if(|before| precedence(before.1) >= precedence(operator)) {
                right = self.join(left, before, right);
            }
            waiting.push((right, operator));
            right = self.piece(operand, cuts.clone());
        }
        while let Some((left, before)) = waiting.pop() {
            right = self.join(left, before, right);
        }
        right
    }

    fn join(&mut self, left: NodeId, operator: BinaryOperator, right: NodeId) -> NodeId {
        let span = self.tree.span(left).to(self.tree.span(right));
        self.tree.add(Node::Binary(operator, left, right), span)
    }

    fn object_item(&mut self, item: &CutItem, cuts: &Range<usize>) -> ObjectItem {
        let text = self.source(item.key);
        let key = if is_name(text) {
            ObjectKey::Name(self.interned(text))
        } else {
            ObjectKey::Expression(self.piece(item.key, cuts.clone()), text.starts_with('('))
        };
        ObjectItem { key, key_span: item.key, value: self.piece(item.value, cuts.clone()) }
    }
}

/// Replaces a cut by a name in parentheses, which is an expression in any context.
fn mask_cut(text: &mut [u8], cut: Span, start: u32) {
    let hole = &mut text[(cut.start - start) as usize..(cut.end - start) as usize];
    hole.fill(b'_');
    hole[0] = b'(';
    hole[hole.len() - 1] = b')';
}

fn binary_operator(text: &str) -> BinaryOperator {
    match text {
        "||" => BinaryOperator::Or,
        "&&" => BinaryOperator::And,
        "==" => BinaryOperator::Equal,
        "!=" => BinaryOperator::NotEqual,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::GreaterEqual,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::LessEqual,
        "-" => BinaryOperator::Subtract,
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "%" => BinaryOperator::Modulo,
        _ => BinaryOperator::Add,
    }
}

fn precedence(operator: BinaryOperator) -> u8 {
    match operator {
        BinaryOperator::Or => 1,
        BinaryOperator::And => 2,
        BinaryOperator::Equal | BinaryOperator::NotEqual => 3,
        BinaryOperator::Greater | BinaryOperator::GreaterEqual | BinaryOperator::Less | BinaryOperator::LessEqual => 4,
        BinaryOperator::Add | BinaryOperator::Subtract => 5,
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => 6,
    }
}
