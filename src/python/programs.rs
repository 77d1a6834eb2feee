//! Checked programs, and queries about them.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use serde_json::Value;
use typelog::cli::schema_cache;
use typelog::diagnostics::{CODES, Code};
use typelog::prelude::{
    self, Checked, CheckedNode, Database, DerivedFacts, Detail, Error, JudgmentExplanation, Options, Palette,
    RelationId, RuleText, Subject,
};

use crate::diagnostics::Diagnostic;
use crate::proofs::{Proof, Refusal};
use crate::tables::{Cells, Table};
use crate::work::{TypelogError, in_python, run};

/// A checker with options, which are given as JSON.
#[pyclass(frozen, module = "typelog")]
pub struct Checker(prelude::Checker);

/// A program that has been checked.
#[pyclass(frozen, module = "typelog")]
pub struct Program {
    checked: Arc<Mutex<Checked>>,
    /// The name of the program: its path, or the name of its first text.
    #[pyo3(get)]
    name: String,
    /// Holds if there is no error.
    #[pyo3(get)]
    ok: bool,
    diagnostics: Vec<Diagnostic>,
}

/// The rows that rules derive from the facts about a program.
#[pyclass(frozen, module = "typelog")]
pub struct Answers {
    derived: Arc<Mutex<DerivedFacts>>,
    diagnostics: Vec<Diagnostic>,
}

/// Locks a mutex, even if a holder panicked: only caches are changed in place, so the data stays valid.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Checker {
    #[new]
    fn new(py: Python<'_>, options: &str) -> PyResult<Self> {
        let wrong = |path: &dyn Display, error: &dyn Display| TypelogError::new_err(format!("{path}: {error}"));
        let options: Value = serde_json::from_str(options).map_err(|error| wrong(&"options", &error))?;
        let options: Options =
            serde_path_to_error::deserialize(options).map_err(|error| wrong(&argument(error.path()), error.inner()))?;
        run(py, move || prelude::Checker::with_cache(&options, schema_cache())).map(Self)
    }

    /// Checks the program in a file or a directory.
    fn check_path(&self, py: Python<'_>, path: PathBuf) -> PyResult<Program> {
        if !path.exists() {
            return Err(PyFileNotFoundError::new_err(format!(
                "{}: there is no such file or directory",
                path.display()
            )));
        }
        let checker = self.0.clone();
        run(py, move || checker.check(&path).map(Program::new))
    }

    /// Checks a program of texts, each with the name of its file.
    fn check_texts(&self, py: Python<'_>, texts: Vec<(String, String)>) -> PyResult<Program> {
        let checker = self.0.clone();
        let texts = texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        run(py, move || checker.check_texts(texts).map(Program::new))
    }

    /// The proof of a judgment about types, or the reason why it does not hold.
    fn judge(&self, py: Python<'_>, judgment: String) -> PyResult<Py<PyAny>> {
        let checker = self.0.clone();
        match run(py, move || checker.judge(&judgment))? {
            JudgmentExplanation::Holds(node) => Ok(Py::new(py, Proof::from(node))?.into_any()),
            JudgmentExplanation::Fails { text, details } => Ok(Py::new(py, Refusal::new(text, details))?.into_any()),
        }
    }
}

impl Program {
    fn new(checked: Checked) -> Self {
        let diagnostics = checked.diagnostics().iter().map(|found| Diagnostic::new(&checked, found)).collect();
        let (name, ok) = (checked.name().to_owned(), checked.is_right());
        Self { checked: Arc::new(Mutex::new(checked)), name, ok, diagnostics }
    }

    /// Runs a query over the program.
    fn ask_it<T: Send + 'static>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&mut Checked) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let checked = self.checked.clone();
        run(py, move || question(&mut lock(&checked)))
    }
}

#[pymethods]
impl Program {
    /// The diagnostics, in the order of places.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.clone()
    }

    /// The diagnostics as a table.
    fn problems(&self) -> PyResult<Table> {
        Table::of("problems", "There is a diagnostic.", Diagnostic::columns(&self.diagnostics))
    }

    /// The report that `typelog check` prints; empty if nothing is wrong.
    #[pyo3(signature = (*, color = false))]
    fn report(&self, py: Python<'_>, color: bool) -> PyResult<String> {
        let palette = if color { Palette::Coloured } else { Palette::Plain };
        self.ask_it(py, move |checked| Ok(in_python(&checked.text(palette))))
    }

    /// The types of the named values; with `all`, of all expressions. Schema types are shown by name, unless `full` is set.
    #[pyo3(signature = (*, all = false, full = false))]
    fn types(&self, py: Python<'_>, all: bool, full: bool) -> PyResult<Table> {
        let columns = self
            .ask_it(py, move |checked| Ok(if all { expressions(checked, full) } else { definitions(checked, full) }))?;
        let doc = if all { "An expression has a type." } else { "A named value has a type." };
        Table::of("types", doc, columns)
    }

    /// The proof of a type or a problem. The target is a place `FILE:LINE:COLUMN`, a name, or a diagnostic by its number from
    /// 0.
    #[pyo3(signature = (target, *, wider = 0, depth = None, through = false))]
    fn explain(
        &self,
        py: Python<'_>,
        target: &Bound<'_, PyAny>,
        wider: usize,
        depth: Option<usize>,
        through: bool,
    ) -> PyResult<Proof> {
        let mut subject = if let Ok(found) = target.cast::<Diagnostic>() {
            let known = self.diagnostics.iter().position(|known| known == found.get());
            let none = || TypelogError::new_err("the program has no such diagnostic");
            Subject::Diagnostic(known.ok_or_else(none)?)
        } else {
            Subject::of(&target.extract::<String>()?)
        };
        if let Subject::At { wider: of_place, .. } = &mut subject {
            *of_place = wider;
        }
        self.ask_it(py, move |checked| checked.explain(&subject, depth, through)).map(Proof::from)
    }

    /// The answers to a question about the relations, `has_type(e, t), is_any(t)`, each with its proof.
    #[pyo3(signature = (question, *, most = None))]
    fn ask(&self, py: Python<'_>, question: String, most: Option<usize>) -> PyResult<Vec<Proof>> {
        let nodes = self.ask_it(py, move |checked| checked.ask(&question, most))?;
        Ok(nodes.into_iter().map(Proof::from).collect())
    }

    /// The names of the relations.
    fn relations(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask_it(py, |checked| {
            Ok(checked.facts().relations().map(|(_, relation)| relation.schema.name.clone()).collect())
        })
    }

    /// A relation with all its rows. Ids are numbers, by which relations join, or `words`.
    #[pyo3(signature = (name, *, words = false))]
    fn relation(&self, py: Python<'_>, name: String, words: bool) -> PyResult<Table> {
        self.ask_it(py, move |checked| {
            let database = checked.facts();
            Ok(database.find(&name).map(|id| Table::of_relation(database, id, words)).ok_or(name))
        })?
        .map_err(|name| TypelogError::new_err(format!("there is no relation `{name}`")))?
    }

    /// Runs rules over the facts. The rules are a text, or the path of a file.
    #[pyo3(signature = (rules, *, is_path = false))]
    fn query(&self, py: Python<'_>, rules: OsString, is_path: bool) -> PyResult<Answers> {
        let rules = if is_path {
            RuleText::File(PathBuf::from(rules))
        } else {
            RuleText::Text(rules.into_string().map_err(|_| TypelogError::new_err("the rules are not valid text"))?)
        };
        self.ask_it(py, move |checked| {
            let derived = checked.query(&rules)?;
            let diagnostics = derived.diagnostics().iter().map(|found| Diagnostic::new(checked, found)).collect();
            Ok(Answers { derived: Arc::new(Mutex::new(derived)), diagnostics })
        })
    }

    fn __repr__(&self) -> String {
        let count = |severity: &str| self.diagnostics.iter().filter(|found| found.is(severity)).count();
        let counts = ["error", "warning", "note"].map(|severity| (count(severity), severity));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts =
            counts.map(|(count, severity)| format!("{count} {severity}{}", if *count == 1 { "" } else { "s" }));
        let counts: Vec<String> = counts.collect();
        let counts = if counts.is_empty() { "no problems".to_owned() } else { counts.join(", ") };
        format!("Program({:?}: {counts})", self.name)
    }
}

#[pymethods]
impl Answers {
    /// The findings of the lints among the rules.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.clone()
    }

    /// The names of the relations that the rules derive.
    fn relations(&self) -> Vec<String> {
        let derived = lock(&self.derived);
        derived.relations().map(|id| derived.database().relation(id).schema.name.clone()).collect()
    }

    /// A relation with all its rows. Ids are words, or numbers, by which the relation joins with facts.
    #[pyo3(signature = (name, *, words = true))]
    fn relation(&self, py: Python<'_>, name: String, words: bool) -> PyResult<Table> {
        let derived = self.derived.clone();
        run(py, move || {
            let derived = lock(&derived);
            let database = derived.database();
            let of_name = |id: &RelationId| name_of(database, *id) == name;
            Ok(derived.relations().find(of_name).map(|id| Table::of_relation(database, id, words)).ok_or(name))
        })?
        .map_err(|name| TypelogError::new_err(format!("the rules derive no relation `{name}`")))?
    }

    /// The proofs of the rows that match a pattern: `unused("a", _)`.
    #[pyo3(signature = (row, *, most = None))]
    fn why(&self, py: Python<'_>, row: String, most: Option<usize>) -> PyResult<Vec<Proof>> {
        let derived = self.derived.clone();
        let nodes = run(py, move || lock(&derived).why(&row, most))?;
        Ok(nodes.into_iter().map(Proof::from).collect())
    }

    /// The reason why no row matches a pattern: the nearest rule, and the premise that fails.
    fn why_not(&self, py: Python<'_>, row: String) -> PyResult<String> {
        let derived = self.derived.clone();
        run(py, move || lock(&derived).why_not(&row))
    }
}

fn name_of(database: &Database, id: RelationId) -> &str {
    &database.relation(id).schema.name
}

/// The name of an argument in Python, given the path of an option: `limits.max_rows`.
fn argument(path: &serde_path_to_error::Path) -> String {
    let path = path.to_string();
    path.strip_prefix("settings.").unwrap_or(&path).replace('-', "_")
}

/// The columns of the table of named values.
fn definitions(checked: &Checked, full: bool) -> Vec<(&'static str, Cells)> {
    let nodes = checked.nodes();
    let text = |of: &dyn Fn(&CheckedNode) -> String| Cells::Texts(nodes.iter().map(of).collect());
    let at = |node: &CheckedNode| checked.source(node.file).position(node.span.start);
    let number = |of: &dyn Fn(&CheckedNode) -> usize| {
        Cells::Numbers(nodes.iter().map(|node| i64::try_from(of(node)).unwrap_or(i64::MAX)).collect())
    };
    vec![
        ("name", text(&|node| node.name.clone())),
        ("kind", text(&|node| node.kind.to_owned())),
        ("type", text(&|node| if full { node.full_type.clone() } else { node.ty.clone() })),
        ("file", text(&|node| checked.source(node.file).name.clone())),
        ("line", number(&|node| at(node).line)),
        ("column", number(&|node| at(node).column)),
    ]
}

/// The columns of the table of all expressions.
fn expressions(checked: &Checked, full: bool) -> Vec<(&'static str, Cells)> {
    let found = checked.report(Detail::Expressions).expressions.unwrap_or_default();
    let (mut texts, mut types, mut files) = (Vec::new(), Vec::new(), Vec::new());
    let mut places = [(); 4].map(|()| Vec::new());
    for expression in found {
        let (source, span) = (checked.source(expression.file), expression.span);
        let (start, end) = (source.position(span.start), source.position(span.end));
        for (column, number) in places.iter_mut().zip([start.line, start.column, end.line, end.column]) {
            column.push(i64::try_from(number).unwrap_or(i64::MAX));
        }
        texts.push(source.slice(span).to_owned());
        files.push(source.name.clone());
        types.push(expression.ty_by_name.filter(|_| !full).unwrap_or(expression.ty));
    }
    let names = ["line", "column", "end_line", "end_column"];
    let texts = [("text", texts), ("type", types), ("file", files)];
    let texts = texts.map(|(name, texts)| (name, Cells::Texts(texts)));
    texts.into_iter().chain(names.into_iter().zip(places.map(Cells::Numbers))).collect()
}

/// Runs the command line with these arguments, the first of which is the program name. Returns the exit status.
#[pyfunction]
#[pyo3(name = "_command")]
pub fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| typelog::cli::run_with(arguments))
}

/// The page of a diagnostic code: its meaning, a wrong program and a right one.
#[pyfunction]
#[pyo3(name = "page")]
pub fn code_page(code: &str) -> PyResult<&'static str> {
    let none = || TypelogError::new_err(format!("there is no diagnostic `{code}`"));
    Code::find(code).map(Code::page).ok_or_else(none)
}

/// The codes of all diagnostics.
#[pyfunction]
pub fn codes() -> Vec<&'static str> {
    CODES.to_vec()
}
