//! The pages of `typelog book test`: sections of texts in Markdown that are tests of a book.

use std::path::{Path, PathBuf};

use crate::cli::terminal::output::{Failure, Status, print};
use crate::counts::counted;
use crate::files::{AllowedDirectories, Disk, Entry, FileKind, read_text};
use crate::results::pages::Suite;
use crate::types::BookHandle;

/// The folder of a book that has its pages.
const FOLDER: &str = "pages";

/// Reads the pages of a book, and those at further paths.
pub fn suite(dir: Option<&Path>, further: &[PathBuf]) -> Result<Suite, Failure> {
    let allowed = AllowedDirectories::all(&Disk::shared());
    let own = dir.map(|dir| dir.join(FOLDER)).filter(|folder| allowed.system().is_dir(folder));
    let mut texts = Vec::new();
    for root in own.iter().chain(further) {
        for path in pages_at(root, &allowed)? {
            let text = read_text(&path, FileKind::Text, &allowed);
            let text = text.map_err(|error| Failure::at(&path, error))?;
            let name = path.strip_prefix(root).ok().filter(|name| !name.as_os_str().is_empty()).unwrap_or(&path);
            texts.push((name.with_extension("").to_string_lossy().into_owned(), text));
        }
    }
    let texts = texts.iter().map(|(name, text)| (&name[..], &text[..]));
    Suite::read(texts).map_err(Failure::Usage)
}

/// Returns a page, or the pages below a directory in the order of their paths.
fn pages_at(root: &Path, allowed: &AllowedDirectories) -> Result<Vec<PathBuf>, Failure> {
    let system = allowed.system();
    if !system.is_dir(root) {
        return Ok(vec![root.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let listed = system.list(&folder);
        let listed = listed.map_err(|error| Failure::at(&folder, error))?;
        for Entry { path, .. } in listed {
            if system.is_dir(&path) {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") && !path.ends_with("README.md") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Runs the tests of pages, and prints those that fail.
pub fn try_pages(suite: &Suite, book: &BookHandle) -> Result<Status, Failure> {
    let tests = suite.tests();
    let mut failed = 0;
    for test in &tests {
        if let Err(mismatches) = test.run(book) {
            failed += 1;
            let lines: Vec<String> = mismatches.lines().map(|line| format!("  {line}\n")).collect();
            print(&format!("FAILED  {}\n{}", test.name, lines.concat()))?;
        }
    }
    if !tests.is_empty() {
        print(&format!("{} of pages: {failed} are not as written\n", counted(tests.len(), "section")))?;
    }
    Ok(if failed == 0 { Status::Clean } else { Status::Problems })
}
