//! Pickles: values are written as JSON, and restored by one function.

use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use typelog::render::ProofNode;

use crate::diagnostics::{Diagnostic, Label};
use crate::proofs::{Proof, Refusal};
use crate::tables::{Table, TableData};
use crate::work::TypelogError;

/// The form in which Python pickles a value: the function that restores it, and its arguments.
pub type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, String));

/// Returns the form in which Python pickles a value of a class.
pub fn reduced<'py>(py: Python<'py>, class: &'static str, value: &impl Serialize) -> PyResult<Reduced<'py>> {
    let restore = py.import("typelog._native")?.getattr("_restore")?;
    let data = serde_json::to_string(value).map_err(|error| TypelogError::new_err(error.to_string()))?;
    Ok((restore, (class, data)))
}

/// Restores a pickled value of a class.
#[pyfunction]
#[pyo3(name = "_restore")]
pub fn restore(py: Python<'_>, class_: &str, data: &str) -> PyResult<Py<PyAny>> {
    match class_ {
        "Diagnostic" => Ok(Py::new(py, read::<Diagnostic>(data)?)?.into_any()),
        "Label" => Ok(Py::new(py, read::<Label>(data)?)?.into_any()),
        "Proof" => Ok(Py::new(py, Proof::from(read::<ProofNode>(data)?))?.into_any()),
        "Refusal" => Ok(Py::new(py, read::<Refusal>(data)?)?.into_any()),
        "Table" => Ok(Py::new(py, Table::restored(read::<TableData>(data)?)?)?.into_any()),
        other => Err(TypelogError::new_err(format!("there is no class `{other}`"))),
    }
}

fn read<T: DeserializeOwned>(data: &str) -> PyResult<T> {
    serde_json::from_str(data).map_err(|error| TypelogError::new_err(format!("the pickle cannot be read: {error}")))
}
