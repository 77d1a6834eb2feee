//! Lints: relations whose rows are reported as diagnostics.

use super::syntax::Fault;
use crate::relations::{Cell, ColumnType, Database, Describer, RelationId};
use crate::source::Span;
use crate::types::nearest::nearest;

/// A relation whose rows are reported.
#[derive(Clone, Debug)]
pub struct Lint {
    /// The code of the diagnostic.
    pub id: String,
    /// Holds if it is an error, not a warning.
    pub is_error: bool,
    /// The message, with the names of columns in braces, and its place.
    pub(super) message: (String, Span),
    /// The suggestion, in the same form.
    pub(super) help: Option<(String, Span)>,
    /// The column that locates the finding.
    pub(super) at: Option<(String, Span)>,
    /// The relation.
    pub relation: String,
    /// The span of the declaration.
    pub span: Span,
}

/// A row that is reported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, by its id.
    pub file: Cell,
    /// The span in the file.
    pub place: Span,
    /// The lint's id.
    pub code: String,
    /// Holds if it is an error, not a warning.
    pub is_error: bool,
    /// The message.
    pub message: String,
    /// The suggestion.
    pub help: Option<String>,
    /// The row that is reported.
    pub row: Vec<Cell>,
}

/// Renders a cell: a text as it is, a number in digits, an id by its description.
pub fn shown(database: &Database, ty: ColumnType, cell: Cell) -> String {
    match ty {
        ColumnType::Number => cell.to_string(),
        ColumnType::Symbol => database.symbols.text(cell).to_owned(),
        ColumnType::Id(domain) => {
            let text = database.describer(domain).and_then(|describer| {
                let row = describing(database, describer, cell)?;
                Some(database.symbols.text(row[describer.text]).to_owned())
            });
            text.unwrap_or_else(|| cell.to_string())
        }
    }
}

/// Returns the position of an id of this type: the file's id, line and column.
pub fn position(database: &Database, ty: ColumnType, cell: Cell) -> Option<[Cell; 3]> {
    let ColumnType::Id(domain) = ty else { return None };
    let describer = database.describer(domain)?;
    let [file, _, _] = describer.place?;
    let schema = &database.relation(describer.relation).schema;
    let (line, column) = (schema.column("line")?, schema.column("column")?);
    let row = describing(database, describer, cell)?;
    Some([row[file], row[line], row[column]])
}

/// Returns the byte range of an id of this type: the file's id, the first byte, and the end (exclusive).
pub fn piece(database: &Database, ty: ColumnType, cell: Cell) -> Option<[Cell; 3]> {
    let ColumnType::Id(domain) = ty else { return None };
    let describer = database.describer(domain)?;
    let row = describing(database, describer, cell)?;
    describer.place.map(|columns| columns.map(|column| row[column]))
}

/// Renders a cell for people: an id by its position and description.
pub fn shown_with_place(database: &Database, ty: ColumnType, cell: Cell) -> String {
    let text = shown(database, ty, cell);
    match position(database, ty, cell) {
        Some([file, line, column]) => {
            format!("{}:{line}:{column} {text}", shown(database, ColumnType::Id("file"), file))
        }
        None => text,
    }
}

/// Returns the row that describes an id. Rows are mostly in the order of ids, so that the first guess is mostly right.
fn describing(database: &Database, describer: Describer, cell: Cell) -> Option<&[Cell]> {
    let table = &database.relation(describer.relation).table;
    let guess = u32::try_from(cell).ok().filter(|&at| (at as usize) < table.len()).map(|at| table.row(at));
    guess.filter(|row| row[0] == cell).or_else(|| table.rows().find(|row| row[0] == cell))
}

impl Lint {
    /// Returns the faults of the lint, given the columns of its relation.
    pub(super) fn faults(&self, database: &Database) -> Vec<Fault> {
        let Some(relation) = database.find(&self.relation) else { return Vec::new() };
        let schema = &database.relation(relation).schema;
        let names = || schema.columns.iter().map(|column| column.name.as_str());
        let unknown = |name: &str, span| {
            let help = nearest(name, names()).map(|name| format!("there is `{name}`"));
            let help = help.unwrap_or_else(|| format!("the columns are {}", names().collect::<Vec<_>>().join(", ")));
            Fault::new("unknown-column", span, format!("`{}` has no column `{name}`", self.relation)).help(Some(help))
        };
        let mut faults = Vec::new();
        for (text, span) in std::iter::once(&self.message).chain(&self.help) {
            let columns = pieces(text).into_iter().filter_map(Result::err);
            faults.extend(columns.filter(|name| schema.column(name).is_none()).map(|name| unknown(name, *span)));
        }
        match &self.at {
            Some((name, span)) if schema.column(name).is_none() => faults.push(unknown(name, *span)),
            _ if self.place_column(database, relation).is_none() => {
                let (relation, id) = (&self.relation, &self.id);
                let message = match &self.at {
                    Some((name, _)) => format!("column `{name}` of `{relation}` has no place for the lint `{id}`"),
                    None => format!("`{relation}` has no column with a place for the lint `{id}`"),
                };
                let span = self.at.as_ref().map_or(self.span, |at| at.1);
                let help = "an id of an expression, a definition, a block or an attribute has a place".to_owned();
                faults.push(Fault::new("wrong-lint", span, message).help(Some(help)));
            }
            _ => {}
        }
        faults
    }

    /// Returns the rows of the relation as findings.
    pub fn findings(&self, database: &Database) -> Vec<Finding> {
        let found = || {
            let relation = database.find(&self.relation)?;
            let (column, describer, place) = self.place_column(database, relation)?;
            Some((relation, column, describer, place))
        };
        let Some((relation, column, describer, [file, start, end])) = found() else { return Vec::new() };
        let rows = database.ordered_rows(relation).into_iter();
        let placed = rows.filter_map(|row| Some((row, describing(database, describer, row[column])?)));
        let findings = placed.map(|(row, at)| Finding {
            file: at[file],
            place: Span { start: byte(at[start]), end: byte(at[end]) },
            code: self.id.clone(),
            is_error: self.is_error,
            message: filled(&self.message.0, database, relation, row),
            help: self.help.as_ref().map(|(help, _)| filled(help, database, relation, row)),
            row: row.to_vec(),
        });
        findings.collect()
    }

    /// Returns the column that locates a row, with its describer.
    fn place_column(&self, database: &Database, relation: RelationId) -> Option<(usize, Describer, [usize; 3])> {
        let schema = &database.relation(relation).schema;
        let mut columns = schema.columns.iter().enumerate();
        columns.find_map(|(at, column)| {
            let ColumnType::Id(domain) = column.ty else { return None };
            let describer = database.describer(domain)?;
            let is_wanted = self.at.as_ref().is_none_or(|(name, _)| *name == column.name);
            Some((at, describer, describer.place.filter(|_| is_wanted)?))
        })
    }
}

/// Fills the cells of a row into the column names in a message.
fn filled(text: &str, database: &Database, relation: RelationId, row: &[Cell]) -> String {
    let schema = &database.relation(relation).schema;
    let value = |name: &str| {
        let at = schema.column(name)?;
        Some(shown(database, schema.columns[at].ty, row[at]))
    };
    let pieces = pieces(text).into_iter();
    pieces.map(|piece| piece.map_or_else(|name| value(name).unwrap_or_default(), str::to_owned)).collect()
}

/// Converts a cell to a byte offset.
fn byte(cell: Cell) -> u32 {
    u32::try_from(cell).unwrap_or(0)
}

/// Splits a message into texts (`Ok`) and column names in braces (`Err`). An unmatched brace is text.
fn pieces(text: &str) -> Vec<Result<&str, &str>> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else { break };
        pieces.extend([Ok(before), Err(name)]);
        rest = after;
    }
    pieces.push(Ok(rest));
    pieces
}
