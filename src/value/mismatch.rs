//! Messages for impossible conversions, which locate the first part that does not convert.

use super::convert::{ConversionError, PathStep};
use super::{Converter, Safety};
use crate::types::display::{display, display_key};
use crate::types::{ANY, Interner, NONE, Name, Shape, Ty};

impl Converter<'_> {
    /// Returns the reason why values of one type do not convert to another.
    pub(super) fn mismatch(&mut self, from: Ty, to: Ty) -> ConversionError {
        let to = self.definition(to);
        match (self.types.shape(from), self.types.shape(to)) {
            (_, Shape::Output(element) | Shape::Promise(element)) => self.mismatch(from, element),
            (_, Shape::Union(_)) if self.types.members(to).len() == 2 && self.is_optional(to) && from != NONE => {
                let without_none = self.without_none(to);
                self.mismatch(from, without_none)
            }
            (Shape::Object(_), Shape::Object(_)) => self.object_mismatch(from, to),
            (Shape::Tuple(_), Shape::Tuple(_)) => {
                let (found, expected) = (self.types.members(from).to_vec(), self.types.members(to).to_vec());
                if found.len() != expected.len() {
                    let message = format!("expected {}, found {}", elements(expected.len()), found.len());
                    return ConversionError::here(message);
                }
                let parts = found.into_iter().zip(expected).enumerate();
                let parts = parts.map(|(at, (from, to))| (PathStep::Index(at), from, to)).collect();
                self.first_mismatch(parts).unwrap_or_else(|| self.plain_mismatch(from, to))
            }
            (Shape::Tuple(_), Shape::List(element) | Shape::Set(element)) if element != ANY => {
                let found = self.types.members(from).iter().copied().enumerate();
                let parts = found.map(|(at, from)| (PathStep::Index(at), from, element)).collect();
                self.first_mismatch(parts).unwrap_or_else(|| self.plain_mismatch(from, to))
            }
            (Shape::Object(_), Shape::Map(element)) if element != ANY => {
                let found = self.types.properties(from).iter();
                let parts = found.map(|&(name, from)| (PathStep::Property(name), from, element)).collect();
                self.first_mismatch(parts).unwrap_or_else(|| self.plain_mismatch(from, to))
            }
            (Shape::Tuple(_), Shape::List(_) | Shape::Set(_)) | (Shape::Object(_), Shape::Map(_)) => {
                ConversionError::here("the elements have no common type that all of them convert to".to_owned())
            }
            _ => self.plain_mismatch(from, to),
        }
    }

    fn object_mismatch(&mut self, from: Ty, to: Ty) -> ConversionError {
        let expected = self.types.properties(to).to_vec();
        let is_missing = |this: &Self, &(name, expected): &(Name, Ty)| {
            this.types.property(from, name).is_none() && !this.is_optional(expected)
        };
        let missing: Vec<Name> =
            expected.iter().filter(|property| is_missing(self, property)).map(|property| property.0).collect();
        if !missing.is_empty() {
            return ConversionError::here(missing_message(&missing, self.types));
        }
        let parts = expected.into_iter().filter_map(|(name, expected)| {
            let found = self.types.property(from, name)?;
            Some((PathStep::Property(name), found, self.without_none(expected)))
        });
        let parts = parts.collect();
        self.first_mismatch(parts).unwrap_or_else(|| self.plain_mismatch(from, to))
    }

    fn first_mismatch(&mut self, parts: Vec<(PathStep, Ty, Ty)>) -> Option<ConversionError> {
        let (step, from, to) = parts.into_iter().find(|&(_, from, to)| !self.converts(from, to, Safety::Unsafe))?;
        Some(self.mismatch(from, to).within(step))
    }

    fn plain_mismatch(&mut self, from: Ty, to: Ty) -> ConversionError {
        let to = self.result_type(to);
        let (from, to) = (display(self.types, from), display(self.types, to));
        ConversionError::here(format!("expected {to}, found {from}"))
    }
}

fn missing_message(missing: &[Name], types: &Interner) -> String {
    let names: Vec<String> = missing.iter().map(|&name| format!("`{}`", display_key(types.text(name)))).collect();
    match &names[..] {
        [only] => format!("missing property {only}"),
        _ => format!("missing properties {}", names.join(", ")),
    }
}

fn elements(count: usize) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}
