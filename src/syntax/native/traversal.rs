//! Traversals: hcl-edit keeps a flat list of operators; the tree nests them to the left, as the reference does.

use hcl_edit::Decorated;
use hcl_edit::expr::{Expression, Traversal, TraversalOperator};

use super::super::tree::{Node, NodeId, Step, StepKey};
use super::Builder;
use crate::facts::UnaryOperator;
use crate::source::Span;
use crate::types::Name;

/// What the steps gathered so far start from.
#[derive(Clone, Copy)]
enum Base {
    Variable(Name),
    Expression(NodeId),
}

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
            Expression::Variable(name) => Base::Variable(self.names.name(name.as_str())),
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

    /// Takes the operators one after the other.
    fn follow(&mut self, mut path: Path, operators: &[Decorated<TraversalOperator>]) -> NodeId {
        let mut rest = operators;
        while let Some((operator, behind)) = rest.split_first() {
            let span = self.place(operator);
            rest = behind;
            if let Some(step) = self.step(operator, span) {
                path.steps.push(step);
                path.span = path.span.to(span);
                continue;
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
                    // The element's traversal starts behind the star.
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
        let end = steps.last().map_or(star, |last| self.place(last));
        self.tree.add(Node::Splat(source, each), start.to(end))
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

    /// The operator as a step, if it is one: a name, or an index that is a literal.
    fn step(&mut self, operator: &Decorated<TraversalOperator>, span: Span) -> Option<Step> {
        let (key, key_span) = match operator.value() {
            TraversalOperator::GetAttr(name) => {
                let place = self.place(name);
                // The mask makes a name of a number of several digits.
                let is_number = self.source(place).starts_with(|first: char| first.is_ascii_digit());
                (if is_number { self.number_key(place) } else { StepKey::Attribute(self.name(place)) }, place)
            }
            TraversalOperator::LegacyIndex(index) => {
                let place = self.place(index);
                (self.number_key(place), place)
            }
            TraversalOperator::Index(key) => (self.literal_key(key)?, self.place(key)),
            TraversalOperator::AttrSplat(_) | TraversalOperator::FullSplat(_) => return None,
        };
        Some(Step { key, key_span, span })
    }

    fn literal_key(&mut self, key: &Expression) -> Option<StepKey> {
        let span = self.place(key);
        match key {
            Expression::Null(_) => Some(StepKey::Null),
            Expression::Bool(value) => Some(StepKey::Bool(*value.value())),
            Expression::String(_) => Some(StepKey::Text(self.plain_text(span))),
            Expression::HeredocTemplate(heredoc) => self.plain_heredoc(heredoc, span).map(StepKey::Text),
            Expression::Number(_) if self.digits(span) == span => Some(self.number_key(span)),
            _ => None,
        }
    }

    fn number_key(&mut self, span: Span) -> StepKey {
        match self.number_value(span) {
            Some(number) => StepKey::Number(number),
            None => StepKey::Null,
        }
    }
}

fn is_attribute_like(operator: &TraversalOperator) -> bool {
    matches!(operator, TraversalOperator::GetAttr(_) | TraversalOperator::LegacyIndex(_))
}
