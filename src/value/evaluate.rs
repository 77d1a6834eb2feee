//! Constant expressions: what they stand for, without variables and functions.

use super::{Content, Converter, Safety, Value, arithmetic};
use crate::facts::UnaryOperator;
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId, ObjectItem, ObjectKey, Tree};
use crate::types::display::display;
use crate::types::{ANY, BOOL, INT, Interner, NUMBER, Name, STRING};

/// Why an expression has no value, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// The value of a constant expression. Integral numbers have the type `number` if there is no other (`hcl_only`), and
/// `int` otherwise.
///
/// # Errors
/// All that keeps the expression from having a value, in source order.
pub fn evaluate(
    tree: &Tree,
    root: NodeId,
    hcl_only: bool,
    types: &mut Interner,
) -> Result<Value, Vec<EvaluationError>> {
    let mut evaluator = Evaluator { tree, hcl_only, types, errors: Vec::new() };
    let value = evaluator.value(root);
    match value {
        Some(value) if evaluator.errors.is_empty() => Ok(value),
        _ => Err(evaluator.errors),
    }
}

pub(super) struct Evaluator<'a> {
    tree: &'a Tree,
    pub(super) hcl_only: bool,
    pub(super) types: &'a mut Interner,
    errors: Vec<EvaluationError>,
}

/// `None` stands for a value that an error keeps from being known.
impl Evaluator<'_> {
    fn value(&mut self, node: NodeId) -> Option<Value> {
        match self.tree.node(node) {
            Node::Null => Some(Value::null(ANY)),
            Node::Bool(value) => Some(Value { ty: BOOL, content: Content::Bool(value) }),
            Node::Number(id) => Some(self.number(id)),
            Node::String(text) | Node::Text(text) => Some(Value { ty: STRING, content: Content::Text(text) }),
            Node::Parenthesis(inner) | Node::Wrap(inner) => self.value(inner),
            Node::Tuple(list) => {
                let elements: Vec<Option<Value>> =
                    self.tree.list(list).iter().map(|&element| self.value(element)).collect();
                Some(Value::tuple(elements.into_iter().collect::<Option<_>>()?, self.types))
            }
            Node::Object(items) => self.object(self.tree.items(items)),
            Node::Template(list) => self.template(self.tree.list(list)),
            Node::Unary(operator, operand) => self.unary(operator, operand, node),
            Node::Binary(operator, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let result = arithmetic::binary(self, operator, &left?, &right?);
                self.or_fail(result, node)
            }
            Node::Conditional(list) => match *self.tree.list(list) {
                [condition, yes, no] => self.conditional(condition, yes, no),
                _ => None,
            },
            Node::Index(collection, key) => {
                let (collection, key) = (self.value(collection), self.value(key));
                let result = self.element(&collection?, &key?);
                self.or_fail(result, node)
            }
            Node::Variable(name, _) => {
                let start = self.tree.span(node).start;
                let end = start + self.types.text(name).len() as u32;
                self.fail(Span { start, end }, "a constant has no variables")
            }
            Node::Call(_) => self.fail(self.tree.span(node), "a constant has no function calls"),
            // An error that the syntax has reported.
            Node::Imprecise => self.fail(self.tree.span(node), "the number is not kept exactly"),
            Node::Relative(..) | Node::Splat(..) | Node::Item | Node::For(_) | Node::Join(_) => {
                self.fail(self.tree.span(node), "the expression is no constant")
            }
        }
    }

    pub(super) fn number(&self, id: super::NumberId) -> Value {
        let is_int = !self.hcl_only && self.types.number_of(id).is_integer();
        Value { ty: if is_int { INT } else { NUMBER }, content: Content::Number(id) }
    }

    fn object(&mut self, items: &[ObjectItem]) -> Option<Value> {
        let mut fields = Some(Vec::with_capacity(items.len()));
        for item in items {
            let (key, value) = (self.key(item), self.value(item.value));
            match (&mut fields, key, value) {
                (Some(fields), Some(key), Some(value)) => fields.push((key, value)),
                _ => fields = None,
            }
        }
        Some(Value::object(fields?, self.types))
    }

    fn key(&mut self, item: &ObjectItem) -> Option<Name> {
        let (node, is_forced) = match item.key {
            ObjectKey::Name(name) => return Some(name),
            ObjectKey::Expression(node, is_forced) => (node, is_forced),
        };
        if !is_forced && matches!(self.tree.node(node), Node::Variable(..)) {
            return self.fail(item.key_span, "a key is a word, a text in quotes, or an expression in parentheses");
        }
        let key = self.value(node)?;
        self.text(&key, item.key_span, "a key")
    }

    fn template(&mut self, parts: &[NodeId]) -> Option<Value> {
        let mut text = Some(String::new());
        for &part in parts {
            let part_text = match self.value(part) {
                Some(value) => self.text(&value, self.tree.span(part), "a part of a template"),
                None => None,
            };
            match (&mut text, part_text) {
                (Some(text), Some(part)) => text.push_str(self.types.text(part)),
                _ => text = None,
            }
        }
        Some(self.text_value(&text?))
    }

    pub(super) fn text_value(&mut self, text: &str) -> Value {
        Value { ty: STRING, content: Content::Text(self.types.name(text)) }
    }

    /// The text that a value converts to.
    fn text(&mut self, value: &Value, span: Span, role: &str) -> Option<Name> {
        if let Ok(Value { content: Content::Text(text), .. }) = Converter::new(self.types).convert(value, STRING) {
            return Some(text);
        }
        let found = if value.is_null() { "null".to_owned() } else { display(self.types, value.ty) };
        self.fail(span, &format!("{role} is a string, and this is {found}"))
    }

    fn unary(&mut self, operator: UnaryOperator, operand: NodeId, node: NodeId) -> Option<Value> {
        let operand = self.value(operand)?;
        let result = match operator {
            UnaryOperator::Negate => arithmetic::negated(self, &operand),
            UnaryOperator::Not => arithmetic::opposite(self, &operand),
        };
        self.or_fail(result, node)
    }

    /// The arm that the condition chooses, as a value of the type that both arms have in common.
    fn conditional(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Option<Value> {
        let condition_span = self.tree.span(condition);
        let (condition, yes, no) = (self.value(condition), self.value(yes), self.value(no));
        let condition = arithmetic::truth(self, &condition?);
        let condition = self.or_fail_at(condition, condition_span)?;
        let (yes, no) = (yes?, no?);
        let mut converter = Converter::new(self.types);
        let arms = [yes.ty, no.ty];
        let known: Vec<_> = arms.into_iter().filter(|&arm| arm != ANY).collect();
        let common = converter.unify(&known, Safety::Unsafe);
        let chosen = if condition { yes } else { no };
        match common.map(|common| converter.convert(&chosen, common)) {
            Some(Ok(converted)) => Some(converted),
            _ => Some(chosen),
        }
    }

    fn element(&mut self, collection: &Value, key: &Value) -> Result<Value, String> {
        let found = match (&collection.content, &key.content) {
            (Content::Elements(elements), Content::Number(id)) => {
                self.types.number_of(*id).as_index().and_then(|at| elements.get(at)).cloned()
            }
            (Content::Fields(fields), Content::Text(name)) => {
                fields.iter().find(|field| field.0 == *name).map(|field| field.1.clone())
            }
            _ => None,
        };
        found.ok_or_else(|| "there is no such element".to_owned())
    }

    fn or_fail<T>(&mut self, result: Result<T, String>, node: NodeId) -> Option<T> {
        self.or_fail_at(result, self.tree.span(node))
    }

    fn or_fail_at<T>(&mut self, result: Result<T, String>, span: Span) -> Option<T> {
        result.map_err(|message| self.fail::<()>(span, &message)).ok()
    }

    fn fail<T>(&mut self, span: Span, message: &str) -> Option<T> {
        self.errors.push(EvaluationError { message: message.to_owned(), span });
        None
    }
}
