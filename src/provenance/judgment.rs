//! Rows in the notation of the rules.

use typelog_interpreter::builtins::{constant as constant_named, part};
use typelog_interpreter::value::Value as Known;
use typelog_reader::notation::Cells;
use typelog_reader::syntax::{Form, Term, TermKind};
use typelog_reader::text::in_small_letters;

use super::rule_book::{ReadBook, read_book};
use super::table_rows::value as constant;
use crate::builtins::trace::{Row, Value, Word};
use crate::types::display::{display_path, display_whole_within};
use crate::types::vocabulary::{Context, Path};
use crate::types::{Constructor, Interner, Ty, TyList};

/// The maximal length of a type in a judgment, in bytes.
const LONGEST_TYPE: usize = 160;

/// A renderer of rows, with the names of their expressions, bindings and types.
pub struct RowRenderer<'a> {
    /// The book whose notations are used.
    pub book: &'a ReadBook,
    /// The types.
    pub types: &'a Interner,
    /// Returns the text of an expression, by its number.
    pub expression: &'a dyn Fn(u32) -> String,
    /// Returns the name of a binding, by its number.
    pub binding: &'a dyn Fn(u32) -> String,
    /// Returns the name of a function, by its number.
    pub function: &'a dyn Fn(u32) -> String,
    /// Returns the name of the block whose inputs form an interface, by the number of the interface.
    pub interface: &'a dyn Fn(u32) -> String,
    /// Returns the types in a list.
    pub list: &'a dyn Fn(TyList) -> Vec<Ty>,
}

impl RowRenderer<'_> {
    /// Renders a row in the notation of its relation, if it has one, else as its relation with its columns.
    pub fn judgment(&self, row: &Row) -> String {
        let cells = RowCells { renderer: self, cells: &row.cells, texts: &[] };
        let noted = self.book.notations.row(row.relation, row.cells.len(), &cells);
        noted.unwrap_or_else(|| self.row(row))
    }

    /// Renders a premise of which not all columns may have values. Each column has a text, which stands for a hidden value.
    pub(super) fn premise(&self, relation: &str, columns: &[(Value, String)]) -> String {
        let (values, texts): (Vec<Value>, Vec<String>) = columns.iter().cloned().unzip();
        let cells = RowCells { renderer: self, cells: &values, texts: &texts };
        let noted = self.book.notations.row(relation, values.len(), &cells);
        noted.unwrap_or_else(|| format!("{relation}({})", texts.join(", ")))
    }

    /// Renders a row as its relation with its columns.
    pub fn row(&self, row: &Row) -> String {
        let cells: Vec<String> = row.cells.iter().map(|&value| self.value(value)).collect();
        format!("{}({})", row.relation, cells.join(", "))
    }

    pub(super) fn value(&self, value: Value) -> String {
        match value {
            Value::Type(ty) => self.ty(ty),
            Value::Types(list) => format!("[{}]", self.types_in(list)),
            Value::Path(Path::EMPTY) => "()".to_owned(),
            Value::Path(path) => display_path(self.types, path),
            Value::Context(Context::EMPTY) => "no context".to_owned(),
            Value::Context(Context(bound)) => self.ty(bound),
            Value::Hidden => "_".to_owned(),
            Value::Expression(e) => (self.expression)(e.0),
            Value::Binding(b) => (self.binding)(b.0),
            Value::Function(f) => (self.function)(f.0),
            Value::Name(name) => self.types.text(name).to_owned(),
            Value::Literal(number) => self.types.number_of(number).to_string(),
            Value::Number(number) => number.to_string(),
            Value::Flag(yes) => yes.to_string(),
            Value::Null => "null".to_owned(),
            Value::Nothing => "none".to_owned(),
            Value::Word(Word::InterfaceId(interface)) => (self.interface)(interface.0),
            Value::Word(Word::BinaryOperator(operator)) => format!("`{}`", operator.symbol()),
            Value::Word(Word::UnaryOperator(operator)) => format!("`{}`", operator.symbol()),
            Value::Word(Word::Operation(operation)) => format!("`{}`", operation.symbol()),
            Value::Word(Word::Constructor(Constructor::Applied(own))) => self.types.name_of_constructor(own).to_owned(),
            Value::Word(word) => word.to_string(),
        }
    }

    /// Returns the texts of the types in a list, with commas between them.
    fn types_in(&self, list: TyList) -> String {
        let texts: Vec<String> = (self.list)(list).into_iter().map(|ty| self.ty(ty)).collect();
        texts.join(", ")
    }

    fn ty(&self, ty: Ty) -> String {
        display_whole_within(self.types, ty, LONGEST_TYPE)
    }
}

/// Renders a row that is only about types as a judgment.
pub fn row_about_types(row: &Row, types: &Interner) -> String {
    render_about_types(types, |renderer| renderer.judgment(row))
}

/// Renders something that is only about types.
pub fn render_about_types(types: &Interner, render: impl FnOnce(&RowRenderer<'_>) -> String) -> String {
    let nothing = |_: u32| String::new();
    render(&RowRenderer {
        book: &read_book(types.book()),
        types,
        expression: &nothing,
        binding: &nothing,
        function: &nothing,
        interface: &nothing,
        list: &|list| types.list_items(list),
    })
}

/// The cells of a row, for notations.
struct RowCells<'a> {
    renderer: &'a RowRenderer<'a>,
    cells: &'a [Value],
    /// The texts for hidden values, if there are any.
    texts: &'a [String],
}

impl RowCells<'_> {
    /// Returns the text of a value with a notation of its own: `the condition of`.
    fn noted(&self, value: Value) -> Option<String> {
        let known = match value {
            Value::Word(Word::Role(role)) => Known::Role(role),
            Value::Word(Word::Form(form)) => Known::Form(form),
            _ => return None,
        };
        let mut words = self.renderer.book.notations.builtins();
        let (fields, columns) = words.find_map(|(name, columns)| Some((fields(name, &known)?, columns)))?;
        let cells = RowCells { renderer: self.renderer, cells: &fields, texts: &[] };
        Some(columns.texts(columns.fitting(&cells)?, &cells).concat())
    }
}

impl RowCells<'_> {
    /// Returns the text of a list without brackets, or of an operator without quotes.
    fn bare(&self, value: Value) -> Option<String> {
        Some(match value {
            Value::Types(list) => self.renderer.types_in(list),
            Value::Word(Word::BinaryOperator(operator)) => operator.symbol().to_owned(),
            Value::Word(Word::UnaryOperator(operator)) => operator.symbol().to_owned(),
            Value::Word(Word::Operation(operation)) => operation.symbol().to_owned(),
            _ => return None,
        })
    }
}

impl Cells for RowCells<'_> {
    fn is(&self, column: usize, value: &Term) -> bool {
        let wanted = match &value.kind {
            TermKind::Constant(name) if name == "None" => Some(Value::Nothing),
            _ => constant(value).map(|value| value.traced()),
        };
        wanted == Some(self.cells.get(column).copied().unwrap_or(Value::Flag(true)))
    }

    fn same(&self, column: usize, other: usize) -> bool {
        self.cells.get(column) == self.cells.get(other)
    }

    fn put(&self, column: usize, form: Form) -> String {
        let Some(&value) = self.cells.get(column) else { return String::new() };
        let text = || match (value, self.texts.get(column)) {
            (Value::Hidden, Some(text)) => text.clone(),
            _ => self.renderer.value(value),
        };
        match (form, value) {
            (Form::One, Value::Number(number)) => (number + 1).to_string(),
            (Form::Lower, Value::Word(_)) => self.noted(value).unwrap_or_else(|| in_small_letters(&text(), ' ')),
            (Form::Bare, _) => self.bare(value).unwrap_or_else(text),
            _ => self.noted(value).unwrap_or_else(text),
        }
    }

    fn part(&self, whole: usize, place: usize) -> String {
        let types = self.renderer.types;
        match (self.cells.get(whole), self.cells.get(place)) {
            (Some(Value::Type(object)), Some(Value::Number(place))) => {
                let property = types.properties(*object).get(*place as usize);
                property.map_or_else(|| "a property".to_owned(), |property| format!("`{}`", types.text(property.0)))
            }
            (_, Some(&Value::Path(path))) if path != Path::EMPTY => {
                format!("{} of {}", display_path(types, path), self.put(whole, Form::Plain))
            }
            _ => self.put(whole, Form::Plain),
        }
    }
}

/// Returns the fields of a value, if it is the named constant or was put together by the named constructor.
fn fields(name: &str, value: &Known) -> Option<Vec<Value>> {
    if constant_named(name).is_some_and(|constant| constant == *value) {
        return Some(Vec::new());
    }
    Some(part(name)?(value)?.iter().map(Known::traced).collect())
}
