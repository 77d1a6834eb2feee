//! The built-in functions and predicates of user rules.

use regex_lite::Regex;

use super::book_builtins::JudgmentCall;
use crate::relations::{Cell, ColumnType, Database, RelationId, Symbols};

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// The cell of a column in the row whose first column is the argument.
    Lookup(RelationId, usize),
    /// `length(s)`: the number of characters.
    Length,
    /// `lower(s)`
    Lower,
    /// `upper(s)`
    Upper,
    /// `concat(s, t, ...)`
    Concat,
    /// `replace(s, from, to)`
    Replace,
    /// `to_number(s)`; has no value if the text is not a number.
    ToNumber,
    /// `to_text(n)`
    ToText,
    /// A builtin or a judgment of the book.
    Ask(Box<JudgmentCall>),
}

/// A predicate.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    /// `contains(s, part)`
    Contains,
    /// `starts_with(s, start)`
    StartsWith,
    /// `ends_with(s, end)`
    EndsWith,
    /// `matches(s, "pattern")`
    Matches(Box<Regex>),
    /// `is_output(t)`: the looked-up row has one of these texts in a column.
    Is(RelationId, usize, Vec<Cell>),
    /// A builtin or a judgment of the book that holds, or has a value.
    Ask(Box<JudgmentCall>),
}

/// The signature of a built-in.
#[derive(Debug)]
pub(super) struct Signature {
    pub name: &'static str,
    pub parameters: &'static [ColumnType],
    /// Holds if the last parameter accepts any number of arguments.
    pub is_variadic: bool,
    /// The result of a function; predicates have none.
    pub result: Option<ColumnType>,
}

const TYPE: ColumnType = ColumnType::Id("type");
const SYMBOL: ColumnType = ColumnType::Symbol;
const NUMBER: ColumnType = ColumnType::Number;

const fn function(name: &'static str, parameters: &'static [ColumnType], result: ColumnType) -> Signature {
    Signature { name, parameters, is_variadic: false, result: Some(result) }
}

const fn predicate(name: &'static str, parameters: &'static [ColumnType]) -> Signature {
    Signature { name, parameters, is_variadic: false, result: None }
}

/// All built-ins but `text`, which takes ids of any domain, and is lowered in `terms`.
pub(super) const SIGNATURES: &[Signature] = &[
    function("type_name", &[TYPE], SYMBOL),
    function("type_kind", &[TYPE], SYMBOL),
    function("length", &[SYMBOL], NUMBER),
    function("lower", &[SYMBOL], SYMBOL),
    function("upper", &[SYMBOL], SYMBOL),
    Signature { name: "concat", parameters: &[SYMBOL], is_variadic: true, result: Some(SYMBOL) },
    function("replace", &[SYMBOL, SYMBOL, SYMBOL], SYMBOL),
    function("to_number", &[SYMBOL], NUMBER),
    function("to_text", &[NUMBER], SYMBOL),
    predicate("contains", &[SYMBOL, SYMBOL]),
    predicate("starts_with", &[SYMBOL, SYMBOL]),
    predicate("ends_with", &[SYMBOL, SYMBOL]),
    predicate("matches", &[SYMBOL, SYMBOL]),
    predicate("is_any", &[TYPE]),
    predicate("is_output", &[TYPE]),
    predicate("is_promise", &[TYPE]),
    predicate("is_eventual", &[TYPE]),
    predicate("is_union", &[TYPE]),
    predicate("is_object", &[TYPE]),
];

/// Returns the built-in with a name.
pub(super) fn signature(name: &str) -> Option<&'static Signature> {
    SIGNATURES.iter().find(|signature| signature.name == name)
}

/// Returns the function with a name, if the database has the tables for its lookups.
pub(super) fn function_of(name: &str, database: &Database) -> Option<Function> {
    Some(match name {
        "type_name" => type_column(database, "text")?,
        "type_kind" => type_column(database, "kind")?,
        "length" => Function::Length,
        "lower" => Function::Lower,
        "upper" => Function::Upper,
        "concat" => Function::Concat,
        "replace" => Function::Replace,
        "to_number" => Function::ToNumber,
        "to_text" => Function::ToText,
        _ => return None,
    })
}

/// Returns the predicate with a name, if the database has the tables for its lookups. `matches` is created where its pattern is
/// known.
pub(super) fn predicate_of(name: &str, database: &mut Database) -> Option<Predicate> {
    let texts: &[&str] = match name {
        "contains" => return Some(Predicate::Contains),
        "starts_with" => return Some(Predicate::StartsWith),
        "ends_with" => return Some(Predicate::EndsWith),
        "is_any" => &["any"],
        "is_eventual" => &["output", "promise"],
        other => &[other.strip_prefix("is_")?],
    };
    let column = if name == "is_eventual" { "eventuality" } else { "kind" };
    let Function::Lookup(relation, column) = type_column(database, column)? else { return None };
    Some(Predicate::Is(relation, column, texts.iter().map(|text| database.symbols.intern(text)).collect()))
}

fn type_column(database: &Database, column: &str) -> Option<Function> {
    let relation = database.find("type")?;
    let column = database.relation(relation).schema.column(column)?;
    Some(Function::Lookup(relation, column))
}

impl Function {
    /// Returns the cost of a call in bytes: the length of the result, or of the texts read, if greater.
    pub fn work(&self, symbols: &Symbols, arguments: &[Cell]) -> usize {
        let length = |at: usize| symbols.text(arguments[at]).len();
        match self {
            Self::Lookup(..) | Self::Ask(_) | Self::ToText => 0,
            Self::Length | Self::ToNumber => length(0),
            Self::Lower | Self::Upper => length(0).saturating_mul(2),
            Self::Concat => (0..arguments.len()).map(length).fold(0, usize::saturating_add),
            Self::Replace => {
                let count = symbols.text(arguments[0]).matches(symbols.text(arguments[1])).count();
                length(0).saturating_add(count.saturating_mul(length(2)))
            }
        }
    }

    /// Applies the function; `None` if it has no value. The caller handles lookups and builtins, because it has the rows and types.
    pub fn apply(&self, symbols: &mut Symbols, arguments: &[Cell]) -> Option<Cell> {
        let text = |at: usize| symbols.text(arguments[at]);
        let result = match self {
            Self::Lookup(..) | Self::Ask(_) => return None,
            Self::Length => return i64::try_from(text(0).chars().count()).ok(),
            Self::ToNumber => return text(0).parse().ok(),
            Self::Lower => text(0).to_lowercase(),
            Self::Upper => text(0).to_uppercase(),
            Self::Concat => arguments.iter().map(|&argument| symbols.text(argument)).collect(),
            Self::Replace => text(0).replace(text(1), text(2)),
            Self::ToText => arguments[0].to_string(),
        };
        Some(symbols.intern(&result))
    }
}

impl Predicate {
    /// Returns the cost of a test in bytes: a pattern is tried at each position of a text.
    pub fn work(&self, symbols: &Symbols, arguments: &[Cell]) -> usize {
        let text = |at: usize| symbols.text(arguments[at]).len();
        match self {
            Self::Contains => text(0).saturating_add(text(1)),
            Self::StartsWith | Self::EndsWith => text(1),
            Self::Matches(pattern) => text(0).saturating_mul(pattern.as_str().len()),
            Self::Ask(_) | Self::Is(..) => 0,
        }
    }

    /// Holds if the predicate holds for these texts. The caller handles lookups and builtins, because it has the rows and types.
    pub fn holds(&self, symbols: &Symbols, arguments: &[Cell]) -> bool {
        let text = |at: usize| symbols.text(arguments[at]);
        match self {
            Self::Contains => text(0).contains(text(1)),
            Self::StartsWith => text(0).starts_with(text(1)),
            Self::EndsWith => text(0).ends_with(text(1)),
            Self::Matches(pattern) => pattern.is_match(text(0)),
            Self::Ask(_) => false,
            Self::Is(_, _, texts) => arguments.first().is_some_and(|found| texts.contains(found)),
        }
    }
}
