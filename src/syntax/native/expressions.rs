//! Conversion of expressions other than templates and traversals.

use hcl_edit::expr::{self, Expression};

use super::super::tree::{Call, For, Node, NodeId, ObjectItem, ObjectKey};
use super::super::{SyntaxError, SyntaxErrorKind};
use super::{Builder, text};
use crate::source::Span;
use crate::types::vocabulary::{BinaryOperator, UnaryOperator};
use crate::types::{Name, NumberError, NumberId};

impl Builder<'_> {
    pub(super) fn expression(&mut self, expression: &Expression) -> NodeId {
        let mut span = self.place(expression);
        let node = match expression {
            Expression::Null(_) => Node::Null,
            Expression::Bool(value) => Node::Bool(*value.value()),
            Expression::Number(_) => return self.signed_number(span),
            Expression::String(_) => Node::String(self.plain_text(span)),
            Expression::Array(array) => {
                let elements: Vec<NodeId> = array.iter().map(|element| self.expression(element)).collect();
                Node::Tuple(self.tree.add_list(&elements))
            }
            Expression::Object(object) => self.object(object),
            Expression::StringTemplate(template) => self.template(template, span, text::Quoting::Quoted),
            Expression::HeredocTemplate(heredoc) => self.heredoc(heredoc, span),
            Expression::Parenthesis(inner) => match self.cut_at(span) {
                Some(cut) => return cut,
                None => Node::Parenthesis(self.expression(inner.inner())),
            },
            // A name that replaces a text in the mask.
            Expression::Variable(_) if self.is_quoted(span) => Node::String(self.plain_text(span)),
            Expression::Variable(name) => {
                let name = self.interned(name.as_str());
                Node::Variable(name, self.tree.add_steps(&[]))
            }
            Expression::Conditional(parts) => {
                let parts = [&parts.cond_expr, &parts.true_expr, &parts.false_expr].map(|part| self.expression(part));
                span = span.to(self.tree.span(parts[2]));
                Node::Conditional(self.tree.add_list(&parts))
            }
            Expression::FuncCall(call) => self.call(call),
            Expression::Traversal(traversal) => return self.traversal(traversal),
            Expression::UnaryOp(operation) => {
                let operator = match operation.operator.value() {
                    expr::UnaryOperator::Neg => UnaryOperator::Negate,
                    expr::UnaryOperator::Not => UnaryOperator::Not,
                };
                let operand = self.expression(&operation.expr);
                span = span.to(self.tree.span(operand));
                Node::Unary(operator, operand)
            }
            Expression::BinaryOp(operation) => {
                let (left, right) = (self.expression(&operation.lhs_expr), self.expression(&operation.rhs_expr));
                span = span.to(self.tree.span(right));
                Node::Binary(binary_operator(*operation.operator.value()), left, right)
            }
            Expression::ForExpr(parts) => self.for_expression(parts),
        };
        self.tree.add(node, span)
    }

    /// hcl-edit reads a sign, blanks, comments and digits as one number; here the sign is an operator.
    fn signed_number(&mut self, span: Span) -> NodeId {
        let digits = self.digits(span);
        let number = self.number(digits);
        if digits.start == span.start {
            return number;
        }
        self.tree.add(Node::Unary(UnaryOperator::Negate, number), span)
    }

    /// Returns the span of the digits of a number, without its sign. Comments between them are blank in the mask.
    pub(super) fn digits(&self, span: Span) -> Span {
        let length = self.pieces.mask.text(span).trim_start_matches(['-', ' ', '\t', '\n', '\r']).len();
        Span { start: span.end - length as u32, ..span }
    }

    /// Returns the value of a quoted text without sequences, or of an empty heredoc.
    pub(super) fn plain_text(&mut self, span: Span) -> Name {
        let inner = self.source(span).strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or("");
        self.names.name(&text::value(inner, text::Quoting::Quoted))
    }

    /// Adds a number without sign.
    pub(super) fn number(&mut self, span: Span) -> NodeId {
        let node = self.number_value(span).map_or(Node::Broken, Node::Number);
        self.tree.add(node, span)
    }

    /// Returns the exact value of a number, or reports an error.
    pub(super) fn number_value(&mut self, span: Span) -> Option<NumberId> {
        match self.names.number_literal(self.source(span)) {
            Ok(number) => Some(number),
            Err(error) => {
                self.errors.push(match error {
                    NumberError::ExponentTooLarge => SyntaxError { kind: SyntaxErrorKind::ImpreciseNumber, span },
                    NumberError::TooManyDigits => SyntaxError { kind: SyntaxErrorKind::LongNumber, span },
                    NumberError::Malformed => SyntaxError::malformed("invalid number", span),
                });
                None
            }
        }
    }

    fn object(&mut self, object: &expr::Object) -> Node {
        let items: Vec<ObjectItem> = object
            .iter()
            .map(|(key, value)| {
                let (key, key_span) = self.object_key(key);
                ObjectItem { key, key_span, value: self.expression(value.expr()) }
            })
            .collect();
        Node::Object(self.tree.add_items(&items))
    }

    /// Converts a key. The words `true`, `false` and `null` are names in this position.
    fn object_key(&mut self, key: &expr::ObjectKey) -> (ObjectKey, Span) {
        match key {
            expr::ObjectKey::Ident(ident) => {
                let span = self.place(ident);
                (ObjectKey::Name(self.name(span)), span)
            }
            expr::ObjectKey::Expression(expression @ (Expression::Null(_) | Expression::Bool(_))) => {
                let span = self.place(expression);
                (ObjectKey::Name(self.names.name(self.source(span))), span)
            }
            expr::ObjectKey::Expression(expression) => {
                let is_forced = self.is_parenthesised(expression);
                (ObjectKey::Expression(self.expression(expression), is_forced), self.place(expression))
            }
        }
    }

    fn call(&mut self, call: &expr::FuncCall) -> Node {
        let arguments: Vec<NodeId> = call.args.iter().map(|argument| self.expression(argument)).collect();
        let last = &call.name.name;
        let first = call.name.namespace.first().unwrap_or(last);
        let function_span = self.place(first).to(self.place(last));
        let mut function = String::new();
        for namespace in &call.name.namespace {
            function.push_str(namespace.as_str());
            function.push_str("::");
        }
        function.push_str(last.as_str());
        let parts = Call {
            function: self.interned(&function),
            function_span,
            arguments: self.tree.add_list(&arguments),
            expands_last: call.args.expand_final(),
        };
        Node::Call(self.tree.add_call(parts))
    }

    fn for_expression(&mut self, parts: &expr::ForExpr) -> Node {
        let intro = &parts.intro;
        let collection = self.expression(&intro.collection_expr);
        let key = parts.key_expr.as_ref().map(|key| self.expression(key));
        let value = self.expression(&parts.value_expr);
        let condition = parts.cond.as_ref().map(|condition| self.expression(&condition.expr));
        let parts = For {
            key_variable: intro.key_var.as_ref().map(|name| self.interned(name.as_str())),
            value_variable: self.interned(intro.value_var.as_str()),
            collection,
            key,
            value,
            condition,
            is_grouping: parts.grouping,
        };
        Node::For(self.tree.add_for(parts))
    }
}

fn binary_operator(operator: expr::BinaryOperator) -> BinaryOperator {
    match operator {
        expr::BinaryOperator::Or => BinaryOperator::Or,
        expr::BinaryOperator::And => BinaryOperator::And,
        expr::BinaryOperator::Eq => BinaryOperator::Equal,
        expr::BinaryOperator::NotEq => BinaryOperator::NotEqual,
        expr::BinaryOperator::Greater => BinaryOperator::Greater,
        expr::BinaryOperator::GreaterEq => BinaryOperator::GreaterEqual,
        expr::BinaryOperator::Less => BinaryOperator::Less,
        expr::BinaryOperator::LessEq => BinaryOperator::LessEqual,
        expr::BinaryOperator::Plus => BinaryOperator::Add,
        expr::BinaryOperator::Minus => BinaryOperator::Subtract,
        expr::BinaryOperator::Mul => BinaryOperator::Multiply,
        expr::BinaryOperator::Div => BinaryOperator::Divide,
        expr::BinaryOperator::Mod => BinaryOperator::Modulo,
    }
}
