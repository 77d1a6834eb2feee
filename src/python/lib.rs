//! The native part of the module for Python: classes around checked programs, tables, diagnostics and proofs.
//!
//! A wrong program is a value; wrong calls raise exceptions. While the engine runs, the interpreter lock is released, and an
//! interrupt ends the call. Tables are exported through Arrow's C data interface, and share their memory with the consumer.

mod diagnostics;
mod pickles;
mod programs;
mod proofs;
mod tables;
mod work;

use pyo3::prelude::*;

/// The allocator, as in the command line.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The native part of `typelog`.
#[pymodule(name = "_native")]
mod native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::diagnostics::{Diagnostic, Label};
    #[pymodule_export]
    use crate::pickles::restore;
    #[pymodule_export]
    use crate::programs::{Answers, Checker, Program, code_page, codes, command};
    #[pymodule_export]
    use crate::proofs::{Proof, Refusal};
    #[pymodule_export]
    use crate::tables::Table;
    #[pymodule_export]
    use crate::work::{TypelogError, TypelogFault, fail};

    /// The version of typelog.
    #[pymodule_init]
    fn initialize(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::work::keep_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
