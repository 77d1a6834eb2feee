//! The conversion of constants, which the rules decide, and the messages about constants that do not convert.

use std::fmt::Write;

use crate::answers::ask::{common_constant_type, convert_constant};
use crate::builtins::misfits::Misfit;
use crate::builtins::{result_type, value_of, value_type, written_type};
use crate::counts::counted;
use crate::types::display::{display, display_key, quoted};
use crate::types::vocabulary::{Descent, Pairing};
use crate::types::{ANY, BOOL, Constant, INT, Interner, NONE, NUMBER, Name, Number, Shape, Ty, Value};

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

/// Converts a value to a type. Parts keep their own type where the target says `any`. Elsewhere the result has the target type,
/// without optional properties: all are present, and null if the value lacks them.
///
/// # Errors
/// The reason why the value does not convert, and the place.
pub fn convert(value: &Value, to: Ty, types: &mut Interner) -> Result<Value, ConversionError> {
    let found = value_type(types, value);
    match convert_constant(types, found, to) {
        Ok(converted) => Ok(value_of(types, converted)),
        Err(misfit) => Err(conversion_error(&misfit, types)),
    }
}

/// Converts values to their common type, and returns both. Returns `None` if there is no common type, or if one of the values
/// does not convert to it.
pub fn unified(values: &[Value], types: &mut Interner) -> Option<(Ty, Vec<Value>)> {
    let found: Vec<Ty> = values.iter().map(|value| value.ty).collect();
    let common = common_type(&found, types)?;
    if common == ANY && found.iter().any(|&ty| ty != ANY) {
        return None;
    }
    let converted: Result<Vec<Value>, _> = values.iter().map(|value| convert(value, common, types)).collect();
    converted.ok().map(|converted| (common, converted))
}

/// Returns the common type of values of these types.
pub(super) fn common_type(found: &[Ty], types: &mut Interner) -> Option<Ty> {
    let found: Vec<Ty> = found.iter().map(|&ty| result_type(types, ty)).collect();
    let found = types.tuple(&found);
    let common = common_constant_type(types, found)?;
    Some(written_type(types, common))
}

/// Returns the reason why a constant does not convert.
pub fn conversion_error(misfit: &Misfit, types: &Interner) -> ConversionError {
    let (mut part, mut to, mut path, mut is_map) = (misfit.found, misfit.expected, Vec::new(), false);
    for &(way, next, next_to) in &misfit.path {
        is_map |= matches!(types.shape(part), Shape::Map(_));
        if let Descent::Member(pairing, place) = way {
            let structure = if pairing == Pairing::Gather { part } else { to };
            path.extend(step(types, structure, place as usize, is_map));
            is_map = false;
        }
        (part, to) = (next, next_to);
    }
    let message = message(types, part, to);
    ConversionError { path, message: message.unwrap_or_else(|| mismatch(types, misfit)) }
}

/// Returns the step to a member of a structure. The members of a known map are those of an object.
fn step(types: &Interner, structure: Ty, place: usize, is_map: bool) -> Option<PathStep> {
    match types.shape(structure) {
        Shape::Object(_) => {
            let name = types.properties(structure).get(place)?.0;
            Some(if is_map { PathStep::Key(name) } else { PathStep::Property(name) })
        }
        Shape::Tuple(_) => Some(PathStep::Index(place)),
        _ => None,
    }
}

/// Returns the message about a value that does not convert as a whole, unless its type is the reason.
fn message(types: &Interner, found: Ty, expected: Ty) -> Option<String> {
    let is_refined = !types.facets(expected).is_empty();
    match (types.shape(found), types.shape(expected)) {
        (_, Shape::Constant(..) | Shape::Enum(_)) => Some(not_allowed(types, expected)),
        _ if is_refined => Some(not_allowed(types, expected)),
        (Shape::Constant(_, constant), Shape::Primitive(_)) => unreadable(types, constant, expected),
        (Shape::Tuple(_), Shape::Tuple(_)) => {
            let (own, wanted) = (types.members(found).len(), types.members(expected).len());
            (own != wanted).then(|| format!("expected {}, found {own}", counted(wanted, "element")))
        }
        (Shape::Object(_) | Shape::Map(_), Shape::Object(_)) => missing(types, found, expected),
        (Shape::Tuple(_) | Shape::List(_) | Shape::Set(_), Shape::List(_) | Shape::Set(_))
        | (Shape::Object(_) | Shape::Map(_), Shape::Map(_)) => {
            Some("the elements have no common type that all of them convert to".to_owned())
        }
        _ => None,
    }
}

fn not_allowed(types: &Interner, expected: Ty) -> String {
    format!("the value is not one of {}", display(types, expected))
}

/// Returns the message about a constant that cannot be read as a value of a primitive type.
fn unreadable(types: &Interner, constant: Constant, expected: Ty) -> Option<String> {
    let message = match (constant, expected) {
        (Constant::Text(text), BOOL) => match types.text(text) {
            other if other.eq_ignore_ascii_case("true") => "expected a bool: `true` in lower case",
            other if other.eq_ignore_ascii_case("false") => "expected a bool: `false` in lower case",
            _ => "expected a bool",
        },
        (Constant::Text(text), INT) if Number::from_text(types.text(text)).is_ok() => "expected an integer",
        (Constant::Text(_), NUMBER | INT) => "expected a number",
        (Constant::Number(_), INT) => "expected an integer",
        _ => return None,
    };
    Some(message.to_owned())
}

/// Returns the message about properties or keys that are missing.
fn missing(types: &Interner, found: Ty, expected: Ty) -> Option<String> {
    let parts = types.parts_known(found).unwrap_or(found);
    let is_missing = |&&(name, ty): &&(Name, Ty)| {
        types.property(parts, name).is_none() && ty != NONE && !types.members(ty).contains(&NONE)
    };
    let missing = types.properties(expected).iter().filter(is_missing);
    let names: Vec<String> = missing.map(|&(name, _)| format!("`{}`", display_key(types.text(name)))).collect();
    match (types.shape(found), &names[..]) {
        (_, []) => None,
        (Shape::Map(_), [first, ..]) => Some(format!("the key {first} is missing")),
        (_, [only]) => Some(format!("missing property {only}")),
        _ => Some(format!("missing properties {}", names.join(", "))),
    }
}

/// Returns the message about a value whose type does not convert.
fn mismatch(types: &Interner, misfit: &Misfit) -> String {
    format!("expected {}, found {}", display(types, misfit.part_expected), display(types, misfit.part))
}
