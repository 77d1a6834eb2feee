//! The files of a bundle, copied, and made by commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;

use crate::cli::terminal::output::Failure;
use crate::files::{Disk, EntryKind, read_results};
use crate::results::bundle::{Contents, Executed, ListedFile, MANIFEST};

/// Lists the files below a directory, but for some paths and the manifest.
pub fn contents(directory: &Path, except: &BTreeSet<String>) -> Result<Contents, Failure> {
    let mut files = Vec::new();
    for entry in WalkDir::new(directory).sort_by_file_name() {
        let entry = entry.map_err(|error| Failure::Usage(error.to_string()))?;
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path().strip_prefix(directory).unwrap_or(entry.path());
        let path = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        if path != MANIFEST && !except.contains(&path) {
            files.push(ListedFile::new(path, &read_file(entry.path())?));
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Contents(files))
}

/// Reads a file of a bundle.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    read_results(path).map_err(|error| Failure::at(path, error))
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
    let failed = |error: std::io::Error| Failure::at(from, error);
    to.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    fs::copy(from, to).map_err(failed).map(drop)
}

/// Copies the files of a directory and of those below it, without what `.gitignore` excludes and the directories of tools.
pub fn copy_directory(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |path: &Path, error: &std::io::Error| Failure::at(path, error);
    if !from.is_dir() {
        return Err(Failure::at(from, "this is not a directory"));
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
