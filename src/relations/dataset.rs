//! Datasets: the relations of very many programs, with a column that identifies the program of a row.
//!
//! The rows of some programs are a [`Part`] of a dataset, which becomes one Parquet file for each relation. The files of parts
//! are concatenated without decoding their rows. Ids count from 0 in each program, so that a program with an id is a key, and a
//! part does not depend on the others.

use std::io::{self, Write};

use parquet::data_type::ByteArray;
use parquet::file::reader::ChunkReader;

use super::parquet::{Cells, concatenate, parquet, write_group, writer};
use super::{Cell, Column, ColumnType, Database, Declaration, Origin, Schema, Symbols, count, number, symbol};

/// The column with the program of a row: its path as given.
const PROGRAM: &str = "program";

/// The relation of the programs of a dataset.
static PROGRAMS: Declaration = Declaration {
    name: PROGRAM,
    origin: Origin::Derived,
    is_per_program: true,
    doc: "The program in the dialect ends so; its files, bytes, expressions and those of type `any`, errors and warnings, \
          and a digest of its files.",
    columns: &[
        symbol("dialect"),
        symbol("status"),
        number("files"),
        number("bytes"),
        number("expressions"),
        number("any"),
        number("errors"),
        number("warnings"),
        symbol("content"),
    ],
};

/// The row of a program in the relation of programs.
#[derive(Clone, Debug, Default)]
pub struct ProgramRow {
    /// The name of its dialect.
    pub dialect: &'static str,
    /// `checked`, `unreadable` if a file of it cannot be read, or `fault` if there is no result.
    pub status: &'static str,
    /// The number of its files.
    pub files: usize,
    /// The total size of its files, in bytes.
    pub bytes: usize,
    /// The number of errors in it.
    pub errors: usize,
    /// The number of warnings in it.
    pub warnings: usize,
    /// A digest of its files; equal files have equal digests.
    pub content: String,
}

/// The relations of a dataset.
pub struct Dataset {
    /// The relations with rows of programs: the relation of programs, then those that are kept.
    schemas: Vec<Schema>,
    /// For each kept relation, the columns that stay. The program column replaces ids of programs.
    kept: Vec<Vec<usize>>,
    /// The relations before any program is added.
    empty: Database,
}

/// The rows of some programs.
pub struct Part<'a> {
    dataset: &'a Dataset,
    symbols: Symbols,
    /// The columns of each relation; the first is that of programs.
    columns: Vec<Vec<Vec<Cell>>>,
}

impl Dataset {
    /// Creates a dataset with the relations of a database without programs, except `left_out`.
    pub fn new(empty: Database, left_out: &[&str]) -> Self {
        let programs = Schema::from(&PROGRAMS);
        let all: Vec<usize> = (0..programs.arity()).collect();
        let (mut schemas, mut kept) = (vec![with_program(&programs, &all)], Vec::new());
        for (_, relation) in empty.relations().filter(|(_, relation)| relation.table.is_empty()) {
            let schema = &relation.schema;
            if schema.name != PROGRAM && !left_out.contains(&schema.name.as_str()) {
                let columns = schema.columns.iter().enumerate();
                let stays = columns.filter(|(_, column)| column.ty != ColumnType::Id(PROGRAM));
                let stays: Vec<usize> = stays.map(|(at, _)| at).collect();
                schemas.push(with_program(schema, &stays));
                kept.push(stays);
            }
        }
        Self { schemas, kept, empty }
    }

    /// Returns the schemas of the relations with rows of programs.
    pub fn schemas(&self) -> &[Schema] {
        &self.schemas
    }

    /// Returns the relations whose rows are the same for all programs, with their numbers of rows.
    pub fn shared(&self) -> impl Iterator<Item = (&Schema, usize)> {
        let filled = self.empty.relations().filter(|(_, relation)| !relation.table.is_empty());
        filled.map(|(_, relation)| (&relation.schema, relation.table.len()))
    }

    /// Writes the file of a relation whose rows are the same for all programs.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_shared(&self, name: &str, out: &mut (dyn Write + Send)) -> io::Result<()> {
        let Some(id) = self.empty.find(name) else { return Ok(()) };
        let rows = 0..self.empty.relation(id).table.len() as u32;
        Ok(parquet(&self.empty, id, rows, out)?)
    }

    /// Writes the file of a relation by concatenating its files in parts.
    ///
    /// # Errors
    /// The errors of `out` and of the files, or a file that is not the file of a part.
    pub fn write_parts(
        &self,
        relation: usize,
        files: impl Iterator<Item = io::Result<impl ChunkReader>>,
        out: &mut (dyn Write + Send),
    ) -> io::Result<()> {
        Ok(concatenate(&self.schemas[relation], files, out)?)
    }

    /// Creates a part without rows.
    pub fn part(&self) -> Part<'_> {
        let columns = self.schemas.iter().map(|schema| vec![Vec::new(); schema.arity()]).collect();
        Part { dataset: self, symbols: Symbols::default(), columns }
    }
}

impl Part<'_> {
    /// Adds a program with its path, and with its relations if it has a result.
    pub fn add(&mut self, program: &str, row: &ProgramRow, relations: Option<&Database>) {
        let path = self.symbols.intern(program);
        let (expressions, any) = relations.map_or((0, 0), counts);
        let numbers = [row.files, row.bytes, expressions, any, row.errors, row.warnings].map(count);
        let [dialect, status, content] = [row.dialect, row.status, &row.content].map(|text| self.symbols.intern(text));
        let cells = [&[path, dialect, status][..], &numbers, &[content]].concat();
        push(&mut self.columns[0], &cells);
        let Some(database) = relations else { return };
        for ((schema, stays), columns) in
            self.dataset.schemas[1..].iter().zip(&self.dataset.kept).zip(&mut self.columns[1..])
        {
            let Some(id) = database.find(&schema.name) else { continue };
            let types: Vec<ColumnType> = database.relation(id).schema.columns.iter().map(|column| column.ty).collect();
            for row in database.ordered_rows(id) {
                columns[0].push(path);
                for (column, &at) in columns[1..].iter_mut().zip(stays) {
                    let is_text = types[at] == ColumnType::Symbol;
                    column.push(if is_text { self.symbols.intern(database.symbols.text(row[at])) } else { row[at] });
                }
            }
        }
    }

    /// Returns the indices of the schemas whose relations have rows.
    pub fn filled(&self) -> impl Iterator<Item = usize> {
        (0..self.columns.len()).filter(|&at| !self.columns[at][0].is_empty())
    }

    /// Returns the number of rows of a relation.
    pub fn row_count(&self, relation: usize) -> usize {
        self.columns[relation][0].len()
    }

    /// Writes the file of a relation.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, relation: usize, out: &mut (dyn Write + Send)) -> io::Result<()> {
        let (schema, columns) = (&self.dataset.schemas[relation], &self.columns[relation]);
        let cells = columns.iter().zip(&schema.columns).map(|(cells, column)| match column.ty {
            ColumnType::Symbol => {
                Cells::Texts(cells.iter().map(|&text| ByteArray::from(self.symbols.text(text))).collect())
            }
            ColumnType::Number | ColumnType::Id(_) => Cells::Numbers(cells.clone()),
        });
        let mut writer = writer(schema, out)?;
        write_group(&mut writer, cells, columns[0].len())?;
        writer.close()?;
        Ok(())
    }
}

/// Returns the number of expressions that have a type, and of those with type `any`.
fn counts(database: &Database) -> (usize, usize) {
    let [Some(has_type), Some(types)] = ["has_type", "type"].map(|name| database.find(name)) else { return (0, 0) };
    let texts = database.relation(types).table.rows();
    let any = texts.filter(|row| row.last().is_some_and(|&text| database.symbols.text(text) == "any"));
    let any: Vec<Cell> = any.map(|row| row[0]).collect();
    let typed = &database.relation(has_type).table;
    (typed.len(), typed.rows().filter(|row| any.contains(&row[1])).count())
}

fn push(columns: &mut [Vec<Cell>], cells: &[Cell]) {
    for (column, &cell) in columns.iter_mut().zip(cells) {
        column.push(cell);
    }
}

/// Returns a schema with the program column and the columns that stay.
fn with_program(schema: &Schema, stays: &[usize]) -> Schema {
    let program = Column { name: PROGRAM.to_owned(), ty: ColumnType::Symbol, is_key: true, values: &[] };
    let own = stays.iter().map(|&at| schema.columns[at].clone());
    Schema { columns: std::iter::once(program).chain(own).collect(), is_per_program: true, ..schema.clone() }
}
