//! Documents about all programs of a run, written a program at a time.

use typed_index_collections::TiSlice;

use super::exchange::{Checkstyle, Gitlab, Junit};
use super::record::{json_end, write_json};
use super::{Log, Report};
use crate::citation::Citation;
use crate::program::FileId;

/// A document, as far as it is written.
#[derive(Debug)]
pub enum Document {
    /// An array of records. The flag holds if it is not empty.
    Json(bool),
    /// A log in SARIF.
    Sarif(Log),
    /// A report of `GitLab`'s code quality.
    Gitlab(Gitlab),
    /// A report in the form of Checkstyle.
    Checkstyle(Checkstyle),
    /// Test suites in the form of `JUnit`.
    Junit(Junit),
}

impl Document {
    /// Writes the results of a program in parts. `paths` has the paths of its files for readers of the document.
    ///
    /// # Errors
    /// The errors of `write`.
    pub fn add<E>(
        &mut self,
        report: &Report,
        paths: &TiSlice<FileId, String>,
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Json(has_records) => write_json(report, !std::mem::replace(has_records, true), write),
            Self::Sarif(log) => log.add(report, paths, write),
            Self::Gitlab(document) => write(&document.add(report, paths)),
            Self::Checkstyle(document) => write(&document.add(report, paths)),
            Self::Junit(document) => write(&document.add(report, paths)),
        }
    }

    /// Returns the end of the document.
    pub fn end(self, citation: &Citation) -> String {
        match self {
            Self::Json(has_records) => json_end(!has_records).to_owned(),
            Self::Sarif(log) => log.end(citation),
            Self::Gitlab(document) => document.end(),
            Self::Checkstyle(document) => document.end(),
            Self::Junit(document) => document.end(),
        }
    }
}
