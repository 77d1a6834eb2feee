//! The conversion of one value.

use std::cmp::Ordering;
use std::fmt::Write;

use super::{Content, Converter, Number, Safety, Value};
use crate::types::display::{display, display_key, quoted};
use crate::types::{ANY, BOOL, ID, INT, Interner, NONE, NUMBER, Name, STRING, Shape, Ty};

/// Why a value does not convert, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionError {
    /// The steps from the value to the part that does not convert.
    pub path: Vec<PathStep>,
    /// What is wrong with the part.
    pub message: String,
}

/// A step into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// To a property of an object.
    Property(Name),
    /// To an element of a map.
    Key(Name),
    /// To an element of a tuple, list or set.
    Index(usize),
}

impl ConversionError {
    /// An error of the value itself.
    pub(super) fn here(message: String) -> Self {
        Self { path: Vec::new(), message }
    }

    /// The error as one of the value that the step leads away from.
    pub(super) fn within(mut self, step: PathStep) -> Self {
        self.path.insert(0, step);
        self
    }

    /// The path and the message in one line: `.ports[0]: a number is expected`.
    pub fn display(&self, types: &Interner) -> String {
        let mut text = String::new();
        for step in &self.path {
            let _ = match *step {
                PathStep::Property(name) => write!(text, ".{}", display_key(types.text(name))),
                PathStep::Key(name) => write!(text, "[{}]", quoted(types.text(name))),
                PathStep::Index(at) => write!(text, "[{at}]"),
            };
        }
        if text.is_empty() { self.message.clone() } else { format!("{text}: {}", self.message) }
    }
}

/// A value, or why there is none.
pub(super) type Converted = Result<Value, ConversionError>;

impl Converter<'_> {
    /// Converts a value to a type. The value's own type stays where `any` is asked for; elsewhere the result has the
    /// type that was asked for, without optional properties: these are there, and null if the value lacks them.
    ///
    /// # Errors
    /// Why, and where, the value does not convert.
    pub fn convert(&mut self, value: &Value, to: Ty) -> Converted {
        if value.ty == self.without_optional(to) {
            return Ok(value.clone());
        }
        if !self.converts(value.ty, to, Safety::Unsafe) {
            return Err(self.mismatch(value.ty, to));
        }
        self.apply(value, to)
    }

    /// Converts a value to a type that its own type converts to.
    fn apply(&mut self, value: &Value, to: Ty) -> Converted {
        if value.ty == to || to == ANY {
            return Ok(value.clone());
        }
        if value.is_null() {
            let bare = self.without_optional(to);
            return Ok(Value::null(self.filled(value.ty, bare)));
        }
        match (self.types.shape(self.definition(value.ty)), self.types.shape(to)) {
            (_, Shape::Output(element) | Shape::Promise(element)) => self.apply(value, element),
            (_, Shape::Named(_)) => {
                let definition = self.definition(to);
                self.convert(value, definition)
            }
            (_, Shape::Union(_)) => self.apply_to_union(value, to),
            (_, Shape::Constant(base, constant)) => self.apply_to_constants(value, to, base, &[constant]),
            (_, Shape::Enum(id)) => {
                let (_, underlying, constants) = self.types.enumeration(id);
                let constants = constants.to_vec();
                self.apply_to_constants(value, to, underlying, &constants)
            }
            (_, Shape::Primitive(_)) => self.apply_primitively(value, to),
            (Shape::Object(_), Shape::Object(_)) => self.apply_to_object(value, to),
            (Shape::Map(_), Shape::Object(_)) => self.apply_map_to_object(value, to),
            (Shape::Object(_) | Shape::Map(_), Shape::Map(element)) => self.apply_to_map(value, element),
            (Shape::Tuple(_), Shape::Tuple(_)) => self.apply_to_tuple(value, to),
            (_, Shape::List(element)) => self.apply_to_list(value, element),
            (_, Shape::Set(element)) => self.apply_to_set(value, element),
            _ => Err(self.mismatch(value.ty, to)),
        }
    }

    /// Converts a part of a value.
    fn part(&mut self, value: &Value, to: Ty, step: PathStep) -> Converted {
        self.apply(value, to).map_err(|error| error.within(step))
    }

    /// Members are tried in this order: the value's own type, those that it converts to safely, the others; in each
    /// group in the order of their texts.
    fn apply_to_union(&mut self, value: &Value, to: Ty) -> Converted {
        let mut members = self.types.members(to).to_vec();
        members.sort_by_cached_key(|&member| display(self.types, member));
        members.sort_by_cached_key(|&member| (value.ty != member, !self.converts(value.ty, member, Safety::Safe)));
        let mut first_error = None;
        for member in members {
            match self.convert(value, member) {
                Ok(converted) => return Ok(converted),
                Err(error) => first_error = first_error.or(Some((member, error))),
            }
        }
        // Of a type and `none` the first is what was meant.
        match first_error {
            Some((_, error)) if self.types.members(to).len() == 2 && self.types.members(to).contains(&NONE) => {
                Err(error)
            }
            _ => Err(self.mismatch(value.ty, to)),
        }
    }

    fn apply_to_constants(&mut self, value: &Value, to: Ty, base: Ty, allowed: &[super::Constant]) -> Converted {
        let converted = self.convert(value, base)?;
        let is_allowed = allowed
            .iter()
            .any(|&constant| Content::from(constant).compare(&converted.content, self.types) == Ordering::Equal);
        if is_allowed {
            return Ok(Value { ty: to, content: converted.content });
        }
        Err(ConversionError::here(format!("the value is not one of {}", display(self.types, to))))
    }

    fn apply_primitively(&mut self, value: &Value, to: Ty) -> Converted {
        let content = match (&value.content, to) {
            (Content::Text(text), BOOL) => Content::Bool(self.text_as_bool(*text)?),
            (Content::Text(text), NUMBER | INT) => {
                let number = Number::from_text(self.types.text(*text)).map_err(|_| wanted("a number is expected"))?;
                Content::Number(self.types.number(number))
            }
            (content @ (Content::Bool(_) | Content::Number(_) | Content::Text(_)), STRING | ID) => {
                Content::Text(self.text_of(content))
            }
            (content, _) => content.clone(),
        };
        if let (Content::Number(number), INT) = (&content, to)
            && !self.types.number_of(*number).is_integer()
        {
            return Err(wanted("an integer is expected"));
        }
        Ok(Value { ty: to, content })
    }

    fn text_as_bool(&self, text: Name) -> Result<bool, ConversionError> {
        match self.types.text(text) {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            other if other.eq_ignore_ascii_case("true") => Err(wanted("a bool is expected: `true` in lower case")),
            other if other.eq_ignore_ascii_case("false") => Err(wanted("a bool is expected: `false` in lower case")),
            _ => Err(wanted("a bool is expected")),
        }
    }

    /// The text that a primitive value converts to.
    fn text_of(&mut self, content: &Content) -> Name {
        match content {
            Content::Text(text) => *text,
            Content::Number(number) => {
                let text = self.types.number_of(*number).to_string();
                self.types.name(&text)
            }
            Content::Bool(true) => self.types.name("true"),
            _ => self.types.name("false"),
        }
    }

    fn apply_to_object(&mut self, value: &Value, to: Ty) -> Converted {
        let mut fields = Vec::new();
        for (name, wanted) in self.types.properties(to).to_vec() {
            let bare = self.bare(wanted);
            let found = value.field(name, self.types);
            let converted = match found {
                Some(value) => self.part(value, bare, PathStep::Property(name))?,
                None if self.is_optional(wanted) => Value::null(self.without_optional(bare)),
                None => return Err(self.mismatch(value.ty, to)),
            };
            fields.push((name, converted));
        }
        Ok(Value::object(fields, self.types))
    }

    /// Keys that are no properties are dropped.
    fn apply_map_to_object(&mut self, value: &Value, to: Ty) -> Converted {
        let mut fields = Vec::new();
        for (name, wanted) in self.types.properties(to).to_vec() {
            let bare = self.bare(wanted);
            let found = value.field(name, self.types);
            let converted = match found {
                // A property that may be missing may be one that the elements do not convert to.
                Some(value) => self.convert(value, bare).map_err(|error| error.within(PathStep::Key(name)))?,
                None if self.is_optional(wanted) => Value::null(self.without_optional(bare)),
                None => {
                    let name = self.types.text(name);
                    return Err(ConversionError::here(format!("the key `{name}` is missing")));
                }
            };
            fields.push((name, converted));
        }
        Ok(Value::object(fields, self.types))
    }

    fn apply_to_map(&mut self, value: &Value, element: Ty) -> Converted {
        let is_object = matches!(self.types.shape(value.ty), Shape::Object(_));
        let safety = if is_object { Safety::Unsafe } else { Safety::Safe };
        if value.fields().is_empty() {
            let ty = self.empty_element(value.ty, element);
            return Ok(Value { ty: self.types.map(ty), content: Content::Fields(Vec::new()) });
        }
        let element = if is_object { self.common_element(value, element)? } else { element };
        let step = if is_object { PathStep::Property } else { PathStep::Key };
        let (mut names, mut elements) = (Vec::new(), Vec::new());
        for (name, value) in value.fields() {
            names.push(*name);
            elements.push(self.part(value, element, step(*name))?);
        }
        if matches!(self.types.shape(element), Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Object(_)) {
            elements = self.unify_elements(elements, element, safety, |at| step(names[at]))?;
        }
        let element = self.homogeneous(&mut elements, element)?;
        let content = Content::Fields(names.into_iter().zip(elements).collect());
        Ok(Value { ty: self.types.map(element), content })
    }

    fn apply_to_tuple(&mut self, value: &Value, to: Ty) -> Converted {
        let wanted = self.types.members(to).to_vec();
        let pairs = value.elements().iter().zip(wanted).enumerate();
        let elements: Result<Vec<Value>, _> =
            pairs.map(|(at, (value, wanted))| self.part(value, wanted, PathStep::Index(at))).collect();
        Ok(Value::tuple(elements?, self.types))
    }

    fn apply_to_list(&mut self, value: &Value, element: Ty) -> Converted {
        let is_tuple = matches!(self.types.shape(value.ty), Shape::Tuple(_));
        let (mut elements, element) = self.elements_of(value, element)?;
        if elements.is_empty() {
            return Ok(Value { ty: self.types.list(element), content: Content::Elements(elements) });
        }
        if is_tuple {
            elements = self.unify_elements(elements, element, Safety::Unsafe, PathStep::Index)?;
        }
        let element = self.homogeneous(&mut elements, element)?;
        Ok(Value { ty: self.types.list(element), content: Content::Elements(elements) })
    }

    fn apply_to_set(&mut self, value: &Value, element: Ty) -> Converted {
        let (mut elements, element) = self.elements_of(value, element)?;
        let element = if elements.is_empty() { element } else { self.homogeneous(&mut elements, element)? };
        Ok(Value { ty: self.types.set(element), content: self.set_content(elements) })
    }

    /// Elements in the order of a set, each once.
    pub(crate) fn set_content(&self, mut elements: Vec<Value>) -> Content {
        elements.sort_by(|a, b| a.content.compare(&b.content, self.types));
        elements.dedup_by(|a, b| a.content.compare(&b.content, self.types).is_eq());
        Content::Elements(elements)
    }

    /// The converted elements of a tuple, list or set, and the element type that they were converted to.
    fn elements_of(&mut self, value: &Value, element: Ty) -> Result<(Vec<Value>, Ty), ConversionError> {
        if value.elements().is_empty() {
            return Ok((Vec::new(), self.empty_element(value.ty, element)));
        }
        let is_tuple = matches!(self.types.shape(value.ty), Shape::Tuple(_));
        let element = if is_tuple { self.common_element(value, element)? } else { element };
        let mut elements = Vec::with_capacity(value.elements().len());
        for (at, value) in value.elements().iter().enumerate() {
            elements.push(self.part(value, element, PathStep::Index(at))?);
        }
        Ok((elements, element))
    }

    /// The element type of a collection without elements: that of the collection which it comes from, if any is wanted.
    fn empty_element(&mut self, from: Ty, wanted: Ty) -> Ty {
        match self.element(from) {
            Some(element) if wanted == ANY => element,
            _ => self.without_optional(wanted),
        }
    }

    /// The element type that the parts of a tuple or object are to be converted to.
    fn common_element(&mut self, value: &Value, wanted: Ty) -> Result<Ty, ConversionError> {
        let parts: Vec<Ty> = match &value.content {
            Content::Fields(fields) => fields.iter().map(|field| field.1.ty).collect(),
            _ => value.elements().iter().map(|element| element.ty).collect(),
        };
        self.element_type(&parts, wanted, Safety::Unsafe).ok_or_else(no_common_type)
    }

    /// Values converted to the type that they have in common, and that type. `None` if there is none, or if one of them
    /// does not convert to it.
    pub(crate) fn unified(&mut self, values: &[Value]) -> Option<(Ty, Vec<Value>)> {
        let found: Vec<Ty> = values.iter().map(|value| value.ty).collect();
        let common = self.unify(&found, Safety::Unsafe)?;
        if common == ANY && found.iter().any(|&ty| ty != ANY) {
            return None;
        }
        let converted: Result<Vec<Value>, _> = values.iter().map(|value| self.convert(value, common)).collect();
        Some((common, converted.ok()?))
    }

    /// Converts elements to the type that they have in common: `any` inside an element type may have left them with
    /// different ones.
    fn unify_elements(
        &mut self,
        elements: Vec<Value>,
        wanted: Ty,
        safety: Safety,
        step: impl Fn(usize) -> PathStep,
    ) -> Result<Vec<Value>, ConversionError> {
        let found: Vec<Ty> = elements.iter().map(|element| element.ty).collect();
        if found.iter().all(|&ty| ty == found[0]) || self.contains_union(wanted) {
            return Ok(elements);
        }
        let common = self.unify(&found, safety).ok_or_else(no_common_type)?;
        elements.into_iter().enumerate().map(|(at, element)| self.part(&element, common, step(at))).collect()
    }

    /// The one type of all elements. Nulls of which nothing else is known take it on. Elements of a union keep their
    /// own types, and the union is the answer.
    fn homogeneous(&mut self, elements: &mut [Value], wanted: Ty) -> Result<Ty, ConversionError> {
        let Some(found) = elements.iter().map(|element| element.ty).find(|&ty| ty != ANY) else { return Ok(ANY) };
        if elements.iter().all(|element| element.ty == found || element.ty == ANY) {
            elements.iter_mut().for_each(|element| element.ty = found);
            return Ok(found);
        }
        if self.contains_union(wanted) {
            return Ok(self.without_optional(wanted));
        }
        Err(ConversionError::here("the elements have no type in common".to_owned()))
    }
}

fn no_common_type() -> ConversionError {
    ConversionError::here("the elements have no type in common that all of them convert to".to_owned())
}

fn wanted(message: &str) -> ConversionError {
    ConversionError::here(message.to_owned())
}
