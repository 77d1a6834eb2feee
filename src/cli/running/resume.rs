//! `--resume`: a results file that grows program by program, so that a run continues where an earlier one stopped.
//!
//! Each line contains a seal: a digest of the files that the result depends on. A program whose files have changed since is
//! checked again, and its new line replaces the old one.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;

use crate::cli::terminal::output::{Failure, Status};
use crate::cli::terminal::temporary_files::replace_file;
use crate::files::read_results;
use crate::project::Input;
use crate::render::Seal;

/// A file with one line of JSON for each program.
pub struct Results {
    path: PathBuf,
    file: File,
    known: Known,
    /// Holds if a program has several lines, since it was checked again.
    has_old_lines: bool,
}

/// The programs that already have lines.
#[derive(Default)]
pub struct Known {
    /// The hash of the settings of this run.
    settings: u64,
    lines: HashMap<String, KnownLine>,
    /// Holds if a program that need not be checked has errors.
    has_errors: AtomicBool,
    /// Holds if a program with a line has to be checked again.
    has_changes: AtomicBool,
}

struct KnownLine {
    seal: Option<Seal>,
    has_errors: bool,
}

/// The parts of a line that are read.
#[derive(Deserialize)]
struct Line {
    program: String,
    diagnostics: Vec<Entry>,
    resume: Option<Seal>,
}

#[derive(Deserialize)]
struct Entry {
    severity: String,
}

impl Results {
    /// Opens a results file, which is created if it does not exist. An incomplete last line of an interrupted run is cut off. Any
    /// other file is refused and left unchanged, and so is one that another run is writing to.
    pub fn open(path: &Path, settings: u64, deny_warnings: bool) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::at(path, error);
        let file = own_file(path).map_err(failed)?;
        let known = Known { settings, ..Known::default() };
        let mut results = Self { path: path.to_owned(), file, known, has_old_lines: false };
        let whole = results.read(deny_warnings).map_err(failed)?;
        results.file.set_len(whole).map_err(failed)?;
        results.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(results)
    }

    /// Reads the lines. Returns the number of bytes of the complete ones.
    fn read(&mut self, deny_warnings: bool) -> io::Result<u64> {
        let (mut whole, mut text) = (0, Vec::new());
        let mut reader = BufReader::new(&self.file);
        while reader.read_until(b'\n', &mut text)? > 0 {
            if !text.ends_with(b"\n") {
                let length = text.len().min(START_OF_LINE.len());
                return if text[..length] == START_OF_LINE[..length] {
                    Ok(whole)
                } else {
                    Err(refused(&"its last line is not a record"))
                };
            }
            let line = parse(&text)?;
            let counts = |entry: &Entry| entry.severity == "error" || deny_warnings && entry.severity == "warning";
            let has_errors = line.diagnostics.iter().any(counts);
            let earlier = self.known.lines.insert(line.program, KnownLine { seal: line.resume, has_errors });
            self.has_old_lines |= earlier.is_some();
            whole += text.len() as u64;
            text.clear();
        }
        Ok(whole)
    }

    /// Takes the programs that already had lines.
    pub fn take_known(&mut self) -> Known {
        std::mem::take(&mut self.known)
    }

    /// Adds the line of a program.
    pub fn add(&mut self, line: &str) -> Result<(), Failure> {
        Ok(self.file.write_all(line.as_bytes())?)
    }

    /// Removes the old lines of programs that have been checked again.
    pub fn finish(&self, known: &Known) -> Result<(), Failure> {
        if !self.has_old_lines && !known.has_changes.load(Ordering::Relaxed) {
            return Ok(());
        }
        let failed = |error: io::Error| Failure::at(&self.path, error);
        let lines = read_results(&self.path).and_then(|text| last_lines(&text)).map_err(failed)?;
        replace_file(&self.path, &lines).map_err(failed)
    }
}

impl Known {
    /// Holds if a program has a line, and nothing that the line depends on has changed since.
    pub fn is_current(&self, input: &Input) -> bool {
        let Some(line) = self.lines.get(&input.name) else { return false };
        let is_current = line.seal.as_ref().is_some_and(|seal| input.is_sealed_by(seal, self.settings));
        let flag = if is_current { &self.has_errors } else { &self.has_changes };
        flag.fetch_or(!is_current || line.has_errors, Ordering::Relaxed);
        is_current
    }

    /// Returns the outcome of the programs that need not be checked.
    pub fn status(&self) -> Status {
        if self.has_errors.load(Ordering::Relaxed) { Status::Problems } else { Status::Clean }
    }
}

/// The bytes that every line begins with.
const START_OF_LINE: &[u8] = b"{\"program\":\"";

/// Opens a file, and locks it against other runs as long as it is open.
fn own_file(path: &Path) -> io::Result<File> {
    loop {
        // The kind of the file is tested before it is opened, since opening a pipe blocks.
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::WouldBlock, "another run is writing to this file")
            }
            TryLockError::Error(error) => error,
        })?;
        // The run that had the lock may have replaced the file at its end.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Holds if an open file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(open), Ok(there)) if id(&open) == id(&there))
}

/// Holds always, since open files are not replaced on such systems.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

fn refused(reason: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("this is not a file of results, so it is not changed: {reason}"))
}

fn parse(line: &[u8]) -> io::Result<Line> {
    serde_json::from_slice(line).map_err(|error| refused(&error))
}

/// Returns the last line of each program, in order.
fn last_lines(text: &[u8]) -> io::Result<Vec<u8>> {
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let programs: Vec<String> = lines.iter().map(|line| Ok(parse(line)?.program)).collect::<io::Result<_>>()?;
    let last: HashMap<&str, usize> = programs.iter().enumerate().map(|(at, program)| (&program[..], at)).collect();
    let kept = lines.iter().zip(&programs).enumerate().filter(|(at, (_, program))| last[&program[..]] == *at);
    Ok(kept.flat_map(|(_, (line, _))| line.iter().copied()).collect())
}
