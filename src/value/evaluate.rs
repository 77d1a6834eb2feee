//! The evaluation of constant expressions, without variables and functions.

use super::conversion::common_type;
use super::{arithmetic, convert};
use crate::source::Span;
use crate::syntax::tree::{Node, NodeId, ObjectItem, ObjectKey, StepKey, Steps, Tree};
use crate::types::display::display;
use crate::types::vocabulary::UnaryOperator;
use crate::types::{ANY, BOOL, Content, INT, Interner, NUMBER, Name, STRING, Shape, Value};

/// The reason why an expression has no value, and the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationError {
    /// The message.
    pub message: String,
    /// The place.
    pub span: Span,
}

/// Evaluates a constant expression. Integral numbers have the type `int`, or `number` with `hcl_only`, which has no `int`.
///
/// # Errors
/// All reasons why the expression has no value, in source order.
pub fn evaluate(
    tree: &Tree,
    root: NodeId,
    hcl_only: bool,
    types: &mut Interner,
) -> Result<Value, Vec<EvaluationError>> {
    let mut evaluator =
        Evaluator { tree, hcl_only, types, errors: Vec::new(), variables: Vec::new(), items: Vec::new() };
    let value = evaluator.value(root);
    match value {
        Some(value) if evaluator.errors.is_empty() => Ok(value),
        _ => Err(evaluator.errors),
    }
}

pub(super) struct Evaluator<'a> {
    pub(super) tree: &'a Tree,
    pub(super) hcl_only: bool,
    pub(super) types: &'a mut Interner,
    errors: Vec<EvaluationError>,
    /// The variables of the surrounding for-expressions, the innermost last.
    pub(super) variables: Vec<(Name, Value)>,
    /// The current elements of the surrounding splats, the innermost last.
    pub(super) items: Vec<Value>,
}

/// In results, `None` means that the value is unknown because of a reported error.
impl Evaluator<'_> {
    pub(super) fn value(&mut self, node: NodeId) -> Option<Value> {
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
            Node::Variable(name, steps) => {
                let source = self.variable(name, node)?;
                self.follow(source, steps)
            }
            Node::Relative(source, steps) => {
                let source = self.value(source)?;
                self.follow(source, steps)
            }
            Node::Splat(source, each) => self.splat(source, each),
            Node::Item => self.items.last().cloned(),
            Node::For(id) => self.comprehension(*self.tree.for_parts(id), node),
            Node::Join(inner) => {
                let parts = self.value(inner)?;
                self.joined(&parts, node)
            }
            Node::Call(_) => self.fail(self.tree.span(node), "function calls are not allowed in a constant"),
            // An error that the parser has reported.
            Node::Type => self.fail(self.tree.span(node), "a type is not a value"),
            Node::Broken => self.fail(self.tree.span(node), "invalid expression"),
        }
    }

    fn variable(&mut self, name: Name, node: NodeId) -> Option<Value> {
        if let Some((_, value)) = self.variables.iter().rev().find(|variable| variable.0 == name) {
            return Some(value.clone());
        }
        let whole = self.tree.span(node);
        let end = match self.tree.node(node) {
            Node::Variable(_, steps) => self.tree.steps(steps).first().map_or(whole.end, |step| step.span.start),
            _ => whole.end,
        };
        self.fail(Span { end, ..whole }, "variables are not allowed in a constant")
    }

    fn follow(&mut self, mut value: Value, steps: Steps) -> Option<Value> {
        for step in self.tree.steps(steps) {
            let key = match step.key {
                StepKey::Attribute(name) | StepKey::Text(name) => Value { ty: STRING, content: Content::Text(name) },
                StepKey::Number(id) => self.number(id),
                StepKey::Bool(value) => Value { ty: BOOL, content: Content::Bool(value) },
                StepKey::Null => Value::null(ANY),
            };
            let result = self.element(&value, &key);
            value = self.or_fail_at(result, step.span)?;
        }
        Some(value)
    }

    pub(super) fn number(&self, id: crate::types::NumberId) -> Value {
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
            return self.fail(item.key_span, "a key must be a name, a string or an expression in parentheses");
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

    /// Converts a value to a text.
    pub(super) fn text(&mut self, value: &Value, span: Span, role: &str) -> Option<Name> {
        if let Ok(Value { content: Content::Text(text), .. }) = convert(value, STRING, self.types) {
            return Some(text);
        }
        let found = if value.is_null() { "null".to_owned() } else { display(self.types, value.ty) };
        self.fail(span, &format!("{role} must be a string, found {found}"))
    }

    fn unary(&mut self, operator: UnaryOperator, operand: NodeId, node: NodeId) -> Option<Value> {
        let operand = self.value(operand)?;
        let result = match operator {
            UnaryOperator::Negate => arithmetic::negated(self, &operand),
            UnaryOperator::Not => arithmetic::opposite(self, &operand),
        };
        self.or_fail(result, node)
    }

    /// Returns the branch that the condition selects, converted to the common type of both branches.
    fn conditional(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Option<Value> {
        let condition_span = self.tree.span(condition);
        let (condition, yes, no) = (self.value(condition), self.value(yes), self.value(no));
        let condition = arithmetic::truth(self, &condition?);
        let condition = self.or_fail_at(condition, condition_span)?;
        let (yes, no) = (yes?, no?);
        let arms = [yes.ty, no.ty];
        let known: Vec<_> = arms.into_iter().filter(|&arm| arm != ANY).collect();
        let common = common_type(&known, self.types);
        let chosen = if condition { yes } else { no };
        match common.map(|common| convert(&chosen, common, self.types)) {
            Some(Ok(converted)) => Some(converted),
            _ => Some(chosen),
        }
    }

    /// Returns an element of a collection. Texts of numbers are valid positions, and numbers are valid names.
    fn element(&mut self, collection: &Value, key: &Value) -> Result<Value, String> {
        let found = match &collection.content {
            Content::Elements(elements) if !matches!(self.types.shape(collection.ty), Shape::Set(_)) => {
                let position = arithmetic::number(self, key)?.as_index();
                position.and_then(|at| elements.get(at)).cloned()
            }
            Content::Fields(_) => match convert(key, STRING, self.types) {
                Ok(Value { content: Content::Text(name), .. }) => collection.field(name, self.types).cloned(),
                _ => None,
            },
            _ => return Err(format!("a value of type {} has no elements", display(self.types, collection.ty))),
        };
        found.ok_or_else(|| "no such element".to_owned())
    }

    pub(super) fn or_fail<T>(&mut self, result: Result<T, String>, node: NodeId) -> Option<T> {
        self.or_fail_at(result, self.tree.span(node))
    }

    fn or_fail_at<T>(&mut self, result: Result<T, String>, span: Span) -> Option<T> {
        result.map_err(|message| self.fail::<()>(span, &message)).ok()
    }

    pub(super) fn fail<T>(&mut self, span: Span, message: &str) -> Option<T> {
        self.errors.push(EvaluationError { message: message.to_owned(), span });
        None
    }
}
