//! Exports: directories that are written atomically.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::cli::terminal::output::Failure;
use crate::cli::terminal::temporary_files::{TemporaryFile, with_signals_blocked};
use crate::files::{self, AllowedDirectories, Disk, FileKind};
use crate::relations::{ExportFile, MANIFEST, files_of};

/// Writes the files of an export to a directory, as [`replace`] does.
pub fn write(directory: &Path, files: &[ExportFile<'_>]) -> Result<(), Failure> {
    replace(directory, |partial| {
        files.iter().try_for_each(|file| write_file(partial, &file.path, |out| file.write(out))?.sync_all())
    })
}

/// Writes an export to a directory. Its files are written to a temporary directory beside it, which is renamed when it is
/// complete. An existing directory is replaced if it is empty, or contains an earlier export and nothing else.
pub fn replace(directory: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), Failure> {
    let failed =
        |error: io::Error| Failure::Usage(format!("{}: the export cannot be written: {error}", directory.display()));
    let is_filled = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if directory.exists() && !directory.is_dir() || is_filled && !directory.join(MANIFEST).is_file() {
        let message = format!("{}: this is not an earlier export, so it is not replaced", directory.display());
        return Err(Failure::Usage(message));
    }
    if let Some(foreign) = is_filled.then(|| foreign(directory)).transpose().map_err(failed)?.flatten() {
        let message = format!("{}: this is not part of the earlier export, which is not replaced", foreign.display());
        return Err(Failure::Usage(message));
    }
    let replaced = TemporaryFile::directory_beside(directory, "partial").and_then(|partial| {
        write(partial.path())?;
        let old = TemporaryFile::directory_beside(directory, "old")?;
        partial.finish(|partial| {
            if is_filled {
                fs::rename(directory, old.path())?;
            }
            // The earlier export is restored if the new one cannot take its place.
            fs::rename(partial, directory).inspect_err(|_| _ = fs::rename(old.path(), directory))
        })
    });
    replaced.map_err(failed)
}

/// Returns a file or a directory in an earlier export that its manifest does not name, if there is one.
fn foreign(directory: &Path) -> io::Result<Option<PathBuf>> {
    let manifest =
        files::read(&directory.join(MANIFEST), FileKind::Results, &AllowedDirectories::all(&Disk::shared()))?;
    let Some(own) = files_of(&manifest) else { return Ok(Some(directory.join(MANIFEST))) };
    let own: BTreeSet<PathBuf> = own.into_iter().map(PathBuf::from).collect();
    let folders: BTreeSet<&Path> = own.iter().flat_map(|path| path.ancestors().skip(1)).collect();
    for entry in WalkDir::new(directory).min_depth(1).sort_by_file_name() {
        let entry = entry?;
        let path = entry.path().strip_prefix(directory).unwrap_or(entry.path());
        let is_own = if entry.file_type().is_dir() { folders.contains(path) } else { own.contains(path) };
        if !is_own {
            return Ok(Some(entry.into_path()));
        }
    }
    Ok(None)
}

/// Writes a file below a directory.
pub fn write_file(
    directory: &Path,
    path: &str,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<File> {
    let path = directory.join(path);
    let created = with_signals_blocked(|| {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        File::create(&path)
    });
    let mut out = BufWriter::new(created?);
    write(&mut out)?;
    Ok(out.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::Citation;
    use crate::relations::collect::Collector;
    use crate::relations::{Format, export};

    fn scratch(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("typelog-export-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory for the test");
        directory
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("a directory").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_export_replaces_an_earlier_one_and_nothing_else() {
        let (scratch, database) = (scratch("replace"), Collector::default().finish());
        let citation = Citation::default();
        let out = scratch.join("facts");
        write(&out, &export(&database, Format::Tsv, &citation)).expect("written");
        assert!(names(&out).contains(&"has_type.facts".to_owned()));
        write(&out, &export(&database, Format::Jsonl, &citation)).expect("written over the earlier one");
        assert!(
            names(&out).contains(&"has_type.jsonl".to_owned()) && !names(&out).contains(&"has_type.facts".to_owned())
        );
        assert_eq!(names(&scratch), ["facts"]);
        fs::write(out.join("notes.txt"), "text").expect("a file");
        assert!(write(&out, &export(&database, Format::Tsv, &citation)).is_err());
        assert!(names(&out).contains(&"notes.txt".to_owned()) && names(&out).contains(&"has_type.jsonl".to_owned()));
        fs::create_dir(scratch.join("mine")).expect("a directory");
        fs::write(scratch.join("mine/thesis.txt"), "text").expect("a file");
        assert!(write(&scratch.join("mine"), &export(&database, Format::Tsv, &citation)).is_err());
        assert_eq!(names(&scratch.join("mine")), ["thesis.txt"]);
        fs::write(scratch.join("mine").join(MANIFEST), "[]").expect("a file");
        assert!(write(&scratch.join("mine"), &export(&database, Format::Tsv, &citation)).is_err());
        assert_eq!(names(&scratch.join("mine")), [MANIFEST, "thesis.txt"]);
        fs::remove_dir_all(scratch).expect("the test's directory");
    }

    #[test]
    fn an_export_that_fails_leaves_nothing_behind() {
        let (scratch, database) = (scratch("fail"), Collector::default().finish());
        let citation = Citation::default();
        let mut files = export(&database, Format::Tsv, &citation);
        // A directory cannot be written as a file.
        files.last_mut().expect("files").path = "relations.dl/".to_owned();
        let out = scratch.join("facts");
        assert!(write(&out, &files).is_err());
        assert!(names(&scratch).is_empty(), "{:?}", names(&scratch));
        fs::remove_dir_all(scratch).expect("the test's directory");
    }
}
