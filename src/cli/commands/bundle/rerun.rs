//! `typelog rerun`: the commands of a bundle, executed again on copies in another directory, and compared byte for byte.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::files::{contents, copy_file, executed, read_file};
use super::{BOOK, RULES};
use crate::cli::terminal::output::{Failure, Status, print, print_to_stderr};
use crate::cli::terminal::temporary_files::TemporaryFile;
use crate::cli::version::COMMIT;
use crate::relations::CITATION;
use crate::results::bundle::{Contents, Executed, MANIFEST, Manifest, changed_files, changed_rules};

/// Repeats the commands of a bundle in another directory, and compares the results byte for byte.
///
/// Files that have changed since the bundle was made are named, and of changed rules the premises. The exit status is 1 if a file or
/// a result differs.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The directory of the bundle
    bundle: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let bundle = &arguments.bundle;
    let manifest = read_manifest(bundle)?;
    let is_same_version = warn_about_version(&manifest);
    let now = contents(bundle, &manifest.results.paths())?;
    let mut text = changed_files(&manifest.inputs, &now);
    let is_book_changed = text.lines().any(|line| line.starts_with(BOOK));
    // The bundle may lie where nothing can be written.
    let copy = std::env::temp_dir().join("typelog");
    let place = TemporaryFile::directory_beside(&copy, "rerun").map_err(|error| {
        Failure::Usage(format!("{}: the copy of the bundle cannot be written: {error}", copy.display()))
    })?;
    let directory = place.path();
    for file in &now.0 {
        copy_file(&bundle.join(&file.path), &directory.join(&file.path))?;
    }
    let (results, statuses) = repeated(&manifest, directory, &now.paths())?;
    if is_book_changed {
        text.push_str(&changed_rules(&read(bundle, RULES)?, &read(directory, RULES)?));
    }
    text.push_str(&statuses);
    let mut expected = manifest.results;
    if !is_same_version {
        // Another version cites itself.
        expected.0.retain(|file| !file.path.ends_with(CITATION));
    }
    text.push_str(&changed_results(&expected, &results, bundle, directory)?);
    let is_equal = text.is_empty();
    let equal = expected.0.len();
    print(&if is_equal { format!("{equal} results are equal, byte for byte\n") } else { text })?;
    Ok(if is_equal { Status::Clean } else { Status::Problems })
}

/// Executes the commands of a bundle. Returns the results, and lines about other exit statuses.
fn repeated(manifest: &Manifest, directory: &Path, inputs: &BTreeSet<String>) -> Result<(Contents, String), Failure> {
    let mut statuses = String::new();
    for Executed { arguments, output, status } in &manifest.commands {
        let again = executed((arguments.clone(), output), directory)?;
        if again.status != *status {
            let command = arguments.join(" ");
            let _ = writeln!(statuses, "typelog {command}: exit status {}, {status} before", again.status);
        }
    }
    Ok((contents(directory, inputs)?, statuses))
}

fn read_manifest(bundle: &Path) -> Result<Manifest, Failure> {
    let path = bundle.join(MANIFEST);
    Manifest::parse(&read_file(&path)?)
        .map_err(|error| Failure::Usage(format!("{}: not the manifest of a bundle: {error}", path.display())))
}

/// Warns if another version has made a bundle. Holds if it was this one.
fn warn_about_version(manifest: &Manifest) -> bool {
    let named = |version: &str, commit: Option<&str>| {
        commit.map_or_else(|| version.to_owned(), |commit| format!("{version} ({commit})"))
    };
    let made = named(&manifest.version, manifest.commit.as_deref());
    let own = named(env!("CARGO_PKG_VERSION"), COMMIT);
    if made != own {
        print_to_stderr(&format!("typelog: the bundle was made by typelog {made}, this is {own}\n"));
    }
    made == own
}

/// Returns a line for each result that differs, with the first line that does.
fn changed_results(before: &Contents, now: &Contents, bundle: &Path, directory: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    for file in &before.0 {
        let Some(found) = now.file(&file.path) else {
            let _ = writeln!(text, "{}: missing", file.path);
            continue;
        };
        if found != file {
            // A result that is missing in the bundle differs from its first line on.
            let before = read(bundle, &file.path).unwrap_or_default();
            let line = first_difference(&before, &read(directory, &file.path)?);
            let _ = writeln!(text, "{}: differs in line {line}", file.path);
        }
    }
    for file in now.0.iter().filter(|file| before.file(&file.path).is_none() && !file.path.ends_with(CITATION)) {
        let _ = writeln!(text, "{}: new", file.path);
    }
    Ok(text)
}

/// Returns the number of the first line in which two texts differ.
fn first_difference(before: &str, now: &str) -> usize {
    1 + before.split('\n').zip(now.split('\n')).take_while(|(before, now)| before == now).count()
}

fn read(directory: &Path, path: &str) -> Result<String, Failure> {
    let bytes = read_file(&directory.join(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
