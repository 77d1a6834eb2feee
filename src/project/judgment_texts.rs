//! Judgments as texts: `converts(list(int), bool)`, or as they are drawn, `list(int) ~> bool`.

use typelog_interpreter::builtins::constant;
use typelog_interpreter::value::Value;
use typelog_interpreter::{judgments_of, new_relations_of, signatures};
use typelog_reader::ascent::Query;
use typelog_reader::book::BookFile;
use typelog_reader::reading::Said;
use typelog_reader::text::{in_capitals, in_small_letters};
use typelog_reader::types::Type;

use super::error::{Error, Result};
use crate::program::environment::Environment;
use crate::provenance::{RowPattern, constant_of, read_book};
use crate::types::nearest::nearest;
use crate::types::vocabulary::{Mode, Step};
use crate::types::{BookHandle, Interner};

/// The greatest number of values of an enumeration that a message lists.
const MOST_LISTED: usize = 8;

/// Reads a judgment: `converts(list(int), bool)`, or `list(int) ~> bool`.
///
/// # Errors
/// If the text is no judgment.
pub fn read(text: &str, environment: &Environment, types: &mut Interner) -> Result<RowPattern> {
    let text = text.trim();
    match relation(text) {
        Some((name, columns)) if !is_drawn(text, name, types.book()) => named(text, name, columns, environment, types),
        _ => drawn(text, environment, types),
    }
}

/// Returns the name and the columns of a text like `converts(list(int), bool)`.
fn relation(text: &str) -> Option<(&str, &str)> {
    let (name, columns) = text.strip_suffix(')')?.split_once('(')?;
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (is_name && !name.is_empty()).then_some((name, columns))
}

/// Holds if a text that begins with a name is no judgment with this name, but one in a notation: `list(int) ~> set(int)`.
fn is_drawn(text: &str, name: &str, book: &BookHandle) -> bool {
    !judgments_of(book).contains_key(name) && drawings(text, book, &mut |_, _, _| Some(())).is_some()
}

/// Reads a judgment by its name and columns.
fn named(text: &str, name: &str, columns: &str, environment: &Environment, types: &mut Interner) -> Result<RowPattern> {
    let book = types.book().clone();
    let query = judgments_of(&book).get(name).ok_or_else(|| {
        if new_relations_of(&book).iter().any(|relation| relation.declaration.name == name) {
            return Error::new(format!(
                "`{name}` is no judgment, but a relation of programs: explain PROGRAM '{text}'"
            ));
        }
        let help = nearest(name, judgments_of(&book).keys().map(|name| &name[..]));
        let help = help.map_or_else(String::new, |name| format!("; there is `{name}`"));
        Error::new(format!("there is no judgment `{name}`{help}"))
    })?;
    let mut columns = split(columns);
    // The default mode is the plain one.
    let mode = query.types.iter().position(|ty| ty.name() == Some("Mode"));
    if let Some(mode) = mode.filter(|&at| at <= columns.len())
        && columns.get(mode).is_none_or(|text| constant(text).is_none_or(|value| !matches!(value, Value::Mode(_))))
    {
        columns.insert(mode, "Plain");
    }
    if columns.len() < query.questions || columns.len() > query.types.len() {
        return Err(Error::new(format!("`{text}` does not have the columns of `{}`", form(name, query))));
    }
    let mut values = Vec::new();
    for (text, ty) in columns.iter().zip(&query.types) {
        values.push(if *text == "_" { None } else { Some(value(text, ty, environment, types)?) });
    }
    let answer = values.split_off(query.questions);
    let question: Option<Vec<Value>> = values.into_iter().collect();
    let question = question.ok_or_else(|| Error::new("the columns of a question cannot be `_`".to_owned()))?;
    Ok(RowPattern { judgment: name.to_owned(), question, answer })
}

/// Reads a judgment as it is drawn: `list(int) ~> bool`.
fn drawn(text: &str, environment: &Environment, types: &mut Interner) -> Result<RowPattern> {
    let book = types.book().clone();
    // The error of the notation that leaves the least to its columns, which is probably meant.
    let mut nearest_error: Option<(usize, Error)> = None;
    let found = drawings(text, &book, &mut |name, query, said| {
        let left: usize = said.iter().map(|said| if let Some(Said::Text(text)) = said { text.len() } else { 0 }).sum();
        match of_drawing(name, query, said, environment, types) {
            Ok(pattern) => pattern,
            Err(error) => {
                if nearest_error.as_ref().is_none_or(|(other, _)| left < *other) {
                    nearest_error = Some((left, error));
                }
                None
            }
        }
    });
    found.ok_or_else(|| {
        nearest_error.map_or_else(
            || {
                let examples = "`converts(list(int), bool)` or `list(int) ~> bool`";
                Error::new(format!("`{text}` is not a judgment about types: write one like {examples}"))
            },
            |(_, error)| error,
        )
    })
}

/// Reads a text that has been taken apart: by the name of the judgment, its question and answer, and what stands for each column.
type Reading<'a, T> = dyn FnMut(&str, &Query, Vec<Option<Said<'_>>>) -> Option<T> + 'a;

/// Takes a text apart in each notation of a judgment that it fits, in the order of the book, until something is found.
fn drawings<T>(text: &str, book: &BookHandle, find: &mut Reading<'_, T>) -> Option<T> {
    let read = read_book(book);
    read.files.iter().flat_map(BookFile::relations).find_map(|relation| {
        let query = judgments_of(book).get(&relation.name)?;
        let columns = read.notations.relation(&relation.name, relation.columns.len())?;
        columns.readings(text).into_iter().find_map(|said| find(&relation.name, query, said))
    })
}

/// Returns the judgment that a text in a notation means, unless the notation leaves out a part of the question.
fn of_drawing(
    name: &str,
    query: &Query,
    said: Vec<Option<Said<'_>>>,
    environment: &Environment,
    types: &mut Interner,
) -> Result<Option<RowPattern>> {
    let mut values = Vec::new();
    for (said, ty) in said.into_iter().zip(&query.types) {
        values.push(match said {
            Some(Said::Text("_")) => None,
            Some(Said::Text(text)) => Some(value(text, ty, environment, types)?),
            Some(Said::Value(term)) => match constant_of(term) {
                None => return Ok(None),
                value => value,
            },
            None if ty.name() == Some("Mode") => Some(Value::Mode(Mode::Plain)),
            None => None,
        });
    }
    let answer = values.split_off(query.questions.min(values.len()));
    let question: Option<Vec<Value>> = values.into_iter().collect();
    Ok(question.map(|question| RowPattern { judgment: name.to_owned(), question, answer }))
}

/// Returns the form of a judgment: `converts(type, type, mode -> conversion)`.
pub fn form(name: &str, query: &Query) -> String {
    let types: Vec<String> = query.types.iter().map(shown_type).collect();
    let (asked, answered) = types.split_at(query.questions.min(types.len()));
    format!("{name}({} -> {})", asked.join(", "), answered.join(", "))
}

/// Holds for the types of columns whose values can be written in a judgment.
pub fn is_written(ty: &Type) -> bool {
    let unwritten =
        ["ExprId", "BindingId", "FunctionId", "InterfaceId", "TyList", "Literal", "NumberId", "Path", "Context"];
    ty.present().name().is_some_and(|name| !unwritten.contains(&name))
}

/// Returns the word for the type of a column: `type`, `conversion`, `type?` for one that may be missing.
fn shown_type(ty: &Type) -> String {
    let word = match ty.present().sort().unwrap_or_default() {
        "Ty" => "type".to_owned(),
        "CtyValue" => "value".to_owned(),
        "u32" => "number".to_owned(),
        inner => in_small_letters(inner, ' '),
    };
    if ty.is_optional() { word + "?" } else { word }
}

/// Splits a text at commas outside of brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut is_quoted) = (Vec::new(), 0_usize, 0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if !text[..at].ends_with('\\') => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

/// Reads the value of a column with this type.
fn value(text: &str, ty: &Type, environment: &Environment, types: &mut Interner) -> Result<Value> {
    let bare = text.trim_start_matches('.').trim_matches(|letter| "[]".contains(letter));
    match ty.name().unwrap_or_default() {
        "Ty" => Ok(Value::Ty(environment.read_type(text, types).map_err(Error::new)?)),
        "bool" if text == "true" || text == "false" => Ok(Value::Flag(text == "true")),
        "Step" => Ok(Value::Step(match bare.parse::<u32>() {
            Ok(number) => Step::Number(types.number((number as usize).into())),
            Err(_) => Step::Name(types.name(bare.trim_matches('"'))),
        })),
        _ => {
            let capital = in_capitals(&bare.replace(' ', "_"));
            // `Output` alone is a constructor of types, and an eventuality has the same name.
            let found = constant(&format!("{ty}::{capital}")).or_else(|| constant(&capital));
            found.ok_or_else(|| no_value(text, ty))
        }
    }
}

/// Returns the error about a text that is no value of an enumeration.
fn no_value(text: &str, ty: &Type) -> Error {
    let word = shown_type(ty);
    let of_type = signatures().constants().filter(|(_, of)| *of == ty).map(|(name, _)| &name[..]);
    let own = ty.name().unwrap_or_default();
    let variants = signatures().variants().filter(|(_, parts)| parts.is_empty());
    let variants = variants.filter_map(|(name, _)| name.split_once("::").filter(|(of, _)| *of == own));
    let mut words: Vec<String> = of_type
        .chain(variants.map(|(_, name)| name))
        .map(|name| format!("`{}`", in_small_letters(name, ' ')))
        .collect();
    words.sort();
    words.dedup();
    let help = match words.len() {
        1..=MOST_LISTED => format!(": it is one of {}", words.join(", ")),
        _ => nearest(text, words.iter().map(|word| word.trim_matches('`')))
            .map_or_else(String::new, |name| format!("; there is `{name}`")),
    };
    if text.is_empty() {
        return Error::new(format!("a value of the type {word} is missing{help}"));
    }
    Error::new(format!("`{text}` is not a value of the type {word}{help}"))
}
