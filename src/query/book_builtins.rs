//! Calls of the book's builtins and judgments in user rules.
//!
//! A type is an id of the domain `type`, a name is a text, and a value of a closed enumeration is its text: `safe`, `plain`.
//! Builtins about engine-internal values, such as expressions of a chunk, cannot be called.

use std::sync::{Arc, LazyLock};

use typelog_answers::with_types;
use typelog_interpreter::builtins::{Function, builtin, constant};
use typelog_interpreter::value::{Dynamic, Value, take};
use typelog_interpreter::{ask, judgments_of, signatures};
use typelog_reader::builtins::Shape;
use typelog_reader::text::in_small_letters;
use typelog_reader::types::Type;
use typelog_types::vocabulary::Step;
use typelog_types::{BookHandle, Constructor, Name, Ty};

use crate::relations::{Cell, ColumnType, Symbols, TypeIds};

/// The sort of a cell's value in the signature of a builtin.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sort {
    Type,
    Number,
    Name,
    /// A step by a name.
    Step,
    Flag,
    /// A value of a closed enumeration, given by the name of the enumeration.
    Closed(String),
}

/// The signature of a builtin or of a judgment.
#[derive(Clone, Debug)]
pub(super) struct JudgmentCall {
    name: String,
    /// The function of a builtin, or of a judgment of the built-in book.
    builtin: Option<Function>,
    pub parameters: Vec<Sort>,
    /// The sorts of the results; more than one for a tuple.
    pub results: Vec<Sort>,
    pub shape: Shape,
    /// The values of the closed enumerations in the signature, each with the name of its enumeration and its text.
    closed: Arc<Vec<(String, Value, Cell)>>,
    /// The index of the selected result.
    part: usize,
    /// Holds for judgments, whose answers have proofs.
    is_judgment: bool,
}

impl JudgmentCall {
    /// Returns the same call with another result selected.
    pub fn with_part(&self, part: usize) -> Self {
        Self { part, ..self.clone() }
    }
}

impl PartialEq for JudgmentCall {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.part) == (&other.name, other.part)
    }
}

impl Eq for JudgmentCall {}

impl Sort {
    /// Returns the sort of a type in the signature of a builtin, if user rules have such values.
    fn of(ty: &Type) -> Option<Self> {
        Some(match ty.name()? {
            "Ty" => Self::Type,
            "u32" | "usize" => Self::Number,
            "Name" => Self::Name,
            "Step" => Self::Step,
            "bool" => Self::Flag,
            name => {
                values_of(name).next()?;
                Self::Closed(name.to_owned())
            }
        })
    }

    /// Returns the type of a column with such values.
    pub fn column(&self) -> ColumnType {
        match self {
            Self::Type => ColumnType::Id("type"),
            Self::Number => ColumnType::Number,
            Self::Name | Self::Step | Self::Flag | Self::Closed(_) => ColumnType::Symbol,
        }
    }
}

/// Returns the values without fields of an enumeration, with their texts; none for a type whose values mostly have fields.
pub fn values_of(ty: &str) -> impl Iterator<Item = (String, Value)> {
    let variants =
        signatures().variants().filter(move |(name, _)| name.split_once("::").is_some_and(|parts| parts.0 == ty));
    let all: Vec<_> = variants.collect();
    let plain = all.iter().filter(|(_, parts)| parts.is_empty()).count();
    let is_enumeration = plain * 2 > all.len();
    let closed = all.into_iter().filter(move |(_, parts)| is_enumeration && parts.is_empty());
    closed.filter_map(|(name, _)| Some((in_small_letters(name.rsplit("::").next()?, '_'), constant(name)?)))
}

/// Returns the value of an enumeration, or the Boolean, with a text.
pub fn value_of(ty: &str, text: &str) -> Option<Value> {
    match ty {
        "bool" => Some(Value::Flag(text == "true")),
        _ => values_of(ty).find(|(known, _)| known == text).map(|(_, value)| value),
    }
}

/// Returns the texts of a closed enumeration or of a Boolean.
pub(super) fn closed_texts(sort: &Sort) -> Option<Vec<String>> {
    match sort {
        Sort::Flag => Some(vec!["false".to_owned(), "true".to_owned()]),
        Sort::Closed(ty) => Some(values_of(ty).map(|(text, _)| text).collect()),
        _ => None,
    }
}

/// A named value, as rows store it.
pub(super) enum Named {
    /// A type.
    Type(Ty),
    /// A text: `Safe` is `safe`.
    Text(String),
}

/// Returns the value of a capitalized name.
pub(super) fn named(name: &str) -> Option<Named> {
    let value = constant(name).or_else(|| {
        let ty = signatures().constant(name)?;
        constant(&format!("{ty}::{name}"))
    })?;
    if let Some(ty) = Ty::from_value(&value) {
        return Some(Named::Type(ty));
    }
    let ty = signatures().constant(name)?;
    let text = in_small_letters(name.rsplit("::").next()?, '_');
    values_of(ty.name()?).any(|(known, _)| known == text).then_some(Named::Text(text))
}

/// Returns the names of all values that user rules may use.
pub(super) fn value_names() -> impl Iterator<Item = &'static str> {
    signatures().constants().map(|(name, _)| &name[..]).filter(|name| named(name).is_some())
}

/// Returns the names of all builtins, and judgments of a book, that user rules may call.
pub fn names(book: &BookHandle) -> impl Iterator<Item = &str> {
    static BUILTINS: LazyLock<Vec<&str>> =
        LazyLock::new(|| signatures().all().map(|(name, _)| &name[..]).filter(|name| is_builtin(name)).collect());
    let judgments = judgments_of(book).keys().map(|name| &name[..]).filter(|name| signature(name, book).is_some());
    BUILTINS.iter().copied().chain(judgments)
}

/// Holds if a name is a builtin, or a judgment of the built-in book.
pub(super) fn is_builtin(name: &str) -> bool {
    static BUILT_IN: LazyLock<BookHandle> = LazyLock::new(BookHandle::built_in);
    signature(name, &BUILT_IN).is_some()
}

/// Returns the builtin, or the judgment of a book, with a name.
pub(super) fn asked(name: &str, book: &BookHandle, symbols: &mut Symbols) -> Option<JudgmentCall> {
    let (parameters, results, shape) = signature(name, book)?;
    let sorts = parameters.iter().chain(&results);
    let closed = sorts.filter_map(|sort| if let Sort::Closed(ty) = sort { Some(ty) } else { None });
    let closed = closed.flat_map(|ty| values_of(ty).map(|(text, value)| (ty.clone(), value, text)));
    let closed = closed.map(|(ty, value, text)| (ty, value, symbols.intern(&text))).collect();
    let (builtin, closed) = (builtin(name), Arc::new(closed));
    let is_judgment = judgments_of(book).contains_key(name);
    Some(JudgmentCall { name: name.to_owned(), builtin, parameters, results, shape, closed, part: 0, is_judgment })
}

type Signature = (Vec<Sort>, Vec<Sort>, Shape);

fn signature(name: &str, book: &BookHandle) -> Option<Signature> {
    let judgment = judgments_of(book).get(name);
    let (parameters, results, shape) = match (judgment, signatures().builtin(name)) {
        (Some(query), _) => {
            let shape = if query.is_partial { Shape::Partial } else { Shape::Value };
            let (parameters, results) = query.types.split_at(query.questions);
            (parameters, results, shape)
        }
        (None, Some(builtin)) => (&builtin.parameters[..], builtin.result.parts(), builtin.shape),
        (None, None) => return None,
    };
    if judgment.is_none() {
        builtin(name)?;
    }
    let parameters: Option<Vec<Sort>> = parameters.iter().map(Sort::of).collect();
    let results: Option<Vec<Sort>> = results.iter().map(Sort::of).collect();
    Some((parameters?, results.filter(|results| !results.is_empty())?, shape))
}

impl JudgmentCall {
    /// Returns the selected result for these arguments, if there is one.
    pub fn value(&self, types: &mut TypeIds, symbols: &mut Symbols, arguments: &[Cell]) -> Option<Cell> {
        let value = match self.call(types, symbols, arguments)? {
            Value::Nothing => return None,
            Value::Some(value) => *value,
            value => value,
        };
        self.cell(&value, types, symbols)
    }

    /// Returns all values of a builtin that returns several.
    pub fn values(&self, types: &mut TypeIds, symbols: &mut Symbols, arguments: &[Cell]) -> Vec<Cell> {
        match self.call(types, symbols, arguments) {
            Some(Value::Several(values)) => {
                values.iter().filter_map(|value| self.cell(value, types, symbols)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Holds if a condition holds, or a builtin has a value.
    pub fn holds(&self, types: &mut TypeIds, symbols: &mut Symbols, arguments: &[Cell]) -> Option<bool> {
        Some(match self.call(types, symbols, arguments)? {
            Value::Flag(flag) => flag,
            Value::Some(value) if matches!(*value, Value::Flag(_)) => *value == Value::Flag(true),
            Value::Nothing => false,
            _ => true,
        })
    }

    /// Returns the judgment that is asked, and the question with these arguments; `None` for builtins.
    pub fn question(&self, types: &mut TypeIds, symbols: &Symbols, arguments: &[Cell]) -> Option<(String, Vec<Value>)> {
        let question = self.arguments(types, symbols, arguments).filter(|_| self.is_judgment);
        Some((self.name.clone(), question?))
    }

    fn arguments(&self, types: &mut TypeIds, symbols: &Symbols, arguments: &[Cell]) -> Option<Vec<Value>> {
        let arguments = self.parameters.iter().zip(arguments);
        arguments.map(|(sort, &cell)| self.argument(sort, cell, types, symbols)).collect()
    }

    fn call(&self, types: &mut TypeIds, symbols: &Symbols, arguments: &[Cell]) -> Option<Value> {
        let arguments = self.arguments(types, symbols, arguments)?;
        with_types(types.types_mut(), || match self.builtin {
            Some(builtin) => builtin(&arguments),
            None => ask(&self.name, &arguments),
        })
    }

    fn argument(&self, sort: &Sort, cell: Cell, types: &mut TypeIds, symbols: &Symbols) -> Option<Value> {
        Some(match sort {
            Sort::Type => types.ty(cell)?.into_value(),
            Sort::Number => u32::try_from(cell).ok()?.into_value(),
            Sort::Name => types.types_mut().name(symbols.text(cell)).into_value(),
            Sort::Step => Step::Name(types.types_mut().name(symbols.text(cell))).into_value(),
            Sort::Flag => (symbols.text(cell) == "true").into_value(),
            Sort::Closed(ty) => match self.closed_value(ty, cell) {
                None if ty == "Constructor" => own_constructor(types, symbols.text(cell))?,
                value => value?,
            },
        })
    }

    fn closed_value(&self, ty: &str, cell: Cell) -> Option<Value> {
        let known = self.closed.iter().find(|known| known.0 == ty && known.2 == cell);
        known.map(|(_, value, _)| value.clone())
    }

    fn cell(&self, value: &Value, types: &mut TypeIds, symbols: &mut Symbols) -> Option<Cell> {
        let value = match value {
            Value::Tuple(parts) if self.results.len() > 1 => parts.get(self.part)?,
            value => value,
        };
        // A part may be optional.
        let value = match value {
            Value::Nothing => return None,
            Value::Some(value) => value,
            value => value,
        };
        let one = std::slice::from_ref(value);
        Some(match &self.results[self.part] {
            Sort::Type => types.id(take(one, 0)?, symbols),
            Sort::Number => Cell::from(take::<u32>(one, 0)?),
            Sort::Name => {
                let name = take::<Name>(one, 0)?;
                symbols.intern(types.types_mut().text(name))
            }
            Sort::Flag => symbols.intern(if take::<bool>(one, 0)? { "true" } else { "false" }),
            Sort::Closed(_) => match value {
                Value::Constructor(Constructor::Applied(own)) => {
                    symbols.intern(types.types_mut().name_of_constructor(*own))
                }
                _ => self.closed.iter().find(|(_, known, _)| known == value)?.2,
            },
            Sort::Step => return None,
        })
    }
}

/// Returns the constructor that the book declares under a name.
fn own_constructor(types: &mut TypeIds, name: &str) -> Option<Value> {
    types.types_mut().own_constructor(name).map(|own| Value::Constructor(Constructor::Applied(own)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Mapping;
    use crate::types::vocabulary::{Acceptance, Conversion, Mark, Mode, Outcome, Presence};

    #[test]
    fn rules_name_values_by_the_words_in_rows() {
        let enumerations = [
            ("Conversion", Conversion::WORDS),
            ("Mode", Mode::WORDS),
            ("Outcome", Outcome::WORDS),
            ("Mapping", Mapping::WORDS),
            ("Acceptance", Acceptance::WORDS),
            ("Mark", Mark::WORDS),
            ("Presence", Presence::WORDS),
        ];
        for (ty, builtins) in enumerations {
            let (mut builtins, mut own) =
                (builtins.to_vec(), closed_texts(&Sort::Closed(ty.to_owned())).expect("texts"));
            builtins.sort_unstable();
            own.sort();
            assert_eq!(own, builtins, "{ty}");
        }
    }
}
