//! Relations that only a book of one's own has.

use typelog_interpreter::NewRelation;
use typelog_reader::text::in_small_letters;

use super::places::Places;
use super::types::TypeCollector;
use super::{Id, MOST_COLUMNS, Text, unnumbered};
use crate::builtins::trace::{Row, Value, Word};
use crate::program::{DefinitionId, Place};
use crate::relations::{Column, ColumnType, Origin, Schema};
use crate::types::Constructor;
use crate::types::display::display_path;

/// A row of such a relation.
#[derive(Debug)]
pub struct OwnRow {
    relation: &'static str,
    cells: Vec<OwnCell>,
}

#[derive(Debug)]
enum OwnCell {
    Expression(Place),
    Definition(DefinitionId),
    Value(Value),
}

/// Returns the schema of a relation. A binding is the definition that binds it: rows about the variables of expressions are left
/// out.
pub(super) fn schema(relation: &NewRelation) -> Schema {
    let declared = &relation.declaration.columns;
    let columns = declared.iter().zip(1..).take(MOST_COLUMNS).map(|(column, number)| Column {
        name: column.name.clone().unwrap_or_else(|| format!("column{number}")),
        ty: match column.ty.name() {
            Some("ExprId") => ColumnType::Id("expression"),
            Some("BindingId") => ColumnType::Id("definition"),
            Some("Ty") => ColumnType::Id("type"),
            Some("u32") => ColumnType::Number,
            _ => ColumnType::Symbol,
        },
        is_key: false,
        values: &[],
    });
    let is_about_programs = declared.iter().any(|column| matches!(column.ty.name(), Some("ExprId" | "BindingId")));
    let doc = relation.documentation.clone();
    Schema {
        name: relation.declaration.name.clone(),
        origin: Origin::Derived,
        is_per_program: is_about_programs,
        doc: if doc.is_empty() { "Derived by the rules of the book.".to_owned() } else { doc },
        columns: columns.collect(),
    }
}

/// Returns the rows of a run, with the places of its expressions and its definitions. Rows about the variables of expressions are
/// left out.
pub(super) fn own_rows(rows: &[Row], places: &[Place], definitions: &[DefinitionId]) -> Vec<OwnRow> {
    let cell = |value: &Value| {
        Some(match *value {
            Value::Expression(e) => OwnCell::Expression(*places.get(usize::from(e))?),
            Value::Binding(b) => OwnCell::Definition(*definitions.get(usize::from(b))?),
            value => OwnCell::Value(value),
        })
    };
    let own = |row: &Row| {
        let cells: Option<Vec<OwnCell>> = row.cells.iter().take(MOST_COLUMNS).map(cell).collect();
        Some(OwnRow { relation: row.relation, cells: cells? })
    };
    rows.iter().filter_map(own).collect()
}

impl TypeCollector<'_, '_> {
    /// Adds a row.
    pub(super) fn own_row(&mut self, row: &OwnRow, places: &Places) {
        let texts: Vec<String> = row.cells.iter().map(|cell| self.text_of(cell)).collect();
        let mut values = Vec::with_capacity(row.cells.len());
        for (cell, text) in row.cells.iter().zip(&texts) {
            values.push(match *cell {
                OwnCell::Expression(at) => Id(places.expression(at)),
                OwnCell::Definition(id) => Id(places.definition(id)),
                OwnCell::Value(Value::Type(ty)) => unnumbered(self, ty),
                OwnCell::Value(Value::Number(number)) => Id(number.into()),
                OwnCell::Value(_) => Text(text),
            });
        }
        self.collector.row(row.relation, &values);
    }

    /// Returns the text of a value that is no id and no number, as user rules write it.
    fn text_of(&self, cell: &OwnCell) -> String {
        let OwnCell::Value(value) = *cell else { return String::new() };
        match value {
            Value::Name(name) => self.types.text(name).to_owned(),
            Value::Path(path) => display_path(self.types, path),
            Value::Literal(number) => self.types.number_of(number).to_string(),
            Value::Flag(yes) => yes.to_string(),
            Value::Null => "null".to_owned(),
            Value::Nothing => "none".to_owned(),
            Value::Word(Word::BinaryOperator(operator)) => operator.symbol().to_owned(),
            Value::Word(Word::UnaryOperator(operator)) => operator.symbol().to_owned(),
            Value::Word(Word::Constructor(Constructor::Applied(own))) => self.types.name_of_constructor(own).to_owned(),
            Value::Word(word) => in_small_letters(&word.to_string(), '_'),
            _ => "_".to_owned(),
        }
    }
}
