//! The parts of an unfinished dataset: directories beside it, each written atomically. They are kept if the run is interrupted,
//! and the next run reuses them.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cli::running::export::write_file;
use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::temporary_files::TemporaryFile;
use crate::files::read_results;
use crate::relations::{Dataset, Part};
use crate::render::Seal;

/// The file of a part that lists its programs and its numbers of rows.
const CONTENTS: &str = "contents.json";

/// The directory of the parts of a dataset, locked by one run at a time.
pub struct Parts {
    directory: PathBuf,
    lock: File,
}

/// The programs of a part, and its numbers of rows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PartManifest {
    /// Its programs, in order.
    pub programs: Vec<SealedProgram>,
    /// The number of rows of each relation that is not empty.
    pub rows: BTreeMap<String, usize>,
}

/// A program of a part.
#[derive(Debug, Serialize, Deserialize)]
pub struct SealedProgram {
    /// Its path.
    pub program: String,
    /// The outcome of its check.
    pub end: Status,
    /// The digest of the files that its rows depend on.
    pub seal: Seal,
}

impl Parts {
    /// Opens the directory for the parts of a dataset, which is created if it does not exist.
    ///
    /// # Errors
    /// If it cannot be created, or another run has locked it.
    pub fn open(dataset: &Path) -> Result<Self, Failure> {
        let failed = |message: &str| Failure::at(dataset, message);
        let Some(name) = dataset.file_name() else {
            return Err(failed("a dataset needs a directory with a name of its own"));
        };
        let directory = dataset.with_file_name(format!(".{}.parts", name.to_string_lossy()));
        let opened = fs::create_dir_all(&directory).and_then(|()| File::create(directory.join("lock")));
        let lock = opened.map_err(|error| failed(&format!("the dataset cannot be written: {error}")))?;
        match lock.try_lock() {
            Ok(()) => {
                remove_partial(&directory);
                Ok(Self { directory, lock })
            }
            Err(TryLockError::WouldBlock) => Err(failed("another run is writing this dataset")),
            Err(TryLockError::Error(error)) => Err(failed(&format!("the dataset cannot be locked: {error}"))),
        }
    }

    /// Returns the contents of a part that an earlier run has written.
    pub fn made(&self, at: usize) -> Option<PartManifest> {
        serde_json::from_slice(&read_results(&self.path(at).join(CONTENTS)).ok()?).ok()
    }

    /// Writes a part, in place of an earlier one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn make(
        &self,
        at: usize,
        dataset: &Dataset,
        part: &Part<'_>,
        mut contents: PartManifest,
    ) -> io::Result<PartManifest> {
        let path = self.path(at);
        let partial = TemporaryFile::directory_beside(&path, "partial")?;
        for relation in part.filled() {
            let name = &dataset.schemas()[relation].name;
            write_file(partial.path(), &format!("{name}.parquet"), |out| part.write(relation, out))?;
            contents.rows.insert(name.clone(), part.row_count(relation));
        }
        write_file(partial.path(), CONTENTS, |out| Ok(serde_json::to_writer(out, &contents)?))?;
        if path.exists() {
            fs::remove_dir_all(&path)?;
        }
        partial.finish(|partial| fs::rename(partial, &path))?;
        Ok(contents)
    }

    /// Returns the file of a relation in a part.
    pub fn file(&self, at: usize, relation: &str) -> PathBuf {
        self.path(at).join(format!("{relation}.parquet"))
    }

    /// Removes the parts, once the dataset is complete.
    pub fn remove(self) {
        // Files that remain only take disk space.
        let _ = fs::remove_dir_all(&self.directory);
        drop(self.lock);
    }

    fn path(&self, at: usize) -> PathBuf {
        self.directory.join(format!("{at:06}"))
    }
}

/// Removes the unfinished files of a killed run.
fn remove_partial(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with('.') {
            // Files that remain only take disk space.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A share of the programs, for one of several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    number: usize,
    of: usize,
}

impl Share {
    /// Returns the range of the share in this number of programs.
    pub fn of(self, programs: usize) -> Range<usize> {
        programs * (self.number - 1) / self.of..programs * self.number / self.of
    }
}

/// Reads `K/N`.
///
/// # Errors
/// If the text has another form, or a number is out of range.
pub fn share(text: &str) -> Result<Share, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if 0 < number && number <= of => Ok(Share { number, of }),
        _ => Err("a part is K/N, from 1/N to N/N".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_is_in_one_share() {
        let ranges: Vec<Range<usize>> = (1..=3).map(|at| share(&format!("{at}/3")).expect("a part").of(10)).collect();
        assert_eq!(ranges, [0..3, 3..6, 6..10]);
        assert!(share("0/3").is_err() && share("4/3").is_err() && share("3").is_err());
    }
}
