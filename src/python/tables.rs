//! Tables: columns in Arrow's memory format, which data frames import without a copy.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int64Array, LargeStringArray, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};
use serde::{Deserialize, Serialize};
use typelog::query::shown_with_place;
use typelog::relations::{ColumnType, Database, RelationId};

use crate::pickles::{Reduced, reduced};
use crate::work::TypelogError;

/// The key of a column's metadata with the relation that lists the meanings of its ids.
const ID_OF: &str = "typelog.id_of";

/// The most rows in the representation of a table.
const MOST_SHOWN: usize = 20;

/// The most characters of a cell in the representation of a table.
const WIDEST: usize = 60;

/// A table with named columns of numbers and texts.
///
/// `pyarrow.table`, `polars.DataFrame`, `DuckDB` and `pandas` from version 3 on (`pandas.DataFrame.from_arrow`) take it
/// through `__arrow_c_stream__`, without a copy, and `pandas.DataFrame` of any version by its rows.
#[pyclass(frozen, module = "typelog")]
pub struct Table {
    /// The name of the relation.
    #[pyo3(get)]
    name: String,
    /// The meaning of a row.
    #[pyo3(get)]
    doc: String,
    batch: RecordBatch,
}

/// The cells of a column.
#[derive(Deserialize, Serialize)]
pub enum Cells {
    Numbers(Vec<i64>),
    Texts(Vec<String>),
    /// Texts that may be missing.
    Optional(Vec<Option<String>>),
}

/// A table as it is pickled.
#[derive(Deserialize, Serialize)]
pub struct TableData {
    name: String,
    doc: String,
    columns: Vec<ColumnData>,
}

/// A column as it is pickled: its name, the relation that its ids refer to, and its cells.
#[derive(Deserialize, Serialize)]
struct ColumnData {
    name: String,
    id_of: Option<String>,
    cells: Cells,
}

impl Table {
    /// Makes a table of columns of equal length.
    pub fn of(name: &str, doc: &str, columns: Vec<(&str, Cells)>) -> PyResult<Self> {
        let columns = columns.into_iter().map(|(name, cells)| match cells {
            Cells::Numbers(numbers) => numbers_column(name, numbers, None),
            Cells::Texts(texts) => texts_column(name, texts.iter().map(|text| &text[..])),
            Cells::Optional(texts) => optional_column(name, &texts),
        });
        Self::new(name.to_owned(), doc.to_owned(), columns.collect())
    }

    /// Makes a table of its pickled form.
    pub fn restored(data: TableData) -> PyResult<Self> {
        let columns = data.columns.into_iter().map(|ColumnData { name, id_of, cells }| match cells {
            Cells::Numbers(numbers) => numbers_column(&name, numbers, id_of.as_deref()),
            Cells::Texts(texts) => texts_column(&name, texts.iter().map(|text| &text[..])),
            Cells::Optional(texts) => optional_column(&name, &texts),
        });
        Self::new(data.name, data.doc, columns.collect())
    }

    /// Returns the form in which the table is pickled.
    fn data(&self) -> TableData {
        let schema = self.schema();
        let columns = schema.fields().iter().enumerate().map(|(at, field)| {
            let column = self.batch.column(at);
            let text = |row: usize| column.is_valid(row).then(|| self.cell_text(at, row));
            let rows = 0..column.len();
            let cells = match column.data_type() {
                DataType::Int64 => Cells::Numbers(column.as_primitive::<Int64Type>().values().to_vec()),
                _ if field.is_nullable() => Cells::Optional(rows.map(text).collect()),
                _ => Cells::Texts(rows.filter_map(text).collect()),
            };
            ColumnData { name: field.name().clone(), id_of: field.metadata().get(ID_OF).cloned(), cells }
        });
        TableData { name: self.name.clone(), doc: self.doc.clone(), columns: columns.collect() }
    }

    /// Makes a table of the rows of a relation, in the order of `typelog facts`. Ids are numbers, or words as in `typelog
    /// query`.
    pub fn of_relation(database: &Database, id: RelationId, in_words: bool) -> PyResult<Self> {
        let schema = &database.relation(id).schema;
        let rows = database.ordered_rows(id);
        let columns = schema.columns.iter().enumerate().map(|(at, column)| match column.ty {
            ColumnType::Symbol => texts_column(&column.name, rows.iter().map(|row| database.symbols.text(row[at]))),
            ColumnType::Id(_) if in_words => {
                let words: Vec<String> =
                    rows.iter().map(|row| shown_with_place(database, column.ty, row[at])).collect();
                texts_column(&column.name, words.iter().map(|text| &text[..]))
            }
            ColumnType::Id(domain) => {
                numbers_column(&column.name, rows.iter().map(|row| row[at]).collect(), Some(domain))
            }
            ColumnType::Number => numbers_column(&column.name, rows.iter().map(|row| row[at]).collect(), None),
        });
        let columns: Vec<(Field, ArrayRef)> = columns.collect();
        // A relation without columns has one row if it holds, and none otherwise.
        let holds = columns.is_empty().then(|| numbers_column("holds", vec![1; rows.len()], None));
        Self::new(schema.name.clone(), schema.doc.clone(), columns.into_iter().chain(holds).collect())
    }

    fn new(name: String, doc: String, columns: Vec<(Field, ArrayRef)>) -> PyResult<Self> {
        let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().unzip();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(arrow)?;
        Ok(Self { name, doc, batch })
    }

    fn schema(&self) -> SchemaRef {
        self.batch.schema()
    }

    fn cell<'py>(&self, py: Python<'py>, column: usize, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let column = self.batch.column(column);
        if column.is_null(row) {
            return Ok(py.None().into_bound(py));
        }
        match column.data_type() {
            DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
            DataType::Utf8 => column.as_string::<i32>().value(row).into_bound_py_any(py),
            _ => column.as_string::<i64>().value(row).into_bound_py_any(py),
        }
    }

    fn cell_text(&self, column: usize, row: usize) -> String {
        let column = self.batch.column(column);
        match column.data_type() {
            DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
            DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
            _ => column.as_string::<i64>().value(row).to_owned(),
        }
    }

    /// A cell as it is shown: on one line, and not too wide. A missing text is empty.
    fn text(&self, column: usize, row: usize) -> String {
        let line = self.cell_text(column, row).replace(char::is_control, " ");
        if line.chars().count() <= WIDEST { line } else { line.chars().take(WIDEST - 3).collect::<String>() + "..." }
    }

    /// The first rows as texts.
    fn shown(&self) -> Vec<Vec<String>> {
        let rows = 0..self.batch.num_rows().min(MOST_SHOWN);
        rows.map(|row| (0..self.batch.num_columns()).map(|column| self.text(column, row)).collect()).collect()
    }

    fn title(&self) -> String {
        let rows = self.batch.num_rows();
        format!("{}: {rows} row{}", self.name, if rows == 1 { "" } else { "s" })
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The rows, as tuples.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = (0..self.batch.num_rows()).map(|row| {
            let cells: PyResult<Vec<_>> =
                (0..self.batch.num_columns()).map(|column| self.cell(py, column, row)).collect();
            PyTuple::new(py, cells?)
        });
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// The columns by their names, as lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (at, field) in self.schema().fields().iter().enumerate() {
            let cells: PyResult<Vec<_>> = (0..self.batch.num_rows()).map(|row| self.cell(py, at, row)).collect();
            dict.set_item(field.name(), cells?)?;
        }
        Ok(dict)
    }

    /// The table as a data frame of pandas, with copies of the cells.
    fn df<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let schema = slf.get().schema();
        let numbers = schema.fields().iter().filter(|field| *field.data_type() == DataType::Int64);
        let numbers: Vec<String> = numbers.map(|field| field.name().clone()).collect();
        slf.py().import("typelog._frames")?.call_method1("pandas_frame", (slf, numbers))
    }

    /// The table as a data frame of Polars, which shares its memory.
    fn pl<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// The table as one of pyarrow, which shares its memory.
    fn arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// The rows, which know the names of the columns: `pandas.DataFrame(table)` takes them.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("typelog._frames")?.call_method1("named_rows", (slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Table", &self.data())
    }

    /// The table as an Arrow stream. It shares the memory of the table.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may ignore the requested schema.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok::<_, ArrowError>(self.batch.clone())], self.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// The names and types of the columns, for Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema()).map_err(arrow)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyTuple>> {
        let rows = self.batch.num_rows();
        let at = if row < 0 { rows.checked_add_signed(row) } else { usize::try_from(row).ok() };
        let at = at.filter(|&at| at < rows).ok_or_else(|| PyIndexError::new_err("there is no such row"))?;
        let cells: PyResult<Vec<_>> = (0..self.batch.num_columns()).map(|column| self.cell(py, column, at)).collect();
        PyTuple::new(py, cells?)
    }

    fn __repr__(&self) -> String {
        let lines = [self.columns()].into_iter().chain(self.shown()).map(|row| format!("  {}", row.join("\t")));
        let more = self.batch.num_rows().saturating_sub(MOST_SHOWN);
        let more = (more > 0).then(|| format!("  ... {more} more"));
        [self.title()].into_iter().chain(lines).chain(more).collect::<Vec<_>>().join("\n")
    }

    /// The table as HTML for a notebook.
    fn _repr_html_(&self) -> String {
        let row = |cells: Vec<String>, tag: &str| {
            let cells = cells.iter().map(|cell| format!("<{tag} style=\"text-align:left\">{}</{tag}>", escaped(cell)));
            format!("<tr>{}</tr>", cells.collect::<String>())
        };
        let body: String = self.shown().into_iter().map(|cells| row(cells, "td")).collect();
        let more = self.batch.num_rows().saturating_sub(MOST_SHOWN);
        let more = if more == 0 { String::new() } else { format!(", of which {more} are not shown") };
        let (title, head) = (escaped(&(self.title() + &more)), row(self.columns(), "th"));
        format!("<table><caption>{title}</caption><thead>{head}</thead><tbody>{body}</tbody></table>")
    }
}

/// Escapes a text for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn numbers_column(name: &str, numbers: Vec<i64>, domain: Option<&str>) -> (Field, ArrayRef) {
    let domain: HashMap<String, String> =
        domain.iter().map(|domain| (ID_OF.to_owned(), (*domain).to_owned())).collect();
    (Field::new(name, DataType::Int64, false).with_metadata(domain), Arc::new(Int64Array::from(numbers)))
}

/// A column of texts, with 64-bit offsets if the texts exceed two gigabytes in total.
fn texts_column<'a>(name: &str, texts: impl Iterator<Item = &'a str> + Clone) -> (Field, ArrayRef) {
    let bytes: usize = texts.clone().map(str::len).sum();
    let array: ArrayRef = if i32::try_from(bytes).is_ok() {
        Arc::new(StringArray::from_iter_values(texts))
    } else {
        Arc::new(LargeStringArray::from_iter_values(texts))
    };
    (Field::new(name, array.data_type().clone(), false), array)
}

/// A column of texts that may be missing.
fn optional_column(name: &str, texts: &[Option<String>]) -> (Field, ArrayRef) {
    let array: LargeStringArray = texts.iter().map(Option::as_deref).collect();
    (Field::new(name, array.data_type().clone(), true), Arc::new(array))
}

#[allow(clippy::needless_pass_by_value, reason = "the form that `map_err` takes")]
fn arrow(error: ArrowError) -> PyErr {
    TypelogError::new_err(error.to_string())
}
