//! The evaluation of for-expressions and splats over constants.

use rustc_hash::FxHashMap;

use super::arithmetic;
use super::evaluate::Evaluator;
use crate::syntax::tree::{For, NodeId};
use crate::types::display::display;
use crate::types::{ANY, Content, Name, STRING, Shape, Value};

impl Evaluator<'_> {
    /// Evaluates `source[*]…` for each element. A source without elements counts as its only element, and null has none.
    pub(super) fn splat(&mut self, source: NodeId, each: NodeId) -> Option<Value> {
        let source = self.value(source)?;
        let sources = match source.content {
            Content::Elements(elements) => elements,
            Content::Null => Vec::new(),
            _ => vec![source],
        };
        let mut results = Vec::with_capacity(sources.len());
        for source in sources {
            self.items.push(source);
            let result = self.value(each);
            self.items.pop();
            results.push(result?);
        }
        Some(Value::tuple(results, self.types))
    }

    /// Evaluates a for-expression.
    pub(super) fn comprehension(&mut self, parts: For, node: NodeId) -> Option<Value> {
        let collection = self.value(parts.collection)?;
        let Some(pairs) = self.pairs(&collection) else {
            let found = if collection.is_null() { "null".to_owned() } else { display(self.types, collection.ty) };
            return self
                .fail(self.tree.span(parts.collection), &format!("a value of type {found} is not a collection"));
        };
        let mut results = Vec::with_capacity(pairs.len());
        for (key, value) in pairs {
            let before = self.variables.len();
            self.variables.extend(parts.key_variable.map(|variable| (variable, key)));
            self.variables.push((parts.value_variable, value));
            let is_done = self.round(parts, &mut results);
            self.variables.truncate(before);
            is_done?;
        }
        if parts.key.is_none() {
            let elements = results.into_iter().map(|(_, value)| value).collect();
            return Some(Value::tuple(elements, self.types));
        }
        self.keyed(results, parts.is_grouping, node)
    }

    /// Returns the keys and values of a collection. The elements of a set are both.
    fn pairs(&mut self, collection: &Value) -> Option<Vec<(Value, Value)>> {
        let is_set = matches!(self.types.shape(collection.ty), Shape::Set(_));
        match &collection.content {
            Content::Elements(elements) if is_set => {
                Some(elements.iter().map(|element| (element.clone(), element.clone())).collect())
            }
            Content::Elements(elements) => {
                let pairs = elements.iter().enumerate().map(|(at, element)| {
                    let position = self.types.number(at.into());
                    (self.number(position), element.clone())
                });
                Some(pairs.collect())
            }
            Content::Fields(fields) => {
                let pair = |(name, value): &(Name, Value)| {
                    (Value { ty: STRING, content: Content::Text(*name) }, value.clone())
                };
                Some(fields.iter().map(pair).collect())
            }
            _ => None,
        }
    }

    /// Evaluates one iteration of a for-expression: adds its key, if it has one, and its value, unless the condition is false.
    fn round(&mut self, parts: For, results: &mut Vec<(Option<Name>, Value)>) -> Option<()> {
        if let Some(condition) = parts.condition {
            let value = self.value(condition)?;
            let is_wanted = arithmetic::truth(self, &value);
            if !self.or_fail(is_wanted, condition)? {
                return Some(());
            }
        }
        let key = match parts.key {
            Some(node) => {
                let key = self.value(node)?;
                Some(self.text(&key, self.tree.span(node), "a key")?)
            }
            None => None,
        };
        results.push((key, self.value(parts.value)?));
        Some(())
    }

    /// Returns the object of the results. When grouping, the values of equal keys are collected.
    fn keyed(&mut self, results: Vec<(Option<Name>, Value)>, is_grouping: bool, node: NodeId) -> Option<Value> {
        let mut fields: Vec<(Name, Vec<Value>)> = Vec::new();
        let mut positions: FxHashMap<Name, usize> = FxHashMap::default();
        for (key, value) in results {
            let key = key?;
            match positions.get(&key) {
                None => {
                    positions.insert(key, fields.len());
                    fields.push((key, vec![value]));
                }
                Some(&at) if is_grouping => fields[at].1.push(value),
                Some(_) => {
                    let message = format!("duplicate key `{}`", self.types.text(key));
                    return self.fail(self.tree.span(node), &message);
                }
            }
        }
        let mut results = Vec::with_capacity(fields.len());
        for (key, mut values) in fields {
            let value = if is_grouping { Some(Value::tuple(values, self.types)) } else { values.pop() };
            results.push((key, value.unwrap_or(Value::null(ANY))));
        }
        Some(Value::object(results, self.types))
    }

    /// Concatenates the texts of a tuple's elements.
    pub(super) fn joined(&mut self, parts: &Value, node: NodeId) -> Option<Value> {
        let mut joined = String::new();
        for part in parts.elements() {
            let part = self.text(part, self.tree.span(node), "a part of a template")?;
            joined.push_str(self.types.text(part));
        }
        Some(self.text_value(&joined))
    }
}
