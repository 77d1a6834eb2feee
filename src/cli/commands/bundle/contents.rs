//! The manifest of a bundle, the digests of its files, and the commands that make its results.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::cli::terminal::output::Failure;
use crate::cli::version::COMMIT;
use crate::digest::Digest;
use crate::files::{AllowedDirectories, Disk, EntryKind, FileKind, read};

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The description of a bundle.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of typelog that made it.
    pub version: String,
    /// The commit, if the version was built from a repository.
    pub commit: Option<String>,
    /// The name of the book, as on the command line.
    pub book: String,
    /// The digest of all files of the book.
    pub book_digest: String,
    /// The commands that made the results, in order.
    pub commands: Vec<Executed>,
    /// The files that results depend on.
    pub inputs: Contents,
    /// The results.
    pub results: Contents,
}

/// A command that has been executed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Executed {
    /// Its arguments, behind `typelog`.
    pub arguments: Vec<String>,
    /// The file that has its standard output.
    pub output: String,
    /// Its exit status.
    pub status: i32,
}

/// Files of a bundle, in the order of their paths.
#[derive(Debug, Serialize, Deserialize)]
pub struct Contents(pub Vec<ListedFile>);

/// A file of a bundle.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFile {
    /// Its path in the bundle, with slashes.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// The digest of its content: 64 bits (XXH3) in hexadecimal digits.
    pub digest: String,
}

impl Manifest {
    /// Describes a bundle.
    pub fn new(book: Option<&str>, commands: Vec<Executed>, inputs: Contents, results: Contents) -> Self {
        let mut digest = Digest::default();
        for file in inputs.0.iter().filter(|file| file.path.starts_with("book/")) {
            digest.text(&file.path);
            digest.text(&file.digest);
        }
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: COMMIT.map(str::to_owned),
            book: book.unwrap_or(crate::book::EDITIONS[0]).to_owned(),
            book_digest: format!("{:016x}", digest.finish()),
            commands,
            inputs,
            results,
        }
    }

    /// Reads the manifest of a bundle.
    pub fn read(directory: &Path) -> Result<Self, Failure> {
        let path = directory.join(MANIFEST);
        serde_json::from_slice(&read_file(&path)?)
            .map_err(|error| Failure::Usage(format!("{}: not the manifest of a bundle: {error}", path.display())))
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        // It contains only texts and numbers, so that encoding does not fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Returns the line that describes the bundle when it has been written.
    pub fn summary(&self) -> String {
        let (inputs, results) = (self.inputs.0.len(), self.results.0.len());
        format!("book {} {}: {inputs} files of input, {results} of results\n", self.book, self.book_digest)
    }
}

impl Contents {
    /// Lists the files below a directory, but for some paths and the manifest.
    pub fn of(directory: &Path, except: &BTreeSet<String>) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for entry in WalkDir::new(directory).sort_by_file_name() {
            let entry = entry.map_err(|error| Failure::Usage(error.to_string()))?;
            if !entry.file_type().is_file() {
                continue;
            }
            let path = entry.path().strip_prefix(directory).unwrap_or(entry.path());
            let path = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
            if path == MANIFEST || except.contains(&path) {
                continue;
            }
            let bytes = read_file(entry.path())?;
            files.push(ListedFile { path, bytes: bytes.len() as u64, digest: digest_of(&bytes) });
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self(files))
    }

    /// Returns the paths of the files.
    pub fn paths(&self) -> BTreeSet<String> {
        self.0.iter().map(|file| file.path.clone()).collect()
    }

    /// Returns the file at a path.
    pub fn file(&self, path: &str) -> Option<&ListedFile> {
        self.0.iter().find(|file| file.path == path)
    }
}

/// Reads a file of a bundle.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = read(path, FileKind::Results, &AllowedDirectories::all(&Disk::shared()));
    bytes.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

fn digest_of(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.bytes(bytes);
    format!("{:016x}", digest.finish())
}

/// Executes a command of typelog in the directory of a bundle, and writes what it prints to a file there.
pub fn executed((arguments, output): (Vec<String>, &str), directory: &Path) -> Result<Executed, Failure> {
    let path = directory.join(output);
    let failed = |error: std::io::Error| Failure::Usage(format!("typelog {}: {error}", arguments.join(" ")));
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    let program = std::env::current_exe().map_err(failed)?;
    let found = Command::new(program).args(&arguments).current_dir(directory).output().map_err(failed)?;
    let status = found.status.code().unwrap_or(-1);
    // With 1, there are errors in programs, or laws that are not as stated, which is a result as well.
    if !(0..=1).contains(&status) {
        let message = String::from_utf8_lossy(&found.stderr);
        return Err(Failure::Usage(format!("typelog {}: exit status {status}\n{message}", arguments.join(" "))));
    }
    fs::write(&path, found.stdout).map_err(failed)?;
    Ok(Executed { arguments, output: output.to_owned(), status })
}

/// Copies a file.
pub fn copy_file(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::Usage(format!("{}: {error}", from.display()));
    to.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    fs::copy(from, to).map_err(failed).map(drop)
}

/// Copies the files of a directory and of those below it, without what `.gitignore` excludes and the directories of tools.
pub fn copy_directory(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |path: &Path, error: &std::io::Error| Failure::Usage(format!("{}: {error}", path.display()));
    if !from.is_dir() {
        return Err(Failure::Usage(format!("{}: this is not a directory", from.display())));
    }
    fs::create_dir_all(to).map_err(|error| failed(to, &error))?;
    for entry in Disk::shared().below(from, false) {
        let entry = entry.map_err(|(path, error)| failed(&path, &error))?;
        let below = entry.path.strip_prefix(from).unwrap_or(&entry.path);
        if entry.kind != EntryKind::Directory && entry.path.is_file() {
            copy_file(&entry.path, &to.join(below))?;
        }
    }
    Ok(())
}
