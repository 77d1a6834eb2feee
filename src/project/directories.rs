//! The files of directories, of one or of all below a directory.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::source_files::{is_part, is_source, of_other_tool};
use crate::dialect::Dialect;
use crate::files::{Entry, EntryKind, SharedSystem};
use crate::source::{has_tests, has_values};

/// The languages that directories are searched for.
const DIALECTS: [Dialect; 3] = [Dialect::Pcl, Dialect::Terraform, Dialect::Hcl];

/// The directory of a module that has its tests.
const TESTS: &str = "tests";

/// The source files in a directory, sorted by name.
pub struct Listing {
    /// The directory.
    pub directory: PathBuf,
    system: SharedSystem,
    files: Vec<FoundFile>,
}

/// A directory entry of a file.
#[derive(Clone)]
pub struct FoundFile {
    pub path: PathBuf,
    pub is_symlink: bool,
    pub is_regular: bool,
}

impl Listing {
    /// Lists a directory.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(directory: &Path, system: &SharedSystem) -> io::Result<Self> {
        let mut files: Vec<FoundFile> = system.list(directory)?.into_iter().filter_map(FoundFile::new).collect();
        // All paths have the same parent.
        files.sort_by(|a, b| a.path.file_name().cmp(&b.path.file_name()));
        Ok(Self { directory: directory.to_owned(), system: system.clone(), files })
    }

    /// Lists a directory and all directories below it, in path order. Unless all are to be listed, the directories of tools are
    /// left out, and so are files and directories that `.gitignore` excludes.
    pub fn below(root: &Path, all: bool, system: &SharedSystem) -> Vec<Result<Self, (PathBuf, io::Error)>> {
        let mut listings: FxHashMap<OsString, io::Result<Vec<FoundFile>>> = FxHashMap::default();
        for entry in system.below(root, all) {
            let entry = match entry {
                Ok(entry) => entry,
                Err((place, error)) => {
                    listings.insert(place.into_os_string(), Err(error));
                    continue;
                }
            };
            let is_directory = entry.kind == EntryKind::Directory;
            let around = if is_directory { &entry.path } else { entry.path.parent().unwrap_or(root) };
            // As texts, since paths are compared and hashed part by part.
            let listing = match listings.get_mut(around.as_os_str()) {
                Some(listing) => listing,
                None => listings.entry(around.into()).or_insert_with(|| Ok(Vec::new())),
            };
            if let (Ok(files), Some(file)) = (listing, FoundFile::new(entry)) {
                files.push(file);
            }
        }
        let mut listings: Vec<_> =
            listings.into_iter().map(|(directory, files)| (PathBuf::from(directory), files)).collect();
        listings.sort_by(|a, b| a.0.cmp(&b.0));
        let listed = |(directory, files): (PathBuf, io::Result<Vec<FoundFile>>)| match files {
            Ok(files) => Ok(Self { directory, system: system.clone(), files }),
            Err(error) => Err((directory, error)),
        };
        listings.into_iter().map(listed).collect()
    }

    /// Holds if the directory has no source files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the dialect of the program in the directory, with its files. If its language is not given, PCL comes first, and
    /// files in plain HCL beside a Terraform module are no part of it.
    pub fn program(&self, given: Option<Dialect>) -> Option<(Dialect, Vec<FoundFile>)> {
        let dialects = given.as_ref().map_or(&DIALECTS[..], std::slice::from_ref);
        dialects.iter().map(|&dialect| (dialect, self.files_of(dialect))).find(|(_, files)| !files.is_empty())
    }

    /// Returns the source files of a dialect; none if all of them are files with values of variables, which are no program.
    pub fn files_of(&self, dialect: Dialect) -> Vec<FoundFile> {
        let own = self.files.iter().filter(|file| is_part(&file.path, dialect, &self.system));
        let files = own.filter(|file| !file.is_symlink || !self.system.is_dir(&file.path));
        let files: Vec<FoundFile> = files.cloned().collect();
        if files.iter().all(FoundFile::has_values) { Vec::new() } else { files }
    }

    /// Returns the files with tests of the Terraform module in the directory, also those in its directory `tests`. Each has its
    /// name there. Programs of other dialects have none.
    pub fn tests(&self, dialect: Dialect) -> Vec<(String, FoundFile)> {
        if dialect != Dialect::Terraform {
            return Vec::new();
        }
        let name = |file: &FoundFile| Some(file.path.file_name()?.to_str()?.to_owned());
        let is_test = |file: &FoundFile| is_test(&file.path);
        let below = self.system.list(&self.directory.join(TESTS)).unwrap_or_default().into_iter();
        let below = below.filter_map(FoundFile::new).filter(is_test);
        let own = self.files.iter().filter(|file| is_test(file)).filter_map(|file| Some((name(file)?, file.clone())));
        own.chain(below.filter_map(|file| Some((format!("{TESTS}/{}", name(&file)?), file)))).collect()
    }

    /// Returns the first file of another tool, with a description of its content.
    pub fn other_tool(&self) -> Option<(&Path, &'static str)> {
        self.files.iter().find_map(|file| Some((&*file.path, of_other_tool(&file.path, &self.system)?)))
    }
}

impl FoundFile {
    /// Creates the entry of a source file; `None` for other files and for directories.
    fn new(Entry { path, kind }: Entry) -> Option<Self> {
        let is_listed = kind != EntryKind::Directory
            && (DIALECTS.iter().any(|&dialect| is_source(&path, dialect)) || is_test(&path));
        is_listed.then(|| Self { path, is_symlink: kind == EntryKind::Link, is_regular: kind == EntryKind::File })
    }

    /// Holds if the file contains values of a module's variables. They apply only if the module is the root module.
    pub fn has_values(&self) -> bool {
        has_values(self.path.file_name().and_then(|name| name.to_str()).unwrap_or(""))
    }
}

/// Holds for files with tests of a module.
fn is_test(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(has_tests)
}

/// Returns a directory and the directories below it, without those of tools and those that `.gitignore` excludes.
pub fn directories_below(root: &Path, system: &SharedSystem) -> impl Iterator<Item = PathBuf> {
    let entries = system.below(root, false).into_iter().flatten();
    entries.filter(|entry| entry.kind == EntryKind::Directory).map(|entry| entry.path)
}
