//! The conversion of one value.

use std::cmp::Ordering;
use std::fmt::Write;

use super::{Converter, Safety};
use crate::types::display::{display, display_key, quoted};
use crate::types::{
    ANY, BOOL, Content, ID, INT, Interner, NONE, NUMBER, Name, Number, STRING, Shape, Ty, Value, truth_of,
};

/// The reason why a value does not convert, and the part at which the conversion fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionError {
    /// The path from the value to the part that does not convert.
    pub path: Vec<PathStep>,
    /// The message about the part.
    pub message: String,
}

/// A step of a path into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// A property of an object.
    Property(Name),
    /// An element of a map.
    Key(Name),
    /// An element of a tuple, list or set.
    Index(usize),
}

impl ConversionError {
    /// Creates an error of the value itself.
    pub(super) fn here(message: String) -> Self {
        Self { path: Vec::new(), message }
    }

    /// Prepends a step to the path of the error.
    pub(super) fn within(mut self, step: PathStep) -> Self {
        self.path.insert(0, step);
        self
    }

    /// Returns the path and the message on one line: `.ports[0]: a number is expected`.
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

/// A converted value, or the reason why there is none.
pub(super) type Converted = Result<Value, ConversionError>;

impl Converter<'_> {
    /// Converts a value to a type. Parts keep their own type where the target says `any`. Elsewhere the result has the target
    /// type, without optional properties: all are present, and null if the value lacks them.
    ///
    /// # Errors
    /// The reason why the value does not convert, and the place.
    pub fn convert(&mut self, value: &Value, to: Ty) -> Converted {
        if value.ty == self.result_type(to) {
            return Ok(value.clone());
        }
        if !self.converts(value.ty, to, Safety::Unsafe) {
            return Err(self.mismatch(value.ty, to));
        }
        self.apply(value, to)
    }

    /// Converts a value to a type that its own type converts to.
    pub(super) fn apply(&mut self, value: &Value, to: Ty) -> Converted {
        if value.ty == to || to == ANY {
            return Ok(value.clone());
        }
        if value.is_null() {
            let result = self.result_type(to);
            return Ok(Value::null(self.filled(value.ty, result)));
        }
        match (self.types.shape(self.definition(value.ty)), self.types.shape(to)) {
            (_, Shape::Output(element) | Shape::Promise(element)) => self.apply(value, element),
            (_, Shape::Named(_)) => {
                let definition = self.definition(to);
                let converted = self.convert(value, definition)?;
                self.within_bounds(converted, to)
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
    pub(super) fn part(&mut self, value: &Value, to: Ty, step: PathStep) -> Converted {
        self.apply(value, to).map_err(|error| error.within(step))
    }

    /// Tries the members in this order: the value's own type, the types to which it converts safely, and all others; in each
    /// group in the order of their texts.
    fn apply_to_union(&mut self, value: &Value, to: Ty) -> Converted {
        let mut members = self.types.members(to).to_vec();
        members.sort_by_cached_key(|&member| display(self.types, member));
        members.sort_by_cached_key(|&member| {
            (value.ty != self.result_type(member), !self.converts(value.ty, member, Safety::Safe))
        });
        let mut first_error = None;
        for member in members {
            match self.convert(value, member) {
                Ok(converted) => return Ok(converted),
                Err(error) => first_error = first_error.or(Some((member, error))),
            }
        }
        // In the union of a type and `none`, the type was probably meant.
        match first_error {
            Some((_, error)) if self.types.members(to).len() == 2 && self.types.members(to).contains(&NONE) => {
                Err(error)
            }
            _ => Err(self.mismatch(value.ty, to)),
        }
    }

    /// Checks a value against the facets of a declared type, if that is a refinement.
    fn within_bounds(&self, value: Value, to: Ty) -> Converted {
        let facets = self.types.facets(to);
        if facets.is_empty() || value.is_null() {
            return Ok(value);
        }
        if facets.allow(&value.content, self.types) {
            return Ok(Value { ty: to, ..value });
        }
        Err(ConversionError::here(format!("the value is not one of {}", display(self.types, to))))
    }

    fn apply_to_constants(&mut self, value: &Value, to: Ty, base: Ty, allowed: &[crate::types::Constant]) -> Converted {
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
                let number =
                    Number::from_text(self.types.text(*text)).map_err(|_| conversion_error("expected a number"))?;
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
            return Err(conversion_error("expected an integer"));
        }
        Ok(Value { ty: to, content })
    }

    fn text_as_bool(&self, text: Name) -> Result<bool, ConversionError> {
        let text = self.types.text(text);
        if let Some(value) = truth_of(text) {
            return Ok(value);
        }
        match text {
            other if other.eq_ignore_ascii_case("true") => {
                Err(conversion_error("expected a bool: `true` in lower case"))
            }
            other if other.eq_ignore_ascii_case("false") => {
                Err(conversion_error("expected a bool: `false` in lower case"))
            }
            _ => Err(conversion_error("expected a bool")),
        }
    }

    /// Converts a primitive value to a text.
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
}

fn conversion_error(message: &str) -> ConversionError {
    ConversionError::here(message.to_owned())
}
