//! Diagnostics as values.

use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use typelog::diagnostics::Code;
use typelog::prelude::{Checked, FileId, Span};

use crate::pickles::{Reduced, reduced};
use crate::tables::Cells;
use crate::work::in_python;

/// A place related to a diagnostic, with a text.
#[pyclass(frozen, eq, hash, get_all, module = "typelog")]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[allow(clippy::unsafe_derive_deserialize, reason = "the unsafe functions are those that pyo3 writes")]
pub struct Label {
    /// The text shown at the place.
    message: String,
    /// The path of the file.
    path: String,
    /// The line, from 1.
    line: usize,
    /// The column, from 1, in characters.
    column: usize,
    /// The line of the end.
    end_line: usize,
    /// The column after the end.
    end_column: usize,
    /// The start, as a byte offset.
    start: u32,
    /// The end, as a byte offset.
    end: u32,
}

/// A problem of a program.
#[pyclass(frozen, eq, hash, get_all, module = "typelog")]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[allow(clippy::unsafe_derive_deserialize, reason = "the unsafe functions are those that pyo3 writes")]
pub struct Diagnostic {
    /// The code: a stable identifier.
    code: String,
    /// `error`, `warning` or `note`.
    severity: String,
    /// The message, in one sentence.
    message: String,
    /// The path of the file.
    path: String,
    /// The line, from 1.
    line: usize,
    /// The column, from 1, in characters.
    column: usize,
    /// The line of the end.
    end_line: usize,
    /// The column after the end.
    end_column: usize,
    /// The start, as a byte offset.
    start: u32,
    /// The end, as a byte offset.
    end: u32,
    /// The type that is expected there.
    expected: Option<String>,
    /// The type that is found there.
    found: Option<String>,
    /// The suggestion.
    help: Option<String>,
    /// The labels, for the place itself and for its causes.
    labels: Vec<Label>,
}

impl Label {
    fn new(checked: &Checked, message: &str, file: FileId, span: Span) -> Self {
        let source = checked.source(file);
        let (start, end) = (source.position(span.start), source.position(span.end));
        Self {
            message: message.to_owned(),
            path: checked.path_of(file),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            start: span.start,
            end: span.end,
        }
    }
}

impl Diagnostic {
    /// Holds if the severity has this name.
    pub fn is(&self, severity: &str) -> bool {
        self.severity == severity
    }

    /// The columns of a table of diagnostics.
    pub fn columns(of: &[Self]) -> Vec<(&'static str, Cells)> {
        let text = |of_one: &dyn Fn(&Self) -> &str| Cells::Texts(of.iter().map(|one| of_one(one).to_owned()).collect());
        let some = |of_one: &dyn Fn(&Self) -> &Option<String>| {
            Cells::Optional(of.iter().map(|one| of_one(one).clone()).collect())
        };
        let number = |of_one: &dyn Fn(&Self) -> usize| {
            Cells::Numbers(of.iter().map(|one| i64::try_from(of_one(one)).unwrap_or(i64::MAX)).collect())
        };
        vec![
            ("severity", text(&|one| &one.severity)),
            ("code", text(&|one| &one.code)),
            ("message", text(&|one| &one.message)),
            ("path", text(&|one| &one.path)),
            ("line", number(&|one| one.line)),
            ("column", number(&|one| one.column)),
            ("end_line", number(&|one| one.end_line)),
            ("end_column", number(&|one| one.end_column)),
            ("expected", some(&|one| &one.expected)),
            ("found", some(&|one| &one.found)),
            ("help", some(&|one| &one.help)),
        ]
    }

    /// A diagnostic of a program.
    pub fn new(checked: &Checked, of: &typelog::diagnostics::Diagnostic) -> Self {
        let Label { message, path, line, column, end_line, end_column, start, end } =
            Label::new(checked, &of.message, of.file, of.span);
        let labels = of.labels.iter().map(|label| Label::new(checked, &label.text, label.file, label.span));
        let (expected, found, help) = (of.expected.clone(), of.found.clone(), of.help.as_deref().map(in_python));
        Self {
            code: of.code.to_string(),
            severity: of.severity.word().to_owned(),
            message,
            path,
            line,
            column,
            end_line,
            end_column,
            start,
            end,
            expected,
            found,
            help,
            labels: labels.collect(),
        }
    }
}

#[pymethods]
impl Label {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Label", self)
    }

    fn __repr__(&self) -> String {
        format!("Label({}:{}:{} {:?})", self.path, self.line, self.column, self.message)
    }
}

#[pymethods]
impl Diagnostic {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Diagnostic", self)
    }

    /// The page of the code: its meaning, a wrong program and a right one.
    #[getter]
    fn page(&self) -> Option<&'static str> {
        Code::find(&self.code).map(Code::page)
    }

    fn __str__(&self) -> String {
        let Self { path, line, column, severity, code, message, .. } = self;
        format!("{path}:{line}:{column}: {severity} [{code}] {message}")
    }

    fn __repr__(&self) -> String {
        format!("Diagnostic({})", self.__str__())
    }
}
