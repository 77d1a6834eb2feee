//! Files that declare names, which programs may refer to without defining them.

use std::path::PathBuf;

use super::error::{Error, Result, report_about};
use crate::declarations::declare;
use crate::diagnostics::declaration_diagnostics;
use crate::files::{AllowedDirectories, FileKind, read_text};
use crate::program::environment::Environment;
use crate::render::Report;
use crate::source::Source;
use crate::types::Interner;

/// Reads declaration files, each once, since a stream can only be read once.
///
/// # Errors
/// If a file cannot be read.
pub fn read_declarations(files: &[PathBuf], allowed: &AllowedDirectories) -> Result<Vec<Source>> {
    let read = |path: &PathBuf| {
        let text = read_text(path, FileKind::Text, allowed);
        let text = text.map_err(|error| Error::new(format!("{}: {error}", path.display())))?;
        Ok(Source::new(path.display().to_string(), text))
    };
    files.iter().map(read).collect()
}

/// Adds the declarations in files to an environment, and returns the report about their faults, if they have any.
pub fn declare_all(sources: &[Source], environment: &mut Environment, types: &mut Interner) -> Option<Report> {
    let errors = declare(sources, environment, types);
    (!errors.is_empty()).then(|| report_about(sources.to_vec().into(), declaration_diagnostics(&errors)))
}

/// Returns a value for which declarations were read.
///
/// # Errors
/// If they have faults.
pub fn without_faults<T>(value: T, faults: Option<Report>) -> Result<T> {
    match faults {
        None => Ok(value),
        Some(faults) => Err(Error::new("the declarations cannot be used").because_of(vec![faults])),
    }
}
