//! The baselines of a run: the files of [known problems](crate::results::baseline).

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cli::terminal::output::Failure;
use crate::cli::terminal::temporary_files::replace_file;
use crate::files::{AllowedDirectories, FileKind, read_text};
use crate::results::baseline::{Baseline, Problems};

/// The file of a baseline, and the directories that it has to lie in.
#[derive(Clone, Debug)]
pub struct BaselineFile {
    pub path: PathBuf,
    pub allowed: AllowedDirectories,
}

/// The baselines of a run. Each is read for its first program.
#[derive(Default)]
pub struct Baselines(Mutex<HashMap<PathBuf, Result<Arc<Baseline>, String>>>);

impl Baselines {
    /// Returns the baseline in a file.
    ///
    /// # Errors
    /// If it cannot be used. This ends the run.
    pub fn of(&self, BaselineFile { path, allowed }: &BaselineFile) -> Result<Arc<Baseline>, Failure> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let baseline = known.entry(path.to_owned()).or_insert_with(|| read(path, allowed).map(Arc::new));
        baseline.clone().map_err(|error| Failure::Final(format!("{}: {error}", path.display())))
    }
}

/// Writes the problems of programs to a baseline. Entries of other programs are kept.
pub fn write(path: &Path, allowed: &AllowedDirectories, programs: BTreeMap<String, Problems>) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::at(path, error);
    let mut baseline = Baseline::default();
    if allowed.system().has_entry(path) {
        baseline = read(path, allowed).map_err(|error| failed(&error))?;
    }
    baseline.replace(programs);
    replace_file(path, baseline.text().as_bytes()).map_err(|error| failed(&error))
}

fn read(path: &Path, allowed: &AllowedDirectories) -> Result<Baseline, String> {
    let text = read_text(path, FileKind::Data, allowed).map_err(|error| error.to_string())?;
    Baseline::parse(&text).map_err(|error| format!("this is not a baseline: {error}"))
}
