//! Proofs, and refusals of judgments.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use typelog::render::{ProofFormat, ProofNode, proof};

use crate::pickles::{Reduced, reduced};
use crate::tables::escaped;

/// A proof: the conclusion, the rule that concludes it, and the proofs of its premises.
#[pyclass(frozen, module = "typelog")]
#[derive(Clone)]
pub struct Proof {
    root: Arc<ProofNode>,
    /// The path from the root: the number of the premise at each step.
    way: Vec<usize>,
}

impl From<ProofNode> for Proof {
    fn from(node: ProofNode) -> Self {
        Self { root: Arc::new(node), way: Vec::new() }
    }
}

impl Proof {
    fn node(&self) -> &ProofNode {
        self.way.iter().fold(&self.root, |node, &at| &node.premises[at])
    }
}

#[pymethods]
impl Proof {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Proof", self.node())
    }

    /// The conclusion.
    #[getter]
    fn conclusion(&self) -> &str {
        &self.node().conclusion
    }

    /// The rule of the conclusion. None for facts.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        self.node().rule
    }

    /// The place that the conclusion is about: `main.hcl:3:8`.
    #[getter]
    fn place(&self) -> Option<&str> {
        self.node().place.as_deref()
    }

    /// The origin of a fact outside the program: a row of a table of the rules, or the entry of a schema.
    #[getter]
    fn source(&self) -> Option<&str> {
        self.node().source.as_deref()
    }

    /// The innermost part in which a conversion fails, for a proof of a failing conversion.
    #[getter]
    fn fails_at(&self) -> Option<&str> {
        self.node().fails_at.as_deref()
    }

    /// Holds if premises are left out, because they are too deep or shown elsewhere.
    #[getter]
    fn is_cut(&self) -> bool {
        let node = self.node();
        node.is_cut || node.is_folded || node.see.is_some()
    }

    /// The proofs of the premises.
    #[getter]
    fn premises(&self) -> Vec<Self> {
        let below = 0..self.node().premises.len();
        below.map(|at| Self { root: self.root.clone(), way: [&self.way[..], &[at]].concat() }).collect()
    }

    /// The proof as a text: `tree`, `text`, `json`, `dot`, `mermaid` or `latex`.
    #[pyo3(signature = (format = "tree"))]
    fn text(&self, format: &str) -> PyResult<String> {
        let format = match format {
            "tree" => ProofFormat::Tree,
            "text" => ProofFormat::Text,
            "json" => ProofFormat::Json,
            "dot" => ProofFormat::Dot,
            "mermaid" => ProofFormat::Mermaid,
            "latex" => ProofFormat::Latex,
            other => return Err(PyValueError::new_err(format!("there is no format `{other}`"))),
        };
        Ok(proof(self.node(), format))
    }

    fn __str__(&self) -> String {
        proof(self.node(), ProofFormat::Tree)
    }

    fn __repr__(&self) -> String {
        proof(self.node(), ProofFormat::Tree)
    }

    /// The proof as HTML for a notebook.
    fn _repr_html_(&self) -> String {
        format!("<pre>{}</pre>", escaped(&self.__str__()))
    }
}

/// The reason why a judgment does not hold: the nearest rule, and the premise that fails.
#[pyclass(frozen, module = "typelog")]
#[derive(Deserialize, Serialize)]
#[allow(clippy::unsafe_derive_deserialize, reason = "the unsafe functions are those that pyo3 writes")]
pub struct Refusal {
    text: String,
    details: Value,
}

impl Refusal {
    /// A refusal.
    pub fn new(text: String, details: Value) -> Self {
        Self { text, details }
    }

    fn nearest(&self, key: &str) -> Option<String> {
        self.details.get("nearest")?.get(key)?.as_str().map(str::to_owned)
    }
}

#[pymethods]
impl Refusal {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Refusal", self)
    }

    /// The answer that holds instead.
    #[getter]
    fn answer(&self) -> Option<&str> {
        self.details.get("answer")?.as_str()
    }

    /// The name of the nearest rule.
    #[getter]
    fn rule(&self) -> Option<String> {
        self.nearest("rule")
    }

    /// The premise that fails.
    #[getter]
    fn fails(&self) -> Option<String> {
        self.nearest("fails")
    }

    /// The refusal as JSON, with the origin of each premise.
    fn json(&self) -> String {
        self.details.to_string()
    }

    /// False: a refusal is not a proof.
    #[allow(clippy::unused_self, reason = "Python asks the object")]
    fn __bool__(&self) -> bool {
        false
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> &str {
        &self.text
    }

    /// The refusal as HTML for a notebook.
    fn _repr_html_(&self) -> String {
        format!("<pre>{}</pre>", escaped(&self.text))
    }
}
