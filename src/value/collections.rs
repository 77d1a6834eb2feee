//! The conversion of structured values and collections.

use super::convert::{ConversionError, Converted, PathStep};
use super::{Converter, Safety};
use crate::types::{ANY, Content, Shape, Ty, Value};

impl Converter<'_> {
    pub(super) fn apply_to_object(&mut self, value: &Value, to: Ty) -> Converted {
        let mut fields = Vec::new();
        for (name, expected) in self.types.properties(to).to_vec() {
            let without_none = self.without_none(expected);
            let found = value.field(name, self.types);
            let converted = match found {
                Some(value) => self.part(value, without_none, PathStep::Property(name))?,
                None if self.is_optional(expected) => Value::null(self.result_type(without_none)),
                None => return Err(self.mismatch(value.ty, to)),
            };
            fields.push((name, converted));
        }
        Ok(Value::object(fields, self.types))
    }

    /// Drops keys that are not properties.
    pub(super) fn apply_map_to_object(&mut self, value: &Value, to: Ty) -> Converted {
        let mut fields = Vec::new();
        for (name, expected) in self.types.properties(to).to_vec() {
            let without_none = self.without_none(expected);
            let found = value.field(name, self.types);
            let converted = match found {
                // An optional property may have a type to which the elements do not convert.
                Some(value) => self.convert(value, without_none).map_err(|error| error.within(PathStep::Key(name)))?,
                None if self.is_optional(expected) => Value::null(self.result_type(without_none)),
                None => {
                    let name = self.types.text(name);
                    return Err(ConversionError::here(format!("the key `{name}` is missing")));
                }
            };
            fields.push((name, converted));
        }
        Ok(Value::object(fields, self.types))
    }

    pub(super) fn apply_to_map(&mut self, value: &Value, element: Ty) -> Converted {
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

    pub(super) fn apply_to_tuple(&mut self, value: &Value, to: Ty) -> Converted {
        let expected = self.types.members(to).to_vec();
        let pairs = value.elements().iter().zip(expected).enumerate();
        let elements: Result<Vec<Value>, _> =
            pairs.map(|(at, (value, expected))| self.part(value, expected, PathStep::Index(at))).collect();
        Ok(Value::tuple(elements?, self.types))
    }

    pub(super) fn apply_to_list(&mut self, value: &Value, element: Ty) -> Converted {
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

    pub(super) fn apply_to_set(&mut self, value: &Value, element: Ty) -> Converted {
        let (mut elements, element) = self.elements_of(value, element)?;
        let element = if elements.is_empty() { element } else { self.homogeneous(&mut elements, element)? };
        Ok(Value { ty: self.types.set(element), content: self.set_content(elements) })
    }

    /// Sorts and deduplicates the elements of a set.
    pub(crate) fn set_content(&self, mut elements: Vec<Value>) -> Content {
        elements.sort_by(|a, b| a.content.compare(&b.content, self.types));
        elements.dedup_by(|a, b| a.content.compare(&b.content, self.types).is_eq());
        Content::Elements(elements)
    }

    /// Converts the elements of a tuple, list or set, and returns them with their element type.
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

    /// Returns the element type of an empty collection: the expected one, or, if that is `any`, the element type of the original
    /// collection.
    fn empty_element(&mut self, from: Ty, expected: Ty) -> Ty {
        match self.element(from) {
            Some(element) if expected == ANY => element,
            _ => self.result_type(expected),
        }
    }

    /// Returns the element type to which the parts of a tuple or object have to be converted.
    fn common_element(&mut self, value: &Value, expected: Ty) -> Result<Ty, ConversionError> {
        let parts: Vec<Ty> = match &value.content {
            Content::Fields(fields) => fields.iter().map(|field| field.1.ty).collect(),
            _ => value.elements().iter().map(|element| element.ty).collect(),
        };
        self.element_type(&parts, expected, Safety::Unsafe).ok_or_else(no_common_type)
    }

    /// Converts values to their common type, and returns both. Returns `None` if there is no common type, or if one of the values
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

    /// Converts elements to their common type: `any` inside an element type may have left them with different types.
    fn unify_elements(
        &mut self,
        elements: Vec<Value>,
        expected: Ty,
        safety: Safety,
        step: impl Fn(usize) -> PathStep,
    ) -> Result<Vec<Value>, ConversionError> {
        let found: Vec<Ty> = elements.iter().map(|element| element.ty).collect();
        if found.iter().all(|&ty| ty == found[0]) || self.contains_union(expected) {
            return Ok(elements);
        }
        let common = self.unify(&found, safety).ok_or_else(no_common_type)?;
        elements.into_iter().enumerate().map(|(at, element)| self.part(&element, common, step(at))).collect()
    }

    /// Returns the type that all elements share. Nulls of unknown type take it on. Elements of a union keep their own types, and
    /// the union is returned.
    fn homogeneous(&mut self, elements: &mut [Value], expected: Ty) -> Result<Ty, ConversionError> {
        let Some(found) = elements.iter().map(|element| element.ty).find(|&ty| ty != ANY) else { return Ok(ANY) };
        if elements.iter().all(|element| element.ty == found || element.ty == ANY) {
            for element in elements {
                element.ty = found;
            }
            return Ok(found);
        }
        if self.contains_union(expected) {
            return Ok(self.result_type(expected));
        }
        Err(ConversionError::here("the elements have no common type".to_owned()))
    }
}

fn no_common_type() -> ConversionError {
    ConversionError::here("the elements have no common type that all of them convert to".to_owned())
}
