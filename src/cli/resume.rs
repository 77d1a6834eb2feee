//! `--resume`: a file of results that grows program by program, and goes on where an earlier run of it stopped.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Deserialize;

use super::output::{Failure, Status};

/// A file with one line of JSON for each program.
pub struct Results {
    file: File,
    known: HashSet<String>,
    /// How the programs ended whose lines were there before.
    pub status: Status,
}

/// The parts of a line that are read.
#[derive(Deserialize)]
struct Line {
    program: String,
    diagnostics: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    severity: String,
}

impl Results {
    /// Opens a file of results, or makes one. A last line that is not whole is cut off: an earlier run was interrupted
    /// there.
    pub fn open(path: &Path, deny_warnings: bool) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::Usage(format!("{}: {error}", path.display()));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut results = Self { file: file.map_err(failed)?, known: HashSet::new(), status: Status::Clean };
        let whole = results.read(deny_warnings).map_err(failed)?;
        results.file.set_len(whole).map_err(failed)?;
        results.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(results)
    }

    /// Reads the lines, and says how many bytes the whole ones are.
    fn read(&mut self, deny_warnings: bool) -> io::Result<u64> {
        let (mut whole, mut text) = (0, Vec::new());
        let mut reader = BufReader::new(&self.file);
        while reader.read_until(b'\n', &mut text)? > 0 && text.ends_with(b"\n") {
            let line: Line = serde_json::from_slice(&text).map_err(|error| {
                io::Error::new(io::ErrorKind::InvalidData, format!("this is no file of results: {error}"))
            })?;
            let is_wrong = |entry: &Entry| entry.severity == "error" || deny_warnings && entry.severity == "warning";
            if line.diagnostics.iter().any(is_wrong) {
                self.status = Status::Problems;
            }
            whole += text.len() as u64;
            self.known.insert(line.program);
            text.clear();
        }
        Ok(whole)
    }

    /// The names of the programs whose lines were there before.
    pub fn take_known(&mut self) -> HashSet<String> {
        std::mem::take(&mut self.known)
    }

    /// Adds the line of a program.
    pub fn add(&mut self, line: &str) -> Result<(), Failure> {
        Ok(self.file.write_all(line.as_bytes())?)
    }
}
