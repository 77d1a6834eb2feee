//! Traversals: hcl-edit has a flat list of operators, which the tree nests to the left, as the reference does.

use hcl_edit::Decorated;
use hcl_edit::expr::{Expression, Traversal, TraversalOperator};

use super::super::scan::number_length;
use super::super::tree::{Node, NodeId, Step, StepKey};
use super::Builder;
use crate::source::Span;
use crate::types::Name;
use crate::types::vocabulary::UnaryOperator;

/// The base of the steps collected so far.
#[derive(Clone, Copy)]
enum Base {
    Variable(Name),
    Expression(NodeId),
}

/// The kinds of traversal operators.
enum OperatorKind {
    Step(Step),
    /// A step by a number that cannot be represented exactly, and its span.
    Broken(Span),
    /// An index that is not a literal, or a splat.
    Computed,
}

/// The error of a number that cannot be represented exactly, which has been reported.
struct Broken;

/// A traversal under construction.
struct Path {
    base: Base,
    steps: Vec<Step>,
    span: Span,
}

impl Builder<'_> {
    pub(super) fn traversal(&mut self, traversal: &Traversal) -> NodeId {
        let operators = &traversal.operators[..];
        let span = self.place(&traversal.expr);
        let base = match &traversal.expr {
            Expression::Variable(name) if !self.is_quoted(span) => Base::Variable(self.interned(name.as_str())),
            // hcl-edit reads `-5.x` as (-5).x; it is -(5.x).
            Expression::Number(_) if self.digits(span).start != span.start => {
                let digits = self.digits(span);
                let number = self.number(digits);
                let path = Path { base: Base::Expression(number), steps: Vec::new(), span: digits };
                let operand = self.follow(path, operators);
                let whole = span.to(self.tree.span(operand));
                return self.tree.add(Node::Unary(UnaryOperator::Negate, operand), whole);
            }
            expression => Base::Expression(self.expression(expression)),
        };
        self.follow(Path { base, steps: Vec::new(), span }, operators)
    }

    /// Applies the operators to a path, in order.
    fn follow(&mut self, mut path: Path, operators: &[Decorated<TraversalOperator>]) -> NodeId {
        let mut rest = operators;
        while let Some((operator, behind)) = rest.split_first() {
            let span = self.place(operator);
            rest = behind;
            match self.way(operator, span) {
                OperatorKind::Step(step) => {
                    path.steps.push(step);
                    path.span = path.span.to(step.span);
                    continue;
                }
                OperatorKind::Broken(span) => {
                    path.span = path.span.to(span);
                    let node = self.tree.add(Node::Broken, path.span);
                    path = Path { base: Base::Expression(node), steps: Vec::new(), span: path.span };
                    continue;
                }
                OperatorKind::Computed => {}
            }
            let source = self.finish(&path);
            let start = path.span;
            let node = match operator.value() {
                TraversalOperator::Index(key) => {
                    let key = self.expression(key);
                    self.tree.add(Node::Index(source, key), start.to(span))
                }
                TraversalOperator::AttrSplat(_) => {
                    let own = rest.iter().take_while(|next| is_attribute_like(next.value())).count();
                    let (steps, behind) = rest.split_at(own);
                    rest = behind;
                    // The element's traversal starts after the star.
                    let behind_star = steps.first().map_or(span.end, |first| self.place(first).start);
                    self.splat(source, start, Span { start: behind_star, end: behind_star }, steps)
                }
                _ => {
                    let steps = std::mem::take(&mut rest);
                    self.splat(source, start, span, steps)
                }
            };
            path = Path { base: Base::Expression(node), steps: Vec::new(), span: self.tree.span(node) };
        }
        self.finish(&path)
    }

    fn splat(&mut self, source: NodeId, start: Span, star: Span, steps: &[Decorated<TraversalOperator>]) -> NodeId {
        let item = self.tree.add(Node::Item, star);
        let each = self.follow(Path { base: Base::Expression(item), steps: Vec::new(), span: star }, steps);
        self.tree.add(Node::Splat(source, each), start.to(self.tree.span(each)))
    }

    fn finish(&mut self, path: &Path) -> NodeId {
        match path.base {
            Base::Expression(node) if path.steps.is_empty() => node,
            Base::Expression(node) => {
                let steps = self.tree.add_steps(&path.steps);
                self.tree.add(Node::Relative(node, steps), path.span)
            }
            Base::Variable(name) => {
                let steps = self.tree.add_steps(&path.steps);
                self.tree.add(Node::Variable(name, steps), path.span)
            }
        }
    }

    /// Returns the kind of an operator: a name or a literal index is a step.
    fn way(&mut self, operator: &Decorated<TraversalOperator>, span: Span) -> OperatorKind {
        let (key, key_span) = match operator.value() {
            TraversalOperator::GetAttr(name) => {
                let place = self.place(name);
                (Ok(StepKey::Attribute(self.name(place))), place)
            }
            TraversalOperator::LegacyIndex(index) => {
                // The mask keeps one digit of the number.
                let start = self.place(index).start;
                let length = number_length(&self.text.as_bytes()[start as usize..]);
                let place = Span { start, end: start + length as u32 };
                (self.number_key(place), place)
            }
            TraversalOperator::Index(key) => match self.literal_key(key) {
                Some(literal) => (literal, self.place(key)),
                None => return OperatorKind::Computed,
            },
            TraversalOperator::AttrSplat(_) | TraversalOperator::FullSplat(_) => return OperatorKind::Computed,
        };
        let span = Span { end: span.end.max(key_span.end), ..span };
        key.map_or(OperatorKind::Broken(span), |key| OperatorKind::Step(Step { key, key_span, span }))
    }

    fn literal_key(&mut self, key: &Expression) -> Option<Result<StepKey, Broken>> {
        let span = self.place(key);
        Some(Ok(match key {
            Expression::Null(_) => StepKey::Null,
            Expression::Bool(value) => StepKey::Bool(*value.value()),
            Expression::String(_) => StepKey::Text(self.plain_text(span)),
            Expression::Variable(_) if self.is_quoted(span) => StepKey::Text(self.plain_text(span)),
            Expression::HeredocTemplate(heredoc) => StepKey::Text(self.plain_heredoc(heredoc, span)?),
            Expression::Number(_) if self.digits(span) == span => return Some(self.number_key(span)),
            _ => return None,
        }))
    }

    fn number_key(&mut self, span: Span) -> Result<StepKey, Broken> {
        self.number_value(span).map(StepKey::Number).ok_or(Broken)
    }
}

fn is_attribute_like(operator: &TraversalOperator) -> bool {
    matches!(operator, TraversalOperator::GetAttr(_) | TraversalOperator::LegacyIndex(_))
}
